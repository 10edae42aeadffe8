//! Questions about one window.

use super::calls;
use super::desk::{WindowsDesktop, gone};
use crate::{DesktopError, Visibility, WindowId, WindowList};
use grid::geometry::Rect;
use session::printable::printable;

/// The bit of "cloaked" that says that the shell hides a window: it lies on another desktop.
const BY_SHELL: u32 = 2;

fn there(window: WindowId) -> Result<WindowId, DesktopError> {
    calls::exists(window).then_some(window).ok_or_else(gone)
}

impl WindowList for WindowsDesktop {
    /// Not through xcap, which lists no window where none of its bounds can be asked of the compositor, as in
    /// Wine 8. Those of this program are left out: they show no game.
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError> {
        let own = calls::own_pid();
        let mut windows = calls::top_level();
        windows.retain(|&window| {
            calls::is_visible(window)
                && (calls::cloaked(window) == 0 || calls::cloaked(window) & BY_SHELL != 0)
                && !calls::title(window).is_empty()
                && calls::pid(window).is_some_and(|pid| pid != own)
        });
        Ok(windows)
    }

    fn screen(&self) -> Result<Rect, DesktopError> {
        let [x, y, width, height] = calls::screen();
        Ok(Rect::new(x.into(), y.into(), width.into(), height.into()))
    }

    /// Of a minimised window the area that it will have, at a place where it is not.
    fn client_area(&self, window: WindowId) -> Result<Rect, DesktopError> {
        let (x, y) = calls::client_corner(window).ok_or_else(gone)?;
        let size = match calls::is_minimised(window) {
            true => calls::restored_size(window),
            false => calls::client_size(window),
        };
        let (width, height) = size.ok_or_else(gone)?;
        Ok(Rect::new(x.into(), y.into(), width.into(), height.into()))
    }

    fn title(&self, window: WindowId) -> Result<String, DesktopError> {
        Ok(printable(&calls::title(there(window)?)))
    }

    /// The name of the program's file, such as `melonDS.exe`, and that of the window's class.
    fn class(&self, window: WindowId) -> Result<(String, String), DesktopError> {
        let program = calls::pid(there(window)?).and_then(calls::program);
        let file = program.as_deref().and_then(|path| path.file_name());
        let file = file.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok((printable(&file), printable(&calls::class(window))))
    }

    fn pid(&self, window: WindowId) -> Result<Option<u32>, DesktopError> {
        Ok(calls::pid(there(window)?))
    }

    fn shown(&self, window: WindowId) -> Result<Visibility, DesktopError> {
        there(window)?;
        Ok(if calls::is_minimised(window) {
            Visibility::Minimised
        } else if !calls::is_visible(window) {
            Visibility::Unmapped
        } else {
            match calls::cloaked(window) {
                0 => Visibility::Yes,
                why if why & BY_SHELL != 0 => Visibility::Elsewhere,
                _ => Visibility::Unmapped,
            }
        })
    }

    fn dialog_of(&self, window: WindowId) -> Result<Option<WindowId>, DesktopError> {
        // Menus and hints are owned as well.
        let is_open = |other: WindowId| {
            calls::is_visible(other)
                && calls::has_caption(other)
                && self.is_dialog_of(other, window)
                && self.shown(other).is_ok_and(|shown| shown == Visibility::Yes)
        };
        Ok(calls::top_level().into_iter().find(|&other| is_open(other)))
    }

    /// A window that is never shown owns the main window of some programs: that makes it no dialog.
    fn owner(&self, window: WindowId) -> Option<WindowId> {
        calls::owner(window).filter(|&owner| calls::is_visible(owner))
    }
}
