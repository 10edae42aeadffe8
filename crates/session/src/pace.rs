//! How often the loop looks, and what it takes for still.

use crate::consoles::Timing;
use std::time::Duration;

/// How often the loop looks, and what it takes for still.
#[derive(Clone, Debug)]
pub struct Pace {
    /// From one picture to the next while something happens.
    pub poll: Duration,
    /// From one picture to the next while nothing has changed for `lull`.
    pub idle_poll: Duration,
    /// How long nothing must change for `idle_poll`.
    pub lull: Duration,
    /// How long a picture must not change to count as still.
    pub still: Duration,
    /// How long a program may take to redraw itself after its window changed its size.
    pub redraw: Duration,
    /// The least time from the end of one act to the next.
    pub gap: Duration,
    /// How long the loop reads again when the reading cannot be right.
    pub doubt: Duration,
    /// How long the picture may move without a pause before the loop reports it.
    pub unrest: Duration,
    /// How long the loop waits, unless something holds it, for a game that does not go on or takes
    /// no input; then it gives up playing.
    pub standstill: Duration,
    /// Of a camera's pictures: the readings of successive ones are [combined](crate::Player::together), and one in which
    /// the game cannot be seen is passed by until it has been out of sight for so long. `None` for exact pictures, each
    /// of which stands for itself.
    pub glance: Option<Duration>,
}

impl Pace {
    /// The pace for a game of this timing. A game takes input in the pass after the one that drew
    /// what waits for it: what has stood for longer than a pass is still. It looks twice in that time,
    /// so that little of it is lost.
    pub fn with(timing: Timing) -> Self {
        const LATE: Duration = Duration::from_millis(7);
        let still = timing.pass + LATE;
        Self { poll: still / 2, still, gap: timing.gap, ..Self::default() }
    }

    /// The pace for pictures of a camera. A hand that shakes blurs a picture or two, and one that taps covers the game
    /// for about a second: so long its last reading holds. Twice as long, and advice for a board that is gone would stay
    /// for twice as long.
    #[must_use]
    pub fn through_camera(self) -> Self {
        const GLANCE: Duration = Duration::from_secs(2);
        Self { glance: Some(GLANCE), ..self }
    }

    /// How long after an act in vain the next one comes, after the `n`-th beyond those that follow
    /// each other at once.
    pub(super) fn rest(&self, n: u32) -> Duration {
        const MOST: Duration = Duration::from_secs(30);
        Duration::from_secs(1 << n.min(5)).min(MOST)
    }
}

impl Default for Pace {
    /// For a program that draws whenever something changes.
    fn default() -> Self {
        Self {
            poll: Duration::from_millis(35),
            idle_poll: Duration::from_millis(250),
            lull: Duration::from_secs(2),
            still: Duration::from_millis(65),
            redraw: Duration::from_secs(1),
            gap: Duration::ZERO,
            doubt: Duration::from_secs(5),
            unrest: Duration::from_secs(20),
            standstill: Duration::from_secs(600),
            glance: None,
        }
    }
}
