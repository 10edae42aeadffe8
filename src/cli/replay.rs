//! `voltsight lab replay`: a recording, through the whole loop.

use super::recorded;
use crate::games;
use crate::number::real;
use crate::output::{Exit, print, warn};
use crate::show::terminal::Terminal;
use anyhow::{Context, anyhow};
use desktop::interrupt;
use session::recording::Playback;
use session::stats::Statistics;
use session::{Observer, Pace, Session};
use std::path::PathBuf;
use std::time::Duration;

/// Play a recording back, and show where this program reads or decides differently
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Replay {
    /// A recording that --record made, or a report of `watch` or `play`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many times faster than it was recorded; 0 is as fast as it goes. [default: 1 on a
    /// terminal, 0 elsewhere]
    #[arg(long, value_name = "X", value_parser = real(0.0..=1000.0))]
    speed: Option<f64>,
    /// Show rounds only, not each move.
    #[arg(long)]
    quiet: bool,
    /// Print only what was found, as JSON.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 it reads and decides as when it was recorded; 1 something \
differs; 2 the recording cannot be read.";

impl Replay {
    /// Runs the command.
    ///
    /// # Errors
    /// The recording cannot be read, or its game or options are not known.
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let playback = Playback::open(&self.file)?;
        let start = playback.start().clone();
        let unknown = || {
            anyhow!("the recording is of {:?}, a game that this program does not know", start.game)
        };
        let game =
            games::by_name(&start.game).and_then(|game| game.playing()).with_context(unknown)?;
        let options = recorded::options(game, &start.options)?;
        interrupt::listen_while_acting()?;
        let mut view = Terminal::standard(self.quiet, self.json).playing(start.plays);
        let speed = self.speed.unwrap_or(if view.is_live() { 1.0 } else { 0.0 });
        let pace = Pace::with(game.timing());
        let pace = if start.stills { Pace { still: Duration::ZERO, ..pace } } else { pace };
        let pace = if start.camera { pace.through_camera() } else { pace };
        let mut statistics = Statistics::default();
        {
            let mut source = playback.source((speed > 0.0).then_some(speed));
            let mut hand = playback.hand();
            let mut person = playback.person();
            let mut session = Session::new(&mut source)
                .at_pace(pace)
                .unless(|| interrupt::asked().or_else(|| playback.asked()))
                .observed_by(&mut person)
                .observed_by(&mut statistics);
            if start.plays {
                session = session.playing(&mut hand);
            }
            if !self.json {
                session = session.observed_by(&mut view as &mut dyn Observer);
            }
            let mut player = game.player_with(&options, start.profile.as_deref(), start.plays)?;
            if let Some(memory) = &start.memory {
                let unknown =
                    |why| anyhow!("the start of the recording cannot be understood: {why}");
                player.recall(memory).map_err(unknown)?;
            }
            player.resume(session);
        }
        let (found, cut) = playback.finish()?;
        if cut {
            warn("voltsight: the recording ends in the middle of a line: it was not finished");
        }
        if self.json {
            let found = serde_json::json!({"same": found.same(), "comparison": found});
            print(&format!("{found:#}\n"))?;
        } else {
            print(&format!("\n{statistics}\n{found}\n"))?;
            if !found.same() && start.excerpt {
                print(
                    "It starts in the middle of a session: what was remembered before is unknown.\n",
                )?;
            }
        }
        Ok(if found.same() { Exit::Success } else { Exit::No })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::recorded::{Parts, Place, Recording};
    use crate::game::Game;
    use crate::games::GAMES;
    use lab::arcade::demonstration::Opening;
    use session::{Control, Event, Goals, View};

    /// Somebody who wants a report in the last round.
    struct Wanting {
        after: u32,
        wants: bool,
    }

    impl Observer for Wanting {
        fn notice(&mut self, _: Duration, event: &Event<'_>, _: &dyn View) {
            match event {
                Event::RoundEnd(_) => self.after = self.after.saturating_sub(1),
                Event::Confirmed { .. } if self.after == 0 => self.wants = true,
                _ => {}
            }
        }

        fn requests(&mut self) -> Vec<Control> {
            match std::mem::take(&mut self.wants) {
                true => vec![Control::Report, Control::Stop],
                false => Vec::new(),
            }
        }
    }

    /// The report that is made in mid-session, and what it begins with.
    fn report(game: &'static dyn Game, rounds: u32) -> (tempfile::TempDir, bool) {
        let folder = tempfile::tempdir().unwrap();
        let playing = game.playing().unwrap();
        let options = playing.defaults();
        let opening = Opening { seed: 5, speed: None };
        let mut demonstration = playing.demo(opening).unwrap();
        let (mut source, mut hand) = demonstration.game();
        let mut view = Wanting { after: rounds, wants: false };
        let recording =
            Recording { game, options: &options, profile: None, stills: false, camera: false };
        let parts = Parts {
            source: &mut *source,
            hand: Some(&mut *hand),
            view: Some(&mut view),
            asked: &|| None,
        };
        let play = |parts: Parts<'_>| {
            let goals = Goals { rounds: Some(u64::from(rounds) + 1), ..Goals::default() };
            demonstration.play(parts.session().at_pace(Pace::with(playing.timing())).until(goals))
        };
        recording.make(Place::Reports(folder.path().to_owned()), parts, play).unwrap();
        let start = Playback::open(&folder.path().join("report-1.vsr")).unwrap().start().clone();
        assert!(!start.excerpt, "what was remembered is known");
        (folder, start.memory.is_some())
    }

    #[test]
    fn a_report_that_begins_in_mid_session_replays_the_same() {
        // The last game has no rounds that begin anew.
        let begins = GAMES.into_iter().zip([6, 4, 0]).map(|(game, rounds)| {
            let (folder, has_memory) = report(game, rounds);
            let file = folder.path().join("report-1.vsr");
            let replay = Replay { file, speed: Some(0.0), quiet: true, json: true };
            assert_eq!(replay.run().unwrap(), Exit::Success, "{}", game.name());
            has_memory
        });
        assert!(begins.collect::<Vec<_>>().contains(&true), "all begin with their session");
    }
}
