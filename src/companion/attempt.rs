//! An act under way: made, its effect not yet seen.

use super::act::Act;
use super::latency::Latency;
use super::player::Player;
use std::time::Duration;

/// An act that was made.
pub(super) struct Attempt<P: Player> {
    pub act: Act<P::Move>,
    /// What the picture showed before the first attempt.
    pub before: P::Sight,
    /// When it was first made.
    pub first: Duration,
    /// When it was last made.
    pub at: Duration,
    /// How often it was made.
    pub made: u32,
    /// Whether its time is up: the picture is judged anew, and the act may be made again.
    pub expired: bool,
}

impl<P: Player> Attempt<P> {
    /// Whether its effect should have shown by `now`. A nudge may follow another in any case.
    pub fn is_due(&self, now: Duration, latency: Latency) -> bool {
        let within = self.act.within;
        let within = if self.act.nudge { within } else { latency.allow(within) };
        now.saturating_sub(self.at) >= within
    }
}
