//! Why boards were not listed.

use crate::solver::conflict::Conflict;

/// Why the boards were not listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotListed {
    /// None fits.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// More fit than were asked for.
    #[error("more than {0} boards fit: give the level, or use a smaller board")]
    TooMany(usize),
    /// Time was up before all were found.
    #[error("time was up when {boards} boards that fit were found: allow more time")]
    TimeUp {
        /// How many were found.
        boards: usize,
    },
    /// The objective depends on the level, which is not known.
    #[error(
        "the objectives \"level\" and \"campaign\" depend on the level of the game: give the level"
    )]
    LevelUnknown,
}
