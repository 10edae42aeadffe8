//! Questions about one window.

use super::server::{DesktopError, XServer};
use crate::geometry::{Point, Rect};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, MapState, WindowClass};

fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// A window's number on the X server.
pub type WindowId = u32;

/// Whether a window's own pixels exist at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// They do, covered or not.
    Yes,
    /// It is minimised.
    Minimised,
    /// It lies on another virtual desktop.
    Elsewhere,
    /// It is not on the screen, for a reason of its own.
    Unmapped,
}

impl XServer {
    /// The area that the window's program draws in, without the window manager's frame.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn client_area(&self, window: WindowId) -> Result<Rect, DesktopError> {
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

    /// The window's title; empty without one. Control characters, which would act on a terminal,
    /// are left out.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn title(&self, window: WindowId) -> Result<String, DesktopError> {
        let title = self.text(window, self.atoms._NET_WM_NAME)?;
        let title = if title.is_empty() { self.text(window, AtomEnum::WM_NAME)? } else { title };
        Ok(printable(&title))
    }

    /// The window's `WM_CLASS`: the program's instance name and class name; empty without one.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn class(&self, window: WindowId) -> Result<(String, String), DesktopError> {
        let text = self.text(window, AtomEnum::WM_CLASS)?;
        let mut names = text.split('\0').map(printable);
        Ok((names.next().unwrap_or_default(), names.next().unwrap_or_default()))
    }

    /// The number of the window's process, if it says so.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn pid(&self, window: WindowId) -> Result<Option<u32>, DesktopError> {
        let pid = self.numbers(window, self.atoms._NET_WM_PID, AtomEnum::CARDINAL)?;
        Ok(pid.first().copied())
    }

    /// Whether the window's own pixels exist at the moment.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn shown(&self, window: WindowId) -> Result<Visibility, DesktopError> {
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

    /// The window that has the keyboard, itself or one of its parts, as the window manager tells
    /// it; `None` where none has, or one that the X server does not know (on Wayland).
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        let active = self.numbers(self.root, self.atoms._NET_ACTIVE_WINDOW, AtomEnum::WINDOW)?;
        Ok(active.first().copied().filter(|&window| window != x11rb::NONE))
    }

    /// The topmost dialog of a window that is on the screen, if there is one.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn dialog_of(&self, window: WindowId) -> Result<Option<WindowId>, DesktopError> {
        let (list, kind) = (self.atoms._NET_CLIENT_LIST_STACKING, AtomEnum::WINDOW);
        let listed = self.numbers(self.root, list, kind)?;
        let is_open = |other: WindowId| {
            self.is_dialog_of(other, window)
                && self.shown(other).is_ok_and(|shown| shown == Visibility::Yes)
        };
        Ok(listed.into_iter().rev().find(|&other| is_open(other)))
    }

    /// Whether a window is a dialog of `owner`, or of one of its dialogs: what its `WM_TRANSIENT_FOR`
    /// says (Inter-Client Communication Conventions, 4.1.2.6).
    pub fn is_dialog_of(&self, window: WindowId, owner: WindowId) -> bool {
        const DEEPEST: usize = 8;
        let above = std::iter::successors(Some(window), |&window| self.owner(window));
        above.skip(1).take(DEEPEST).any(|above| above == owner)
    }

    /// The window that this one is a dialog of, if it is one.
    pub fn owner(&self, window: WindowId) -> Option<WindowId> {
        let owner =
            self.numbers(window, AtomEnum::WM_TRANSIENT_FOR.into(), AtomEnum::WINDOW).ok()?;
        owner.first().copied().filter(|&owner| owner != x11rb::NONE && owner != self.root)
    }

    /// Whether the window manager tells which window has the keyboard.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn tells_focus(&self) -> Result<bool, DesktopError> {
        let told = self.numbers(self.root, self.atoms._NET_SUPPORTED, AtomEnum::ATOM)?;
        Ok(told.contains(&self.atoms._NET_ACTIVE_WINDOW))
    }

    /// The windows that a press at a point of the desktop would go through, outermost first; the
    /// last one gets it. Empty where there is none.
    ///
    /// The server itself answers as it would for a press, by stacking order and window shapes.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
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

    /// A name for people: the title of the window or of the first titled one inside or around it,
    /// else its class.
    pub fn describe(&self, chain: &[WindowId]) -> String {
        let title =
            chain.iter().find_map(|&window| self.title(window).ok().filter(|t| !t.is_empty()));
        let class = || {
            let classes = chain.iter().filter_map(|&window| self.class(window).ok());
            classes.map(|(_, class)| class).find(|class| !class.is_empty())
        };
        match title.or_else(class) {
            Some(name) => format!("the window \"{name}\""),
            None => "a window without a name".into(),
        }
    }

    /// Whether something lies over a part of the window, or a part lies off the screen: its pixels
    /// on the screen are not all its own.
    ///
    /// # Errors
    /// When the window is gone.
    pub fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError> {
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

    fn parent(&self, window: WindowId) -> Result<WindowId, DesktopError> {
        Ok(self.connection.query_tree(window)?.reply()?.parent)
    }

    /// The window around this one that lies on the desktop itself: the frame that a window manager puts around
    /// it, or the window.
    ///
    /// # Errors
    /// When the window is gone.
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
