//! The wish to stop, from outside: a signal is noted, so that what is pressed can be released and a
//! summary given.

use crate::system;

/// From now on what would end the process is only noted: Ctrl-C, and on Unix SIGTERM, SIGQUIT and
/// SIGHUP, the last unless whoever started the process had it ignored (`nohup`).
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    system::listen()
}

/// As [`listen`], and Ctrl-Z stops the process only while [`asked`] is called: not while something
/// is pressed.
///
/// # Errors
/// When the system refuses.
pub fn listen_while_acting() -> anyhow::Result<()> {
    system::listen()?;
    system::listen_for_suspension()
}

/// From now on `before` is called before the process is suspended, and `after` when it goes on: for a
/// view that has the terminal. Only the first such pair counts.
pub fn around_suspension(before: fn(), after: fn()) {
    system::around_suspension(before, after);
}

/// Calls `handle` at Ctrl-C from now on, where there is such a key.
///
/// # Errors
/// When the system refuses.
pub fn on_ctrl_c(handle: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    system::on_ctrl_c(handle)
}

/// Why to stop, if that was asked for. A wish to be suspended (Ctrl-Z) is fulfilled here.
pub fn asked() -> Option<String> {
    system::suspend_if_asked();
    system::asked()
}

/// Whether anything was asked for that what is pressed should be released for at once.
#[cfg(feature = "live")]
pub fn is_pending() -> bool {
    system::asked().is_some() || system::suspension_is_asked()
}
