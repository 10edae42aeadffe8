//! Reasons why the player makes no step.

use std::time::Duration;

/// A reason why the player makes no step.
pub(super) enum Hindrance {
    /// The player waits: for what, and for how long at most.
    Wait(&'static str, Duration),
    /// The reading is in doubt, for this reason.
    Doubt(String),
}
