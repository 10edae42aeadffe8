//! `voltsight simulate`: strategies compared on boards of the real generator.

use super::sittings::Sittings;
use crate::games::voltorb_flip::board::MAX_SIDE;
use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::simulate::{Plan, RoundTally, simulate};
use crate::games::voltorb_flip::solver::strategies::Strategy;
use crate::output::{Exit, print};
use anyhow::bail;
use serde::Serialize;

/// Play many boards by a strategy and tell how often it clears them
#[derive(Debug, clap::Args)]
#[command(after_help = "Strategies: min-risk, score-first, \"cutoff N\", ratio, bogo-flip, \
logic, or a rule of it (safe-house, n-sum, exhausted-reward, only-voltorbs-left, \
extended-subset-n-sum), exact, or exact with an objective of solve (\"exact coins\"). The same seed deals the same boards to \
all of them.")]
pub struct Simulate {
    /// How to play; may be given several times.
    #[arg(long = "strategy", value_name = "NAME", required_unless_present_any = ["objectives", "merge"])]
    strategies: Vec<Strategy>,
    /// The level of the boards, 1 to 8; may be given several times. Without it: all.
    #[arg(long = "level", value_name = "N", value_parser = super::solve::level)]
    levels: Vec<Level>,
    /// Rows x columns of the boards, from 2x2 to 6x6; on others than 5x5 the shares of 2s, 3s and
    /// Voltorbs of the level are kept.
    #[arg(long, value_name = "RxC", default_value = "5x5", value_parser = size)]
    size: (usize, usize),
    /// How many boards of each level, 1 to 1,000,000,000.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<1_000_000_000>)]
    boards: usize,
    /// The seed of the generator.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// Do not tell the strategy the level: all boards that fit weigh the same.
    #[arg(long)]
    ignore_level: bool,
    /// Print a line of JSON for each strategy and level.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sittings: Sittings,
}

const HEADING: &str =
    "strategy        level  boards    cleared, %    coins a round     lost, %  flips a round\n";

/// Reads a number from 1 to `MOST`.
pub(super) fn within<const MOST: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("{text:?} is no number from 1 to {MOST}"))
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=MAX_SIDE).contains(side));
    text.split_once('x')
        .and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)))
        .ok_or_else(|| format!("{text:?} is no size: give rows x columns from 2x2 to 6x6"))
}

impl Simulate {
    /// Plays and prints a line for each strategy and level.
    ///
    /// # Errors
    /// Too many boards fit to be listed: only on boards larger than the game's.
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.sittings.are_wanted() {
            if self.levels.len() > 1 {
                bail!("give one --level at the most with --rounds");
            }
            let level = self.levels.first().copied();
            self.sittings.run(self.strategies, level, self.seed, self.json)?;
            return Ok(Exit::Success);
        }
        let levels = if self.levels.is_empty() { Level::all().collect() } else { self.levels };
        if !self.json {
            print(HEADING)?;
        }
        for &strategy in &self.strategies {
            for &level in &levels {
                let plan = Plan {
                    level,
                    size: self.size,
                    boards: self.boards,
                    seed: self.seed,
                    level_known: !self.ignore_level,
                };
                let tally = simulate(strategy, &plan)?;
                let report = Report::new(strategy, &plan, &tally);
                print(&if self.json {
                    serde_json::to_string(&report)? + "\n"
                } else {
                    report.line()
                })?;
            }
        }
        Ok(Exit::Success)
    }
}

#[derive(Debug, Serialize)]
struct Report {
    strategy: String,
    level: Level,
    level_known: bool,
    size: (usize, usize),
    boards: usize,
    seed: u32,
    clear_rate: f64,
    clear_rate_error: f64,
    coins: f64,
    coins_error: f64,
    lost_rate: f64,
    flips: f64,
}

impl Report {
    fn new(strategy: Strategy, plan: &Plan, tally: &RoundTally) -> Self {
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

    fn line(&self) -> String {
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
