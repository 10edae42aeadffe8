//! What can be done in the game: a step, how it is made, and how its effect shows.

use super::super::floor::Direction;
use super::super::screen::{IceSighting, Place};
use crate::companion::Act;
use crate::grid::Cell;
use crate::input::{Gesture, Key};
use std::fmt;
use std::time::Duration;

/// How long an arrow key is held at least, so that a game that looks at it 60 times a second sees it.
pub(super) const HOLD: Duration = Duration::from_millis(60);
/// How much longer it is held until the step is seen to begin: turning takes 8 pictures, 134 ms, before
/// it. Holding it for longer than a step, 268 ms at the game's own speed, would begin a second one.
const HOLD_ON: Duration = Duration::from_millis(190);
/// How long a step may take to show; a turn and a step take 402 ms.
const EFFECT: Duration = Duration::from_millis(700);
/// A hero so many cells further did not come there by one press.
const MOST_OVERRUN: usize = 12;
/// How often a key is tried.
const TRIES: u32 = 6;

/// A step from one cell of the room to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloorStep {
    /// From where.
    pub from: Cell,
    /// Which way.
    pub direction: Direction,
}

impl fmt::Display for FloorStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}", self.direction.name())
    }
}

impl FloorStep {
    /// Where it leads.
    pub const fn to(self) -> Cell {
        self.direction.from(self.from)
    }

    /// How it is made, by a key that is held for so long at least.
    pub const fn gesture(self, hold: Duration) -> Gesture {
        let key = match self.direction {
            Direction::Up => Key::Up,
            Direction::Down => Key::Down,
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        };
        Gesture::Key { key, hold }
    }

    /// The act. A key that is held for less than the usual time is let go then whatever is seen: the game runs so
    /// fast that what is seen is late. A press that only turned the hero is made again.
    pub fn act(self, hold: Duration) -> Act<Self> {
        Act {
            what: self,
            gesture: self.gesture(hold),
            within: EFFECT,
            hold_on: if hold < HOLD { Duration::ZERO } else { HOLD_ON },
            tries: TRIES,
            after: Duration::ZERO,
            dismissal: false,
        }
    }

    /// The cells that the hero stepped on beyond where the step leads, if it stands so many further that
    /// way; otherwise none.
    pub fn overrun(self, now: Cell) -> Vec<Cell> {
        let way = std::iter::successors(Some(self.to()), |cell| Some(self.direction.from(*cell)));
        let passed: Vec<Cell> = way.take(MOST_OVERRUN).take_while(|cell| *cell != now).collect();
        if passed.len() < MOST_OVERRUN { passed } else { Vec::new() }
    }

    /// Whether the hero has not set out yet.
    pub fn is_waited_for(self, now: &IceSighting) -> bool {
        now.hero == Place::on(self.from)
    }

    /// Whether the hero stands where it leads.
    pub fn took_effect(self, now: &IceSighting) -> bool {
        now.hero == Place::on(self.to())
    }
}
