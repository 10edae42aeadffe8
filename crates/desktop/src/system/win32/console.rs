//! The ways in which a console asks a program to end.

use super::calls::{self, Ending};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why to stop. Those who pressed Ctrl-C know that they did.
const ENDINGS: [(Ending, &str); 5] = [
    (Ending::CtrlC, "interrupted"),
    (Ending::CtrlBreak, "asked to end (Ctrl-Break)"),
    (Ending::Close, "the console was closed"),
    (Ending::Logoff, "the session ends"),
    (Ending::Shutdown, "the system shuts down"),
];

/// The place in [`ENDINGS`] of what was asked for last, from 1 on; 0 without it.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// From now on what would end the process is only noted: Ctrl-C, Ctrl-Break, the console that is closed, and
/// the session that ends. For the last three Windows leaves a few seconds.
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    fn note(ending: Ending) {
        let place = ENDINGS.iter().position(|&(known, _)| known == ending);
        ASKED.store(place.map_or(0, |place| place + 1), Ordering::Relaxed);
    }
    calls::on_endings(note)?;
    Ok(())
}

/// Why to end, if that was asked for.
pub fn asked() -> Option<String> {
    let place = ASKED.load(Ordering::Relaxed).checked_sub(1)?;
    Some(ENDINGS[place].1.to_owned())
}

/// Lets Ctrl-C ask for the end, which raw mode makes a key like others.
pub fn keep_signals() {
    calls::keep_ctrl_c();
}
