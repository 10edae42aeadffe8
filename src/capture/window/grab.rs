//! One held window: its redirect, and taking truthful pictures of it.

use super::candidates::{Candidate, obstacle};
use super::pixels::Pixels;
use crate::desktop::{DesktopError, WindowId, XServer};
use crate::geometry::Point;
use image::RgbImage;
use std::sync::Arc;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask};
use x11rb::protocol::{ErrorKind, Event};

/// When a redirect begins on a covered window, the server asks the program to paint what was
/// covered; until it has, the window's background stands there. Games paint 30 to 60 times a
/// second.
const REPAINT: Duration = Duration::from_millis(150);

/// How often a picture is taken again because the window changed its size meanwhile.
const TRIES: usize = 4;

/// Why there is no picture.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The window does not exist any more.
    Gone,
    /// Its pixels cannot be had truthfully now; why, and what to do.
    Hidden(String),
    /// Anything else.
    Failed(String),
}

/// A held window.
pub(super) struct Grab {
    window: WindowId,
    /// Whether its pixels are complete even where it is covered.
    complete: bool,
    pixels: Pixels,
}

impl Grab {
    /// Holds the window. If it is gone already, the first picture will say so.
    pub(super) fn new(desktop: &XServer, candidate: &Candidate) -> Self {
        let window = candidate.id;
        watch_for_its_end(desktop, window);
        let covered = desktop.is_covered(window).unwrap_or(false);
        let complete = redirect(desktop, window);
        if covered && complete {
            std::thread::sleep(REPAINT);
        }
        Self { window, complete, pixels: Pixels::new(candidate.handle.clone(), complete) }
    }

    /// Gives back what is held for a window that is gone.
    pub(super) fn release(self, desktop: &XServer) {
        self.pixels.release(desktop);
    }

    /// Takes a picture, and says where its top-left corner lies on the desktop.
    pub(super) fn take(&mut self, desktop: &XServer) -> Result<(Arc<RgbImage>, Point), Trouble> {
        let mut taken = Err("its size changes all the time".to_owned());
        for _ in 0..TRIES {
            taken = self.try_once(desktop)?;
            if taken.is_ok() {
                break;
            }
        }
        // The number of a closed window may name a new one already, of the next run of the same
        // program: only the notice of its end tells.
        if self.ended(desktop) {
            return Err(Trouble::Gone);
        }
        taken.map_err(|why| Trouble::Failed(format!("the window cannot be captured: {why}")))
    }

    /// One try; the inner error may pass with the next one.
    fn try_once(
        &mut self,
        desktop: &XServer,
    ) -> Result<Result<(Arc<RgbImage>, Point), String>, Trouble> {
        let gone = |_: DesktopError| Trouble::Gone;
        if let Some(why) = obstacle(desktop.shown(self.window).map_err(gone)?) {
            return Err(Trouble::Hidden(why));
        }
        if !self.complete && desktop.is_covered(self.window).map_err(gone)? {
            return Err(Trouble::Hidden(
                "another window lies over it or a part is off the screen, and this X server \
                 cannot tell its own pixels (no Composite extension): uncover it"
                    .into(),
            ));
        }
        let area = desktop.client_area(self.window).map_err(gone)?;
        let picture = match self.pixels.take(desktop, self.window, area.w as u16, area.h as u16) {
            Ok(picture) => picture,
            Err(why) => return Ok(Err(why)),
        };
        // Pixels do not depend on where the window is, so the place that holds now is the right one.
        let after = desktop.client_area(self.window).map_err(gone)?;
        if (after.w, after.h) != (area.w, area.h) {
            return Ok(Err("its size changes all the time".into()));
        }
        Ok(Ok((picture, Point::new(after.x, after.y))))
    }

    /// Whether the server has said that the window was destroyed, or it does not know it.
    fn ended(&self, desktop: &XServer) -> bool {
        let mut ended = desktop
            .connection
            .get_window_attributes(self.window)
            .ok()
            .and_then(|cookie| cookie.reply().ok())
            .is_none();
        while let Ok(Some(event)) = desktop.connection.poll_for_event() {
            ended |= matches!(event, Event::DestroyNotify(e) if e.window == self.window);
        }
        ended
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
