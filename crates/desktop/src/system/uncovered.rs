//! Pictures of windows on desktops that give away only what is on the screen: one that is covered, or hangs off the
//! screen, is refused.

use crate::{HeldWindow, Trouble, WindowId};
use grid::geometry::Rect;
use image::RgbImage;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// When what covered a window has gone, its program may have to paint it again. Games paint 30 to 60
/// times a second.
const REPAINT: Duration = Duration::from_millis(150);

/// How often a picture is taken again because the window changed meanwhile.
const TRIES: usize = 4;

/// A desktop on which only windows in plain view can be captured.
pub(super) trait PlainView: Send {
    /// The process that a window belongs to.
    fn process(&self, window: WindowId) -> Option<u32>;

    /// Where a window draws, if all of that is on the screen and nothing lies over it.
    ///
    /// # Errors
    /// Why it cannot be captured.
    fn open_area(&self, window: WindowId) -> Result<Rect, Trouble>;

    /// What this area of the desktop, which is a window's, shows.
    ///
    /// # Errors
    /// What failed, for people.
    fn picture(&self, window: WindowId, area: &Rect) -> Result<RgbImage, String>;
}

/// A held window.
pub(super) struct Uncovered<D> {
    desktop: D,
    window: WindowId,
    /// The process that it belonged to when it was held: the number of a closed window may name a new one.
    process: Option<u32>,
    /// When its own pixels were not on the screen.
    hidden_at: Option<Instant>,
    last: Option<Arc<RgbImage>>,
}

impl<D: PlainView> Uncovered<D> {
    /// Holds a window. One that was covered until now may have to paint itself.
    pub fn hold(desktop: D, window: WindowId) -> Self {
        let process = desktop.process(window);
        Self { desktop, window, process, hidden_at: Some(Instant::now()), last: None }
    }

    fn open_area(&self) -> Result<Rect, Trouble> {
        if self.desktop.process(self.window) != self.process {
            return Err(Trouble::Gone);
        }
        self.desktop.open_area(self.window)
    }

    /// One try; the inner error may pass with the next one.
    fn try_once(&mut self) -> Result<Result<(RgbImage, Rect), String>, Trouble> {
        let area = self.open_area()?;
        if area.w < 1.0 || area.h < 1.0 {
            return Ok(Err("it has no area".into()));
        }
        if let Some(hidden_at) = self.hidden_at {
            std::thread::sleep(REPAINT.saturating_sub(hidden_at.elapsed()));
        }
        let picture = match self.desktop.picture(self.window, &area) {
            Ok(picture) => picture,
            Err(why) => return Ok(Err(why)),
        };
        // What holds now held while the picture was taken, or changed meanwhile.
        if self.open_area()? != area {
            return Ok(Err("its place or its size changes all the time".into()));
        }
        self.hidden_at = None;
        Ok(Ok((picture, area)))
    }
}

impl<D: PlainView> HeldWindow for Uncovered<D> {
    fn take(&mut self) -> Result<(Arc<RgbImage>, Rect), Trouble> {
        let mut taken = Err(String::new());
        for _ in 0..TRIES {
            taken = match self.try_once() {
                Err(trouble) => {
                    self.hidden_at = Some(Instant::now());
                    return Err(trouble);
                }
                Ok(taken) => taken,
            };
            if taken.is_ok() {
                break;
            }
        }
        let (picture, area) = taken
            .map_err(|why| Trouble::Failed(format!("the window cannot be captured: {why}")))?;
        let same = self.last.take().filter(|last| **last == picture);
        let picture = same.unwrap_or_else(|| Arc::new(picture));
        self.last = Some(picture.clone());
        Ok((picture, area))
    }
}
