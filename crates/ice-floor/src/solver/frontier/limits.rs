//! Why there may be no answer.

/// More states than this at a tile are given up on: at about 100 bytes each, and 4 for each of the tiles'
/// states that are kept to find the way back, this bounds the memory at about 1 GB for 200 tiles.
pub(super) const MOST_STATES: usize = 1_000_000;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCount {
    /// Stopped.
    #[error("it was stopped before all states were counted")]
    Stopped,
    /// The floor is too wide.
    #[error("the floor is too wide: more than {MOST_STATES} states at a tile")]
    TooWide,
    /// More walks than fit into 128 bits.
    #[error("there are more than 3.4e38 walks")]
    TooMany,
}
