//! Waiting for something to watch.

use super::Loop;
use crate::output::warn;
use anyhow::bail;
use desktop::interrupt;
use std::time::Duration;

/// A wait that says once what it waits for.
pub(super) struct Waiting<'a> {
    of: &'a Loop,
    told: Option<String>,
}

impl Loop {
    /// A wait that ends when this is interrupted, and fails when its time is up.
    pub(super) fn waiting(&self) -> Waiting<'_> {
        Waiting { of: self, told: None }
    }
}

impl Waiting<'_> {
    /// Whether to look once more.
    ///
    /// # Errors
    /// The time is up.
    pub fn goes_on(&self) -> anyhow::Result<bool> {
        if self.of.options.goals.is_late() {
            bail!("the time is up: there was nothing to watch");
        }
        Ok(interrupt::asked().is_none())
    }

    /// Says what is waited for, if that is new, and waits for a moment.
    pub fn wait(&mut self, why: impl ToString, moment: Duration) {
        let why = Some(why.to_string());
        if self.told != why {
            why.iter().for_each(warn);
            self.told = why;
        }
        std::thread::sleep(moment);
    }

    /// Says that a window is waited for, if that is new, and waits for a moment.
    #[cfg(feature = "live")]
    pub fn wait_for_window(&mut self, wanted: impl std::fmt::Display) {
        let why = format!("waiting for a window: {wanted}; `voltsight doctor --windows` lists all");
        self.wait(why, Duration::from_millis(500));
    }
}
