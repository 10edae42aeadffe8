//! The hotkeys that pause, stop and save a report, whichever window has the keyboard.

use super::guard::Request;
use crate::desktop::{DesktopError, XServer};
use global_hotkey::hotkey::HotKey;
use global_hotkey::{Error, GlobalHotKeyEvent, GlobalHotKeyManager, HotKeyState};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The hotkey that pauses and goes on, unless another is chosen. The usual desktops have none
/// of the three in use.
pub const PAUSE: &str = "Ctrl+Alt+P";
/// The hotkey that stops, unless another is chosen.
pub const STOP: &str = "Ctrl+Alt+S";

/// The hotkey that saves a report of the last half minute, unless another is chosen.
pub const REPORT: &str = "Ctrl+Alt+R";

/// What a hotkey is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Ask(Request),
    Report,
}

/// Registered hotkeys. Clones are the same ones: what one has heard, the others do not hear again. Dropping
/// the last one frees the keys.
#[derive(Clone)]
pub struct Hotkeys(Rc<Registered>);

struct Registered {
    _manager: GlobalHotKeyManager,
    keys: Vec<(HotKey, Purpose)>,
    /// What was pressed and not yet heard.
    pressed: RefCell<VecDeque<Purpose>>,
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
    /// Registers the three, such as [`PAUSE`], [`STOP`] and [`REPORT`].
    ///
    /// # Errors
    /// [`HotkeyError`] says what to do.
    pub fn register(pause: &str, stop: &str, report: &str) -> Result<Self, HotkeyError> {
        let (pause, stop) =
            ((pause, Purpose::Ask(Request::Pause)), (stop, Purpose::Ask(Request::Stop)));
        Self::register_all(&[pause, stop, (report, Purpose::Report)])
    }

    /// Registers only the one that saves a report, such as [`REPORT`].
    ///
    /// # Errors
    /// [`HotkeyError`] says what to do.
    pub fn register_report(report: &str) -> Result<Self, HotkeyError> {
        Self::register_all(&[(report, Purpose::Report)])
    }

    fn register_all(names: &[(&str, Purpose)]) -> Result<Self, HotkeyError> {
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
        let keys = names.iter().map(|&(name, purpose)| Ok((register(name)?, purpose)));
        let keys = keys.collect::<Result<_, HotkeyError>>()?;
        let pressed = RefCell::default();
        Ok(Self(Rc::new(Registered { _manager: manager, keys, pressed })))
    }

    /// The next request by a hotkey since this was last asked, if any.
    pub fn pressed(&self) -> Option<Request> {
        self.take(|purpose| match purpose {
            Purpose::Ask(request) => Some(request),
            Purpose::Report => None,
        })
    }

    /// Whether a report was asked for since this was last asked. Several presses at once are one.
    pub fn wants_report(&self) -> bool {
        let mut wanted = false;
        while self.take(|purpose| (purpose == Purpose::Report).then_some(())).is_some() {
            wanted = true;
        }
        wanted
    }

    /// Takes the first of what was pressed that is `wanted`.
    fn take<T>(&self, wanted: impl Fn(Purpose) -> Option<T>) -> Option<T> {
        let Registered { keys, pressed, .. } = &*self.0;
        let mut pressed = pressed.borrow_mut();
        let events = GlobalHotKeyEvent::receiver().try_iter();
        let events = events.filter(|event| event.state == HotKeyState::Pressed);
        let purpose = |event: GlobalHotKeyEvent| {
            let key = keys.iter().find(|(key, _)| key.id() == event.id)?;
            Some(key.1)
        };
        pressed.extend(events.filter_map(purpose));
        let (at, found) =
            pressed.iter().enumerate().find_map(|(at, &purpose)| Some((at, wanted(purpose)?)))?;
        pressed.remove(at);
        Some(found)
    }
}
