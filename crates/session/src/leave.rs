//! Pause and step: how far a person lets the loop go.

use serde::{Deserialize, Serialize};

/// How far the loop may go by the person's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Leave {
    /// As far as it likes.
    #[default]
    Free,
    /// One move that counts.
    OneMove,
    /// As far as the next move that counts, which is not made.
    BeforeNext,
    /// Nowhere.
    Paused,
}
