//! Browsers, which have next to nothing of it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is only noted.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    super::ctrl_c::on_ctrl_c(|| ASKED.store(true, Ordering::Relaxed))
}

/// There is no Ctrl-Z.
///
/// # Errors
/// None.
pub fn listen_for_suspension() -> anyhow::Result<()> {
    Ok(())
}

/// Why to end, if Ctrl-C was pressed.
pub fn asked() -> Option<String> {
    ASKED.load(Ordering::Relaxed).then(|| "interrupted".to_owned())
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

/// There are no signals that raw mode ends.
pub fn keep_signals() {}

/// Whether text can be placed on the terminal.
pub fn can_place(_: Option<&str>) -> bool {
    true
}

/// Whether nobody reads the standard output: where this cannot be asked, the next line tells.
pub fn reader_is_gone() -> bool {
    false
}

/// Whether an error of writing, by its number, says that nobody reads, beyond what the standard library tells.
pub fn says_unread(_: Option<i32>) -> bool {
    false
}

/// The time that has passed: how much of it this thread has worked cannot be asked.
pub fn thread_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
