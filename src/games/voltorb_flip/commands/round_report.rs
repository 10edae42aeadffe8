//! The results of single rounds as they are printed.

use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::simulate::{Plan, RoundTally};
use crate::games::voltorb_flip::solver::strategies::Strategy;
use serde::Serialize;

pub const HEADING: &str =
    "strategy        level  boards    cleared, %    coins a round     lost, %  flips a round\n";

/// What a strategy did on boards of a level.
#[derive(Debug, Serialize)]
pub struct RoundReport {
    pub strategy: String,
    pub level: Level,
    pub level_known: bool,
    pub size: (usize, usize),
    pub boards: usize,
    pub seed: u32,
    pub clear_rate: f64,
    pub clear_rate_error: f64,
    pub coins: f64,
    pub coins_error: f64,
    pub lost_rate: f64,
    pub flips: f64,
}

impl RoundReport {
    pub fn new(strategy: Strategy, plan: &Plan, tally: &RoundTally) -> Self {
        let (clear_rate, clear_rate_error) = tally.clear_rate();
        let (coins, coins_error) = tally.mean_coins();
        let n = tally.rounds as f64;
        Self {
            strategy: strategy.to_string(),
            level: plan.level,
            level_known: plan.level_known,
            size: plan.size,
            boards: tally.rounds,
            seed: plan.seed,
            clear_rate,
            clear_rate_error,
            coins,
            coins_error,
            lost_rate: tally.lost as f64 / n,
            flips: tally.flips as f64 / n,
        }
    }

    pub fn line(&self) -> String {
        format!(
            "{:<16}{:>5}{:>8}{:>8.1} ± {:<4.1}{:>9.1} ± {:<6.1}{:>8.1}{:>15.1}\n",
            self.strategy,
            self.level.number(),
            self.boards,
            100.0 * self.clear_rate,
            100.0 * self.clear_rate_error,
            self.coins,
            self.coins_error,
            100.0 * self.lost_rate,
            self.flips,
        )
    }
}
