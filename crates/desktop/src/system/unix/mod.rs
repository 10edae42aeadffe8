//! Linux and its kin.

mod signals;

pub use signals::{
    around_suspension, asked, listen, listen_for_suspension, suspend_if_asked, suspension_is_asked,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{Error, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

/// Lets Ctrl-C, Ctrl-Z and Ctrl-\ send their signals, which raw mode ends.
pub fn keep_signals() {
    use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};

    let keep = |terminal: BorrowedFd<'_>| -> rustix::io::Result<()> {
        let mut modes = tcgetattr(terminal)?;
        modes.local_modes |= LocalModes::ISIG;
        tcsetattr(terminal, OptionalActions::Now, &modes)
    };
    // Without a terminal there are no keys.
    let _ = with_terminal(keep);
}

/// Does something with the terminal that crossterm reads: standard input, else the controlling terminal.
fn with_terminal<T>(
    what: impl FnOnce(BorrowedFd<'_>) -> rustix::io::Result<T>,
) -> std::io::Result<T> {
    let input = std::io::stdin();
    if rustix::termios::isatty(&input) {
        return Ok(what(input.as_fd())?);
    }
    Ok(what(std::fs::File::open("/dev/tty")?.as_fd())?)
}

/// Waits until keys were pressed in the terminal, or for so long; how long whoever reads them is to wait then.
///
/// # Errors
/// The terminal was closed: whoever reads it now reads nothing for ever, without a pause.
pub fn wait_for_keys(wait: Duration) -> std::io::Result<Duration> {
    let limit = Timespec::try_from(wait).unwrap_or_default();
    let waited = with_terminal(|terminal| {
        let mut ask = [PollFd::from_borrowed_fd(terminal, PollFlags::IN)];
        poll(&mut ask, Some(&limit))?;
        Ok(ask[0].revents())
    });
    match waited {
        Ok(seen) if seen.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
            Err(Error::new(ErrorKind::NotConnected, "the terminal was closed"))
        }
        // A signal, such as that of another size.
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(Duration::ZERO),
        waited => waited.map(|_| Duration::ZERO),
    }
}

/// Whether something is to be read there, within so long; a signal may end the wait.
///
/// # Errors
/// When that cannot be asked.
#[cfg(all(feature = "live", target_os = "linux"))]
pub(super) fn is_readable(from: BorrowedFd<'_>, wait: Duration) -> std::io::Result<bool> {
    let limit = Timespec::try_from(wait).unwrap_or_default();
    match poll(&mut [PollFd::from_borrowed_fd(from, PollFlags::IN)], Some(&limit)) {
        Err(rustix::io::Errno::INTR) => Ok(false),
        asked => Ok(asked? > 0),
    }
}

/// Whether text can be placed on a terminal of this name, the variable `TERM`.
pub fn can_place(term: Option<&str>) -> bool {
    term.is_some_and(|term| !term.is_empty() && term != "dumb")
}

/// Whether the standard output is a pipe that nobody reads any more.
pub fn reader_is_gone() -> bool {
    let out = std::io::stdout();
    let mut ask = [PollFd::new(&out, PollFlags::empty())];
    poll(&mut ask, Some(&Timespec::default())).is_ok()
        && ask[0].revents().intersects(PollFlags::ERR)
}

/// Whether an error of writing, by its number, says that nobody reads, beyond what the standard library tells.
pub fn says_unread(_: Option<i32>) -> bool {
    false
}

/// The time that this thread has worked: it does not go on while another program has the processor.
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(time.tv_sec.unsigned_abs(), nanoseconds)
}

/// Whether there is no process of this number any more.
pub fn has_ended(pid: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.is_none_or(|pid| test_kill_process(pid) == Err(Errno::SRCH))
}

/// Lets what was sent to the windows of this thread arrive: hotkeys are heard without one.
#[cfg(feature = "live")]
pub fn hear_messages() {}
