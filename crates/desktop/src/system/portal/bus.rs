//! What is asked of the desktop's portal on the session bus: `org.freedesktop.portal.ScreenCast` for pictures,
//! `org.freedesktop.portal.RemoteDesktop` for presses, by one session of both; and what its other sessions share.
//!
//! Source: the documentation of xdg-desktop-portal's interfaces, version 1.18.

use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use zbus::blocking::{Connection, MessageIterator, Proxy};
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};
use zbus::{MatchRule, message};

pub(super) const PORTAL: &str = "org.freedesktop.portal.Desktop";
pub(super) const PLACE: &str = "/org/freedesktop/portal/desktop";
const SCREEN_CAST: &str = "org.freedesktop.portal.ScreenCast";
const REMOTE_DESKTOP: &str = "org.freedesktop.portal.RemoteDesktop";
const FILE_CHOOSER: &str = "org.freedesktop.portal.FileChooser";
const SETTINGS: &str = "org.freedesktop.portal.Settings";

/// Whether dark colours are preferred: 1, light ones: 2, or neither: 0.
const APPEARANCE: &str = "org.freedesktop.appearance";
const SCHEME: &str = "color-scheme";

/// Kinds of sources: monitors and windows.
const SOURCES: u32 = 1 | 2;

/// Kinds of devices: keyboard and pointer.
const DEVICES: u32 = 1 | 2;

/// What becomes of the pointer in pictures: it is left out, or told apart from them.
const HIDDEN: u32 = 1;
const METADATA: u32 = 4;

/// The leave is kept until a person takes it back.
const KEPT: u32 = 2;

/// What a portal offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offers {
    /// The version of its pictures; 0 without.
    pub screen_cast: u32,
    /// The version of its presses; 0 without.
    pub remote_desktop: u32,
    /// Whether it tells where the pointer is.
    pub pointer: bool,
    /// Whether it leaves the pointer out of pictures.
    pub hidden: bool,
    /// Whether it shares single windows.
    pub windows: bool,
}

/// Why nothing is shared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Denied {
    /// There is no session bus, or no portal on it.
    #[error("the desktop has no portal that shares windows ({0})")]
    NoPortal(String),
    /// A person has said no, or closed the dialog.
    #[error("the window was not shared: the answer in the desktop's dialog was no")]
    Refused,
    /// The desktop's dialog ended without an answer of a person.
    #[error("the window was not shared: the desktop's dialog closed without an answer")]
    Ended,
}

impl From<zbus::Error> for Denied {
    fn from(error: zbus::Error) -> Self {
        Self::NoPortal(error.to_string())
    }
}

impl From<zbus::zvariant::Error> for Denied {
    fn from(error: zbus::zvariant::Error) -> Self {
        Self::NoPortal(error.to_string())
    }
}

/// What a portal answers: names and values.
pub(super) type Told = HashMap<String, OwnedValue>;
pub(super) type Options<'a> = HashMap<&'a str, Value<'a>>;

/// A session that a person has allowed. It ends with this, and whatever is pressed in it is released by the desktop.
pub(super) struct Leave {
    session: Session,
    /// The number of the stream, for PipeWire and for presses.
    pub stream: u32,
    /// How large the stream is in the coordinates of presses, where that is told.
    pub size: Option<(i32, i32)>,
    /// Whether keys and buttons may be pressed.
    pub presses: bool,
    /// Whether the desktop tells where the pointer is.
    pub tells_pointer: bool,
}

/// Connects to the session bus, and asks what its portal offers.
///
/// # Errors
/// There is none.
pub(super) fn offers() -> Result<Offers, Denied> {
    let connection = Connection::session()?;
    let number = |interface: &str, name: &str| -> zbus::Result<u32> {
        Proxy::new(&connection, PORTAL, PLACE, interface)?.get_property(name)
    };
    let screen_cast = number(SCREEN_CAST, "version")?;
    let modes = number(SCREEN_CAST, "AvailableCursorModes").unwrap_or(0);
    let sources = number(SCREEN_CAST, "AvailableSourceTypes").unwrap_or(1);
    Ok(Offers {
        screen_cast,
        remote_desktop: number(REMOTE_DESKTOP, "version").unwrap_or(0),
        pointer: modes & METADATA != 0,
        hidden: modes & HIDDEN != 0,
        windows: sources & 2 != 0,
    })
}

/// Whether it has a dialog in which files are chosen.
pub(super) fn has_file_dialog() -> bool {
    let version = || -> zbus::Result<u32> {
        let connection = Connection::session()?;
        Proxy::new(&connection, PORTAL, PLACE, FILE_CHOOSER)?.get_property("version")
    };
    version().is_ok()
}

/// Reports whether the desktop prefers dark colours, now and whenever that changes, until `tell` says that nobody
/// listens any more.
///
/// # Errors
/// The portal does not say.
pub(super) fn watch_theme(mut tell: impl FnMut(bool) -> bool) -> zbus::Result<()> {
    let connection = Connection::session()?;
    let settings = Proxy::new(&connection, PORTAL, PLACE, SETTINGS)?;
    let is_dark = |value: &Value<'_>| -> Option<bool> {
        // Older portals put the value into another one.
        let value = if let Value::Value(inner) = value { inner } else { value };
        match u32::try_from(value).ok()? {
            1 => Some(true),
            2 => Some(false),
            _ => None,
        }
    };
    let mut changes = settings.receive_signal("SettingChanged")?;
    let now: OwnedValue = settings.call("Read", &(APPEARANCE, SCHEME))?;
    if is_dark(&now).is_some_and(|dark| !tell(dark)) {
        return Ok(());
    }
    for change in &mut changes {
        let body = change.body();
        let (group, name, value): (String, String, OwnedValue) = body.deserialize()?;
        let here = group == APPEARANCE && name == SCHEME;
        if here && is_dark(&value).is_some_and(|dark| !tell(dark)) {
            break;
        }
    }
    Ok(())
}

/// A name that no other request or session of this process has.
fn token() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("voltsight{}", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Asks a person, by the desktop's own dialog, to share a window. `restore` is what an earlier leave left to be known
/// by; the new one is given with the leave, where the desktop keeps it.
///
/// # Errors
/// Nothing is shared: why.
pub(super) fn ask(
    acts: bool,
    restore: Option<&str>,
) -> Result<(Leave, Option<String>, OwnedFd), Denied> {
    let offers = offers()?;
    let presses = acts && offers.remote_desktop > 0;
    let opener = if presses { REMOTE_DESKTOP } else { SCREEN_CAST };
    let options = Options::from([("session_handle_token", Value::from(token()))]);
    let (session, _) = Session::open(opener, options)?;
    let kept = |options: &mut Options<'_>| {
        options.insert("persist_mode", Value::from(KEPT));
        if let Some(restore) = restore {
            options.insert("restore_token", Value::from(restore.to_owned()));
        }
    };
    if presses {
        let mut options = Options::from([("types", Value::from(DEVICES))]);
        if offers.remote_desktop >= 2 {
            kept(&mut options);
        }
        session.request(REMOTE_DESKTOP, options, |portal, options| {
            portal.call_method("SelectDevices", &(&session.path, options))
        })?;
    }
    let kinds = if offers.windows { SOURCES } else { 1 };
    let mut options =
        Options::from([("types", Value::from(kinds)), ("multiple", Value::from(false))]);
    if offers.pointer {
        options.insert("cursor_mode", Value::from(METADATA));
    } else if offers.hidden {
        options.insert("cursor_mode", Value::from(HIDDEN));
    }
    if !presses && offers.screen_cast >= 4 {
        kept(&mut options);
    }
    session.request(SCREEN_CAST, options, |portal, options| {
        portal.call_method("SelectSources", &(&session.path, options))
    })?;
    let told = session.request(opener, Options::new(), |portal, options| {
        portal.call_method("Start", &(&session.path, "", options))
    })?;
    let (stream, size) = first_stream(&told)?;
    let leave = Leave {
        presses: presses && number(&told, "devices").is_some_and(|devices| devices & 2 != 0),
        tells_pointer: offers.pointer,
        session,
        stream,
        size,
    };
    let socket: zbus::zvariant::OwnedFd = leave
        .proxy(SCREEN_CAST)?
        .call("OpenPipeWireRemote", &(&leave.session.path, Options::new()))?;
    Ok((leave, text(&told, "restore_token"), socket.into()))
}

/// A session of the portal, with a connection of its own. It is closed with this, and so when what it was opened for
/// comes to nothing.
pub(super) struct Session {
    pub connection: Connection,
    pub path: OwnedObjectPath,
    closed: Arc<AtomicBool>,
}

impl Session {
    /// Opens a session of this kind, and gives what is told of it.
    ///
    /// # Errors
    /// The portal has none, or it does not open one.
    pub fn open(interface: &str, options: Options<'_>) -> Result<(Self, Told), Denied> {
        let connection = Connection::session()?;
        let told = request(&connection, interface, options, |portal, options| {
            portal.call_method("CreateSession", &(options))
        })?;
        let path = text(&told, "session_handle")
            .ok_or_else(|| Denied::NoPortal("it gives no session".into()))?;
        let path = OwnedObjectPath::try_from(path)?;
        let session = Self { connection, path, closed: Arc::default() };
        session.watch()?;
        Ok((session, told))
    }

    /// Notes when it is closed by the desktop: the window was closed, or a person has taken the leave back.
    fn watch(&self) -> Result<(), Denied> {
        let rule = MatchRule::builder()
            .msg_type(message::Type::Signal)
            .interface("org.freedesktop.portal.Session")?
            .member("Closed")?
            .path(&*self.path)?
            .build();
        let mut closings = MessageIterator::for_match_rule(rule, &self.connection, None)?;
        let noted = self.closed.clone();
        // It ends with the connection.
        std::thread::spawn(move || {
            let _ = closings.next();
            noted.store(true, Ordering::Release);
        });
        Ok(())
    }

    /// Whether the desktop has closed it, or is gone.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Makes a request, and waits for its answer: see [`request`].
    pub fn request(
        &self,
        interface: &str,
        options: Options<'_>,
        call: impl FnOnce(&Proxy<'_>, &Options<'_>) -> zbus::Result<zbus::Message>,
    ) -> Result<Told, Denied> {
        request(&self.connection, interface, options, call)
    }
}

impl Drop for Session {
    /// Should the bus be gone, so is the session. Those who listen end with the connection.
    fn drop(&mut self) {
        let session =
            Proxy::new(&self.connection, PORTAL, &*self.path, "org.freedesktop.portal.Session");
        let _ = session.and_then(|session| session.call_method("Close", &()));
        let _ = self.connection.clone().close();
    }
}

pub(super) fn text(told: &Told, name: &str) -> Option<String> {
    match &**told.get(name)? {
        Value::Str(text) => Some(text.to_string()),
        Value::ObjectPath(path) => Some(path.to_string()),
        _ => None,
    }
}

fn number(told: &Told, name: &str) -> Option<u32> {
    u32::try_from(told.get(name)?.try_clone().ok()?).ok()
}

/// The number of the stream that is shared, and how large it is in the coordinates of presses.
fn first_stream(told: &Told) -> Result<(u32, Option<(i32, i32)>), Denied> {
    let none = || Denied::NoPortal("it shares nothing".into());
    let streams = told.get("streams").ok_or_else(none)?.try_clone()?;
    let streams: Vec<(u32, Told)> = streams.try_into()?;
    let (stream, what) = streams.into_iter().next().ok_or_else(none)?;
    let size = what.get("size").and_then(|size| size.try_clone().ok()?.try_into().ok());
    Ok((stream, size))
}

/// Makes a request by a call with these options, and waits for its answer: a person may have to give it.
fn request(
    connection: &Connection,
    interface: &str,
    mut options: Options<'_>,
    call: impl FnOnce(&Proxy<'_>, &Options<'_>) -> zbus::Result<zbus::Message>,
) -> Result<Told, Denied> {
    let token = token();
    let name = connection.unique_name().map(|name| name.trim_start_matches(':').replace('.', "_"));
    let path = format!("{PLACE}/request/{}/{token}", name.unwrap_or_default());
    options.insert("handle_token", Value::from(token));
    // It is listened for before it is asked: the answer may come at once.
    let rule = MatchRule::builder()
        .msg_type(message::Type::Signal)
        .interface("org.freedesktop.portal.Request")?
        .member("Response")?
        .path(path.as_str())?
        .build();
    let mut answers = MessageIterator::for_match_rule(rule, connection, None)?;
    let portal = Proxy::new(connection, PORTAL, PLACE, interface)?;
    call(&portal, &options)?;
    let answer = answers.next().ok_or(Denied::Ended)??;
    let (code, told): (u32, Told) = answer.body().deserialize()?;
    match code {
        0 => Ok(told),
        1 => Err(Denied::Refused),
        _ => Err(Denied::Ended),
    }
}

impl Leave {
    fn proxy(&self, interface: &'static str) -> zbus::Result<Proxy<'_>> {
        Proxy::new(&self.session.connection, PORTAL, PLACE, interface)
    }

    /// Whether the desktop has closed the session, or is gone.
    pub fn is_closed(&self) -> bool {
        self.session.is_closed()
    }

    /// Puts the pointer on a point of the stream.
    ///
    /// # Errors
    /// The desktop refuses.
    pub fn put_pointer(&self, x: f64, y: f64) -> zbus::Result<()> {
        let body = (&self.session.path, Options::new(), self.stream, x, y);
        self.proxy(REMOTE_DESKTOP)?.call_method("NotifyPointerMotionAbsolute", &body)?;
        Ok(())
    }

    /// Presses or releases a button, by its number in Linux's `input-event-codes.h`.
    ///
    /// # Errors
    /// The desktop refuses.
    pub fn button(&self, code: i32, down: bool) -> zbus::Result<()> {
        self.press("NotifyPointerButton", code, down)
    }

    /// Presses or releases a key, by its X key symbol.
    ///
    /// # Errors
    /// The desktop refuses.
    pub fn key(&self, symbol: i32, down: bool) -> zbus::Result<()> {
        self.press("NotifyKeyboardKeysym", symbol, down)
    }

    fn press(&self, method: &str, what: i32, down: bool) -> zbus::Result<()> {
        let body = (&self.session.path, Options::new(), what, u32::from(down));
        self.proxy(REMOTE_DESKTOP)?.call_method(method, &body)?;
        Ok(())
    }
}
