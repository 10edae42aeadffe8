//! A game's time: when it looks at what is pressed.
//!
//! A game runs once every so often and samples its controls then. A press between two samples is
//! lost, as on the real machine.

use std::time::Duration;

/// A control (a pen on a screen, a key) as a pass of a game's loop sees it. `P` tells which, or where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed<P> {
    /// Not pressed.
    Up,
    /// Pressed.
    Down {
        /// Where, or which.
        at: P,
        /// Whether the pass before saw nothing pressed.
        new: bool,
    },
}

impl<P: Copy> Pressed<P> {
    /// Whether it is pressed.
    pub const fn is_down(self) -> bool {
        matches!(self, Self::Down { .. })
    }

    /// Whether it is pressed since this very pass.
    pub const fn is_new(self) -> bool {
        matches!(self, Self::Down { new: true, .. })
    }

    /// Where, or which, if it is pressed since this very pass.
    pub const fn begun(self) -> Option<P> {
        match self {
            Self::Down { at, new: true } => Some(at),
            _ => None,
        }
    }
}

/// Virtual time since a game was opened, and the passes of its loop in it.
#[derive(Clone, Debug)]
pub struct VirtualClock {
    every: Duration,
    now: Duration,
    next: Duration,
    was_down: bool,
}

impl VirtualClock {
    /// The clock of a game that runs a pass each time that `every` is over.
    pub const fn new(every: Duration) -> Self {
        Self { every, now: Duration::ZERO, next: every, was_down: false }
    }

    /// The time that has passed.
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// Lets `time` pass with `pressed` held; `run` is called for every pass in it. Returns how many
    /// there were.
    pub fn pass<P: Copy>(
        &mut self,
        time: Duration,
        pressed: Option<P>,
        mut run: impl FnMut(Pressed<P>),
    ) -> u32 {
        let mut passes = 0;
        self.now = self.now.saturating_add(time);
        while self.next <= self.now {
            run(match pressed {
                Some(at) => Pressed::Down { at, new: !self.was_down },
                None => Pressed::Up,
            });
            self.was_down = pressed.is_some();
            self.next += self.every;
            passes += 1;
        }
        passes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::consoles::ds::PASS;

    #[test]
    fn a_press_is_seen_once_and_only_if_a_sample_falls_into_it() {
        let at = Some('a');
        let mut clock = VirtualClock::new(PASS);
        let mut seen = Vec::new();
        let ms = Duration::from_millis;
        clock.pass(ms(40), None, |p| seen.push(p));
        assert_eq!(clock.pass(ms(20), at, |p| seen.push(p)), 0, "between two samples");
        clock.pass(ms(20), None, |p| seen.push(p));
        clock.pass(ms(80), at, |p| seen.push(p));
        let new: Vec<bool> = seen.iter().map(|p| p.is_new()).collect();
        let down: Vec<bool> = seen.iter().map(|p| p.is_down()).collect();
        assert_eq!(down, [false, false, true, true]);
        assert_eq!(new, [false, false, true, false]);
        assert_eq!((seen[2].begun(), seen[3].begun()), (at, None));
        clock.pass(ms(5), None, |p| seen.push(p));
        clock.pass(ms(80), at, |p| seen.push(p));
        assert!(seen[4..].iter().all(|p| !p.is_new()), "no release was seen: {seen:?}");
    }

    #[test]
    fn passes_come_at_29_9_hz() {
        let mut clock = VirtualClock::new(PASS);
        assert_eq!(clock.pass(Duration::from_secs(60), None::<()>, |_| ()), 1794);
    }
}
