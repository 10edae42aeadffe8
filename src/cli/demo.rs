//! `voltsight demo`: the main job on the built-in game.

use crate::companion::log::SessionLog;
use crate::companion::stats::Statistics;
use crate::companion::{Goals, Pace, Session};
use crate::consoles::ds;
use crate::games::voltorb_flip::arcade::{self, Arcade, TextSpeed};
use crate::games::voltorb_flip::commands::Aim;
use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::player::{FlipPlayer, Options};
use crate::games::voltorb_flip::referee::Referee;
use crate::interrupt;
use crate::number::{real, whole};
use crate::output::{Exit, print};
use crate::show::terminal::Terminal;
use std::path::PathBuf;
use std::time::Duration;

/// Plays the built-in Voltorb Flip: pictures in, taps out, no emulator and no display needed.
#[derive(Debug, clap::Args)]
pub struct Demo {
    /// Stop after so many rounds.
    #[arg(long, default_value = "10", value_name = "N", value_parser = whole::<u64>(1..=1_000_000))]
    rounds: u64,
    /// Where the game's random numbers begin: the same seed deals the same boards.
    #[arg(long, default_value = "1", value_name = "S", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    seed: u32,
    /// How many times faster than the real game; 0 is as fast as it goes. [default: 2 on a
    /// terminal, 0 elsewhere]
    #[arg(long, value_name = "X", value_parser = real(0.0..=1000.0))]
    speed: Option<f64>,
    #[command(flatten)]
    aim: Aim,
    /// The level of the first round, 1 to 8.
    #[arg(long, default_value = "1", value_parser = level, value_name = "L")]
    level: Level,
    /// The game's own option: how fast its messages are printed.
    #[arg(long, value_enum, default_value_t)]
    text_speed: TextSpeed,
    /// How long to think about a move before it is advised, in milliseconds; it thinks on until the
    /// card is flipped.
    #[arg(long, default_value = "2000", value_name = "MS", value_parser = whole::<u64>(0..=3_600_000))]
    think: u64,
    /// Show rounds only, not each move.
    #[arg(long)]
    quiet: bool,
    /// Print the summary as JSON, and nothing else.
    #[arg(long)]
    json: bool,
    /// Write a log into this folder: session.jsonl, and the last pictures if something goes wrong.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
}

/// Reads a level as it is typed.
fn level(text: &str) -> Result<Level, String> {
    let number: u8 = text.parse().map_err(|_| format!("{text:?} is no number"))?;
    Level::try_from(number).map_err(|error| error.to_string())
}

impl Demo {
    /// Runs the command.
    ///
    /// # Errors
    /// When Ctrl-C cannot be listened for, or the log not be written.
    pub fn run(self) -> anyhow::Result<Exit> {
        interrupt::listen()?;
        let mut view = Terminal::standard(self.quiet, false);
        let speed = self.speed.unwrap_or(if view.is_live() { 2.0 } else { 0.0 });
        let game = Arcade::new(arcade::Options {
            seed: self.seed,
            level: self.level,
            text_speed: self.text_speed,
            speed: (speed > 0.0).then_some(speed),
            ..arcade::Options::default()
        });
        let options = Options {
            strategy: self.aim.strategy(),
            thinking: Duration::from_millis(self.think),
            ..Options::default()
        };
        let mut player = FlipPlayer::new(options);
        let (mut source, mut hand) = (game.clone(), game.clone());
        let (mut referee, mut statistics) = (Referee::new(game), Statistics::default());
        let mut log = self.log.as_deref().map(SessionLog::create).transpose()?;
        let mut session = Session::new(&mut source)
            .playing(&mut hand)
            .at_pace(Pace::with(ds::TIMING))
            .until(Goals { rounds: Some(self.rounds), ..Goals::default() })
            .unless(interrupt::asked)
            .observed_by(&mut referee)
            .observed_by(&mut statistics);
        if let Some(log) = &mut log {
            session = session.observed_by(log);
        }
        if !self.json {
            session = session.observed_by(&mut view);
        }
        let stopped = session.run(&mut player);
        let verdict = referee.verdict();
        let told = if self.json {
            let summary = serde_json::json!({
                "stopped": stopped.to_string(),
                "as_meant": stopped.as_meant(),
                "session": statistics,
                "referee": verdict,
            });
            print(&format!("{summary:#}\n"))
        } else {
            print(&format!(
                "\n{statistics}\nChecked against the game's inside, which the player never sees:\n{verdict}\n"
            ))
        };
        log.map_or(Ok(()), SessionLog::finish)?;
        told?;
        Ok(if stopped.as_meant() && verdict.clean() { Exit::Success } else { Exit::No })
    }
}
