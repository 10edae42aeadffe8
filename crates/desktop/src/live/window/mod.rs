//! A window of another program as a [`Source`].
//!
//! The window is held and found again only when it is gone. While it is held, its pixels are kept complete
//! where the desktop can do that, so what covers it, or a part that hangs off the screen, does not get into the
//! picture.

mod candidates;

pub use candidates::{Candidate, WindowChoice, candidates, pattern};

use crate::system::has_ended;
use crate::{DesktopError, Followed, HeldWindow, Platform, PlatformKind, Trouble, WindowId};
use grid::geometry::Point;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Pictures of one window, followed through moves, new sizes, closing and opening again.
///
/// While nothing changes in the window, frames share one picture: `Arc::ptr_eq` tells without
/// looking at pixels.
pub struct WindowSource {
    desktop: Box<dyn Platform>,
    choice: WindowChoice,
    candidate: Candidate,
    grab: Option<Box<dyn HeldWindow>>,
    /// The windows that were there when the followed one was found gone: other games, not this one
    /// opened again.
    others: Vec<(WindowId, Option<u32>)>,
    followed: Followed,
    opened: Instant,
}

/// Why no window was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The desktop or its list of windows cannot be reached.
    #[error(transparent)]
    Desktop(#[from] DesktopError),
    /// No window fits the choice.
    #[error(
        "no window matches ({wanted}): start the game, or list all windows with `voltsight doctor --windows`"
    )]
    NoneFits {
        /// What was looked for.
        wanted: String,
    },
    /// Several windows fit the choice.
    #[error("{} windows match: choose one with --window or --pid ({})", .0.len(), list(.0))]
    Several(Vec<Candidate>),
}

fn list(candidates: &[Candidate]) -> String {
    let names = candidates.iter().map(|c| match c.pid {
        Some(pid) => format!("{:?} pid {pid}, {}", c.shown_title(), c.place()),
        None => format!("{:?}, {}", c.shown_title(), c.place()),
    });
    names.collect::<Vec<_>>().join("; ")
}

impl WindowSource {
    /// Opens the one window that fits `choice`; among several, the one of a known program.
    ///
    /// # Errors
    /// [`OpenError`] says in a sentence what to do.
    pub fn open(choice: WindowChoice) -> Result<Self, OpenError> {
        let desktop = choice.platform.connect()?;
        let all = candidates(&*desktop)?;
        // Through a portal a person has the choice.
        let is_asked = desktop.kind() == PlatformKind::Portal;
        let mut fitting = if is_asked { all } else { choice.fitting(all) };
        match fitting.len() {
            0 => Err(OpenError::NoneFits { wanted: choice.to_string() }),
            1 => Ok(Self::attach(desktop, choice, fitting.remove(0))),
            _ => Err(OpenError::Several(fitting)),
        }
    }

    /// Opens this window, one of [`OpenError::Several`] or of [`candidates`]; `choice` is what
    /// finds it again when it is closed and reopened.
    ///
    /// # Errors
    /// When the desktop cannot be reached.
    pub fn open_candidate(choice: WindowChoice, candidate: Candidate) -> Result<Self, OpenError> {
        Ok(Self::attach(candidate.platform.connect()?, choice, candidate))
    }

    fn attach(desktop: Box<dyn Platform>, choice: WindowChoice, candidate: Candidate) -> Self {
        let (followed, opened) = (Followed::on(candidate.platform), Instant::now());
        let others = Vec::new();
        let mut source = Self { desktop, choice, candidate, grab: None, others, followed, opened };
        source.hold();
        source
    }

    fn hold(&mut self) {
        self.followed.set(Some(self.candidate.id));
        self.grab = Some(self.desktop.hold(self.candidate.id));
    }

    fn let_go(&mut self) {
        self.followed.set(None);
        self.grab = None;
        // To close a game and open it again takes longer than to notice that it is gone.
        let here = candidates(&*self.desktop).unwrap_or_default();
        let others = here.into_iter().filter(|c| !self.is_same_process(c));
        self.others = others.map(|c| (c.id, c.pid)).collect();
    }

    fn is_same_process(&self, candidate: &Candidate) -> bool {
        candidate.pid.is_some() && candidate.pid == self.candidate.pid
    }

    /// The title of the dialog that is open, if there is one.
    fn dialog(&self) -> Option<Arc<str>> {
        let dialog = self.desktop.dialog_of(self.followed.get()?).ok()??;
        Some(self.desktop.title(dialog).ok()?.into())
    }

    /// The window that is watched at any moment, for a hand's guard.
    pub fn followed(&self) -> Followed {
        self.followed.clone()
    }

    /// The window as it was when it was found.
    pub fn candidate(&self) -> &Candidate {
        &self.candidate
    }

    /// Looks for the window after it was closed: one of the same class that fits the choice, and
    /// was not there before.
    fn find_again(&mut self) -> Result<(), CaptureError> {
        let all = candidates(&*self.desktop).map_err(failed)?;
        let fitting = self.choice.fitting_again(&self.candidate, all);
        let (others, mut fitting): (Vec<_>, Vec<_>) =
            fitting.into_iter().partition(|c| self.others.contains(&(c.id, c.pid)));
        match fitting.len() {
            0 if let Some(pid) = self.choice.pid
                && has_ended(pid) =>
            {
                let why = format!("process {pid} has ended");
                Err(CaptureError::Closed { window: self.name(), why })
            }
            0 if !others.is_empty() => Err(CaptureError::Hidden {
                window: self.name(),
                why: format!(
                    "it was closed. To watch another window, start again and choose it with --pid ({})",
                    list(&others)
                ),
            }),
            0 => Err(CaptureError::Lost(self.name())),
            1 => {
                self.candidate = fitting.remove(0);
                self.hold();
                Ok(())
            }
            several => Err(CaptureError::Hidden {
                window: self.name(),
                why: format!(
                    "it was closed, and {several} windows could replace it: close all but one"
                ),
            }),
        }
    }
}

fn failed(error: DesktopError) -> CaptureError {
    CaptureError::Failed(error.to_string())
}

impl Source for WindowSource {
    fn name(&self) -> String {
        self.candidate.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        std::thread::sleep(wait);
        if self.grab.is_none() {
            self.find_again()?;
        }
        let Some(grab) = &mut self.grab else {
            return Err(CaptureError::Lost(self.candidate.name()));
        };
        match grab.take() {
            Ok((picture, area)) => {
                let dialog = self.dialog();
                let scale = area.w / f64::from(picture.width());
                let (at, origin) = (self.opened.elapsed(), Some(Point::new(area.x, area.y)));
                Ok(Frame { picture, at, origin, scale, dialog })
            }
            Err(Trouble::Gone) => {
                self.let_go();
                Err(CaptureError::Lost(self.name()))
            }
            Err(Trouble::Hidden(why)) => Err(CaptureError::Hidden { window: self.name(), why }),
            Err(Trouble::Over(why)) => Err(CaptureError::Closed { window: self.name(), why }),
            Err(Trouble::Failed(why)) => Err(CaptureError::Failed(why)),
        }
    }

    fn remedy(&self) -> Option<&'static str> {
        self.candidate.known?.remedy()
    }

    fn standstill(&mut self) -> Option<String> {
        let known = self.candidate.known?;
        let title = self.desktop.title(self.followed.get()?).ok()?;
        known
            .says_paused(&title)
            .then(|| format!("{} is paused: waiting until it runs", known.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_one_title_are_told_apart_by_size_and_place() {
        let window = |id, x, width| Candidate {
            platform: PlatformKind::Native,
            id,
            title: "mGBA".to_owned(),
            class: "mgba".to_owned(),
            instance: "mgba".to_owned(),
            pid: None,
            x,
            y: 40,
            width,
            height: 320,
            known: None,
            obstacle: None,
        };
        let why = OpenError::Several(vec![window(1, 0, 480), window(2, 700, 480)]).to_string();
        assert!(why.contains("\"mGBA\", 480x320 at 0,40; \"mGBA\", 480x320 at 700,40"), "{why}");
    }
}
