//! The loop with a source of pictures and a hand of one's own: `cargo run --example
//! own_source_and_hand`. Here both are wrapped around the built-in game; a capture card and a robot
//! would do as well.

use lab::voltorb_flip::arcade::{self, FlipArcade};
use session::capture::{CaptureError, Source};
use session::consoles::ds::TIMING;
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError};
use session::{Goals, Pace, Session};
use std::time::Duration;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};

/// Where pictures come from.
struct Camera(FlipArcade);

impl Source for Camera {
    fn name(&self) -> String {
        "my camera".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.0.next(wait)
    }
}

/// What acts upon the game.
struct Robot(FlipArcade);

impl InputDevice for Robot {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        println!("{:6.2} s  {gesture:?}", frame.at.as_secs_f64());
        self.0.perform(gesture, frame)
    }
}

fn main() {
    let game = FlipArcade::new(arcade::FlipArcadeOptions::default());
    let (mut camera, mut robot) = (Camera(game.clone()), Robot(game));
    let stopped = Session::new(&mut camera)
        .playing(&mut robot)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(1), ..Goals::default() })
        .run(&mut FlipPlayer::new(FlipPlayerOptions {
            plays: true,
            ..FlipPlayerOptions::default()
        }));
    println!("{stopped}");
}
