//! The hotkeys that pause and stop, whichever window has the keyboard.

use super::guard::Request;
use crate::desktop::{DesktopError, XServer};
use global_hotkey::hotkey::HotKey;
use global_hotkey::{Error, GlobalHotKeyEvent, GlobalHotKeyManager, HotKeyState};

/// The hotkey that pauses and goes on, unless another is chosen. The usual desktops have neither
/// of the two in use.
pub const PAUSE: &str = "Ctrl+Alt+P";
/// The hotkey that stops, unless another is chosen.
pub const STOP: &str = "Ctrl+Alt+S";

/// Registered hotkeys; dropping this frees them.
pub struct Hotkeys {
    _manager: GlobalHotKeyManager,
    pause: HotKey,
    stop: HotKey,
}

/// Why there are no hotkeys.
#[derive(Debug, thiserror::Error)]
pub enum HotkeyError {
    /// The name of a key is not understood.
    #[error("{name:?} is no hotkey ({why}): write it like Ctrl+Alt+P")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// Another program has it.
    #[error("the hotkey {0} is taken by another program: choose another one")]
    Taken(String),
    /// The system does not give hotkeys.
    #[error("hotkeys cannot be had: {0}")]
    Unavailable(String),
    /// There is no desktop.
    #[error(transparent)]
    Desktop(#[from] DesktopError),
}

impl Hotkeys {
    /// Registers the two, such as [`PAUSE`] and [`STOP`].
    ///
    /// # Errors
    /// [`HotkeyError`] says what to do.
    pub fn register(pause: &str, stop: &str) -> Result<Self, HotkeyError> {
        // The crate's own thread cannot report that it found no display or no keyboard extension:
        // registering would then seem to work.
        if !XServer::connect()?.has_extension("XKEYBOARD")? {
            return Err(HotkeyError::Unavailable("the X server has no XKEYBOARD extension".into()));
        }
        let manager = GlobalHotKeyManager::new()
            .map_err(|error| HotkeyError::Unavailable(error.to_string()))?;
        let register = |name: &str| {
            let key: HotKey = name.parse().map_err(|error| HotkeyError::Unknown {
                name: name.into(),
                why: format!("{error}"),
            })?;
            match manager.register(key) {
                Ok(()) => Ok(key),
                Err(Error::AlreadyRegistered(_)) => Err(HotkeyError::Taken(name.into())),
                Err(error) => Err(HotkeyError::Unavailable(error.to_string())),
            }
        };
        let (pause, stop) = (register(pause)?, register(stop)?);
        Ok(Self { _manager: manager, pause, stop })
    }

    /// The next hotkey that was pressed since, if any.
    pub fn pressed(&self) -> Option<Request> {
        let events = GlobalHotKeyEvent::receiver().try_iter();
        events.filter(|event| event.state == HotKeyState::Pressed).find_map(|event| {
            if event.id == self.stop.id() {
                Some(Request::Stop)
            } else if event.id == self.pause.id() {
                Some(Request::Pause)
            } else {
                None
            }
        })
    }
}
