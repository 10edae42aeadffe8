//! The wish to stop, from outside: a signal is noted, so that what is pressed can be released and a
//! summary given.

#[cfg(not(unix))]
use other as system;
#[cfg(unix)]
use unix as system;

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
    #[cfg(not(target_family = "wasm"))]
    ctrlc::set_handler(handle)?;
    #[cfg(target_family = "wasm")]
    drop(handle);
    Ok(())
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

#[cfg(unix)]
mod unix {
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

    pub fn listen() -> anyhow::Result<()> {
        for (signal, _) in ENDINGS {
            if signal != SIGHUP || !is_ignored(SIGHUP) {
                flag::register_usize(signal, ENDING.clone(), signal as usize)?;
            }
        }
        Ok(())
    }

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

    pub fn around_suspension(before: fn(), after: fn()) {
        // A second view of the same process has the same terminal.
        let _ = AROUND.set(Around { before, after });
    }

    pub fn asked() -> Option<String> {
        let signal = ENDING.load(Ordering::Relaxed) as i32;
        let (_, why) = ENDINGS.into_iter().find(|&(number, _)| number == signal)?;
        Some(why.to_owned())
    }

    #[cfg(feature = "live")]
    pub fn suspension_is_asked() -> bool {
        SUSPENSION.load(Ordering::Relaxed)
    }

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
}

#[cfg(not(unix))]
mod other {
    use std::sync::atomic::{AtomicBool, Ordering};

    static ASKED: AtomicBool = AtomicBool::new(false);

    pub fn listen() -> anyhow::Result<()> {
        super::on_ctrl_c(|| ASKED.store(true, Ordering::Relaxed))
    }

    pub fn listen_for_suspension() -> anyhow::Result<()> {
        Ok(())
    }

    pub fn asked() -> Option<String> {
        ASKED.load(Ordering::Relaxed).then(|| "interrupted".to_owned())
    }

    pub fn around_suspension(_: fn(), _: fn()) {}

    #[cfg(feature = "live")]
    pub fn suspension_is_asked() -> bool {
        false
    }

    pub fn suspend_if_asked() {}
}
