//! `voltsight demo`: the main job on the built-in game.

use super::recorded::{self, Parts, Place};
use crate::game::Game;
use crate::number::{real, whole};
use crate::output::{Exit, print};
use crate::show::terminal::Terminal;
use anyhow::bail;
use clap::ArgMatches;
use desktop::interrupt;
use lab::arcade::demonstration::Opening;
use session::log::SessionLog;
use session::stats::Statistics;
use session::{Goals, Pace};
use std::path::PathBuf;

/// What to do after the demo. `make demo` builds a program that has no live use.
const NEXT: &str = if cfg!(feature = "live") {
    "Next: open your game, and type `voltsight watch` for advice or `voltsight play` to let it play."
} else {
    "Next: run `make install`, open your game, and type `voltsight watch` for advice."
};

/// Play the built-in game: no emulator and no display needed
#[derive(Debug, clap::Args)]
pub struct Demo {
    /// Stop after N rounds.
    #[arg(long, default_value = "10", value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    rounds: u64,
    /// The seed of the game: the same seed deals the same boards.
    #[arg(long, default_value = "1", value_name = "S", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    seed: u32,
    /// How many times faster than the real game; 0 is as fast as it goes. [default: 2 on a
    /// terminal, 0 elsewhere]
    #[arg(long, value_name = "X", value_parser = real(0.0..=1000.0))]
    speed: Option<f64>,
    /// Show rounds only, not each move.
    #[arg(long)]
    quiet: bool,
    /// Print the summary as JSON, and nothing else.
    #[arg(long)]
    json: bool,
    /// Write a log into this folder: session.jsonl, and the last pictures if something goes wrong. An
    /// earlier log there is kept, in a folder earlier-N.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Record the session in a new file, for `voltsight lab replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Demo {
    /// Runs the command with the built-in game of `game`; `options` holds its own options.
    ///
    /// # Errors
    /// When the game has none, Ctrl-C cannot be listened for, or the log not be written.
    pub fn run(self, game: &dyn Game, options: &ArgMatches) -> anyhow::Result<Exit> {
        let Some(playing) = game.playing() else {
            bail!("{} has no built-in game", game.title());
        };
        interrupt::listen_while_acting()?;
        let mut view = Terminal::standard(self.quiet, false).playing(true);
        let speed = self.speed.unwrap_or(if view.is_live() { 2.0 } else { 0.0 });
        let opening = Opening { seed: self.seed, speed: (speed > 0.0).then_some(speed) };
        let mut demonstration = playing.demo_with(options, opening)?;
        let (mut source, mut hand) = demonstration.game();
        let mut statistics = Statistics::default();
        let mut log = self.log.as_deref().map(SessionLog::create).transpose()?;
        let recording =
            recorded::Recording { game, options, profile: None, stills: false, camera: false };
        let parts = Parts {
            source: &mut *source,
            hand: Some(&mut *hand),
            view: if self.json { None } else { Some(&mut view) },
            asked: &interrupt::asked,
        };
        let place = self.record.as_deref().map_or(Place::Nowhere, Place::File);
        let stopped = recording.make(place, parts, |parts| {
            let mut session = parts
                .session()
                .at_pace(Pace::with(playing.timing()))
                .until(Goals { rounds: Some(self.rounds), ..Goals::default() })
                .observed_by(&mut statistics);
            if let Some(log) = &mut log {
                session = session.observed_by(log);
            }
            demonstration.play(session)
        })?;
        let found = demonstration.outcome();
        let told = if self.json {
            let summary = serde_json::json!({
                "stopped": stopped.to_string(),
                "as_meant": stopped.as_meant(),
                "session": statistics,
                "referee": serde_json::to_value(&found.report)?,
            });
            print(&format!("{summary:#}\n"))
        } else {
            print(&format!(
                "\n{statistics}\nChecked against the game's own memory, which the player never sees:\n{}\n\n{NEXT}\n",
                found.text.trim_end()
            ))
        };
        log.map_or(Ok(()), SessionLog::finish)?;
        told?;
        Ok(if stopped.as_meant() && found.clean { Exit::Success } else { Exit::No })
    }
}
