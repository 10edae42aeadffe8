//! Combs: edges at an even pitch, as the borders of equal cells are.

use super::edges::Peak;

/// The fewest teeth of a comb: three cells have four.
const LEAST_TEETH: usize = 4;

/// How far a tooth may be off its place: this share of the pitch, and at least so many pixels.
const TOLERANCE: f64 = 0.03;
const LEAST_TOLERANCE: f64 = 1.05;

/// Teeth at `origin + i * pitch` for i from 0 to `cells`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Comb {
    /// The first tooth, in pixels.
    pub origin: f64,
    /// From tooth to tooth, in pixels.
    pub pitch: f64,
    /// The gaps between its teeth.
    pub cells: usize,
    /// The teeth that were seen; the others are missing between those.
    pub teeth: usize,
}

impl Comb {
    /// The last tooth.
    pub fn end(&self) -> f64 {
        self.origin + self.pitch * self.cells as f64
    }

    /// The distance of a place from the nearest tooth of the continued comb, in pixels.
    pub fn off(&self, at: f64) -> f64 {
        let phase = (at - self.origin) / self.pitch;
        (phase - phase.round()).abs() * self.pitch
    }

    /// Whether the two have the same pitch and the same places for their teeth.
    pub fn agrees(&self, other: &Self) -> bool {
        let middle = (other.origin + other.end()) / 2.0;
        let near = self.origin + ((middle - self.origin) / self.pitch).round() * self.pitch;
        (self.pitch / other.pitch - 1.0).abs() < 0.012 && other.off(near) < 1.2
    }
}

/// Combs whose pitches differ by less than this share may be one.
const SAME_PITCH: f64 = 0.03;

/// All combs in a row of peaks with a pitch in `pitches`; those with most teeth first.
pub(super) fn combs(peaks: &[Peak], pitches: (f64, f64)) -> Vec<Comb> {
    let mut found: Vec<Comb> = Vec::new();
    // Those of about a pitch that reach on: noise has thousands, and each pair of peaks asks.
    let group =
        |pitch: f64| ((pitch / pitches.0).ln() / -(1.0 - SAME_PITCH).ln()).floor() as i64 + 1;
    let most = group(pitches.1).max(0) as usize + 2;
    let mut of_pitch: Vec<Vec<Comb>> = vec![Vec::new(); most];
    for (i, first) in peaks.iter().enumerate() {
        let reaches = |comb: &Comb| comb.end() >= first.at + pitches.0 - 1.0;
        of_pitch.iter_mut().for_each(|combs| combs.retain(reaches));
        for second in &peaks[i + 1..] {
            let pitch = second.at - first.at;
            if pitch > pitches.1 {
                break;
            }
            if pitch < pitches.0 {
                continue;
            }
            let covered = |comb: &Comb| {
                comb.origin <= first.at + 1.0
                    && comb.end() >= second.at - 1.0
                    && (comb.pitch / pitch - 1.0).abs() < SAME_PITCH
                    && comb.off(first.at) < 1.0
            };
            let group_of = group(pitch) as usize;
            if of_pitch[group_of - 1..=group_of + 1].iter().flatten().any(covered) {
                continue;
            }
            if let Some(comb) = grow(peaks, first.at, pitch)
                && (pitches.0..=pitches.1).contains(&comb.pitch)
            {
                of_pitch[group(comb.pitch) as usize].push(comb);
                found.push(comb);
            }
        }
    }
    found.sort_by(|a, b| b.teeth.cmp(&a.teeth).then(a.origin.total_cmp(&b.origin)));
    found
}

/// The longest comb through `first` and the peak one pitch further; no two teeth that follow each
/// other may be missing, and not more than a quarter of all.
fn grow(peaks: &[Peak], first: f64, pitch: f64) -> Option<Comb> {
    let mut line = Line::through(first, pitch);
    let mut ends = [0i64, 1];
    for (end, direction) in [(1, 1i64), (0, -1)] {
        let mut index = ends[end] + direction;
        let mut missing = 0;
        while missing < 2 {
            let expected = line.at(index);
            match nearest(peaks, expected) {
                Some(at) if (at - expected).abs() <= tolerance(line.pitch) => {
                    line.add(index, at);
                    ends[end] = index;
                    missing = 0;
                }
                _ => missing += 1,
            }
            index += direction;
        }
    }
    let [low, high] = ends;
    let cells = (high - low) as usize;
    let enough = line.teeth >= LEAST_TEETH && 4 * line.teeth >= 3 * (cells + 1);
    enough.then(|| Comb { origin: line.at(low), pitch: line.pitch, cells, teeth: line.teeth })
}

fn tolerance(pitch: f64) -> f64 {
    (TOLERANCE * pitch).max(LEAST_TOLERANCE)
}

fn nearest(peaks: &[Peak], at: f64) -> Option<f64> {
    let after = peaks.partition_point(|peak| peak.at < at);
    let around = peaks[after.saturating_sub(1)..].iter().take(2).map(|peak| peak.at);
    around.min_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs()))
}

/// The line of least squares through teeth, of their place over their index.
struct Line {
    first: f64,
    pitch: f64,
    /// Where tooth 0 is, from the first place on.
    offset: f64,
    teeth: usize,
    /// The sums of indices, places, their products and the squares of indices; places from the first on.
    sums: [f64; 4],
}

impl Line {
    /// Through a place and the one a pitch further.
    fn through(first: f64, pitch: f64) -> Self {
        Self { first, pitch, offset: 0.0, teeth: 2, sums: [1.0, pitch, pitch, 1.0] }
    }

    fn add(&mut self, index: i64, at: f64) {
        let (i, x) = (index as f64, at - self.first);
        self.teeth += 1;
        let [sum_i, sum_x, products, squares] = &mut self.sums;
        *sum_i += i;
        *sum_x += x;
        *products += i * x;
        *squares += i * i;
        let count = self.teeth as f64;
        self.pitch = (count * *products - *sum_i * *sum_x) / (count * *squares - *sum_i * *sum_i);
        self.offset = (*sum_x - self.pitch * *sum_i) / count;
    }

    fn at(&self, index: i64) -> f64 {
        self.first + self.offset + index as f64 * self.pitch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peaks(places: impl IntoIterator<Item = f64>) -> Vec<Peak> {
        let mut peaks: Vec<Peak> = places.into_iter().map(|at| Peak { at }).collect();
        peaks.sort_by(|a, b| a.at.total_cmp(&b.at));
        peaks
    }

    #[test]
    fn a_comb_of_fractional_pitch_is_found_among_other_edges() {
        let teeth = (0..17).map(|i| (21.3 + 26.8 * f64::from(i)).round());
        let others = [3.0, 30.0, 55.0, 99.0, 160.0, 171.0, 333.0, 470.0, 512.0];
        let best = combs(&peaks(teeth.chain(others)), (11.0, 260.0))[0];
        assert_eq!(best.cells, 16);
        assert!((best.pitch - 26.8).abs() < 0.05 && (best.origin - 21.3).abs() < 0.6, "{best:?}");
    }

    #[test]
    fn a_missing_tooth_is_bridged_and_two_in_a_row_end_it() {
        let comb = |skip: &[i32]| {
            let teeth = (0..12).filter(|i| !skip.contains(i)).map(|i| 16.0 * f64::from(i));
            combs(&peaks(teeth), (11.0, 30.0))[0].cells
        };
        assert_eq!(comb(&[5]), 11);
        assert_eq!(comb(&[7, 8]), 6);
    }
}
