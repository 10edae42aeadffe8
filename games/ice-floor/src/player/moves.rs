//! What can be done in the game: a step, how it is made, and how its effect shows.

use super::super::screen::{IceReading, Place};
use grid::Cell;
use ice_floor::floor::Direction;
use session::Act;
use session::input::{Gesture, Key};
use std::fmt;
use std::time::Duration;

/// How long an arrow key is held: a game that looks at it 60 times a second sees it. It is no longer, since
/// a key that is held at a step's end begins another one, and in an emulator that runs ten times as fast as
/// the game should a step takes 27 ms.
pub(super) const HOLD: Duration = Duration::from_millis(18);
/// How long it is held where a step goes by between two pictures: there the game runs many times as fast as
/// it should, or the pictures come late.
pub(super) const BRIEF: Duration = Duration::from_millis(3);
/// The most that it is held for when shorter presses have no effect.
const LONGEST: Duration = Duration::from_millis(80);
/// How long the picture stands still after a turn before the key is pressed for the step: while the hero
/// turns, which takes 8 pictures, no key is seen.
pub(super) const TURN: Duration = Duration::from_millis(150);
/// How long a step may take to show; a turn and a step take 402 ms.
const EFFECT: Duration = Duration::from_millis(700);
/// A hero so many cells further did not come there by one press.
const MOST_OVERRUN: usize = 12;
/// How often a key is tried.
const TRIES: u32 = 6;

/// A step from one cell of the room to the next, or the turn before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloorStep {
    /// From where.
    pub from: Cell,
    /// Which way.
    pub direction: Direction,
    /// Whether the hero is not known to face that way: then the press may only turn it.
    pub turns: bool,
}

impl fmt::Display for FloorStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.turns { "turn" } else { "step" };
        write!(f, "{what} {}", self.direction.name())
    }
}

impl FloorStep {
    /// The tile that the step leads to.
    pub const fn to(self) -> Cell {
        self.direction.from(self.from)
    }

    /// How it is made.
    pub fn gesture(self, hold: Duration, waiting: Duration) -> Gesture {
        let trebled = (waiting.as_millis() / EFFECT.as_millis()).min(4) as u32;
        let hold = (hold * 3u32.pow(trebled)).min(LONGEST);
        let key = match self.direction {
            Direction::Up => Key::Up,
            Direction::Down => Key::Down,
            Direction::Left => Key::Left,
            Direction::Right => Key::Right,
        };
        Gesture::Key { key, hold }
    }

    /// The act, by a key that is held for so long. `waiting` is how long its effect has been waited for: where
    /// the game does not see such a short press, the next ones are longer.
    pub fn act(self, hold: Duration, waiting: Duration) -> Act<Self> {
        Act {
            what: self,
            gesture: self.gesture(hold, waiting),
            within: EFFECT,
            hold_on: Duration::ZERO,
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

    /// Whether the hero stands where it leads, or has turned.
    pub fn took_effect(self, before: &IceReading, now: &IceReading) -> bool {
        let has_turned =
            self.turns && now.hero == Place::on(self.from) && !before.look.is_like(&now.look);
        now.hero == Place::on(self.to()) || has_turned
    }
}
