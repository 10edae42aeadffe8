//! What the built-in games have in common: virtual time and the passes of a game's loop, messages
//! printed letter by letter, the picture put into a larger one, and play before a referee.

pub mod clock;
pub mod demonstration;
pub mod framing;
pub mod print;

use std::time::Duration;

/// Really sleeps for virtual time, if the game is for show: so many times faster than the real game.
pub fn sleep(time: Duration, speed: Option<f64>) {
    if let Some(speed) = speed.filter(|speed| *speed > 0.0) {
        std::thread::sleep(time.div_f64(speed));
    }
}
