//! Statistics of counts: means with errors and intervals, shares, and sums that do not depend on the order of addition.

use serde::{Deserialize, Serialize};

/// The normal quantile of a two-sided interval of 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The count, the sum and the sum of squares of whole numbers. They are exact, so parts merged in any order give the
/// same numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// How many numbers.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares; beyond 1.8 * 10^19 it stays there.
    pub squares: u64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        let square = number.unsigned_abs().saturating_mul(number.unsigned_abs());
        self.count += 1;
        self.sum = self.sum.saturating_add(number);
        self.squares = self.squares.saturating_add(square);
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
    }

    /// The mean and its standard error, from the variance with n - 1. Both are 0 and infinite for no numbers; the error
    /// of a single number is unknown, so infinite.
    pub fn mean(&self) -> Estimate {
        let (n, sum) = (self.count as f64, self.sum as f64);
        match self.count {
            0 => Estimate { value: 0.0, error: f64::INFINITY },
            1 => Estimate { value: sum, error: f64::INFINITY },
            _ => {
                let spread = (self.squares as f64 - sum * sum / n).max(0.0);
                Estimate { value: sum / n, error: (spread / (n - 1.0) / n).sqrt() }
            }
        }
    }
}

/// A value with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// Divided by a constant.
    pub fn per(self, divisor: f64) -> Self {
        Self { value: self.value / divisor, error: self.error / divisor.abs() }
    }

    /// The interval that holds the truth in 95 of 100 cases, if the value is about normal.
    pub fn interval(self) -> [f64; 2] {
        [self.value - Z95 * self.error, self.value + Z95 * self.error]
    }
}

/// The interval of 95 % for a share of `hits` in `all` (Wilson, Probable Inference, the Law of
/// Succession, and Statistical Inference, 1927). Everything from 0 to 1 for none at all.
pub fn wilson(hits: u64, all: u64) -> [f64; 2] {
    if all == 0 {
        return [0.0, 1.0];
    }
    let (n, p, z2) = (all as f64, hits as f64 / all as f64, Z95 * Z95);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// However numbers are shared out and put together, the moments are the same.
        #[test]
        fn parts_put_together_are_the_whole(
            numbers in proptest::collection::vec(-50_000i64..50_000, 0..60),
            cut in 0usize..60,
        ) {
            let of = |numbers: &[i64]| {
                let mut moments = Moments::default();
                numbers.iter().for_each(|&number| moments.add(number));
                moments
            };
            let (first, second) = numbers.split_at(cut.min(numbers.len()));
            let mut merged = of(second);
            merged.merge(&of(first));
            prop_assert_eq!(merged, of(&numbers));
        }
    }

    #[test]
    fn a_mean_has_the_error_of_the_textbook() {
        let mut moments = Moments::default();
        [2, 4, 4, 4, 5, 5, 7, 9].iter().for_each(|&number| moments.add(number));
        let mean = moments.mean();
        assert_eq!(mean.value, 5.0);
        assert!((mean.error - (32.0f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    /// Newcombe, Two-sided confidence intervals for the single proportion, 1998: 81 of 263, 0 of 20.
    #[test]
    fn shares_have_the_intervals_that_are_published() {
        for (hits, all, expected) in [(81, 263, [0.2553, 0.3662]), (0, 20, [0.0, 0.1611])] {
            let found = wilson(hits, all);
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 5e-5, "{found} {expected}");
            }
        }
    }
}
