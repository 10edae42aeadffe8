//! `voltsight watch` through a camera, or on a video file.

use super::which::shown;
use super::{Chosen, Loop};
use crate::game::Game;
use crate::output::Exit;
use crate::show::terminal::Terminal;
use anyhow::bail;
use desktop::camera::CameraSource;
use desktop::interrupt;
use session::Pace;
use session::capture::{CaptureError, Source};
use session::input::dry_run::DryRun;
use std::io::Stdout;
use std::path::Path;
use std::time::Duration;

/// From one picture to the next while the game is looked for.
const LOOK: Duration = Duration::from_millis(100);

impl Loop {
    /// Advises on what the camera sees until the session ends.
    pub(super) fn follow_camera(
        &self,
        camera: &Path,
        playing: Chosen<'_>,
        view: &mut Terminal<Stdout>,
        rehearsal: &mut DryRun<Stdout>,
    ) -> anyhow::Result<Exit> {
        let Some(mut source) = self.open_camera(camera)? else { return Ok(Exit::Success) };
        let pace = Pace::with(playing.playing.timing()).through_camera();
        self.follow(playing, &mut source, None, pace, view, rehearsal)
    }

    /// The game that the camera sees; waits until it sees one. `None` if its pictures end before, or it is interrupted.
    pub(super) fn shown_to_camera(
        &self,
        camera: &Path,
    ) -> anyhow::Result<Option<&'static dyn Game>> {
        let Some(mut source) = self.open_camera(camera)? else { return Ok(None) };
        let mut readers = self.readers()?;
        let mut waiting = self.waiting();
        while waiting.goes_on()? {
            match source.next(LOOK) {
                Ok(frame) => {
                    let seen = shown(&mut readers, &frame);
                    if seen.is_some() {
                        return Ok(seen);
                    }
                }
                // It is told when it is watched.
                Err(CaptureError::Ended(_) | CaptureError::Closed { .. }) => return Ok(None),
                Err(_) => {}
            }
            let what =
                "waiting for a game to come into view: point the camera at the console's screen";
            waiting.wait(what, Duration::ZERO);
        }
        Ok(None)
    }

    /// The camera. `None` if interrupted before its first picture.
    fn open_camera(&self, camera: &Path) -> anyhow::Result<Option<CameraSource>> {
        if self.acting.is_some() {
            bail!(
                "voltsight cannot tap through a camera: `voltsight watch --camera {}` advises, and you tap",
                session::files::shown(camera)
            );
        }
        interrupt::listen_while_acting()?;
        Ok(CameraSource::open(camera)?)
    }
}
