//! What differs from one operating system to another: signals, terminals, time, processes, and the desktop with
//! its windows. Chosen at build time; nothing else asks for the operating system.

use std::process::Command;

mod ctrl_c;
#[cfg(all(feature = "live", target_os = "linux"))]
mod evdev;
#[cfg(feature = "live")]
mod held;
#[cfg(all(feature = "live", target_os = "macos"))]
mod macos;
#[cfg(all(feature = "live", not(target_os = "linux")))]
mod no_wayland;
#[cfg(not(any(unix, windows)))]
mod other;
#[cfg(feature = "live")]
pub mod portable;
#[cfg(all(feature = "live", target_os = "linux"))]
mod portal;
#[cfg(feature = "live")]
mod presser;
#[cfg(all(feature = "live", target_os = "linux"))]
mod raw_pixels;
#[cfg(feature = "live")]
mod releaser;
#[cfg(feature = "live")]
mod uncovered;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod win32;
#[cfg(all(feature = "live", target_os = "linux"))]
mod wlroots;
#[cfg(all(feature = "live", unix, not(target_os = "macos")))]
mod x11;

pub use ctrl_c::on_ctrl_c;
#[cfg(all(feature = "live", target_os = "macos"))]
pub use macos::{connect, notify, overlay, session};
#[cfg(not(any(unix, windows)))]
pub use other::*;
#[cfg(feature = "live")]
pub use presser::presser;
#[cfg(feature = "live")]
pub use releaser::serves_as_releaser;
#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use win32::*;
#[cfg(all(feature = "live", unix, not(target_os = "macos")))]
pub use x11::{XServer, connect, overlay, session};

#[cfg(all(feature = "live", not(any(unix, windows))))]
compile_error!("live use needs a desktop: build with --no-default-features");

/// Whether live use, with its feature, works on this system.
pub const LIVE_USE: bool = cfg!(any(target_os = "linux", target_os = "macos", windows));

/// What ffmpeg calls this system's cameras; `None` where they are not read by their paths.
pub const CAMERA_FORMAT: Option<&str> = if cfg!(target_os = "linux") { Some("v4l2") } else { None };

/// Lets a program that is started from here not hear what is typed in this terminal, such as Ctrl-C: whoever started it
/// ends it.
pub fn set_apart(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Whether the session is one of Wayland, by its environment.
#[cfg(feature = "live")]
pub(crate) fn is_wayland() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    set("WAYLAND_DISPLAY").is_some()
        || set("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland")
}

/// The file of a picture on the clipboard that is offered in another format than PNG only.
#[cfg(feature = "live")]
pub(crate) fn picture_that_is_no_png() -> Option<Vec<u8>> {
    #[cfg(all(unix, not(target_os = "macos")))]
    return x11::picture_that_is_no_png();
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    None
}

/// Whether other programs' windows may be seen: where a person has to allow it, they are asked.
#[cfg(feature = "live")]
fn may_capture() -> bool {
    #[cfg(target_os = "macos")]
    return macos::may_capture();
    #[cfg(not(target_os = "macos"))]
    true
}

/// Shows a desktop notification; whether the desktop does.
#[cfg(all(feature = "live", not(target_os = "macos")))]
pub fn notify(title: &str, sentence: &str) -> bool {
    let mut notification = notify_rust::Notification::new();
    notification.appname("voltsight").summary(title).body(sentence).show().is_ok()
}

/// Why this desktop has no dialog in which files are chosen, in a sentence; `None` where it has one, or that is not known.
pub fn why_no_file_dialog() -> Option<String> {
    #[cfg(all(feature = "live", target_os = "linux"))]
    return portal::why_no_file_dialog();
    #[cfg(not(all(feature = "live", target_os = "linux")))]
    None
}

/// Reports whether the desktop prefers dark colours, now and whenever that changes, as long as `tell` answers that
/// somebody listens. It waits in between: call it on a thread of its own. It ends at once where windows hear of that
/// by themselves, or the desktop does not say.
pub fn watch_theme(tell: impl FnMut(bool) -> bool) {
    #[cfg(all(feature = "live", target_os = "linux"))]
    portal::watch_theme(tell);
    #[cfg(not(all(feature = "live", target_os = "linux")))]
    drop(tell);
}

#[cfg(all(feature = "live", not(target_os = "linux")))]
pub(crate) use no_wayland::{
    connect as connect_portal, connect as connect_wlroots, is_there as has_portal,
    is_there as has_wlroots, presser as portal_presser, presser as wlroots_presser,
    session as portal_session, session as wlroots_session, will_act as portal_will_act,
};
#[cfg(all(feature = "live", target_os = "linux"))]
pub(crate) use portal::{
    connect as connect_portal, is_there as has_portal, presser as portal_presser,
    session as portal_session, will_act as portal_will_act,
};
#[cfg(all(feature = "live", target_os = "linux"))]
pub(crate) use wlroots::{
    connect as connect_wlroots, is_there as has_wlroots, presser as wlroots_presser,
    session as wlroots_session,
};
