//! Windows: its console and its processes, and with the feature `live` its desktop as a `Platform`. All
//! coordinates are raw desktop pixels, whatever scale a monitor is set to.

mod calls;
mod console;
#[cfg(feature = "live")]
mod desk;
#[cfg(feature = "live")]
mod examined;
#[cfg(feature = "live")]
mod grab;
#[cfg(feature = "live")]
mod pointer;
#[cfg(feature = "live")]
mod stacking;
#[cfg(feature = "live")]
mod trials;
#[cfg(feature = "live")]
mod windows;

pub use console::{asked, keep_signals, listen};
#[cfg(feature = "live")]
pub use desk::{WindowsDesktop, connect, overlay};
#[cfg(feature = "live")]
pub use examined::session;

#[cfg(feature = "live")]
use crate::PointerButton;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// There is no Ctrl-Z.
///
/// # Errors
/// None.
pub fn listen_for_suspension() -> anyhow::Result<()> {
    Ok(())
}

/// How long whoever reads keys is to wait for them: as long as was asked.
///
/// # Errors
/// None.
pub fn wait_for_keys(wait: Duration) -> std::io::Result<Duration> {
    Ok(wait)
}

/// The process is never suspended.
pub fn around_suspension(_: fn(), _: fn()) {}

/// It never is.
pub fn suspension_is_asked() -> bool {
    false
}

/// It never is.
pub fn suspend_if_asked() {}

/// Whether text can be placed on the terminal: Windows' does not tell its name.
pub fn can_place(_: Option<&str>) -> bool {
    true
}

/// Whether nobody reads the standard output: where this cannot be asked, the next line tells.
pub fn reader_is_gone() -> bool {
    false
}

/// Whether an error of writing, by its number, says that nobody reads, beyond what the standard library tells:
/// ERROR_PIPE_NOT_CONNECTED.
pub fn says_unread(number: Option<i32>) -> bool {
    number == Some(233)
}

/// The time that has passed: how much of it this thread has worked is not asked.
pub fn thread_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Whether there is no process of this number any more.
#[cfg(feature = "live")]
pub fn has_ended(pid: u32) -> bool {
    calls::has_ended(pid)
}

/// Lets what was sent to the windows of this thread arrive: hotkeys are heard through one.
#[cfg(feature = "live")]
pub fn hear_messages() {
    calls::hear_messages();
}

/// Where the pointer is.
#[cfg(feature = "live")]
pub(super) fn pointer_place() -> Option<(i32, i32)> {
    pointer::place()
}

/// Lets `send` send the pointer to a pixel, and sees to it that it gets there.
#[cfg(feature = "live")]
pub(super) fn send_pointer<E>(
    to: (i32, i32),
    send: impl FnOnce() -> Result<(), E>,
) -> Result<(), E> {
    pointer::is_sent(to);
    send()?;
    pointer::correct(to);
    Ok(())
}

/// The button that does what this one is to do, where a person has swapped them: presses are of buttons, not
/// of what they do.
#[cfg(feature = "live")]
pub(super) fn as_swapped(button: PointerButton) -> PointerButton {
    match button {
        PointerButton::Left if calls::buttons_are_swapped() => PointerButton::Right,
        PointerButton::Right if calls::buttons_are_swapped() => PointerButton::Left,
        button => button,
    }
}
