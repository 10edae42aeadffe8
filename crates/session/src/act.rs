//! What a player can decide: to act, to wait, or not to trust a reading.

use crate::input::Gesture;
use std::any::Any;
use std::fmt::Display;
use std::time::Duration;

/// One act, decided on one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Act<M> {
    /// What it means in the game. Two attempts at the same move are attempts at the same thing.
    pub what: M,
    /// How it is done, in pixels of the picture that it was decided on.
    pub gesture: Gesture,
    /// How long its effect may take to show. After that the picture is judged again.
    pub within: Duration,
    /// How long its press may be held on beyond what the gesture says, for as long as
    /// [`Player::gains`](super::Player::gains); zero for a plain gesture.
    pub hold_on: Duration,
    /// How often it may be tried before the loop gives up.
    pub tries: u32,
    /// How long the picture must have stood still before it is made.
    pub after: Duration,
    /// Whether it only dismisses a message box: the game may not yet be ready for it, and that it
    /// takes several is nothing unusual.
    pub dismissal: bool,
}

impl<M: Display + 'static> Act<M> {
    /// The act as those see it who look on.
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

/// What is to be done about a still picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent<M> {
    /// Act.
    Do(Act<M>),
    /// The game goes on by itself, or a person has to do something.
    Wait {
        /// What for: "the explosion to end".
        why: String,
        /// How long that may take before something is wrong.
        patience: Duration,
    },
    /// What was read cannot be right, or is not sure enough to act upon.
    Doubt(String),
    /// The game is over for the loop: nothing that it may do is left.
    Over(String),
}
