//! What can be done in the game: a step, how it is made, and how its effect shows.

use super::super::floor::Direction;
use super::super::screen::{IceSighting, Place};
use crate::companion::Act;
use crate::grid::Cell;
use crate::input::{Gesture, Key};
use std::fmt;
use std::time::Duration;

/// How long an arrow key is held at least, so that a game that looks at it 60 times a second sees it.
const HOLD: Duration = Duration::from_millis(60);
/// How much longer it is held until the step is seen to begin: turning takes 8 pictures, 134 ms, before
/// it. Holding it for longer than a step, 268 ms at the game's own speed, would begin a second one.
const HOLD_ON: Duration = Duration::from_millis(190);
/// How long a step may take to show; a turn and a step take 402 ms.
const EFFECT: Duration = Duration::from_millis(700);
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

    /// How it is made.
    pub const fn gesture(self) -> Gesture {
        let key = match self.direction {
            Direction::Up => Key::Up,
            Direction::Down => Key::Down,
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        };
        Gesture::Key { key, hold: HOLD }
    }

    /// The act.
    pub const fn act(self) -> Act<Self> {
        Act {
            what: self,
            gesture: self.gesture(),
            within: EFFECT,
            hold_on: HOLD_ON,
            tries: TRIES,
            after: Duration::ZERO,
            dismissal: false,
        }
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
