//! How likely a digit is, by what its template leaves unexplained.

use vision::template::Match;

/// The share of a template's variance that nothing explains: pixels are rounded.
const ROUNDING: f32 = 0.003;

/// The share of the variance that a template with this correlation leaves unexplained.
pub(super) fn unexplained(score: f32) -> f32 {
    1.0 - score.powi(2) + ROUNDING
}

/// The share of the variance that the best template leaves unexplained by which the runner-up leaves more.
pub(super) fn ratio(best: &Match) -> f32 {
    best.margin / unexplained(best.score)
}

/// The least chance of a number that is told.
pub(super) const LEAST_CHANCE: f64 = 0.995;

/// Half the number of independent pixels that a digit is worth: errors of blurred pixels go together. A digit that leaves
/// twice as much unexplained is `2^PIXELS` times less likely. Of 8,425 digits of simulated photos, 107 of which have a
/// rival that leaves 1.1 to 1.8 times as much, this expects six of those to be the rival; none was.
const PIXELS: f64 = 8.0;

/// How likely each digit is that is neither of the two that fit best, beside the runner-up.
pub(super) const SELDOM: f64 = 0.01;

/// How likely the picture is with the runner-up, beside the best.
pub(super) fn runner_up(digit: &Match) -> f64 {
    let rest = |score| f64::from(unexplained(score));
    (rest(digit.score) / rest(digit.score - digit.margin.max(0.0))).powf(PIXELS)
}

/// Whether a digit is told by itself.
pub(super) fn is_told(digit: &Match) -> bool {
    let others = runner_up(digit) * (1.0 + 8.0 * SELDOM);
    1.0 >= LEAST_CHANCE * (1.0 + others)
}
