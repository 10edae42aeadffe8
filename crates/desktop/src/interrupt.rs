//! The wish to stop, from outside: a signal is noted, so that what is pressed can be released and a
//! summary given.

use crate::system;
use std::sync::mpsc;
use std::time::Duration;
use std::{io, thread};

/// How often it is looked whether the process is to end while it waits for a line.
const LOOK: Duration = Duration::from_millis(50);

/// From now on the first wish to end the process is only noted: Ctrl-C, and on Unix SIGTERM, SIGQUIT and
/// SIGHUP, the last unless whoever started the process had it ignored (`nohup`). On Unix a second one ends
/// the process at once, and so does a closed terminal that has not ended it within a second.
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

/// From now on `before` is called before the process is suspended or ended at once, and `after` when it goes on:
/// for a view that has the terminal. Only the first such pair counts.
pub fn around_suspension(before: fn(), after: fn()) {
    system::around_suspension(before, after);
}

/// The next line of standard input; `None` when there are no more, or when the process is asked to end.
///
/// # Errors
/// Standard input cannot be read.
pub fn read_line() -> io::Result<Option<String>> {
    let (sender, lines) = mpsc::channel();
    // What is asked of the process does not end a read. A thread that still waits for a line ends with it.
    thread::spawn(move || {
        let mut line = String::new();
        let read = io::stdin().read_line(&mut line).map(|bytes| (bytes > 0).then_some(line));
        let _ = sender.send(read);
    });
    while asked().is_none() {
        match lines.recv_timeout(LOOK) {
            Ok(line) => return line,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(None)
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
