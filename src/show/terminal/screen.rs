//! The terminal while the live view has it: the alternate screen, keys read one by one and not shown.
//! It is given back after every way out.

use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use desktop::{interrupt, system};
use std::io::stdout;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// How long drawing may hold up giving the terminal back.
const HELD_UP: Duration = Duration::from_millis(300);

/// Whether the view has the terminal.
static TAKEN: Mutex<bool> = Mutex::new(false);
/// How often it was taken: each time all has to be drawn anew.
static TIMES: AtomicUsize = AtomicUsize::new(0);
/// Whether it was given back for a suspension only.
static SUSPENDED: AtomicBool = AtomicBool::new(false);

fn taken() -> MutexGuard<'static, bool> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As [`taken`], unless somebody has it for longer than this.
fn taken_within(limit: Duration) -> Option<MutexGuard<'static, bool>> {
    let start = Instant::now();
    loop {
        match TAKEN.try_lock() {
            Ok(taken) => return Some(taken),
            Err(TryLockError::Poisoned(taken)) => return Some(taken.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() >= limit => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Takes the terminal. Keys that stop or suspend a program (Ctrl-C, Ctrl-Z) go on to do so.
///
/// # Errors
/// The terminal cannot be written.
pub(super) fn take() -> std::io::Result<()> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |what| {
            give_back();
            before(what);
        }));
        interrupt::around_suspension(suspend, resume);
    });
    let mut taken = taken();
    if !*taken {
        execute!(stdout(), EnterAlternateScreen, Hide)?;
        *taken = true;
        TIMES.fetch_add(1, Ordering::Relaxed);
        // Without a keyboard there are no keys to press, and all else works.
        if enable_raw_mode().is_ok() {
            system::keep_signals();
        }
    }
    Ok(())
}

/// How often the terminal was taken.
pub(super) fn times_taken() -> usize {
    TIMES.load(Ordering::Relaxed)
}

fn suspend() {
    SUSPENDED.store(give_back(), Ordering::Relaxed);
}

fn resume() {
    if SUSPENDED.swap(false, Ordering::Relaxed) {
        // If it cannot be written, drawing will tell.
        let _ = take();
    }
}

/// Gives the terminal back, if the view has it; whether it had. A terminal that takes no more text (Ctrl-S)
/// may hold up whoever draws on it, and gets nothing either.
pub(super) fn give_back() -> bool {
    let Some(mut taken) = taken_within(HELD_UP) else { return false };
    let had = std::mem::take(&mut *taken);
    if had {
        // A terminal that is gone needs nothing back.
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), Show, LeaveAlternateScreen);
    }
    had
}

/// Does something while the view surely has the terminal, and keeps it; `None` if it does not have it.
pub(super) fn while_taken<T>(what: impl FnOnce() -> T) -> Option<T> {
    let taken = taken();
    taken.then(what)
}

/// Whether it is a terminal on which text can be placed.
pub(super) fn can_place() -> bool {
    system::can_place(std::env::var("TERM").ok().as_deref())
}
