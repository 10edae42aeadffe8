//! What a player can want: to act, to wait, or not to trust what it read.

use crate::input::Gesture;
use std::time::Duration;

/// One act, decided on one picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Act<M> {
    /// What it means in the game. Two attempts at the same move are attempts at the same thing.
    pub what: M,
    /// How it is done, in pixels of the picture that it was decided on.
    pub gesture: Gesture,
    /// How long its effect may take to show; then the picture is judged anew.
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
