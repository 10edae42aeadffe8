//! Which game is watched, where nobody says it.

use super::Loop;
use crate::any_game::Readers;
use crate::game::Game;
use crate::games::playable;
use session::capture::Source;
use session::capture::images::ImageSource;
use session::frame::Frame;
use std::time::Duration;

/// The game that a picture shows, if it can be watched.
pub(super) fn shown(readers: &mut Readers, frame: &Frame) -> Option<&'static dyn Game> {
    let read = readers.read(&frame.picture);
    read.ok().map(|(game, _)| game).filter(|game| game.playing().is_some())
}

impl Loop {
    /// The game that the first picture shows, or that the program runs whose window is meant; waits
    /// until there is such a window. `None` where that does not tell.
    ///
    /// # Errors
    /// There is no desktop, or `--window` is not a pattern.
    pub(in crate::cli) fn shows(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        if playable().count() < 2 {
            return Ok(None);
        }
        if let Some(camera) = &self.camera {
            return self.shown_to_camera(camera);
        }
        if self.images.is_empty() {
            return self.shown_by_window();
        }
        // What is wrong with the pictures is told when they are watched.
        let first = ImageSource::open(&self.images).and_then(|mut all| all.next(Duration::ZERO));
        let Ok(first) = first else { return Ok(None) };
        Ok(shown(&mut self.readers()?, &first))
    }

    /// Readers of all games.
    pub(super) fn readers(&self) -> anyhow::Result<Readers> {
        Readers::new(None, self.options.looks.profile())
    }

    #[cfg(not(feature = "live"))]
    fn shown_by_window(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        Ok(None)
    }

    #[cfg(feature = "live")]
    fn shown_by_window(&self) -> anyhow::Result<Option<&'static dyn Game>> {
        use crate::games::run_by;
        use desktop::PlatformKind;
        use desktop::interrupt;
        use desktop::window::{WindowChoice, candidates};

        let choice = WindowChoice { runs: None, ..self.choice()? };
        interrupt::listen_while_acting()?;
        if choice.platform == PlatformKind::Portal {
            return self.shown_by_portal(choice);
        }
        let desktop = choice.platform.connect()?;
        let mut waiting = self.waiting();
        while waiting.goes_on()? {
            let fitting = choice.fitting(candidates(&*desktop)?);
            let runs: Vec<_> = fitting.iter().filter_map(|c| Some(c.known?.runs)).collect();
            let known = run_by(&runs);
            if known.is_some() || !fitting.is_empty() {
                return Ok(known);
            }
            waiting.wait_for_window(&choice);
        }
        Ok(None)
    }

    /// A portal tells nothing of a program: the first picture of what is shared has to.
    #[cfg(feature = "live")]
    fn shown_by_portal(
        &self,
        choice: desktop::window::WindowChoice,
    ) -> anyhow::Result<Option<&'static dyn Game>> {
        use session::capture::CaptureError;

        let mut source = desktop::window::WindowSource::open(choice)?;
        let mut waiting = self.waiting();
        while waiting.goes_on()? {
            match source.next(Duration::from_millis(100)) {
                Ok(first) => return Ok(shown(&mut self.readers()?, &first)),
                Err(error @ CaptureError::Hidden { .. }) => waiting.wait(error, Duration::ZERO),
                // It is told when it is watched.
                Err(_) => return Ok(None),
            }
        }
        Ok(None)
    }
}
