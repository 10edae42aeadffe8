//! The desktop as an X server knows it. All coordinates are raw desktop pixels, whatever scale the desktop is
//! set to.

mod clipboard;
mod examined;
mod grab;
mod hotkeys;
mod overlay_window;
mod pixels;
mod server;
mod stacking;
mod trials;
mod windows;

pub use clipboard::picture_that_is_no_png;
pub use examined::session;
pub use server::XServer;

use crate::{DesktopError, Followed, OverlaySurface, Platform};
use overlay_window::OverlayWindow;

/// Connects to the desktop that this program runs on.
///
/// # Errors
/// [`DesktopError::NoDisplay`] when there is none.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    Ok(Box::new(XServer::connect()?))
}

/// An overlay on the window that is followed, with no marks yet.
///
/// # Errors
/// [`DesktopError::NoOverlay`] when none can be shown here.
pub fn overlay(followed: Followed) -> Result<Box<dyn OverlaySurface>, DesktopError> {
    Ok(Box::new(OverlayWindow::over(followed)?))
}
