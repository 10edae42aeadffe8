//! An act that was made, and the state of its effect.

use super::act::Act;
use super::latency::Latency;
use super::player::Player;
use std::time::Duration;

/// The number of pictures without an effect before an act is made again: while the whole machine is halted, the game
/// cannot answer.
const PICTURES: u32 = 8;

/// The state of the last act.
pub(super) enum Stage<P: Player> {
    /// There is none, or its effect was seen.
    Idle,
    /// Its effect is awaited.
    Underway(Attempt<P>),
    /// Its effect did not show in time: the picture is judged anew, and the act may be made again.
    Expired(Attempt<P>),
}

/// An act that was made.
pub(super) struct Attempt<P: Player> {
    pub act: Act<P::Move>,
    /// What the picture showed before the last attempt.
    pub before: P::Sight,
    /// When it was first made.
    pub first: Duration,
    /// When it was last made.
    pub at: Duration,
    /// How often it was made.
    pub made: u32,
    /// How many pictures have shown no effect since then.
    pub looks: u32,
}

impl<P: Player> Stage<P> {
    /// Whether an effect is awaited.
    pub fn is_underway(&self) -> bool {
        matches!(self, Self::Underway(_))
    }

    /// The act, if its effect was not seen.
    pub fn attempt(&self) -> Option<&Attempt<P>> {
        match self {
            Self::Idle => None,
            Self::Underway(attempt) | Self::Expired(attempt) => Some(attempt),
        }
    }
}

impl<P: Player> Attempt<P> {
    /// Whether its effect should have shown by `now`. What can do no harm if it comes twice waits no longer than it
    /// says.
    pub fn is_due(&self, now: Duration, latency: Latency) -> bool {
        let (within, looks) = match self.repeats_safely() {
            true => (self.act.within, 1),
            false => (latency.allow(self.act.within), PICTURES),
        };
        self.looks >= looks && now.saturating_sub(self.at) >= within
    }

    /// Whether it may follow itself in any case: a tap that dismisses a message box is made where there is nothing else.
    /// A key that dismisses one does something else once the box is gone.
    fn repeats_safely(&self) -> bool {
        self.act.dismissal && self.act.gesture.is_tap()
    }
}
