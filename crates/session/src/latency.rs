//! Estimates how soon the game answers, from its answers so far.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The longest that effects lately took to show, forgotten little by little. An emulator that gets
/// too little of the machine answers late: a tap that is repeated too soon meets a game that has gone
/// on.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Latency(Duration);

/// An effect that takes so many times as long as any lately is taken not to come.
const TIMES: u32 = 3;

impl Latency {
    /// An effect showed `after` its act.
    pub fn learn(&mut self, after: Duration) {
        self.0 = after.max(self.0 * 7 / 8);
    }

    /// The time to wait for an effect that takes up to `within` on a fast machine.
    pub fn allow(self, within: Duration) -> Duration {
        within.max(TIMES * self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_slow_game_is_given_time_until_it_is_fast_again() {
        let mut latency = Latency::default();
        assert_eq!(latency.allow(900 * MS), 900 * MS);
        latency.learn(200 * MS);
        assert_eq!(latency.allow(900 * MS), 900 * MS);
        latency.learn(800 * MS);
        assert_eq!(latency.allow(900 * MS), 2400 * MS);
        for _ in 0..8 {
            latency.learn(200 * MS);
        }
        assert_eq!(latency.allow(900 * MS), 900 * MS);
    }
}
