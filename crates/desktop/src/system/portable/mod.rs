//! Any desktop, as far as xcap (windows, pictures) and enigo (pointer, keys) know it. macOS has no other platform;
//! elsewhere it can be chosen, so that the same code is tried in real windows.
//!
//! Coordinates are those of xcap's windows and enigo's pointer: raw pixels on X11, points on macOS.

mod examined;
mod grab;
mod windows;

use super::presser;
use crate::{
    DesktopError, HotkeyGrabs, KeyboardFocus, Platform, PlatformKind, PointerPlace, WindowId,
};
use enigo::{Coordinate, Enigo, Mouse};
use grid::geometry::Point;
use std::cell::RefCell;
use xcap::XCapError;

/// The desktop that this program runs on.
#[derive(Default)]
pub struct PortableDesktop {
    /// Where the pointer is asked for, once it was. Windows are asked for anew each time.
    enigo: RefCell<Option<Enigo>>,
}

/// Connects to the desktop that this program runs on.
///
/// # Errors
/// [`DesktopError::NoDisplay`] when it has no monitor.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    let desktop = PortableDesktop::default();
    let why = match desktop.monitors() {
        Ok(monitors) if !monitors.is_empty() => return Ok(Box::new(desktop)),
        Ok(_) => "it has no monitor".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(DesktopError::NoDisplay(format!(
        "no desktop can be reached ({why}): run this in a terminal of the graphical session"
    )))
}

fn no_answer(error: XCapError) -> DesktopError {
    DesktopError::NoAnswer(format!("the desktop did not answer: {error}"))
}

impl Platform for PortableDesktop {
    fn kind(&self) -> PlatformKind {
        PlatformKind::Portable
    }
}

impl PortableDesktop {
    /// Asks for the pointer, or moves it.
    fn with_enigo<T>(
        &self,
        what: impl FnOnce(&mut Enigo) -> enigo::InputResult<T>,
    ) -> Result<T, DesktopError> {
        let mut held = self.enigo.borrow_mut();
        let enigo = match &mut *held {
            Some(enigo) => enigo,
            none => none.insert(presser::connect()?),
        };
        let done = what(enigo);
        if done.is_err() {
            *held = None;
        }
        presser::taken(done)
    }

    fn put_pointer(&self, (x, y): (i32, i32)) -> Result<(), DesktopError> {
        self.with_enigo(|enigo| enigo.move_mouse(x, y, Coordinate::Abs))
    }
}

impl PointerPlace for PortableDesktop {
    fn pointer(&self) -> Result<Option<Point>, DesktopError> {
        let (x, y) = self.with_enigo(|enigo| enigo.location())?;
        Ok(Some(Point::new(x.into(), y.into())))
    }
}

impl KeyboardFocus for PortableDesktop {
    /// Of the windows of the program in front, the topmost: macOS tells the program only.
    fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        let windows = xcap::Window::all().map_err(no_answer)?;
        let focused = windows.into_iter().find(|window| window.is_focused().unwrap_or(false));
        Ok(focused.and_then(|window| window.id().ok()))
    }
}

impl HotkeyGrabs for PortableDesktop {}
