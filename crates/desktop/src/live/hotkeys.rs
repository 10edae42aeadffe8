//! Hotkeys: keys that work in every window.

use crate::system::hear_messages;
use crate::{DesktopError, GivenHotkeys, HotkeyWish, Platform, PlatformKind, interrupt};
use global_hotkey::hotkey::{HotKey, HotKeyParseError, Modifiers};
use global_hotkey::{Error, GlobalHotKeyEvent, GlobalHotKeyManager, HotKeyState};
use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a hotkey does, in every window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hotkey {
    /// Halts play, and lets it go on.
    Pause,
    /// Ends play.
    Stop,
    /// Saves a report of what came before.
    Report,
    /// Takes the overlay off the game, and puts it back.
    Overlay,
}

impl Hotkey {
    /// The hotkeys of play.
    pub const OF_PLAY: [Self; 3] = [Self::Pause, Self::Stop, Self::Report];

    /// The key, unless another is chosen. The usual desktops have none of them in use.
    pub const fn usual_key(self) -> &'static str {
        match self {
            Self::Pause => "Ctrl+Alt+P",
            Self::Stop => "Ctrl+Alt+S",
            Self::Report => "Ctrl+Alt+R",
            Self::Overlay => "Ctrl+Alt+O",
        }
    }

    /// What is asked of a desktop that gives hotkeys itself.
    fn wish(self, key: &str) -> HotkeyWish {
        let (id, does) = match self {
            Self::Pause => ("pause", "Pause and resume play"),
            Self::Stop => ("stop", "Stop play"),
            Self::Report => ("report", "Save a report"),
            Self::Overlay => ("overlay", "Hide and show the overlay"),
        };
        HotkeyWish { id, does, key: key.to_owned() }
    }
}

/// How long keys that were given back may take to be free again.
const GIVEN_BACK: Duration = Duration::from_millis(500);

/// How often hotkeys that were lost are tried again.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Registered hotkeys. Clones are the same ones: what one has heard, the others do not hear again. Dropping
/// the last one frees the keys.
#[derive(Clone)]
pub struct Hotkeys(Rc<Registered>);

struct Registered {
    desktop: Box<dyn Platform>,
    wanted: Vec<(Hotkey, String)>,
    grabs: RefCell<Grabs>,
    /// What was pressed and not yet heard.
    pressed: RefCell<VecDeque<Hotkey>>,
}

/// The keys as the desktop knows them.
enum Grabs {
    /// The desktop itself has given them.
    Given {
        hotkeys: Box<dyn GivenHotkeys>,
        is_told: bool,
    },
    Held {
        keys: Vec<(HotKey, Hotkey)>,
        _manager: GlobalHotKeyManager,
    },
    /// They cannot be registered since the keyboard's map has changed.
    Lost {
        why: String,
        is_told: bool,
        tried: Instant,
    },
}

/// Why there are no hotkeys.
#[derive(Debug, thiserror::Error)]
pub enum HotkeyError {
    /// The name of a key is not understood.
    #[error("{name:?} is not a hotkey ({why}): write it like Ctrl+Alt+P")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What is wrong with it.
        why: String,
    },
    /// Two hotkeys have it.
    #[error("the hotkey {0} is asked for twice: choose another key for one of the two")]
    Twice(String),
    /// Another program has it.
    #[error("the hotkey {0} is taken by another program: choose another one")]
    Taken(String),
    /// Another process of this program has it.
    #[error("another voltsight has the hotkeys ({0}): end it, or choose other keys for this one")]
    TakenByAnother(String),
    /// The system does not give hotkeys.
    #[error("hotkeys cannot be registered: {0}")]
    Unavailable(String),
    /// There is no desktop.
    #[error(transparent)]
    Desktop(#[from] DesktopError),
}

/// The key of this name. A key that types something needs another one beside it: it would type nothing anywhere.
fn key(name: &str) -> Result<HotKey, HotkeyError> {
    let unknown = |why: String| HotkeyError::Unknown { name: name.into(), why };
    let key: HotKey = name.parse().map_err(|error| {
        unknown(match error {
            HotKeyParseError::UnsupportedKey(key) => format!("there is no key {key:?}"),
            HotKeyParseError::EmptyToken(_) => "a key is missing".into(),
            HotKeyParseError::InvalidFormat(_) => "one key, after Ctrl, Alt, Shift or Super".into(),
        })
    })?;
    let is_plain = key.mods.difference(Modifiers::SHIFT).is_empty();
    let types = ["Key", "Digit"].iter().any(|of| key.key.to_string().starts_with(of));
    match is_plain && types {
        true => Err(unknown("it could be typed nowhere else".into())),
        false => Ok(key),
    }
}

impl Hotkeys {
    /// Registers those that play asks for, by their usual keys.
    ///
    /// # Errors
    /// [`HotkeyError`] says what to do.
    pub fn usual(platform: PlatformKind) -> Result<Self, HotkeyError> {
        let usual = Hotkey::OF_PLAY.map(|hotkey| (hotkey, hotkey.usual_key()));
        Self::register(platform, &usual)
    }

    /// Whether the keys of these hotkeys are understood, which needs no desktop.
    ///
    /// # Errors
    /// The first that is not, or that another one has.
    pub fn check(wanted: &[(Hotkey, &str)]) -> Result<(), HotkeyError> {
        let mut taken = HashSet::new();
        for (_, name) in wanted {
            if !taken.insert(key(name)?.id()) {
                return Err(HotkeyError::Twice((*name).to_owned()));
            }
        }
        Ok(())
    }

    /// Registers hotkeys, each with its key: `Ctrl+Alt+P`.
    ///
    /// # Errors
    /// [`HotkeyError`] says what to do.
    pub fn register(
        platform: PlatformKind,
        wanted: &[(Hotkey, &str)],
    ) -> Result<Self, HotkeyError> {
        Self::check(wanted)?;
        let desktop = platform.connect()?;
        // The crate's own thread cannot report that it found no display or no keyboard extension:
        // registering would then seem to work.
        if let Some(why) = desktop.why_no_hotkeys()? {
            return Err(HotkeyError::Unavailable(why));
        }
        let owned = || wanted.iter().map(|&(hotkey, key)| (hotkey, key.to_owned())).collect();
        if desktop.gives_hotkeys() {
            Self::check(wanted)?;
            let wishes: Vec<_> = wanted.iter().map(|(hotkey, name)| hotkey.wish(name)).collect();
            let hotkeys = desktop
                .ask_for_hotkeys(&wishes, &interrupt::is_pending)
                .map_err(HotkeyError::Unavailable)?;
            let grabs = RefCell::new(Grabs::Given { hotkeys, is_told: false });
            let (wanted, pressed) = (owned(), RefCell::default());
            return Ok(Self(Rc::new(Registered { desktop, wanted, grabs, pressed })));
        }
        let wanted = owned();
        let grabs = grab(&wanted).map_err(|why| match why {
            HotkeyError::Taken(key) if desktop.hotkeys_are_claimed() => {
                HotkeyError::TakenByAnother(key)
            }
            why => why,
        })?;
        desktop.claim_hotkeys();
        let pressed = RefCell::default();
        Ok(Self(Rc::new(Registered { desktop, wanted, grabs: RefCell::new(grabs), pressed })))
    }

    /// The next of these that was pressed, if any was since this was last asked.
    pub fn next(&self, among: &[Hotkey]) -> Option<Hotkey> {
        self.renew();
        let Registered { wanted, grabs, pressed, .. } = &*self.0;
        let mut pressed = pressed.borrow_mut();
        if let Grabs::Given { hotkeys, .. } = &*grabs.borrow() {
            let meant = |number: usize| wanted.get(number).map(|(hotkey, _)| *hotkey);
            pressed.extend(hotkeys.pressed().into_iter().filter_map(meant));
        }
        hear_messages();
        let events = GlobalHotKeyEvent::receiver().try_iter();
        let events = events.filter(|event| event.state == HotKeyState::Pressed);
        if let Grabs::Held { keys, .. } = &*grabs.borrow() {
            let meant = |event: GlobalHotKeyEvent| {
                let key = keys.iter().find(|(key, _)| key.id() == event.id)?;
                Some(key.1)
            };
            pressed.extend(events.filter_map(meant));
        }
        let at = pressed.iter().position(|hotkey| among.contains(hotkey))?;
        pressed.remove(at)
    }

    /// Why the hotkeys no longer work, once each time they are lost; `None` while they work.
    pub fn lost(&self) -> Option<String> {
        match &mut *self.0.grabs.borrow_mut() {
            Grabs::Lost { why, is_told, .. } if !*is_told => {
                *is_told = true;
                Some(why.clone())
            }
            Grabs::Given { hotkeys, is_told } if !*is_told && hotkeys.is_over() => {
                *is_told = true;
                Some("the desktop has taken them back".to_owned())
            }
            _ => None,
        }
    }

    /// The key of a hotkey, if it is one of these: a desktop that gives hotkeys itself may have set another one than was
    /// wished.
    pub fn key(&self, hotkey: Hotkey) -> Option<String> {
        let Registered { wanted, grabs, .. } = &*self.0;
        let number = wanted.iter().position(|(of, _)| *of == hotkey)?;
        Some(match &*grabs.borrow() {
            Grabs::Given { hotkeys, .. } => hotkeys.key(number).to_owned(),
            Grabs::Held { .. } | Grabs::Lost { .. } => wanted[number].1.clone(),
        })
    }

    /// Registers the hotkeys anew if their keys have moved on the keyboard, or were lost by that.
    fn renew(&self) {
        let Registered { desktop, wanted, grabs, .. } = &*self.0;
        let have_moved = desktop.keys_have_moved();
        let mut grabs = grabs.borrow_mut();
        let was_told = match &*grabs {
            Grabs::Given { .. } => return,
            Grabs::Held { .. } if !have_moved => return,
            Grabs::Held { .. } => false,
            Grabs::Lost { tried, .. } if !have_moved && tried.elapsed() < TRY_AGAIN => return,
            Grabs::Lost { is_told, .. } => *is_told,
        };
        let tried = Instant::now();
        let lost = |why: String| Grabs::Lost { why, is_told: was_told, tried };
        // The old grabs go first, for a key may still be the same.
        *grabs = lost(String::new());
        let again = loop {
            match grab(wanted) {
                Err(HotkeyError::Taken(_)) if have_moved && tried.elapsed() < GIVEN_BACK => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                again => break again,
            }
        };
        *grabs =
            again.unwrap_or_else(|why| lost(format!("the keyboard's layout has changed ({why})")));
    }

    /// Whether this one was pressed since this was last asked. Several presses at once are one.
    pub fn was_pressed(&self, hotkey: Hotkey) -> bool {
        std::iter::from_fn(|| self.next(&[hotkey])).count() > 0
    }
}

/// Registers the keys of these hotkeys.
fn grab(wanted: &[(Hotkey, String)]) -> Result<Grabs, HotkeyError> {
    let manager =
        GlobalHotKeyManager::new().map_err(|error| HotkeyError::Unavailable(error.to_string()))?;
    let register = |name: &str| {
        let key = key(name)?;
        match manager.register(key) {
            Ok(()) => Ok(key),
            Err(Error::AlreadyRegistered(_)) => Err(HotkeyError::Taken(name.into())),
            Err(error) => Err(HotkeyError::Unavailable(error.to_string())),
        }
    };
    let keys = wanted.iter().map(|(hotkey, name)| Ok((register(name)?, *hotkey)));
    let keys = keys.collect::<Result<_, HotkeyError>>()?;
    Ok(Grabs::Held { keys, _manager: manager })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hotkeys_that_cannot_work_are_told_before_they_are_registered() {
        let check = |pause: &str, stop: &str| {
            let told = Hotkeys::check(&[(Hotkey::Pause, pause), (Hotkey::Stop, stop)]);
            told.map_err(|why| why.to_string())
        };
        assert_eq!(check("Ctrl+Alt+P", "Ctrl+Alt+S"), Ok(()));
        assert_eq!(check("F9", "Shift+F9"), Ok(()));
        for (pause, stop, what) in [
            ("Ctrl+Alt+S", "ctrl+alt+s", "is asked for twice"),
            ("p", "Ctrl+Alt+S", "could be typed nowhere else"),
            ("Shift+7", "Ctrl+Alt+S", "could be typed nowhere else"),
            ("foo", "Ctrl+Alt+S", "there is no key \"foo\""),
            ("Ctrl+", "Ctrl+Alt+S", "is not a hotkey"),
            ("A+B", "Ctrl+Alt+S", "is not a hotkey"),
        ] {
            let why = check(pause, stop).unwrap_err();
            assert!(why.contains(what), "{pause}, {stop}: {why}");
        }
    }
}
