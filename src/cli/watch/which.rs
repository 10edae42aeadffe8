//! Which game is watched, where nobody says it.

use super::Watch;
use crate::any_game::Readers;
use crate::capture::Source;
use crate::capture::images::ImageSource;
#[cfg(any(feature = "live", test))]
use crate::consoles::Runs;
use crate::game::Game;
use crate::games::GAMES;
use std::time::Duration;

/// The games that can be watched.
fn watchable() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.into_iter().filter(|game| game.playing().is_some())
}

/// The first game that is looked for in the windows of programs that run one of these.
#[cfg(any(feature = "live", test))]
fn run_by(runs: &[Runs]) -> Option<&'static dyn Game> {
    let runs_it = |game: &&dyn Game| game.playing().is_some_and(|p| runs.contains(&p.runs_on()));
    watchable().find(runs_it)
}

impl Watch {
    /// The game that the first picture shows, or that the program runs whose window is meant; waits
    /// until there is such a window. `None` where that does not tell.
    ///
    /// # Errors
    /// There is no desktop, or `--window` is no pattern.
    pub(in crate::cli) fn shows(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        if watchable().count() < 2 {
            return Ok(None);
        }
        if self.images.is_empty() {
            return self.shown_by_window();
        }
        // What is wrong with the pictures is told when they are watched.
        let first = ImageSource::open(&self.images).and_then(|mut all| all.next(Duration::ZERO));
        let Ok(first) = first else { return Ok(None) };
        let read = Readers::new(None, self.looks.profile())?.read(&first.picture);
        Ok(read.ok().map(|(game, _)| game).filter(|game| game.playing().is_some()))
    }

    #[cfg(not(feature = "live"))]
    fn shown_by_window(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        Ok(None)
    }

    #[cfg(feature = "live")]
    fn shown_by_window(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        use crate::capture::window::{WindowChoice, candidates};
        use crate::desktop::XServer;
        use crate::interrupt;
        use crate::output::warn;

        let choice = WindowChoice { runs: None, ..self.choice()? };
        let desktop = XServer::connect()?;
        interrupt::listen_while_acting()?;
        let mut told = false;
        while interrupt::asked().is_none() {
            let fitting = choice.fitting(candidates(&desktop)?);
            let runs: Vec<Runs> = fitting.iter().filter_map(|c| Some(c.known?.runs)).collect();
            let known = run_by(&runs);
            if known.is_some() || !fitting.is_empty() {
                return Ok(known);
            }
            if !told {
                warn(format_args!("waiting for a window: {choice}; `voltsight windows` lists all"));
                told = true;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_runs_tells_the_game() {
        for game in watchable() {
            let runs = game.playing().unwrap().runs_on();
            let first = run_by(&[Runs::Several, runs]).unwrap();
            assert!(first.playing().unwrap().runs_on() == runs, "{}", game.name());
        }
        assert!(
            run_by(&[Runs::Several]).is_none(),
            "an emulator of several consoles does not tell"
        );
        assert!(run_by(&[]).is_none());
    }
}
