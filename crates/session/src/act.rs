//! What a player can decide: to act, to wait, or to distrust a reading.

use crate::input::Gesture;
use std::any::Any;
use std::fmt::Display;
use std::time::Duration;

/// One act, decided on one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Act<M> {
    /// The move in the game. Two attempts at the same move are attempts at the same thing.
    pub what: M,
    /// How it is done, in pixels of the picture that it was decided on.
    pub gesture: Gesture,
    /// The time limit for its effect to show. After that the picture is judged again.
    pub within: Duration,
    /// How much longer than the gesture says its press may be held, as long as
    /// [`Player::gains`](super::Player::gains) is true; zero for a plain gesture.
    pub hold_on: Duration,
    /// The most attempts before the loop gives up.
    pub tries: u32,
    /// How long the picture must have stood still before it.
    pub after: Duration,
    /// Whether it only dismisses a message box: the game may not be ready for it, and several attempts are normal.
    pub dismissal: bool,
}

impl<M: Display + 'static> Act<M> {
    /// The act as observers see it.
    pub(super) fn view(&self) -> ActView<'_> {
        ActView { what: &self.what, gesture: &self.gesture, dismissal: self.dismissal }
    }
}

/// A move of any game. It is displayed as the end of a sentence, such as "flip the card in row 2, column 3".
pub trait AnyMove: Any + Display {}

impl<M: Any + Display> AnyMove for M {}

/// An act as observers see it, for any game.
#[derive(Clone, Copy)]
pub struct ActView<'a> {
    /// What it means in the game.
    pub what: &'a dyn AnyMove,
    /// How it is done, in pixels of the picture that it was decided on.
    pub gesture: &'a Gesture,
    /// Whether it only dismisses a message box.
    pub dismissal: bool,
}

impl ActView<'_> {
    /// The move as the game's own type, for code that knows the game.
    pub fn move_of<M: 'static>(&self) -> Option<&M> {
        let any: &dyn Any = self.what;
        any.downcast_ref()
    }
}

/// A player's decision about a still picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent<M> {
    /// Make this act.
    Do(Act<M>),
    /// Wait: the game goes on by itself, or a person has to do something.
    Wait {
        /// What the player waits for, as in "the explosion to end".
        why: String,
        /// The time limit after which something is wrong.
        patience: Duration,
    },
    /// The reading cannot be right, or its confidence is too low to act on.
    Doubt(String),
    /// The session is over: no allowed move is left.
    Over(String),
}
