//! Pictures of windows on desktops that give away only what is on the screen: one that is covered, or hangs off the
//! screen, is refused.

use crate::{DesktopError, HeldWindow, Trouble, WindowId, WindowList};
use grid::geometry::Rect;
use image::RgbImage;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// When what covered a window has gone, or the server begins to keep its pixels, its program may have to paint it again.
/// Games paint 30 to 60 times a second.
pub(super) const REPAINT: Duration = Duration::from_millis(150);

/// How often a picture is taken again because the window changed meanwhile.
pub(super) const TRIES: usize = 4;

/// A desktop on which only windows in plain view can be captured.
pub(super) trait PlainView: WindowList + Send {
    /// Why a window that hangs off the screen cannot be captured, and what to do.
    const OFF_SCREEN: &str;

    /// Why a window that something lies over cannot be captured.
    const COVERED: &str;

    /// The process that a window belongs to.
    fn process(&self, window: WindowId) -> Option<u32>;

    /// Where the monitors lie, in the coordinates of windows.
    ///
    /// # Errors
    /// The desktop does not answer.
    fn monitors(&self) -> Result<Vec<Rect>, DesktopError>;

    /// A window that lies over a part of this area of a window, if one does.
    ///
    /// # Errors
    /// The window is gone.
    fn covering(&self, window: WindowId, area: &Rect) -> Result<Option<WindowId>, DesktopError>;

    /// Whether all of an area is on some monitor: they may form no rectangle together.
    ///
    /// # Errors
    /// The desktop does not answer.
    fn is_on_screen(&self, area: &Rect) -> Result<bool, DesktopError> {
        let parts = self.monitors()?.into_iter().filter_map(|monitor| monitor.intersection(area));
        Ok(parts.map(|part| part.w * part.h).sum::<f64>() >= area.w * area.h)
    }

    /// Where a window draws, if all of that is on the screen and nothing lies over it.
    ///
    /// # Errors
    /// Why it cannot be captured.
    fn open_area(&self, window: WindowId) -> Result<Rect, Trouble> {
        let gone = |_: DesktopError| Trouble::Gone;
        if let Some(why) = self.shown(window).map_err(gone)?.obstacle() {
            return Err(Trouble::Hidden(why.into()));
        }
        let area = self.client_area(window).map_err(gone)?;
        if !self.is_on_screen(&area).map_err(gone)? {
            return Err(Trouble::Hidden(Self::OFF_SCREEN.into()));
        }
        if let Some(over) = self.covering(window, &area).map_err(gone)? {
            let name = self.describe(&[over]);
            let is_its_own = self.process(over).is_some_and(|of| self.process(window) == Some(of));
            return Err(Trouble::Hidden(match is_its_own {
                true => {
                    format!("{name}, the game's own window, lies over it: close or move that one")
                }
                false => format!(
                    "{name} lies over it, and {}: bring the game to the front",
                    Self::COVERED
                ),
            }));
        }
        Ok(area)
    }

    /// What this area of the desktop, which is a window's, shows.
    ///
    /// # Errors
    /// What failed, for people.
    fn picture(&self, window: WindowId, area: &Rect) -> Result<RgbImage, String>;
}

/// Whether something lies over a part of a window, or a part lies off the screen.
///
/// # Errors
/// The window is gone.
pub(super) fn is_covered(desktop: &impl PlainView, window: WindowId) -> Result<bool, DesktopError> {
    let area = desktop.client_area(window)?;
    Ok(!desktop.is_on_screen(&area)? || desktop.covering(window, &area)?.is_some())
}

/// The whole screen: all monitors together.
///
/// # Errors
/// There is none.
pub(super) fn screen_of(monitors: Vec<Rect>) -> Result<Rect, DesktopError> {
    let all = monitors.into_iter().reduce(|a, b| {
        let (right, bottom) = (f64::max(a.x + a.w, b.x + b.w), f64::max(a.y + a.h, b.y + b.h));
        Rect::spanning(a.x.min(b.x), right, a.y.min(b.y), bottom)
    });
    all.ok_or_else(|| DesktopError::NoAnswer("the desktop has no monitor".into()))
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
