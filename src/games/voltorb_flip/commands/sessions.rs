//! `voltsight lab simulate --rounds`: whole sessions by several strategies on the same boards.

use super::session_report::{CSV, Row, table};
use crate::number::whole;
use crate::output::print;
use anyhow::{Context, bail};
use lab::progress::bar;
use lab::shards::Shard;
use lab::voltorb_flip::campaign::sessions::{Experiment, PIECE, SessionResults};
use session::files::{replace, shown, text};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use voltorb_flip::levels::Level;
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip::solver::{CampaignValues, Objective};

/// Whole sessions, where levels follow from how rounds end.
#[derive(Debug, clap::Args)]
#[command(
    next_help_heading = "Sessions: rounds one after the other, the same boards for every strategy"
)]
pub struct Sessions {
    /// Rounds of each session. Levels follow the game's rules, from level 1; with --level every round
    /// is played at that level.
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=100_000))]
    rounds: Option<u32>,
    /// How many sessions.
    #[arg(long, alias = "sittings", value_name = "N", default_value = "100", value_parser = whole::<u64>(1..=1_000_000_000))]
    sessions: u64,
    /// An objective of solve to be played for; the same as --strategy "exact NAME".
    #[arg(long = "objective", value_name = "NAME", requires = "rounds")]
    objectives: Vec<Objective>,
    /// Stop the search for a move after N million boards, with the best move known:
    /// the same on every machine. Without it every move is exact.
    #[arg(long, value_name = "MILLIONS", requires = "rounds", value_parser = whole::<u64>(1..=1_000_000), hide_short_help = true)]
    work: Option<u64>,
    /// Play campaigns by the values of this file, as campaign --rebuild writes it, instead of those that
    /// ship.
    #[arg(long, value_name = "FILE", requires = "rounds", hide_short_help = true)]
    values: Option<PathBuf>,
    /// Show how long it takes to win so many coins, too, in rounds and minutes.
    #[arg(long, value_name = "COINS", requires = "rounds", value_parser = whole::<u64>(1..=1_000_000_000))]
    target: Option<u64>,
    /// Count the sessions that reach this level, too.
    #[arg(long, value_name = "LEVEL", value_parser = super::solve::level)]
    reach: Option<Level>,
    /// Print CSV, a line for each strategy.
    #[arg(long, conflicts_with = "json", requires = "rounds", hide_short_help = true)]
    csv: bool,
    /// Keep the results in this file, and continue from there if it exists.
    #[arg(long, value_name = "FILE", requires = "rounds")]
    state: Option<PathBuf>,
    /// Play only the I-th of N shares, to be put together by --merge.
    #[arg(long, value_name = "I/N", requires = "state", hide_short_help = true)]
    shard: Option<Shard>,
    /// Write every position, advice and move to this file, in lines of JSON, as watch and demo do;
    /// `stats` reads it. For one strategy.
    #[arg(
        long,
        value_name = "FILE",
        requires = "rounds",
        conflicts_with = "state",
        hide_short_help = true
    )]
    log: Option<PathBuf>,
    /// Merge the results of shares and show them; nothing is played.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["rounds", "state", "strategies", "objectives"], hide_short_help = true)]
    merge: Vec<PathBuf>,
}

/// How often the results are kept.
const EVERY: Duration = Duration::from_secs(5);

/// Pieces that are played at a time: enough for every thread, few enough that they are kept often.
fn batch() -> usize {
    2 * rayon::current_num_threads().div_ceil(PIECE as usize)
}

impl Sessions {
    /// Whether sessions are asked for.
    pub fn are_wanted(&self) -> bool {
        self.rounds.is_some() || !self.merge.is_empty()
    }

    /// Plays them, or puts shares together, and prints the results.
    ///
    /// # Errors
    /// Files that cannot be read or written, or that do not belong together.
    pub fn run(
        self,
        strategies: Vec<Strategy>,
        level: Option<Level>,
        seed: u32,
        json: bool,
    ) -> anyhow::Result<SessionResults> {
        let results = match self.rounds {
            Some(rounds) => {
                let exact = self.objectives.iter().map(|&objective| Strategy::Exact(objective));
                let strategies: Vec<Strategy> = strategies.into_iter().chain(exact).collect();
                if strategies.is_empty() {
                    bail!("say how to play: give --strategy or --objective, once or several times");
                }
                let plan = Experiment {
                    strategies: strategies.iter().map(ToString::to_string).collect(),
                    sessions: self.sessions,
                    rounds,
                    level,
                    seed,
                    work: self.work,
                    target: self.target,
                    values: self.values.as_deref().map(values).transpose()?,
                };
                self.play(plan, &strategies)?
            }
            None => self.merged()?,
        };
        self.tell(&results, json)?;
        Ok(results)
    }

    fn play(&self, plan: Experiment, strategies: &[Strategy]) -> anyhow::Result<SessionResults> {
        let mut results = SessionResults::new(plan);
        if let Some(file) = self.state.as_deref().filter(|file| file.exists()) {
            let known = load(file)?;
            if known.plan != results.plan {
                bail!(
                    "{} holds the results of another experiment: give the same options, or another \
                     file",
                    shown(file)
                );
            }
            results = known;
        }
        if self.log.is_some() && strategies.len() > 1 {
            bail!("--log is for one strategy: play the others by commands of their own");
        }
        let open = |file: &PathBuf| {
            let name = || format!("cannot write {}", shown(file));
            std::fs::File::create(file).map(BufWriter::new).with_context(name)
        };
        let mut log = self.log.as_ref().map(open).transpose()?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let left = results.left(shard);
        let bar = bar(left.len() as u64, "sessions in fours");
        let mut kept = Instant::now();
        for pieces in left.chunks(batch()) {
            let moves = results.play_logged(strategies, pieces, log.is_some())?;
            if let Some(log) = &mut log {
                log.write_all(moves.as_bytes()).context("the log of moves cannot be written")?;
            }
            bar.inc(pieces.len() as u64);
            if kept.elapsed() >= EVERY {
                self.keep(&results)?;
                kept = Instant::now();
            }
        }
        if let Some(log) = &mut log {
            log.flush().context("the log of moves cannot be written")?;
        }
        bar.finish_and_clear();
        self.keep(&results)?;
        Ok(results)
    }

    fn keep(&self, results: &SessionResults) -> anyhow::Result<()> {
        let Some(file) = &self.state else { return Ok(()) };
        replace(file, &serde_json::to_vec(results)?)
            .with_context(|| format!("cannot write {}", shown(file)))
    }

    fn merged(&self) -> anyhow::Result<SessionResults> {
        let mut files = self.merge.iter();
        let first = files.next().context("give the files of the shares to --merge")?;
        let mut results = load(first)?;
        for file in files {
            let other = load(file)?;
            results.merge(&other).with_context(|| format!("cannot add {}", shown(file)))?;
        }
        if let Some(piece) = results.done.missing(results.pieces()) {
            bail!(
                "{} of {} parts are there, part {} is not: give the files of all shares",
                results.done.count(),
                results.pieces(),
                piece + 1
            );
        }
        Ok(results)
    }

    fn tell(&self, results: &SessionResults, json: bool) -> anyhow::Result<()> {
        let rows = results.plan.strategies.iter().zip(&results.tallies);
        let rows = rows.map(|(name, tally)| Row::new(name, tally, &results.plan));
        let mut text = String::new();
        if json {
            rows.for_each(|row| text += &(row.json(results).to_string() + "\n"));
        } else if self.csv {
            text += CSV;
            rows.for_each(|row| text += &row.csv());
        } else {
            let rows: Vec<Row> = rows.collect();
            text += &table(&rows);
            for row in rows.iter().skip(1) {
                let [low, high] = row.gain.interval();
                text += &format!(
                    "{} less {}, on the same boards: {:+.2} coins a round (95 %: {low:+.2} to \
                     {high:+.2})\n",
                    row.name, rows[0].name, row.gain.value
                );
            }
            for row in &rows {
                text += &row.target();
                text += &self.reach.map_or(String::new(), |level| row.reach(level));
            }
        }
        print(&text)
    }
}

/// The longest file of values or results that is read, in bytes.
const LONGEST: u64 = 64 << 20;

fn values(file: &Path) -> anyhow::Result<CampaignValues> {
    let text = text(file, LONGEST).with_context(|| format!("cannot read {}", shown(file)))?;
    let values: Option<CampaignValues> = serde_json::from_str(&text).ok();
    let whole = values.filter(CampaignValues::is_whole);
    whole.with_context(|| format!("{} holds no values of campaign --rebuild", shown(file)))
}

fn load(file: &Path) -> anyhow::Result<SessionResults> {
    let text = text(file, LONGEST).with_context(|| format!("cannot read {}", shown(file)))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} holds no results of simulate --state", shown(file)))
}
