//! Ctrl-C as a wish to stop, so that a summary can be given.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is only noted.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    Ok(ctrlc::set_handler(|| ASKED.store(true, Ordering::Relaxed))?)
}

/// Why to stop, if Ctrl-C was pressed.
pub fn asked() -> Option<String> {
    ASKED.load(Ordering::Relaxed).then(|| "interrupted".to_owned())
}
