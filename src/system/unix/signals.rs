//! The signals that ask the process to end or to pause.

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

/// Why to stop, by the signal. Those who ended the terminal or pressed Ctrl-C know that they did.
const ENDINGS: [(i32, &str); 4] = [
    (SIGINT, "interrupted"),
    (SIGTERM, "asked to end (SIGTERM)"),
    (SIGHUP, "the terminal was closed (SIGHUP)"),
    (SIGQUIT, "asked to end (SIGQUIT)"),
];

/// The last signal of [`ENDINGS`]; 0 without one.
static ENDING: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
static SUSPENSION: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on signals that would end the process are only noted: but for SIGHUP where whoever started the
/// process had it ignored (`nohup`).
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    for (signal, _) in ENDINGS {
        if signal != SIGHUP || !is_ignored(SIGHUP) {
            flag::register_usize(signal, ENDING.clone(), signal as usize)?;
        }
    }
    Ok(())
}

/// From now on Ctrl-Z is only noted.
///
/// # Errors
/// When the system refuses.
pub fn listen_for_suspension() -> anyhow::Result<()> {
    if !is_ignored(SIGTSTP) {
        flag::register(SIGTSTP, SUSPENSION.clone())?;
    }
    Ok(())
}

static AROUND: OnceLock<Around> = OnceLock::new();

struct Around {
    before: fn(),
    after: fn(),
}

/// What is called before the process is suspended, and when it goes on. Only the first pair counts.
pub fn around_suspension(before: fn(), after: fn()) {
    // A second view of the same process has the same terminal.
    let _ = AROUND.set(Around { before, after });
}

/// Why to end, if a signal has asked for it.
pub fn asked() -> Option<String> {
    let signal = ENDING.load(Ordering::Relaxed) as i32;
    let (_, why) = ENDINGS.into_iter().find(|&(number, _)| number == signal)?;
    Some(why.to_owned())
}

/// Whether Ctrl-Z was pressed.
pub fn suspension_is_asked() -> bool {
    SUSPENSION.load(Ordering::Relaxed)
}

/// Suspends the process, if that was asked for.
pub fn suspend_if_asked() {
    if SUSPENSION.swap(false, Ordering::Relaxed) {
        let around = AROUND.get();
        if let Some(around) = around {
            (around.before)();
        }
        // It was asked for; should the system refuse, the program just runs on.
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
        if let Some(around) = around {
            (around.after)();
        }
    }
}

/// Whether this process was started to ignore the signal, as far as the system tells: proc(5)
/// has one bit for each signal, the lowest for signal 1.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}
