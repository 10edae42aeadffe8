//! The results of single rounds as they are printed.

use crate::show::table::{Align, Table};
use serde::Serialize;
use voltorb_flip::levels::Level;
use voltorb_flip::simulate::{Plan, RoundTally};
use voltorb_flip::solver::strategies::Strategy;

/// The columns of the printed table. Strategies come one by one, so the widths are those of the longest
/// names and of the numbers that a level gives.
pub fn table() -> Table {
    Table::new([
        ("strategy", Align::Left, 16),
        ("level", Align::Right, 0),
        ("boards", Align::Right, 0),
        ("cleared, %", Align::Right, 11),
        ("coins a round", Align::Right, 15),
        ("lost, %", Align::Right, 0),
        ("flips a round", Align::Right, 0),
    ])
}

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

    /// The entries of [`table`], means with their standard errors.
    pub fn cells(&self) -> [String; 7] {
        [
            self.strategy.clone(),
            self.level.number().to_string(),
            self.boards.to_string(),
            format!("{:.1} ± {:.1}", 100.0 * self.clear_rate, 100.0 * self.clear_rate_error),
            format!("{:.1} ± {:.1}", self.coins, self.coins_error),
            format!("{:.1}", 100.0 * self.lost_rate),
            format!("{:.1}", self.flips),
        ]
    }
}
