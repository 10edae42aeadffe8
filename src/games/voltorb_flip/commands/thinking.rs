//! How long `solve` thinks, and what it shows meanwhile: the deadline, Ctrl-C, and a line of progress.

use desktop::interrupt;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use voltorb_flip::solver::explain::percent;
use voltorb_flip::solver::{Monitor, Objective, Progress};

/// Whether something is being worked out, and whether to stop with what is known.
static THINKING: AtomicBool = AtomicBool::new(false);
static STOP: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that Ctrl-C ended, as shells give it: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// How long nothing is shown, and how often something new is.
const QUIET: Duration = Duration::from_millis(700);
const REFRESH: Duration = Duration::from_millis(200);

/// Thinks until it is dropped. Ctrl-C then means: stop with what is known; the second time, and while
/// nothing is worked out, it ends the program.
pub struct Thinking {
    start: Instant,
    deadline: Option<Duration>,
    objective: Objective,
    /// When progress was last shown; `None` where nobody looks at it.
    shown: Option<Mutex<Option<Instant>>>,
}

impl Thinking {
    /// Begins. Progress is shown on a terminal, if there is no deadline.
    ///
    /// # Errors
    /// The system does not let Ctrl-C be caught.
    pub fn begin(deadline: Option<Duration>, objective: Objective) -> anyhow::Result<Self> {
        static CAUGHT: AtomicBool = AtomicBool::new(false);
        if !CAUGHT.swap(true, Ordering::Relaxed) {
            interrupt::on_ctrl_c(|| {
                if THINKING.swap(false, Ordering::Relaxed) {
                    STOP.store(true, Ordering::Relaxed);
                } else {
                    std::process::exit(INTERRUPTED);
                }
            })?;
        }
        STOP.store(false, Ordering::Relaxed);
        THINKING.store(true, Ordering::Relaxed);
        let looked_at = deadline.is_none() && std::io::stderr().is_terminal();
        let shown = looked_at.then(|| Mutex::new(None));
        Ok(Self { start: Instant::now(), deadline, objective, shown })
    }

    fn line(&self, progress: Progress) -> String {
        let seconds = self.start.elapsed().as_secs_f64();
        let amount = |value: f64| match self.objective {
            Objective::Coins | Objective::Campaign(_) => format!("{value:.1} coins"),
            _ => percent(value),
        };
        let far = match progress {
            Progress::Listing { boards } => format!("{boards} boards fit so far"),
            Progress::Counting { states } => {
                format!("counting the boards that fit, {states} states")
            }
            Progress::Searching { nodes, lower, upper } => {
                format!("{nodes} nodes, from {} to {}", amount(lower), amount(upper))
            }
        };
        format!("{seconds:5.1} s: {far} (Ctrl-C: the best answer so far)")
    }
}

impl Monitor for Thinking {
    fn time_is_up(&self) -> bool {
        STOP.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn report(&self, progress: Progress) {
        let Some(shown) = &self.shown else { return };
        let Ok(mut shown) = shown.lock() else { return };
        let due = shown.map_or(self.start + QUIET, |last| last + REFRESH);
        if Instant::now() >= due {
            *shown = Some(Instant::now());
            // A line that cannot be shown is not a loss.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", self.line(progress));
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        THINKING.store(false, Ordering::Relaxed);
        let shown = self.shown.as_ref().and_then(|shown| *shown.lock().ok()?);
        if shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
