//! Pictures that a person looks at or plays in: a still one, and the built-in game.

use super::shared::Shared;
use image::RgbImage;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::InputDevice;
use std::sync::Arc;
use std::time::Duration;

/// How often the picture of a built-in game is shown anew, and what a person does in it is done.
const EVERY: Duration = Duration::from_millis(20);

/// One picture, again and again, on a clock that passes by what is waited for.
pub(super) struct Still {
    frame: Frame,
    name: String,
    shared: Arc<Shared>,
}

impl Still {
    pub fn new(picture: RgbImage, name: String, shared: Arc<Shared>) -> Self {
        Self { frame: Frame::new(picture, Duration::ZERO), name, shared }
    }
}

impl Source for Still {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.shared.wait(wait);
        self.frame.at += wait;
        Ok(self.frame.clone())
    }
}

/// A built-in game that a person sees, and plays in too.
pub(super) struct Attended {
    game: Box<dyn Source>,
    hand: Box<dyn InputDevice>,
    shared: Arc<Shared>,
    last: Option<Frame>,
}

impl Attended {
    pub fn new(game: Box<dyn Source>, hand: Box<dyn InputDevice>, shared: Arc<Shared>) -> Self {
        Self { game, hand, shared, last: None }
    }

    /// Makes the gestures that the person asked for. One that the game does not take is told.
    fn act(&mut self) {
        for gesture in self.shared.gestures() {
            let Some(frame) = &self.last else { continue };
            let why = self.hand.perform(&gesture, frame).err().map(|why| why.to_string());
            self.shared.tell(|news| news.why = why);
        }
    }
}

impl Source for Attended {
    fn name(&self) -> String {
        self.game.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let mut left = wait;
        loop {
            self.act();
            let time = left.min(EVERY);
            let frame = self.game.next(time)?;
            left -= time;
            let last = self.last.replace(frame.clone());
            if last.is_none_or(|last| *last.picture != *frame.picture) {
                self.shared.tell(|news| news.picture = Some(frame.picture.clone()));
            }
            if left.is_zero() || self.shared.is_closing() {
                return Ok(frame);
            }
        }
    }

    fn standstill(&mut self) -> Option<String> {
        self.game.standstill()
    }
}
