//! The game's time: when it looks at the pen.
//!
//! The game runs once every two pictures of the screen and samples the pen then
//! (`NitroMain` and `ReadKeypadAndTouchpad` in pret/pokeheartgold). A tap between two samples
//! is lost, as on the real machine.

use crate::geometry::Point;
use std::time::Duration;

/// One iteration of the game: two frames of 355 x 6 x 263 cycles at 33.513982 MHz, 33.4 ms.
pub const ITERATION: Duration =
    Duration::from_nanos(2 * 355 * 6 * 263 * 1_000_000_000 / 33_513_982);

/// The pen as an iteration sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pen {
    /// Not on the screen.
    Up,
    /// On the screen.
    Down {
        /// Where, in pixels of the touch screen.
        at: Point,
        /// Whether the iteration before saw it up.
        new: bool,
    },
}

impl Pen {
    /// Whether it touches the screen.
    pub const fn is_down(self) -> bool {
        matches!(self, Self::Down { .. })
    }

    /// Whether it touches the screen since this very iteration.
    pub const fn is_new(self) -> bool {
        matches!(self, Self::Down { new: true, .. })
    }

    /// Where it touches the screen since this very iteration.
    pub const fn tap(self) -> Option<Point> {
        match self {
            Self::Down { at, new: true } => Some(at),
            _ => None,
        }
    }
}

/// Virtual time since the table was opened, and the pen samples in it.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    now: Duration,
    next: Duration,
    was_down: bool,
}

impl Clock {
    pub const fn new() -> Self {
        Self { now: Duration::ZERO, next: ITERATION, was_down: false }
    }

    pub const fn now(&self) -> Duration {
        self.now
    }

    /// Lets `time` pass with the pen at `pen`; `iterate` is called for every iteration in it.
    /// Returns how many there were.
    pub fn pass(
        &mut self,
        time: Duration,
        pen: Option<Point>,
        mut iterate: impl FnMut(Pen),
    ) -> u32 {
        let mut iterations = 0;
        self.now = self.now.saturating_add(time);
        while self.next <= self.now {
            iterate(match pen {
                Some(at) => Pen::Down { at, new: !self.was_down },
                None => Pen::Up,
            });
            self.was_down = pen.is_some();
            self.next += ITERATION;
            iterations += 1;
        }
        iterations
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_is_seen_once_and_only_if_a_sample_falls_into_it() {
        let at = Some(Point::new(1.0, 1.0));
        let mut clock = Clock::new();
        let mut pens = Vec::new();
        let ms = Duration::from_millis;
        clock.pass(ms(40), None, |p| pens.push(p));
        assert_eq!(clock.pass(ms(20), at, |p| pens.push(p)), 0, "between two samples");
        clock.pass(ms(20), None, |p| pens.push(p));
        clock.pass(ms(80), at, |p| pens.push(p));
        let new: Vec<bool> = pens.iter().map(|p| p.is_new()).collect();
        let down: Vec<bool> = pens.iter().map(|p| p.is_down()).collect();
        assert_eq!(down, [false, false, true, true]);
        assert_eq!(new, [false, false, true, false]);
        clock.pass(ms(5), None, |p| pens.push(p));
        clock.pass(ms(80), at, |p| pens.push(p));
        assert!(pens[4..].iter().all(|p| !p.is_new()), "no release was seen: {pens:?}");
    }

    #[test]
    fn iterations_come_at_29_9_hz() {
        let mut clock = Clock::new();
        assert_eq!(clock.pass(Duration::from_secs(60), None, |_| ()), 1794);
    }
}
