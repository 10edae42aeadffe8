//! What the end of a round is worth for the rounds after it.

use crate::levels::{LONG_ROUND, Outcome};
use crate::standing::Standing;

/// The most flipped cards that count, as no rule of the game distinguishes more.
pub const COUNTED: usize = LONG_ROUND as usize;

/// What each end of a round is worth beyond the coins that it pays, in coins, by the number of cards
/// flipped (the last place stands for [`COUNTED`] or more). More cards are never worth less, a quit
/// never less than a loss with as many cards, and clearing the board never less than a quit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndWorth {
    /// After a Voltorb.
    pub lost: [f64; COUNTED + 1],
    /// After quitting.
    pub quit: [f64; COUNTED + 1],
    /// After every 2 and 3 was found.
    pub won: [f64; COUNTED + 1],
}

impl EndWorth {
    /// The worth for a round in this standing. `next` is the worth of a standing, `cost` what the time of a round costs
    /// that ends so. Estimates may contradict the order that is promised, by their error; then the lesser worth is
    /// raised.
    pub fn new(
        standing: Standing,
        next: impl Fn(Standing) -> f64,
        cost: impl Fn(Outcome) -> f64,
    ) -> Self {
        let worth =
            |outcome, cards: usize| next(standing.after(outcome, cards as u8)) - cost(outcome);
        let mut ends = Self { lost: [0.0; 9], quit: [0.0; 9], won: [0.0; 9] };
        for cards in 0..=COUNTED {
            let before = cards.saturating_sub(1);
            let least = if cards == 0 { f64::NEG_INFINITY } else { ends.lost[before] };
            ends.lost[cards] = worth(Outcome::Lost, cards).max(least);
            let least = if cards == 0 { f64::NEG_INFINITY } else { ends.quit[before] };
            ends.quit[cards] = worth(Outcome::Quit, cards).max(least).max(ends.lost[cards]);
            let least = if cards == 0 { f64::NEG_INFINITY } else { ends.won[before] };
            ends.won[cards] = worth(Outcome::Won, cards).max(least).max(ends.quit[cards]);
        }
        ends
    }

    /// A loss after so many cards.
    pub fn lost(&self, cards: usize) -> f64 {
        self.lost[cards.min(COUNTED)]
    }

    /// Quitting with so many cards, without the coins.
    pub fn quit(&self, cards: usize) -> f64 {
        self.quit[cards.min(COUNTED)]
    }

    /// Clearing the board with so many cards, without the coins.
    pub fn won(&self, cards: usize) -> f64 {
        self.won[cards.min(COUNTED)]
    }
}
