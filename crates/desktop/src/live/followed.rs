//! The window that is followed at the moment.

use super::kind::PlatformKind;
use super::seen::WindowId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number that no window has.
const NONE: WindowId = 0;

/// The window that a source follows at the moment, shared with the guard of the hand that acts on
/// it. A window that is closed and opened again has a new number.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    platform: PlatformKind,
    window: Arc<AtomicU32>,
}

impl Followed {
    pub(crate) fn on(platform: PlatformKind) -> Self {
        Self { platform, ..Self::default() }
    }

    /// The way to the desktop that the window is on.
    pub const fn platform(&self) -> PlatformKind {
        self.platform
    }

    /// The window; `None` while it is gone.
    pub fn get(&self) -> Option<WindowId> {
        Some(self.window.load(Ordering::Relaxed)).filter(|&window| window != NONE)
    }

    pub(crate) fn set(&self, window: Option<WindowId>) {
        self.window.store(window.unwrap_or(NONE), Ordering::Relaxed);
    }
}
