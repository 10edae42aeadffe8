//! Pause and step.

use serde::{Deserialize, Serialize};

/// How far the loop may go on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RunMode {
    /// No limit.
    #[default]
    Free,
    /// One more move of the game.
    OneMove,
    /// Until before the next move of the game.
    BeforeNext,
    /// It makes no move.
    Paused,
}
