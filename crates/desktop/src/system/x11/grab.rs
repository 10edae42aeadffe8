//! One held window: its redirect, and taking truthful pictures of it.
//!
//! While it is held, a redirect of the Composite extension makes the server keep its pixels complete, so what
//! covers it, or a part that hangs off the screen, does not get into the picture.

use super::pixels::Pixels;
use super::server::XServer;
use crate::system::uncovered::{REPAINT, TRIES};
use crate::{Capturing, DesktopError, HeldWindow, Stacking, Trouble, WindowId, WindowList};
use grid::geometry::Rect;
use image::RgbImage;
use std::sync::Arc;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask};
use x11rb::protocol::{ErrorKind, Event};

/// A held window.
struct Grab {
    desktop: XServer,
    window: WindowId,
    /// Whether its pixels are complete even where it is covered.
    complete: bool,
    pixels: Pixels,
}

impl Grab {
    /// Holds the window. If it is gone already, the first picture will say so.
    fn new(desktop: XServer, window: WindowId) -> Self {
        watch_for_its_end(&desktop, window);
        let covered = desktop.is_covered(window).unwrap_or(false);
        let complete = redirect(&desktop, window);
        if covered && complete {
            std::thread::sleep(REPAINT);
        }
        Self { desktop, window, complete, pixels: Pixels::new(complete) }
    }

    /// One try; the inner error may pass with the next one.
    fn try_once(&mut self) -> Result<Result<(Arc<RgbImage>, Rect), String>, Trouble> {
        let gone = |_: DesktopError| Trouble::Gone;
        if let Some(why) = self.desktop.shown(self.window).map_err(gone)?.obstacle() {
            return Err(Trouble::Hidden(why.into()));
        }
        if !self.complete && self.desktop.is_covered(self.window).map_err(gone)? {
            return Err(Trouble::Hidden(
                "it is covered or partly off the screen, and this X server has no Composite extension: \
                 uncover it"
                    .into(),
            ));
        }
        let area = self.desktop.client_area(self.window).map_err(gone)?;
        let picture =
            match self.pixels.take(&self.desktop, self.window, area.w as u16, area.h as u16) {
                Ok(picture) => picture,
                Err(why) => return Ok(Err(why)),
            };
        // Pixels do not depend on where the window is, so the place that holds now is the right one.
        let after = self.desktop.client_area(self.window).map_err(gone)?;
        if (after.w, after.h) != (area.w, area.h) {
            return Ok(Err("its size changes all the time".into()));
        }
        Ok(Ok((picture, after)))
    }

    /// Whether the server has said that the window was destroyed, or it does not know it.
    fn ended(&self) -> bool {
        let mut ended = self
            .desktop
            .connection
            .get_window_attributes(self.window)
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .is_none();
        while let Ok(Some(event)) = self.desktop.connection.poll_for_event() {
            ended |= matches!(event, Event::DestroyNotify(e) if e.window == self.window);
        }
        ended
    }
}

impl HeldWindow for Grab {
    fn take(&mut self) -> Result<(Arc<RgbImage>, Rect), Trouble> {
        let mut taken = Err("its size changes all the time".to_owned());
        for _ in 0..TRIES {
            taken = self.try_once()?;
            if taken.is_ok() {
                break;
            }
        }
        // The number of a closed window may name a new one already, of the next run of the same
        // program: only the notice of its end tells.
        if self.ended() {
            return Err(Trouble::Gone);
        }
        taken.map_err(|why| Trouble::Failed(format!("the window cannot be captured: {why}")))
    }
}

impl Drop for Grab {
    fn drop(&mut self) {
        self.pixels.release(&self.desktop);
    }
}

impl Capturing for XServer {
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow> {
        Box::new(Grab::new(self.clone(), window))
    }
}

fn watch_for_its_end(desktop: &XServer, window: WindowId) {
    let events = ChangeWindowAttributesAux::new().event_mask(EventMask::STRUCTURE_NOTIFY);
    if let Ok(cookie) = desktop.connection.change_window_attributes(window, &events) {
        cookie.ignore_error();
    }
}

/// Asks the server to keep the window's pixels apart from the screen's. Whether they are.
fn redirect(desktop: &XServer, window: WindowId) -> bool {
    let ask = || -> Result<(), ReplyError> {
        desktop.connection.composite_query_version(0, 4)?.reply()?;
        desktop.connection.composite_redirect_window(window, Redirect::AUTOMATIC)?.check()
    };
    match ask() {
        Ok(()) => true,
        // A compositing manager has redirected this very window: just as good.
        Err(ReplyError::X11Error(error)) => error.error_kind == ErrorKind::Access,
        Err(ReplyError::ConnectionError(_)) => false,
    }
}
