//! The connection to the X server, and what is asked of the desktop as a whole.

use crate::{DesktopError, Platform, PointerPlace, WindowList};
use grid::geometry::Point;
use std::sync::Arc;
use x11rb::atom_manager;
use x11rb::connection::Connection as _;
use x11rb::errors::{ConnectionError, ReplyError};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _, Window};
use x11rb::resource_manager;
use x11rb::rust_connection::RustConnection;

atom_manager! {
    /// The atoms of the Extended Window Manager Hints that are asked for.
    pub(super) Atoms: AtomsCookie {
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST_STACKING,
        _NET_CURRENT_DESKTOP,
        _NET_SUPPORTED,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
        _VOLTSIGHT_HOTKEYS,
        UTF8_STRING,
    }
}

/// A connection to the X server. Clones share it.
#[derive(Clone)]
pub struct XServer {
    pub(super) connection: Arc<RustConnection>,
    pub(super) root: Window,
    /// Which of the server's screens.
    pub(super) number: usize,
    pub(super) atoms: Atoms,
}

fn no_display(why: &str) -> DesktopError {
    DesktopError::NoDisplay(format!(
        "no X display can be reached ({why}): run this inside an X11 session, or a Wayland session with \
         XWayland, with DISPLAY set"
    ))
}

pub(super) fn no_answer(why: impl std::fmt::Display) -> DesktopError {
    DesktopError::NoAnswer(format!("the X server did not answer: {why}"))
}

impl From<ReplyError> for DesktopError {
    fn from(error: ReplyError) -> Self {
        match error {
            ReplyError::X11Error(error)
                if matches!(error.error_kind, ErrorKind::Window | ErrorKind::Drawable) =>
            {
                Self::WindowGone
            }
            ReplyError::X11Error(error) => no_answer(format_args!("{:?} error", error.error_kind)),
            ReplyError::ConnectionError(error) => no_answer(error),
        }
    }
}

impl From<ConnectionError> for DesktopError {
    fn from(error: ConnectionError) -> Self {
        ReplyError::from(error).into()
    }
}

impl Platform for XServer {}

impl PointerPlace for XServer {
    fn pointer(&self) -> Result<Option<Point>, DesktopError> {
        let pointer = self.connection.query_pointer(self.root)?.reply()?;
        Ok(Some(Point::new(f64::from(pointer.root_x), f64::from(pointer.root_y))))
    }
}

impl XServer {
    /// Connects to the X server that `DISPLAY` names.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when there is none.
    pub fn connect() -> Result<Self, DesktopError> {
        let (connection, number) =
            x11rb::connect(None).map_err(|error| no_display(&error.to_string()))?;
        let root = connection.setup().roots[number].root;
        let atoms = Atoms::new(&connection)?.reply()?;
        Ok(Self { connection: Arc::new(connection), root, number, atoms })
    }

    /// The name of the window manager, if one runs that follows the EWMH standard.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn window_manager(&self) -> Result<Option<String>, DesktopError> {
        let check = self.numbers(self.root, self.atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW);
        let Some(&check) = check?.first() else { return Ok(None) };
        // The property outlives a window manager that crashed; the window it names does not.
        match self.numbers(check, self.atoms._NET_SUPPORTING_WM_CHECK, AtomEnum::WINDOW) {
            Ok(itself) if itself.first() == Some(&check) => Ok(Some(self.title(check)?)),
            _ => Ok(None),
        }
    }

    /// Whether a compositing manager owns the screen.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn has_compositor(&self) -> Result<bool, DesktopError> {
        let name = format!("_NET_WM_CM_S{}", self.number);
        let atom = self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom;
        Ok(self.connection.get_selection_owner(atom)?.reply()?.owner != x11rb::NONE)
    }

    /// Whether the server has an extension of this name.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn has_extension(&self, name: &str) -> Result<bool, DesktopError> {
        Ok(self.connection.query_extension(name.as_bytes())?.reply()?.present)
    }

    /// Whether the server runs inside a Wayland session (Xwayland): other programs' native windows,
    /// and the pointer while it is over one, are unknown to it.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn is_xwayland(&self) -> Result<bool, DesktopError> {
        // Xwayland has an extension of this name since 23.1; its outputs were always named so.
        if self.has_extension("XWAYLAND")? {
            return Ok(true);
        }
        if !self.has_extension("RANDR")? {
            return Ok(false);
        }
        let resources = self.connection.randr_get_screen_resources_current(self.root)?.reply()?;
        for output in resources.outputs {
            let output = self.connection.randr_get_output_info(output, 0)?.reply()?;
            if output.name.starts_with(b"XWAYLAND") {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The resolution that programs are told to draw for, in dots per inch, if it is set: 96 is a
    /// scale of 1.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn dpi(&self) -> Result<Option<u32>, DesktopError> {
        let resources = resource_manager::new_from_default(&*self.connection)?;
        Ok(resources.get_value("Xft.dpi", "").ok().flatten())
    }

    /// The 32-bit numbers of a property; none when it is missing or of another kind.
    pub(super) fn numbers(
        &self,
        window: Window,
        property: u32,
        kind: impl Into<u32>,
    ) -> Result<Vec<u32>, DesktopError> {
        let kind = kind.into();
        let reply =
            self.connection.get_property(false, window, property, kind, 0, 4096)?.reply()?;
        Ok(reply.value32().map(Iterator::collect).unwrap_or_default())
    }

    /// The text of a property, whatever its type calls itself; empty when it is missing. Old programs write in Latin-1,
    /// as ICCCM has it for the type STRING; newer ones write UTF-8 there, too.
    pub(super) fn text(
        &self,
        window: Window,
        property: impl Into<u32>,
    ) -> Result<String, DesktopError> {
        let reply = self
            .connection
            .get_property(false, window, property.into(), AtomEnum::ANY, 0, 1024)?
            .reply()?;
        let text: Vec<u8> = reply.value8().map(Iterator::collect).unwrap_or_default();
        let is_latin = reply.type_ == u32::from(AtomEnum::STRING);
        Ok(match String::from_utf8(text) {
            Ok(text) => text,
            Err(other) if is_latin => other.into_bytes().into_iter().map(char::from).collect(),
            Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
        })
    }
}
