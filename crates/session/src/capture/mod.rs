//! Sources of pictures. A real window, a folder of pictures and the built-in game are the same [`Source`]; no caller
//! needs to know which it has.

pub mod decode;
pub mod images;
pub mod memory;
pub mod one;

use crate::frame::Frame;
use std::time::Duration;

/// A supply of pictures of a game.
pub trait Source {
    /// What the pictures are of, for people: a window's title, a file's name.
    fn name(&self) -> String;

    /// The next picture, taken no earlier than `wait` from now on the source's own clock. A live
    /// source sleeps that long; a simulated one lets its own time pass.
    ///
    /// # Errors
    /// [`CaptureError::Lost`] and [`CaptureError::Hidden`] may pass: ask again later.
    /// [`CaptureError::Ended`] and [`CaptureError::Closed`] are final.
    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError>;

    /// Why the game stands still at the moment and takes no input, if the source knows that it
    /// does: its emulator says that it is paused.
    fn standstill(&mut self) -> Option<String> {
        None
    }

    /// What to do in the program that the pictures are of when its game takes no taps, where that
    /// is known.
    fn remedy(&self) -> Option<&'static str> {
        None
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// There are no more pictures.
    #[error("no more pictures from {0}")]
    Ended(String),
    /// The window is gone; it may come back.
    #[error("{0} was closed; waiting until it opens again")]
    Lost(String),
    /// The window is there but cannot be captured truthfully now (minimised, on another desktop).
    #[error("{window} cannot be captured: {why}")]
    Hidden {
        /// The window's title or class.
        window: String,
        /// What hides it, and what to do.
        why: String,
    },
    /// It is gone for good: the one process that was asked for has ended, or nobody shares the window any more. Final.
    #[error("{window} is closed: {why}")]
    Closed {
        /// The window's title or class.
        window: String,
        /// Why it does not come back.
        why: String,
    },
    /// Anything else: what failed, and what to do.
    #[error("{0}")]
    Failed(String),
}

/// Really sleeps for a source's own time, if it is for show: so many times faster than the real game.
pub fn sleep(time: Duration, speed: Option<f64>) {
    if let Some(speed) = speed.filter(|speed| *speed > 0.0) {
        std::thread::sleep(time.div_f64(speed));
    }
}
