//! Whether the X server tells the truth about the pointer and about what lies over a point, by
//! trying. What is tried cannot be seen and is over at once.

use super::server::{XServer, no_answer};
use crate::{DesktopError, PointerPlace, Stacking, Trials};
use grid::geometry::Point;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, Window, WindowClass};

impl Trials for XServer {
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError> {
        Ok(match self.is_xwayland()? {
            true => Some(hidden("where the pointer is while it is over a native window")),
            false => (!self.sees_pointer()?)
                .then(|| "the pointer is not found where it was moved to".to_owned()),
        })
    }

    fn why_no_cover(&self) -> Result<Option<String>, DesktopError> {
        Ok(match self.is_xwayland()? {
            true => Some(hidden("of native windows over the game, nor which workspace is shown")),
            false => (!self.sees_covers()?)
                .then(|| "a window over another one is not found there".to_owned()),
        })
    }

    fn why_no_focus(&self) -> Result<Option<String>, DesktopError> {
        Ok((!self.tells_focus()?).then(|| {
            "no window manager tells which window has the keyboard (_NET_ACTIVE_WINDOW)".to_owned()
        }))
    }

    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError> {
        Ok((!self.has_extension("XKEYBOARD")?)
            .then(|| "the X server has no XKEYBOARD extension".to_owned()))
    }
}

fn hidden(what: &str) -> String {
    format!("on Wayland, an X program does not know {what}")
}

impl XServer {
    /// Whether the pointer is found where it was moved to: by one pixel, and back.
    ///
    /// # Errors
    /// When the server does not answer.
    fn sees_pointer(&self) -> Result<bool, DesktopError> {
        let Some(home) = self.pointer()? else { return Ok(false) };
        // Not over the edge of the screen.
        let x = if home.x >= 1.0 { home.x - 1.0 } else { home.x + 1.0 };
        let there = Point::new(x, home.y);
        self.warp(there)?;
        let seen = self.pointer()?;
        self.warp(home)?;
        Ok(seen == Some(there) && self.pointer()? == Some(home))
    }

    fn warp(&self, to: Point) -> Result<(), DesktopError> {
        let (x, y) = (to.x as i16, to.y as i16);
        self.connection.warp_pointer(x11rb::NONE, self.root, 0, 0, 0, 0, x, y)?.check()?;
        Ok(())
    }

    /// Whether a window that lies over another is found to do so: two of one pixel, invisible.
    ///
    /// # Errors
    /// When the server does not answer.
    fn sees_covers(&self) -> Result<bool, DesktopError> {
        let (below, above) = (self.invisible()?, self.invisible()?);
        let chain = self.windows_at(Point::new(0.0, 0.0));
        for window in [below, above] {
            self.connection.destroy_window(window)?.check()?;
        }
        Ok(chain?.contains(&above))
    }

    /// A window of one pixel at the corner of the screen, topmost, without contents.
    fn invisible(&self) -> Result<Window, DesktopError> {
        let window = self.unmapped()?;
        self.connection.map_window(window)?.check()?;
        Ok(window)
    }

    /// A window that is not on the screen.
    pub(super) fn unmapped(&self) -> Result<Window, DesktopError> {
        let window = self.connection.generate_id().map_err(no_answer)?;
        let unmanaged = CreateWindowAux::new().override_redirect(1);
        let class = WindowClass::INPUT_ONLY;
        self.connection
            .create_window(0, window, self.root, 0, 0, 1, 1, 0, class, 0, &unmanaged)?
            .check()?;
        Ok(window)
    }
}
