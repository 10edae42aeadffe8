//! The desktop of Windows as a whole.

use super::{calls, pointer};
use crate::{DesktopError, Followed, HotkeyGrabs, KeyboardFocus, OverlaySurface, Platform};
use crate::{PointerPlace, WindowId};
use grid::geometry::{Point, Rect};

/// The desktop that this program runs on. It is asked anew each time: nothing is held.
#[derive(Clone, Copy, Debug)]
pub struct WindowsDesktop(());

/// Connects to the desktop that this program runs on.
///
/// # Errors
/// [`DesktopError::NoDisplay`] when it has no monitor, as that of a service.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    calls::see_raw_pixels();
    if calls::monitors().is_empty() {
        let why = "there is no desktop with a monitor: run this in the session of a user";
        return Err(DesktopError::NoDisplay(why.into()));
    }
    Ok(Box::new(WindowsDesktop(())))
}

/// No overlay can be shown: pictures are cut out of the screen, and would have its marks in them.
///
/// # Errors
/// [`DesktopError::NoOverlay`], always.
pub fn overlay(_: Followed) -> Result<Box<dyn OverlaySurface>, DesktopError> {
    let why = "on Windows, a picture of the game would include the overlay";
    Err(DesktopError::NoOverlay(why.into()))
}

pub(super) fn no_answer(why: impl std::fmt::Display) -> DesktopError {
    DesktopError::NoAnswer(format!("Windows did not answer: {why}"))
}

pub(super) fn gone() -> DesktopError {
    no_answer("the window was closed")
}

pub(super) fn rectangle([left, top, right, bottom]: calls::Bounds) -> Rect {
    Rect::new(left.into(), top.into(), (right - left).into(), (bottom - top).into())
}

impl Platform for WindowsDesktop {}

impl PointerPlace for WindowsDesktop {
    fn pointer(&self) -> Result<Option<Point>, DesktopError> {
        let (x, y) = pointer::place().ok_or_else(|| no_answer("the session may be locked"))?;
        Ok(Some(Point::new(x.into(), y.into())))
    }
}

impl KeyboardFocus for WindowsDesktop {
    fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        Ok(calls::foreground())
    }
}

/// Windows looks hotkeys up by what is written on them; any program may have them.
impl HotkeyGrabs for WindowsDesktop {}
