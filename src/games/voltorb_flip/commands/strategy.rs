//! The options that say how to play, the same wherever there is a choice.

use crate::games::voltorb_flip::levels::{Level, Outcome};
use crate::games::voltorb_flip::solver::Objective;
use crate::games::voltorb_flip::solver::strategies::Strategy;

/// An objective, or a strategy.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct StrategyArguments {
    /// What to aim at: clear, coins, level, next, "survive N", "clear-with N".
    #[arg(long, value_name = "NAME", default_value = "clear")]
    objective: Objective,
    /// How to play instead: min-risk, score-first, "cutoff N", ratio, bogo-flip, logic, or a rule of
    /// it: safe-house, n-sum, exhausted-reward, only-voltorbs-left, extended-subset-n-sum.
    #[arg(long, value_name = "NAME", conflicts_with = "objective")]
    strategy: Option<Strategy>,
}

impl StrategyArguments {
    /// How to play.
    pub fn strategy(self) -> Strategy {
        self.strategy.unwrap_or(Strategy::Exact(self.objective))
    }
}

/// A finished round as it is typed, such as `won 8`: how it ended, and how many cards were flipped.
pub fn round(text: &str) -> Result<(Outcome, u8), String> {
    let wrong = || {
        format!(
            "{text:?} is no round: write won, lost or quit and the cards flipped, as in \"won 8\""
        )
    };
    let (outcome, flipped) = text.trim().split_once(' ').ok_or_else(wrong)?;
    let outcome = match outcome {
        "won" => Outcome::Won,
        "lost" => Outcome::Lost,
        "quit" => Outcome::Quit,
        _ => return Err(wrong()),
    };
    let flipped =
        flipped.trim().parse().ok().filter(|&cards: &u8| usize::from(cards) <= Level::TILES);
    Ok((outcome, flipped.ok_or_else(wrong)?))
}
