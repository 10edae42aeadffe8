//! How the game is acted upon. The desktop's pointer, a dry run and the built-in game are the same
//! [`Hand`].

use crate::frame::Frame;
use crate::geometry::{Point, Rect};
use std::time::Duration;

/// How long a tap is held. A DS game samples the pen once in two frames (33 ms); 60 ms and more
/// registered in every one of 160 trials on DeSmuME, 17 ms and less in none.
pub const TAP_HOLD: Duration = Duration::from_millis(80);

/// One act.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Press at a point of the picture, hold, release.
    Tap {
        /// Where, in picture pixels of the frame that it was decided on.
        at: Point,
        /// The located touch screen in picture pixels: a hand refuses a tap outside it.
        within: Rect,
        /// How long to hold.
        hold: Duration,
    },
    /// Hold a key.
    Key {
        /// Which.
        key: Key,
        /// How long to hold.
        hold: Duration,
    },
}

/// The keys that games are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    /// The emulator's A button.
    A,
    Escape,
}

/// Something that acts upon the game.
pub trait Hand {
    /// Performs `gesture`, which was decided on `frame`.
    ///
    /// # Errors
    /// When the gesture was refused or could not be made; nothing was pressed then.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError>;
}

/// Why a gesture was not made.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The point is not inside the located screen, or not on the desktop.
    #[error("refused to tap at ({x:.0}, {y:.0}): {why}")]
    Refused {
        /// The point, in picture pixels.
        x: f64,
        /// The point, in picture pixels.
        y: f64,
        /// Why, and what to do.
        why: String,
    },
    /// The user is at the controls: pointer moved, hotkey pressed, another window in front.
    #[error("stopped: {0}")]
    UserActive(String),
    /// Anything else: what failed, and what to do.
    #[error("{0}")]
    Failed(String),
}
