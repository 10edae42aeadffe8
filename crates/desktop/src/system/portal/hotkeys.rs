//! Hotkeys that the desktop gives by `org.freedesktop.portal.GlobalShortcuts`. It asks a person, who may choose other
//! keys.
//!
//! Source: the documentation of that interface in xdg-desktop-portal, versions 1 and 2, and the "shortcuts"
//! specification of freedesktop.org for the names of keys.

use super::bus::{Denied, Options, PLACE, PORTAL, Session, Told, text};
use crate::{GivenHotkeys, HotkeyWish};
use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use zbus::blocking::{Connection, MessageIterator, Proxy};
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{MatchRule, message};

const GLOBAL_SHORTCUTS: &str = "org.freedesktop.portal.GlobalShortcuts";

/// The token of our sessions: desktops keep what a person has chosen under this name.
const TOKEN: &str = "voltsight_hotkeys";

/// How long a person may take to answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(180);

/// How often it is looked whether they are still waited for.
const WATCH: Duration = Duration::from_millis(50);

/// Hotkeys that were given.
pub(super) struct Shortcuts {
    session: Session,
    /// The key of each wish.
    keys: Vec<String>,
    /// The numbers of those that were pressed.
    pressed: Arc<Mutex<Vec<usize>>>,
}

/// Whether this desktop's portal gives hotkeys.
pub(super) fn are_given() -> bool {
    let version = || -> zbus::Result<u32> {
        Proxy::new(&Connection::session()?, PORTAL, PLACE, GLOBAL_SHORTCUTS)?
            .get_property("version")
    };
    version().is_ok_and(|version| version > 0)
}

/// Asks for hotkeys, and waits until a person has answered, or `is_cut` says that nobody waits for them.
///
/// # Errors
/// Why there are none, in words.
pub(super) fn ask(wishes: &[HotkeyWish], is_cut: &dyn Fn() -> bool) -> Result<Shortcuts, String> {
    let (tell, told) = channel();
    let wishes = wishes.to_vec();
    // What comes too late is dropped, and with that given back.
    std::thread::spawn(move || tell.send(Shortcuts::given(&wishes)));
    let begin = Instant::now();
    loop {
        match told.recv_timeout(WATCH) {
            Ok(bound) => return bound,
            Err(RecvTimeoutError::Timeout) if !is_cut() && begin.elapsed() < ANSWERED_WITHIN => {}
            Err(_) => return Err("nobody has answered the desktop's dialog about them".into()),
        }
    }
}

impl Shortcuts {
    fn given(wishes: &[HotkeyWish]) -> Result<Self, String> {
        Self::asked(wishes).map_err(|denied| match denied {
            Denied::NoPortal(why) => why,
            Denied::Refused => "the answer in the desktop's dialog was no".into(),
            Denied::Ended => "the desktop's dialog closed without an answer".into(),
        })
    }

    fn asked(wishes: &[HotkeyWish]) -> Result<Self, Denied> {
        let wished =
            || -> Vec<_> { wishes.iter().map(|wish| (wish.id, described(wish))).collect() };
        // KDE 5.27 takes them here, and gives them without a dialog.
        let options = Options::from([
            ("session_handle_token", Value::from(TOKEN)),
            ("shortcuts", Value::from(wished())),
        ]);
        let (session, told) = Session::open(GLOBAL_SHORTCUTS, options)?;
        let pressed = listen(&session, wishes)?;
        let mut given = Self { session, keys: Vec::new(), pressed };
        given.keys = match keys(&told, wishes) {
            Ok(keys) => keys,
            Err(_) => keys(&given.bind(&wished())?, wishes)?,
        };
        Ok(given)
    }

    fn bind(&self, wished: &[(&str, HashMap<&str, Value<'_>>)]) -> Result<Told, Denied> {
        self.session.request(GLOBAL_SHORTCUTS, Options::new(), |portal, options| {
            portal.call_method("BindShortcuts", &(&self.session.path, wished, "", options))
        })
    }
}

/// The key of each wish, as the desktop tells them.
///
/// # Errors
/// One has none.
fn keys(told: &Told, wishes: &[HotkeyWish]) -> Result<Vec<String>, Denied> {
    let all = told.get("shortcuts").and_then(|all| all.try_clone().ok());
    let all: Vec<(String, Told)> = all.and_then(|all| all.try_into().ok()).unwrap_or_default();
    let key = |wish: &HotkeyWish| {
        let has = all.iter().find(|(id, _)| id == wish.id);
        let key = has.and_then(|(_, what)| text(what, "trigger_description"));
        key.filter(|key| !key.is_empty()).ok_or_else(|| {
            Denied::NoPortal(format!("the desktop has set no key for {:?}", wish.does))
        })
    };
    wishes.iter().map(key).collect()
}

/// What the desktop is told of a wish.
fn described(wish: &HotkeyWish) -> HashMap<&'static str, Value<'_>> {
    let mut described = HashMap::from([("description", Value::from(wish.does))]);
    if let Some(trigger) = trigger(&wish.key) {
        described.insert("preferred_trigger", Value::from(trigger));
    }
    described
}

/// A key as the specification names it; `None` for one that is no letter, digit or function key.
fn trigger(key: &str) -> Option<String> {
    let mut parts: Vec<&str> = key.split('+').map(str::trim).collect();
    let name = parts.pop()?.to_lowercase();
    let of_letter = name.strip_prefix("key").filter(|letter| letter.len() == 1);
    let of_digit = name.strip_prefix("digit").filter(|digit| digit.len() == 1);
    let name = of_letter.or(of_digit).unwrap_or(&name);
    let is_function_key = name.strip_prefix('f').is_some_and(|rest| rest.parse::<u8>().is_ok());
    let name = match name.as_bytes() {
        [byte] if byte.is_ascii_alphanumeric() => name.to_owned(),
        _ if is_function_key => name.to_uppercase(),
        _ => return None,
    };
    let modifier = |part: &str| match &*part.to_lowercase() {
        "ctrl" | "control" => Some("CTRL"),
        "alt" | "option" => Some("ALT"),
        "shift" => Some("SHIFT"),
        "super" | "cmd" | "command" => Some("LOGO"),
        _ => None,
    };
    let parts: Option<Vec<&str>> = parts.into_iter().map(modifier).collect();
    Some(parts?.into_iter().chain([&*name]).collect::<Vec<_>>().join("+"))
}

/// Notes from now on which of the wishes were pressed.
fn listen(session: &Session, wishes: &[HotkeyWish]) -> Result<Arc<Mutex<Vec<usize>>>, Denied> {
    let rule = MatchRule::builder()
        .msg_type(message::Type::Signal)
        .interface(GLOBAL_SHORTCUTS)?
        .member("Activated")?
        .path(PLACE)?
        .build();
    let signals = MessageIterator::for_match_rule(rule, &session.connection, None)?;
    let pressed = Arc::new(Mutex::new(Vec::new()));
    let (noted, ours) = (pressed.clone(), session.path.clone());
    let ids: Vec<&str> = wishes.iter().map(|wish| wish.id).collect();
    // It ends with the connection.
    std::thread::spawn(move || {
        for signal in signals {
            let Ok(signal) = signal else { break };
            type Body = (OwnedObjectPath, String, u64, HashMap<String, OwnedValue>);
            let body = signal.body();
            let Ok((session, id, ..)) = body.deserialize::<Body>() else { continue };
            if let Some(number) = ids.iter().position(|of| *of == id).filter(|_| session == ours) {
                noted.lock().unwrap_or_else(PoisonError::into_inner).push(number);
            }
        }
    });
    Ok(pressed)
}

impl GivenHotkeys for Shortcuts {
    fn pressed(&self) -> Vec<usize> {
        std::mem::take(&mut *self.pressed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_over(&self) -> bool {
        self.session.is_closed()
    }

    fn key(&self, number: usize) -> &str {
        self.keys.get(number).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_the_specification_does() {
        assert_eq!(trigger("Ctrl+Alt+P").as_deref(), Some("CTRL+ALT+p"));
        assert_eq!(trigger("shift+Super+F5").as_deref(), Some("SHIFT+LOGO+F5"));
        assert_eq!(trigger("Ctrl+Digit7").as_deref(), Some("CTRL+7"));
        assert_eq!(trigger("KeyQ").as_deref(), Some("q"));
        assert_eq!(trigger("Ctrl+Space"), None);
        assert_eq!(trigger("Hyper+P"), None);
    }
}
