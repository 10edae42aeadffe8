//! `voltsight lab simulate minesweeper`: strategies compared on the same random boards.

use super::options::{Boards, First, interval};
use crate::output::{Exit, print};
use crate::show::table::{Align, Table};
use anyhow::{Context, bail};
use lab::progress::bar;
use minesweeper::play::Play;
use minesweeper::simulate::{MineSimulation, Tally, simulate};
use minesweeper::solver::Limits;
use minesweeper::solver::strategies::MineStrategy;
use serde_json::json;
use std::time::{Duration, Instant};

/// Play many boards by several strategies, and count how often each clears them
#[derive(Debug, clap::Args)]
#[command(after_help = "Strategies: probability (least chance of a mine), corners (the same; of \
equal cells the one with the fewest unknown neighbours), lookahead (chance to survive two moves), \
best (lookahead, and the full game tree once few layouts are left). The same seed deals the same \
boards to all of them, whatever the number of threads.

Expert is --size 16x30 --mines 99, Intermediate 16x16 with 40, Beginner 9x9 or 8x8 with 10.")]
pub(super) struct Simulate {
    /// How to play; may be given several times. [default: best]
    #[arg(long = "strategy", value_name = "NAME")]
    strategies: Vec<MineStrategy>,
    #[command(flatten)]
    boards: Boards,
    #[command(flatten)]
    first: First,
    /// How many boards.
    #[arg(long = "boards", value_name = "N", default_value_t = 1000)]
    count: u64,
    /// Print a line of JSON for each strategy.
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays and prints a line for each strategy.
    ///
    /// # Errors
    /// No boards to play, or boards that cannot be.
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        if self.count == 0 {
            bail!("there is nothing to play: give --boards a number from 1");
        }
        let plan = MineSimulation {
            size: self.boards.size,
            mines: self.boards.mines,
            rule: self.first.rule,
            first: self.first.cell(&self.boards)?,
            boards: self.count,
            seed: self.boards.seed,
            limits: Limits::default(),
        };
        let strategies = if self.strategies.is_empty() {
            vec![MineStrategy::default()]
        } else {
            self.strategies
        };
        if !self.json {
            print(&table().heading())?;
        }
        for strategy in strategies {
            let start = Instant::now();
            let bar = bar(self.count, strategy.name());
            let tally = simulate(strategy, Play::Guess, &plan, || bar.inc(1))
                .context("the mines do not fit on the board")?;
            bar.finish_and_clear();
            let time = start.elapsed();
            print(&if self.json {
                report(strategy, &plan, &tally, time)
            } else {
                line(strategy, &tally, time)
            })?;
        }
        Ok(Exit::Success)
    }
}

fn table() -> Table {
    let numbers = [
        ("games", 6),
        ("won, %", 11),
        ("95 % interval", 15),
        ("no guess, %", 12),
        ("guesses", 7),
        ("games/s", 7),
    ];
    let numbers = numbers.into_iter().map(|(heading, width)| (heading, Align::Right, width));
    Table::new([("strategy", Align::Left, 12)].into_iter().chain(numbers))
}

fn line(strategy: MineStrategy, tally: &Tally, time: Duration) -> String {
    let games = tally.games as f64;
    let share = |count: u64| 100.0 * count as f64 / games;
    let (low, high) = interval(tally.won, tally.games);
    table().line([
        strategy.to_string(),
        tally.games.to_string(),
        format!("{:.2}", share(tally.won)),
        format!("{:.2} to {:>5.2}", 100.0 * low, 100.0 * high),
        format!("{:.2}", share(tally.without_guess)),
        format!("{:.2}", tally.guesses as f64 / games),
        format!("{:.0}", games / time.as_secs_f64()),
    ])
}

fn report(strategy: MineStrategy, plan: &MineSimulation, tally: &Tally, time: Duration) -> String {
    let games = tally.games as f64;
    let (low, high) = interval(tally.won, tally.games);
    let report = json!({
        "strategy": strategy.name(),
        "size": plan.size,
        "mines": plan.mines,
        "rule": plan.rule.to_string(),
        "first": plan.first,
        "seed": plan.seed,
        "games": tally.games,
        "won": tally.won,
        "win_rate": tally.won as f64 / games,
        "interval_95": [low, high],
        "won_without_guess": tally.without_guess,
        "guesses": tally.guesses,
        "seconds": time.as_secs_f64(),
        "games_per_second": games / time.as_secs_f64(),
    });
    report.to_string() + "\n"
}
