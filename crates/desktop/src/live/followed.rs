//! The window that is followed at the moment.

use super::seen::WindowId;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number that no window has.
const NONE: WindowId = 0;

/// The window that a source follows at the moment, shared with the guard of the hand that acts on
/// it. A window that is closed and opened again has a new number.
#[derive(Clone, Debug, Default)]
pub struct Followed(Arc<AtomicU32>);

impl Followed {
    /// The window; `None` while it is gone.
    pub fn get(&self) -> Option<WindowId> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&window| window != NONE)
    }

    pub(crate) fn set(&self, window: Option<WindowId>) {
        self.0.store(window.unwrap_or(NONE), Ordering::Relaxed);
    }
}
