//! The program around the window: what its companions tell it, and what it asks of them.

use desktop::interrupt;
use eframe::egui::Theme;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The program around the window.
#[derive(Default)]
pub(super) struct Host {
    /// The folder that sessions are logged in, if they are.
    pub log: Option<PathBuf>,
    summaries: Mutex<Vec<String>>,
    acting: AtomicBool,
    interrupted: Mutex<Option<String>>,
    closed: AtomicBool,
    /// Whether the desktop prefers dark colours, where it says so to who asks.
    dark: Mutex<Option<bool>>,
}

impl Host {
    /// One that has sessions logged in this folder, if any.
    pub fn logging(log: Option<PathBuf>) -> Self {
        Self { log, ..Self::default() }
    }

    /// Keeps what a session came to.
    pub fn sum_up(&self, summary: String) {
        self.summaries.lock().unwrap_or_else(PoisonError::into_inner).push(summary);
    }

    /// What the sessions came to, in order.
    pub fn summaries(&self) -> Vec<String> {
        std::mem::take(&mut self.summaries.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Says whether a companion may press something now. Then only it asks whether the program is to be
    /// suspended or ended: between two presses.
    pub fn set_acting(&self, acting: bool) {
        self.acting.store(acting, Ordering::Release);
    }

    /// Whether a companion may press something now.
    pub fn is_acting(&self) -> bool {
        self.acting.load(Ordering::Acquire)
    }

    /// Says that the window is closed.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// Whether the window is closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Says whether the desktop prefers dark colours.
    pub fn set_dark(&self, dark: bool) {
        *self.dark.lock().unwrap_or_else(PoisonError::into_inner) = Some(dark);
    }

    /// The theme that the desktop prefers, as far as it was asked.
    pub fn theme(&self) -> Option<Theme> {
        let dark = *self.dark.lock().unwrap_or_else(PoisonError::into_inner);
        dark.map(|dark| if dark { Theme::Dark } else { Theme::Light })
    }

    /// Whether the program is to end, as far as that was noticed.
    pub fn has_to_end(&self) -> bool {
        self.interrupted.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Why the program is to end, if it is. Suspends it, if that was asked for.
    pub fn interrupted(&self) -> Option<String> {
        let mut why = self.interrupted.lock().unwrap_or_else(PoisonError::into_inner);
        if why.is_none() {
            *why = interrupt::asked();
        }
        why.clone()
    }
}
