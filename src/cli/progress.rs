//! How far a long run is, on standard error where that is a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often it is told anew.
const EVERY: Duration = Duration::from_millis(100);

/// A count that is shown while it grows.
#[derive(Debug)]
pub(super) struct Progress {
    what: &'static str,
    wanted: bool,
    count: usize,
    told: Option<Instant>,
}

impl Progress {
    /// A count of `what`, 0 at first.
    pub fn new(what: &'static str) -> Self {
        Self { what, wanted: std::io::stderr().is_terminal(), count: 0, told: None }
    }

    /// One more.
    pub fn step(&mut self) {
        self.count += 1;
        if self.wanted && self.told.is_none_or(|told| told.elapsed() > EVERY) {
            self.told = Some(Instant::now());
            // That nobody sees it is not an error.
            let _ = write!(std::io::stderr(), "\r{} {} ", self.count, self.what);
        }
    }

    /// Takes it off the terminal, before something else is written there.
    pub fn clear(&mut self) {
        if self.told.take().is_some() {
            let _ = write!(std::io::stderr(), "\r{:w$}\r", "", w = self.what.len() + 22);
        }
    }
}
