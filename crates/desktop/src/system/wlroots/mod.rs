//! sway, and with it what compositors built on wlroots share: sway tells where each window lies, and which has the
//! keyboard; wlr-screencopy gives pictures of the screen, and wlr-virtual-pointer and virtual-keyboard are a hand.
//!
//! A picture is of the screen, so a window that something lies over is refused. Where the pointer is, Wayland tells no
//! program. Coordinates are those of sway, which counts points that may be several pixels each.

mod compositor;
mod examined;
mod presser;
mod sway;

pub use examined::session;
pub use presser::presser;

use super::uncovered::{PlainView, Uncovered, is_covered, screen_of};
use crate::{
    Capturing, DesktopError, HeldWindow, HotkeyGrabs, KeyboardFocus, Platform, PlatformKind,
    PointerPlace, Stacking, Visibility, WindowId, WindowList,
};
use compositor::Compositor;
use grid::geometry::{Point, Rect};
use image::RgbImage;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use sway::{Sway, View};

/// The desktop of a session of sway. Clones share its connections.
#[derive(Clone)]
struct WlrootsDesktop {
    sway: Arc<Mutex<Sway>>,
    compositor: Arc<Mutex<Compositor>>,
}

/// Connects to the desktop that this program runs on.
///
/// # Errors
/// [`DesktopError::NoDisplay`] when there is no such compositor, or sway does not answer.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    Ok(Box::new(WlrootsDesktop::connect()?))
}

/// Whether such a desktop can be reached.
pub fn is_there() -> bool {
    WlrootsDesktop::connect().is_ok()
}

impl WlrootsDesktop {
    fn connect() -> Result<Self, DesktopError> {
        let compositor = Compositor::connect()?;
        let sway = Mutex::new(Sway::connect(compositor.process())?);
        Ok(Self { sway: Arc::new(sway), compositor: Arc::new(Mutex::new(compositor)) })
    }

    fn compositor(&self) -> MutexGuard<'_, Compositor> {
        self.compositor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All windows, topmost first.
    fn views(&self) -> Result<Vec<View>, DesktopError> {
        self.sway.lock().unwrap_or_else(PoisonError::into_inner).views()
    }

    fn view(&self, window: WindowId) -> Result<View, DesktopError> {
        let view = self.views()?.into_iter().find(|view| view.id == window);
        view.ok_or(DesktopError::WindowGone)
    }
}

impl Platform for WlrootsDesktop {
    fn kind(&self) -> PlatformKind {
        PlatformKind::Wlroots
    }
}

impl WindowList for WlrootsDesktop {
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError> {
        Ok(self.views()?.into_iter().map(|view| view.id).collect())
    }

    fn screen(&self) -> Result<Rect, DesktopError> {
        screen_of(self.monitors()?)
    }

    fn client_area(&self, window: WindowId) -> Result<Rect, DesktopError> {
        Ok(self.view(window)?.area)
    }

    fn title(&self, window: WindowId) -> Result<String, DesktopError> {
        Ok(self.view(window)?.title)
    }

    /// Of a Wayland window, both are its `app_id`.
    fn class(&self, window: WindowId) -> Result<(String, String), DesktopError> {
        let View { instance, class, .. } = self.view(window)?;
        Ok((instance, class))
    }

    fn pid(&self, window: WindowId) -> Result<Option<u32>, DesktopError> {
        Ok(self.view(window)?.pid)
    }

    fn shown(&self, window: WindowId) -> Result<Visibility, DesktopError> {
        Ok(self.view(window)?.shown)
    }
}

impl Stacking for WlrootsDesktop {
    /// sway tells of windows: menus, bars and notifications are seen on the picture only.
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
        let mut shown = self.views()?.into_iter().filter(|view| view.shown == Visibility::Yes);
        let top = shown.find(|view| view.outside.contains(at));
        Ok(top.map(|view| view.id).into_iter().collect())
    }

    fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError> {
        is_covered(self, window)
    }
}

impl PointerPlace for WlrootsDesktop {
    fn pointer(&self) -> Result<Option<Point>, DesktopError> {
        Ok(None)
    }
}

impl KeyboardFocus for WlrootsDesktop {
    fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        Ok(self.views()?.into_iter().find(|view| view.has_keyboard).map(|view| view.id))
    }
}

impl HotkeyGrabs for WlrootsDesktop {}

impl PlainView for WlrootsDesktop {
    const OFF_SCREEN: &str = "no monitor shows all of it: move it";
    const COVERED: &str = "pictures of the screen are all that this compositor gives";

    fn process(&self, window: WindowId) -> Option<u32> {
        self.pid(window).ok().flatten()
    }

    fn monitors(&self) -> Result<Vec<Rect>, DesktopError> {
        self.compositor().monitors()
    }

    fn covering(&self, window: WindowId, area: &Rect) -> Result<Option<WindowId>, DesktopError> {
        let views = self.views()?;
        let place = views.iter().position(|view| view.id == window);
        let above = &views[..place.ok_or(DesktopError::WindowGone)?];
        let over = above.iter().find(|view| {
            view.shown == Visibility::Yes && view.outside.intersection(area).is_some()
        });
        Ok(over.map(|view| view.id))
    }

    /// A picture is of one monitor.
    fn is_on_screen(&self, area: &Rect) -> Result<bool, DesktopError> {
        Ok(self.monitors()?.iter().any(|monitor| monitor.encloses(area)))
    }

    fn picture(&self, _: WindowId, area: &Rect) -> Result<RgbImage, String> {
        self.compositor().picture(area)
    }
}

impl Capturing for WlrootsDesktop {
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow> {
        Box::new(Uncovered::hold(self.clone(), window))
    }
}
