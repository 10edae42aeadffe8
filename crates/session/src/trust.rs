//! Whether what the player knows of the round may be out of date.

/// How far what the player knows can be trusted against what a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// The pictures have agreed with it without a break.
    Sound,
    /// The game was out of sight, held or standing still since: it may have gone on unseen, so a
    /// picture that contradicts what was known may well be right.
    Interrupted,
    /// It was dropped because of this doubt, which must not happen again for the same one.
    Renewed(String),
}

impl Trust {
    /// A picture is as expected. For which doubt the player has started anew stays known until
    /// there is a move to make.
    pub fn restore(&mut self) {
        if *self == Self::Interrupted {
            *self = Self::Sound;
        }
    }
}
