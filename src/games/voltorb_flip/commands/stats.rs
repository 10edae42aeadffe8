//! `voltsight lab stats`: what logs of moves come to.

use crate::output::{Exit, print, warn};
use anyhow::Context;
use lab::voltorb_flip::campaign::log::{LogReader, LogSummary};
use session::files::{lines, shown};
use std::path::PathBuf;

/// Sum up logs of moves: rounds, coins, luck, play other than the advice
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Logs are written by watch --log, demo --log and simulate --log. Luck counts the rounds played for the chance to clear: how many were won, and how many were expected by the chance before the first flip. A loss is unlucky if the card was a risk, and misread if it cannot have \
been a Voltorb by what was read."
)]
pub struct Stats {
    /// Logs, or the folders that hold one named session.jsonl.
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Stats {
    /// Reads the logs and prints the sums.
    ///
    /// # Errors
    /// A file that cannot be read or is not a log.
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut reader = LogReader::default();
        for path in &self.logs {
            let path = if path.is_dir() { path.join("session.jsonl") } else { path.clone() };
            let name = shown(&path).to_string();
            let lines = lines(&path, LONGEST).with_context(|| format!("cannot open {name}"))?;
            let mut lines = (1..).zip(lines).peekable();
            while let Some((number, line)) = lines.next() {
                let line = line.with_context(|| format!("cannot read {name}"))?;
                match reader.read(&line) {
                    Err(why) if why.is_eof() && number > 1 && lines.peek().is_none() => {
                        warn(format_args!(
                            "{name} ends in the middle of a line: it was not finished"
                        ));
                    }
                    read => read.with_context(|| {
                        format!("{name}, line {number}: this is not a log of moves")
                    })?,
                }
            }
        }
        let summary = reader.finish();
        print(&if self.json { serde_json::to_string(&summary)? + "\n" } else { text(&summary) })?;
        Ok(Exit::Success)
    }
}

/// The longest line of a log that is read, in bytes.
const LONGEST: u64 = 1 << 20;

fn text(summary: &LogSummary) -> String {
    let LogSummary { rounds, won, lost, quit, coins, flips, others, .. } = *summary;
    let mut text =
        format!("rounds    {rounds} ({won} won, {lost} lost, {quit} quit)\ncoins     {coins}\n");
    if summary.judged > 0 {
        let luck = summary.cleared as f64 - summary.expected;
        text += &format!(
            "luck      {} of {} cleared, {:.1} ± {:.1} were to be expected: {luck:+.1}, {:+.1} standard \
             errors\n",
            summary.cleared,
            summary.judged,
            summary.expected,
            summary.error,
            if summary.error > 0.0 { luck / summary.error } else { 0.0 },
        );
    }
    text += &format!("play      {flips} cards, {others} other than the advice");
    if others > 0 {
        text += &format!(", which cost {:.2} boards", summary.cost);
    }
    text += &format!(
        "\nlosses    {} unlucky (risks of {:.1} together), {} misread\n",
        summary.unlucky, summary.risk, summary.misread
    );
    text
}
