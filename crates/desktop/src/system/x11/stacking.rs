//! Which windows lie over others.

use super::server::XServer;
use crate::{DesktopError, Stacking, WindowId, WindowList};
use grid::geometry::{Point, Rect};
use x11rb::protocol::xproto::{ConnectionExt as _, MapState, WindowClass};

impl Stacking for XServer {
    /// The server itself answers as it would for a press, by stacking order and window shapes.
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
        let (x, y) = (at.x as i16, at.y as i16);
        let mut chain = Vec::new();
        let mut window = self.root;
        loop {
            let inner =
                self.connection.translate_coordinates(self.root, window, x, y)?.reply()?.child;
            if inner == x11rb::NONE {
                return Ok(chain);
            }
            chain.push(inner);
            window = inner;
        }
    }

    fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError> {
        let area = self.client_area(window)?;
        if !self.screen()?.encloses(&area) {
            return Ok(true);
        }
        // At each level, from the window outwards, the siblings above it may cover it.
        let mut inner = window;
        while inner != self.root {
            let parent = self.parent(inner)?;
            let siblings = self.connection.query_tree(parent)?.reply()?.children;
            let above = siblings.iter().skip_while(|&&sibling| sibling != inner).skip(1);
            for &sibling in above {
                if self.paints_over(sibling, &area) {
                    return Ok(true);
                }
            }
            inner = parent;
        }
        Ok(false)
    }
}

impl XServer {
    fn parent(&self, window: WindowId) -> Result<WindowId, DesktopError> {
        Ok(self.connection.query_tree(window)?.reply()?.parent)
    }

    /// The window around this one that lies on the desktop itself: the frame that a window manager puts around
    /// it, or the window.
    ///
    /// # Errors
    /// When the window was closed.
    pub(super) fn outermost(&self, window: WindowId) -> Result<WindowId, DesktopError> {
        let mut outermost = window;
        loop {
            let parent = self.parent(outermost)?;
            if parent == self.root || parent == x11rb::NONE {
                return Ok(outermost);
            }
            outermost = parent;
        }
    }

    /// The windows that lie on the desktop itself, the lowest first.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(super) fn stack(&self) -> Result<Vec<WindowId>, DesktopError> {
        Ok(self.connection.query_tree(self.root)?.reply()?.children)
    }

    /// Whether `window` shows pixels inside `area`; not when it is gone meanwhile.
    fn paints_over(&self, window: WindowId, area: &Rect) -> bool {
        let attributes = || self.connection.get_window_attributes(window).ok()?.reply().ok();
        attributes().is_some_and(|attributes| {
            attributes.map_state == MapState::VIEWABLE
                && attributes.class == WindowClass::INPUT_OUTPUT
        }) && self.client_area(window).is_ok_and(|other| area.intersection(&other).is_some())
    }
}
