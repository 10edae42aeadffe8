//! Which windows there are, what each says of itself, and which lie over others.

use super::{PortableDesktop, no_answer};
use crate::system::uncovered::{is_covered, screen_of};
use crate::{DesktopError, Stacking, Visibility, WindowId, WindowList};
#[cfg(not(any(windows, target_os = "macos")))]
use enigo::Mouse as _;
use grid::geometry::{Point, Rect};
use session::printable::printable;
use xcap::{Window, XCapResult};

/// Windows of macOS itself that lie over the whole screen and let every press through: by their programs' names.
const SEE_THROUGH: [&str; 2] = ["Dock", "Window Server"];

/// The window of this number.
///
/// # Errors
/// It is gone.
pub(super) fn window(id: WindowId) -> Result<Window, DesktopError> {
    let mut windows = Window::all().map_err(no_answer)?.into_iter();
    windows
        .find(|window| window.id().is_ok_and(|other| other == id))
        .ok_or(DesktopError::WindowGone)
}

/// Where a window lies. xcap fails where it is gone.
fn area(window: &Window) -> XCapResult<Rect> {
    let (x, y) = (window.x()?, window.y()?);
    Ok(Rect::new(x.into(), y.into(), window.width()?.into(), window.height()?.into()))
}

fn gone<T>(answer: XCapResult<T>) -> Result<T, DesktopError> {
    answer.map_err(|_| DesktopError::WindowGone)
}

/// Whether a window is seen, and what it shows is its own.
fn is_seen(window: &Window) -> bool {
    !window.is_minimized().unwrap_or(true)
        && !window.app_name().is_ok_and(|name| SEE_THROUGH.contains(&name.as_str()))
}

impl WindowList for PortableDesktop {
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError> {
        let windows = Window::all().map_err(no_answer)?;
        Ok(windows.into_iter().filter_map(|window| window.id().ok()).collect())
    }

    fn screen(&self) -> Result<Rect, DesktopError> {
        screen_of(self.monitors()?)
    }

    /// On macOS with its title bar, which is in the picture as well.
    fn client_area(&self, id: WindowId) -> Result<Rect, DesktopError> {
        gone(area(&window(id)?))
    }

    fn title(&self, id: WindowId) -> Result<String, DesktopError> {
        Ok(printable(&gone(window(id)?.title())?))
    }

    /// xcap tells one name: on X11 the class name, on macOS that of the program.
    fn class(&self, id: WindowId) -> Result<(String, String), DesktopError> {
        let name = printable(&gone(window(id)?.app_name())?);
        Ok((name.clone(), name))
    }

    fn pid(&self, id: WindowId) -> Result<Option<u32>, DesktopError> {
        Ok(window(id)?.pid().ok())
    }

    fn shown(&self, id: WindowId) -> Result<Visibility, DesktopError> {
        Ok(match gone(window(id)?.is_minimized())? {
            true => Visibility::Minimised,
            false => Visibility::Yes,
        })
    }
}

impl Stacking for PortableDesktop {
    /// The topmost window there, as they are listed: menus and notes are in no list on X11.
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
        let mut windows = Window::all().map_err(no_answer)?.into_iter();
        let top = windows
            .find(|window| area(window).is_ok_and(|area| area.contains(at)) && is_seen(window));
        Ok(top.and_then(|window| window.id().ok()).into_iter().collect())
    }

    fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError> {
        is_covered(self, window)
    }
}

impl PortableDesktop {
    /// Where the monitors lie, in the coordinates of windows.
    ///
    /// # Errors
    /// The desktop does not answer.
    #[cfg(any(windows, target_os = "macos"))]
    pub(super) fn monitors(&self) -> Result<Vec<Rect>, DesktopError> {
        let bounds = |monitor: &xcap::Monitor| -> XCapResult<Rect> {
            let (x, y) = (f64::from(monitor.x()?), f64::from(monitor.y()?));
            Ok(Rect::new(x, y, f64::from(monitor.width()?), f64::from(monitor.height()?)))
        };
        let all = xcap::Monitor::all().map_err(no_answer)?;
        all.iter().map(bounds).collect::<XCapResult<_>>().map_err(no_answer)
    }

    /// The whole screen: xcap divides the sizes of monitors by the scale of the desktop, and those of windows not.
    ///
    /// # Errors
    /// The desktop does not answer.
    #[cfg(not(any(windows, target_os = "macos")))]
    pub(super) fn monitors(&self) -> Result<Vec<Rect>, DesktopError> {
        let (width, height) = self.with_enigo(|enigo| enigo.main_display())?;
        Ok(vec![Rect::new(0.0, 0.0, width.into(), height.into())])
    }

    /// A window that lies over a part of this area of a window, if one does.
    ///
    /// # Errors
    /// The window is gone.
    pub(super) fn window_over(
        &self,
        window: WindowId,
        own: &Rect,
    ) -> Result<Option<WindowId>, DesktopError> {
        let all = Window::all().map_err(no_answer)?;
        let is_it = |other: &Window| other.id().is_ok_and(|id| id == window);
        let place = all.iter().position(is_it).ok_or(DesktopError::WindowGone)?;
        let over = all[..place].iter().find(|other| {
            let part = area(other).ok().and_then(|area| area.intersection(own));
            part.is_some_and(|part| part.w > 0.0 && part.h > 0.0) && is_seen(other)
        });
        Ok(over.and_then(|window| window.id().ok()))
    }
}
