//! Questions about one window.

use super::server::{XServer, no_answer};
use crate::{DesktopError, KeyboardFocus, Visibility, WindowId, WindowList};
use grid::geometry::Rect;
use session::printable::printable;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, MapState};

impl WindowList for XServer {
    /// What is asked of one is read here rather than through xcap, whose titles are empty for windows that
    /// have only an old-style `WM_NAME`, and which opens a connection for each question.
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError> {
        // xcap reads the list in the form that only a window manager of the EWMH standard leaves.
        if self.window_manager()?.is_none() {
            return Err(DesktopError::NoWindowList(
                "no EWMH window manager runs on this display, so its windows are not listed: start one, such \
                 as `openbox &`"
                    .into(),
            ));
        }
        let windows = xcap::Window::all().map_err(no_answer)?;
        Ok(windows.into_iter().filter_map(|window| window.id().ok()).collect())
    }

    fn screen(&self) -> Result<Rect, DesktopError> {
        let size = self.connection.get_geometry(self.root)?.reply()?;
        Ok(Rect::new(0.0, 0.0, f64::from(size.width), f64::from(size.height)))
    }

    fn client_area(&self, window: WindowId) -> Result<Rect, DesktopError> {
        let size = self.connection.get_geometry(window)?;
        let corner = self.connection.translate_coordinates(window, self.root, 0, 0)?;
        let (size, corner) = (size.reply()?, corner.reply()?);
        Ok(Rect::new(
            f64::from(corner.dst_x),
            f64::from(corner.dst_y),
            f64::from(size.width),
            f64::from(size.height),
        ))
    }

    fn title(&self, window: WindowId) -> Result<String, DesktopError> {
        let title = self.text(window, self.atoms._NET_WM_NAME)?;
        let title = if title.is_empty() { self.text(window, AtomEnum::WM_NAME)? } else { title };
        Ok(printable(&title))
    }

    fn class(&self, window: WindowId) -> Result<(String, String), DesktopError> {
        let text = self.text(window, AtomEnum::WM_CLASS)?;
        let mut names = text.split('\0').map(printable);
        Ok((names.next().unwrap_or_default(), names.next().unwrap_or_default()))
    }

    fn pid(&self, window: WindowId) -> Result<Option<u32>, DesktopError> {
        let pid = self.numbers(window, self.atoms._NET_WM_PID, AtomEnum::CARDINAL)?;
        Ok(pid.first().copied())
    }

    fn shown(&self, window: WindowId) -> Result<Visibility, DesktopError> {
        if self.connection.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE {
            return Ok(Visibility::Yes);
        }
        // Window managers unmap the windows of the other desktops too, and some call those hidden.
        let atoms = &self.atoms;
        let on = self.numbers(window, atoms._NET_WM_DESKTOP, AtomEnum::CARDINAL)?;
        let current = self.numbers(self.root, atoms._NET_CURRENT_DESKTOP, AtomEnum::CARDINAL)?;
        if let (Some(on), Some(current)) = (on.first(), current.first())
            && *on != u32::MAX
            && on != current
        {
            return Ok(Visibility::Elsewhere);
        }
        let states = self.numbers(window, atoms._NET_WM_STATE, AtomEnum::ATOM)?;
        let hidden = states.contains(&atoms._NET_WM_STATE_HIDDEN);
        Ok(if hidden { Visibility::Minimised } else { Visibility::Unmapped })
    }

    fn dialog_of(&self, window: WindowId) -> Result<Option<WindowId>, DesktopError> {
        let (list, kind) = (self.atoms._NET_CLIENT_LIST_STACKING, AtomEnum::WINDOW);
        let listed = self.numbers(self.root, list, kind)?;
        let is_open = |other: WindowId| {
            self.is_dialog_of(other, window)
                && self.shown(other).is_ok_and(|shown| shown == Visibility::Yes)
        };
        Ok(listed.into_iter().rev().find(|&other| is_open(other)))
    }

    /// What its `WM_TRANSIENT_FOR` says (Inter-Client Communication Conventions, 4.1.2.6).
    fn owner(&self, window: WindowId) -> Option<WindowId> {
        let owner =
            self.numbers(window, AtomEnum::WM_TRANSIENT_FOR.into(), AtomEnum::WINDOW).ok()?;
        owner.first().copied().filter(|&owner| owner != x11rb::NONE && owner != self.root)
    }
}

impl KeyboardFocus for XServer {
    /// As the window manager tells it; `None` on Wayland while a native window has the keyboard.
    fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW)?;
        Ok(active.first().copied().filter(|&window| window != x11rb::NONE))
    }

    /// Native windows on Wayland may have it.
    fn nobody(&self) -> &'static str {
        "no X window"
    }
}

impl XServer {
    /// Whether the window manager tells which window has the keyboard.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(super) fn tells_focus(&self) -> Result<bool, DesktopError> {
        let told = self.numbers(self.root, self.atoms._NET_SUPPORTED, AtomEnum::ATOM)?;
        Ok(told.contains(&self.atoms._NET_ACTIVE_WINDOW))
    }
}
