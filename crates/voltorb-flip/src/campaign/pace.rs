//! How long a round takes.
//!
//! Seconds of the built-in game at its default text speed, from log of `voltsight demo` (seeds 3 and 9,
//! 52 rounds); beside a real DeSmuME a card takes the same (docs/measurements/playing.md).

use super::play::Played;
use crate::levels::Outcome;

/// From a flip that shows no box to the next flip.
const QUIET: f64 = 0.38;
/// From a flip with a box (the first card, and each 2 or 3) to the next flip.
const BOXED: f64 = 1.06;
/// From the last flip of a round to the first flip of the next.
const AFTER_WON: f64 = 9.6;
const AFTER_LOST: f64 = 7.6;
const AFTER_QUIT: f64 = 6.2;

/// How long a round takes, up to the first flip of the next, in seconds.
pub fn seconds(round: &Played) -> f64 {
    let boxed = f64::from(round.boxed.saturating_sub(u32::from(round.outcome == Outcome::Won)));
    let flips = f64::from(round.flips);
    // The last flip is part of what comes after; a Voltorb is not among the flips.
    let before = if round.outcome == Outcome::Lost { flips } else { (flips - 1.0).max(0.0) };
    let quiet = (before - boxed).max(0.0);
    let after = match round.outcome {
        Outcome::Won => AFTER_WON,
        Outcome::Lost => AFTER_LOST,
        Outcome::Quit => AFTER_QUIT,
    };
    QUIET * quiet + BOXED * boxed + after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_takes_what_its_cards_and_its_end_take() {
        let round = |outcome, flips, boxed| Played { outcome, flips, boxed, coins: 0 };
        assert_eq!(seconds(&round(Outcome::Lost, 0, 0)), AFTER_LOST);
        assert_eq!(seconds(&round(Outcome::Lost, 2, 1)), AFTER_LOST + QUIET + BOXED);
        assert_eq!(seconds(&round(Outcome::Won, 3, 3)), AFTER_WON + 2.0 * BOXED);
    }
}
