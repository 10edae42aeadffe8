//! The options that say how to play, the same wherever there is a choice.

use crate::games::voltorb_flip::solver::Objective;
use crate::games::voltorb_flip::solver::strategies::Strategy;

/// An objective, or a strategy.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Aim {
    /// What to aim at: clear, coins, level, next, "survive N", "clear-with N".
    #[arg(long, value_name = "NAME", default_value = "clear")]
    objective: Objective,
    /// How to play instead: min-risk, score-first, "cutoff N", ratio, bogo-flip, logic, or a rule of
    /// it: safe-house, n-sum, exhausted-reward, only-voltorbs-left, extended-subset-n-sum.
    #[arg(long, value_name = "NAME", conflicts_with = "objective")]
    strategy: Option<Strategy>,
}

impl Aim {
    /// How to play.
    pub fn strategy(self) -> Strategy {
        self.strategy.unwrap_or(Strategy::Exact(self.objective))
    }
}
