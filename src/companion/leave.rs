//! What the loop may do by the person's word.

/// How far the loop may go by the person's word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Leave {
    /// As far as it likes.
    #[default]
    Free,
    /// One move that counts.
    OneMove,
    /// Nowhere.
    Paused,
}
