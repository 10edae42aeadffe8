//! `voltsight lab simulate`: strategies compared on boards of the real generator.

use super::paper::PaperResults;
use super::report::{Contents, html};
use super::round_report::{RoundReport, table};
use super::sessions::Sessions;
use crate::output::{Exit, print};
use anyhow::{Context, bail};
use session::files::{OutputFile, shown};
use std::path::{Path, PathBuf};
use voltorb_flip::board::MAX_SIDE;
use voltorb_flip::levels::Level;
use voltorb_flip::simulate::{Plan, simulate};
use voltorb_flip::solver::strategies::Strategy;

/// Play many boards by several strategies, and count how often each clears them
#[derive(Debug, clap::Args)]
#[command(after_help = "Strategies: min-risk, score-first, \"cutoff N\", ratio, bogo-flip, \
logic, or a rule of it (safe-house, n-sum, exhausted-reward, only-voltorbs-left, \
extended-subset-n-sum), exact, or exact with an objective of solve (\"exact coins\"). The same seed deals the same boards to \
all of them.")]
pub struct Simulate {
    /// How to play; may be given several times.
    #[arg(long = "strategy", value_name = "NAME", required_unless_present_any = ["objectives", "merge", "paper"])]
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
    /// Hide the level from the strategy: all boards that fit weigh the same.
    #[arg(long)]
    ignore_level: bool,
    /// Print a line of JSON for each strategy and level.
    #[arg(long)]
    json: bool,
    /// Play what others have published, --boards of each strategy and 2000 times as many of random
    /// flips, and print both side by side.
    #[arg(long, conflicts_with_all = ["levels", "ignore_level", "csv", "target", "reach"], hide_short_help = true)]
    paper: bool,
    /// Also write a page of charts to this file: HTML that needs nothing else.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    report: Option<PathBuf>,
    /// Write over the file of --report if it is there.
    #[arg(long, requires = "report", hide_short_help = true)]
    force: bool,
    #[command(flatten)]
    sessions: Sessions,
}

/// Reads a number from 1 to `MOST`.
pub(super) fn within<const MOST: usize>(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number from 1 to {MOST}"))
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (2..=MAX_SIDE).contains(side));
    text.split_once('x')
        .and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)))
        .ok_or_else(|| format!("{text:?} is not a size: give rows x columns from 2x2 to 6x6"))
}

impl Simulate {
    /// Plays, prints the results, and draws them if that is asked for.
    ///
    /// # Errors
    /// The options do not go together, or a file cannot be read or written.
    pub fn run(self) -> anyhow::Result<Exit> {
        // Told before anything is played.
        let report = match &self.report {
            Some(file) => Some((self.output(file)?, file.clone())),
            None => None,
        };
        let contents = self.played()?;
        if let Some((output, file)) = report {
            let cannot = || format!("cannot write {}", shown(&file));
            output.write(html(&contents)?.as_bytes()).with_context(cannot)?;
        }
        Ok(Exit::Success)
    }

    fn output(&self, report: &Path) -> anyhow::Result<OutputFile> {
        let folder = report.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            bail!("{} cannot be written: there is no such folder", shown(report));
        }
        Ok(OutputFile::forced(report, self.force)?)
    }

    fn played(self) -> anyhow::Result<Contents> {
        let mut contents = Contents::default();
        if self.paper {
            let results = PaperResults::new(self.boards as u64, self.seed);
            print(&if self.json {
                serde_json::to_string(&results)? + "\n"
            } else {
                results.text()
            })?;
            contents.paper = Some(results);
        }
        if self.sessions.are_wanted() {
            if self.levels.len() > 1 {
                bail!("give one --level at the most with --rounds");
            }
            let level = self.levels.first().copied();
            let results = self.sessions.run(self.strategies, level, self.seed, self.json)?;
            contents.sessions = Some(results);
            return Ok(contents);
        }
        if self.strategies.is_empty() {
            return Ok(contents);
        }
        let levels = if self.levels.is_empty() { Level::all().collect() } else { self.levels };
        if !self.json {
            print(&table().heading())?;
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
                let report = RoundReport::new(strategy, &plan, &tally);
                print(&if self.json {
                    serde_json::to_string(&report)? + "\n"
                } else {
                    table().line(report.cells())
                })?;
                contents.rounds.push(report);
            }
        }
        Ok(contents)
    }
}
