//! The signals that ask the process to end or to pause.

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::flag;
use signal_hook::low_level::{emulate_default_handler, pipe};
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Once, OnceLock, mpsc};
use std::time::Duration;

/// How long a process whose terminal was closed may take to end by itself: nobody is left to ask it again.
const HUNG_UP: Duration = Duration::from_secs(1);

/// How long a process that is asked a second time may take to end by itself.
const ORDERLY: Duration = Duration::from_millis(300);

/// How long giving back what was taken may take when the process is ended hard.
const LAST_ACT: Duration = Duration::from_millis(500);

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

/// From now on the first signal that would end the process is only noted. The second ends it, whatever it is
/// doing, and so does a closed terminal that has not ended it within a second. SIGHUP stays ignored where whoever
/// started the process had it ignored (`nohup`).
///
/// # Errors
/// When the system refuses.
pub fn listen() -> anyhow::Result<()> {
    static LISTENING: Once = Once::new();
    let mut listening = Ok(());
    LISTENING.call_once(|| listening = begin_to_listen());
    Ok(listening?)
}

fn begin_to_listen() -> std::io::Result<()> {
    let (heard, told) = UnixStream::pair()?;
    for (signal, _) in ENDINGS {
        if signal != SIGHUP || !is_ignored(SIGHUP) {
            flag::register_usize(signal, ENDING.clone(), signal as usize)?;
            // After the flag: whoever hears of a signal finds it noted.
            pipe::register(signal, told.try_clone()?)?;
        }
    }
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || end_if_asked_again(heard))?;
    Ok(())
}

/// Ends the process at its second signal.
fn end_if_asked_again(mut heard: UnixStream) {
    let mut signal = [0];
    if heard.read_exact(&mut signal).is_err() {
        return;
    }
    let is_hung_up = ENDING.load(Ordering::Relaxed) == SIGHUP as usize;
    // Without a limit nothing but the second signal ends it.
    let _ = heard.set_read_timeout(is_hung_up.then_some(HUNG_UP));
    let _ = heard.read_exact(&mut signal);
    // A closed terminal may send two at once: what ends in order puts the pointer back.
    std::thread::sleep(ORDERLY);
    end_hard();
}

/// Gives back what was taken, as far as that can be done in [`LAST_ACT`], and ends the process by its signal.
fn end_hard() {
    let (done, wait) = mpsc::channel();
    std::thread::spawn(move || {
        if let Some(around) = AROUND.get() {
            (around.before)();
        }
        #[cfg(feature = "live")]
        crate::system::presser::release_all();
        let _ = done.send(());
    });
    let _ = wait.recv_timeout(LAST_ACT);
    let _ = emulate_default_handler(ENDING.load(Ordering::Relaxed) as i32);
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

/// What is called before the process is suspended or ended hard, and when it goes on. Only the first pair counts.
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
        let _ = emulate_default_handler(SIGTSTP);
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
