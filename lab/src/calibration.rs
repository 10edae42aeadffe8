//! Whether a confidence means what it says.

use serde::Serialize;

/// The lower ends of the ranges of confidence that are told apart.
pub const RANGES: [f32; 6] = [0.0, 0.5, 0.9, 0.95, 0.99, 0.999];

/// Of the fields read with a confidence in each of [`RANGES`]: how many, and how many of them wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Calibration([RangeCount; RANGES.len()]);

/// The fields of one range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RangeCount {
    /// All.
    pub read: usize,
    /// The wrong ones.
    pub wrong: usize,
}

impl Calibration {
    /// Counts a field.
    pub fn add(&mut self, confidence: f32, right: bool) {
        let range = RANGES.iter().rposition(|&from| confidence >= from).unwrap_or(0);
        self.0[range].read += 1;
        self.0[range].wrong += usize::from(!right);
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| RangeCount {
            read: self.0[i].read + other.0[i].read,
            wrong: self.0[i].wrong + other.0[i].wrong,
        }))
    }

    /// The ranges, lowest first: from where to where, and the fields counted.
    pub fn ranges(&self) -> impl Iterator<Item = (f32, f32, RangeCount)> {
        let ends = RANGES.iter().skip(1).copied().chain([1.0]);
        RANGES.iter().copied().zip(ends).zip(self.0).map(|((from, to), count)| (from, to, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_counted_in_the_range_of_their_confidence() {
        let mut calibration = Calibration::default();
        for (confidence, right) in [(0.3, false), (0.95, true), (0.98, false), (1.0, true)] {
            calibration.add(confidence, right);
        }
        let both = calibration.plus(calibration);
        let found: Vec<_> = both.ranges().map(|(_, _, c)| (c.read, c.wrong)).collect();
        assert_eq!(found, [(2, 2), (0, 0), (0, 0), (4, 2), (0, 0), (2, 0)]);
        let (from, to, _) = both.ranges().nth(3).unwrap();
        assert_eq!((from, to), (0.95, 0.99));
    }
}
