//! The player's moves: a step, the gesture that makes it, and how its effect shows.

use super::super::screen::{IceReading, Place};
use grid::Cell;
use ice_floor::floor::Direction;
use session::Act;
use session::input::{Gesture, Key};
use std::fmt;
use std::time::Duration;

/// How long an arrow key is held: at least one frame of a game that polls 60 times a second, and shorter than the 27
/// ms of a step in an emulator at ten times the speed.
pub(super) const HOLD: Duration = Duration::from_millis(18);
/// How long a key is held if the game runs many times too fast, or the pictures come late.
pub(super) const BRIEF: Duration = Duration::from_millis(3);
/// The longest press, after shorter ones had no effect.
const LONGEST: Duration = Duration::from_millis(80);
/// How long the picture must stand still after a turn before the next press: during a turn (8 frames) the game
/// ignores keys.
pub(super) const TURN: Duration = Duration::from_millis(150);
/// The time limit for a step to show its effect. A turn and a step take 402 ms.
const EFFECT: Duration = Duration::from_millis(700);
/// The most cells by which one press can overshoot. A hero further away came there in another way.
const MOST_OVERRUN: usize = 12;
/// The most presses for one step.
const TRIES: u32 = 6;

/// A step from one cell of the room to the next, or the turn before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloorStep {
    /// The cell that the step starts on.
    pub from: Cell,
    /// The direction of the step.
    pub direction: Direction,
    /// Whether the press may only turn the hero, because it may face another way.
    pub turns: bool,
}

impl fmt::Display for FloorStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.turns { "turn" } else { "step" };
        write!(f, "{what} {}", self.direction.name())
    }
}

impl FloorStep {
    /// The cell that the step leads to.
    pub const fn to(self) -> Cell {
        self.direction.from(self.from)
    }

    /// The gesture for this step: an arrow key, held for `hold`, and for longer the longer its effect has been waited
    /// for.
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

    /// The step as an act for the session. `hold` is the length of a press. `waiting` is how long its effect has been
    /// waited for: longer presses follow short ones that the game missed.
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

    /// The cells that the hero crossed beyond the step's target, if one press made several steps; otherwise none.
    pub fn overrun(self, now: Cell) -> Vec<Cell> {
        let way = std::iter::successors(Some(self.to()), |cell| Some(self.direction.from(*cell)));
        let passed: Vec<Cell> = way.take(MOST_OVERRUN).take_while(|cell| *cell != now).collect();
        if passed.len() < MOST_OVERRUN { passed } else { Vec::new() }
    }

    /// Whether the hero now stands on the target, or has turned.
    pub fn took_effect(self, before: &IceReading, now: &IceReading) -> bool {
        let has_turned =
            self.turns && now.hero == Place::on(self.from) && !before.look.is_like(&now.look);
        now.hero == Place::on(self.to()) || has_turned
    }
}
