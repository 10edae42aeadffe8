//! Why no step is made.

use std::time::Duration;

/// Why there is no step to make.
pub(super) enum Hindrance {
    /// Something is to happen first: what, and how long that may take.
    Wait(&'static str, Duration),
    /// What was read cannot be acted upon.
    Doubt(String),
}
