//! What an emulator does to a game: it may run it at another speed, and write over its screens.

use font8x8::UnicodeFonts;
use image::{Rgb, RgbImage};
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError};
use std::sync::Arc;
use std::time::Duration;

/// A game in an emulator.
pub struct Emulated<G> {
    pub game: G,
    /// How much faster it runs than on its console: a press is as many frames shorter or longer.
    pub speed: f64,
    /// Where each line of the emulator's own text begins, in pixels of the picture: the frames a second, a counter of
    /// frames and one of frames without input, as DeSmuME's and others' displays show them, and the buttons.
    pub written: &'static [(u32, u32)],
    /// Frames that were shown, at 60 a second.
    shown: f64,
}

impl<G> Emulated<G> {
    pub fn new(game: G, speed: f64, written: &'static [(u32, u32)]) -> Self {
        Self { game, speed, written, shown: 0.0 }
    }

    /// The time of the game that is so long in a room.
    fn passed(&mut self, time: Duration) -> Duration {
        let time = time.mul_f64(self.speed);
        self.shown += 60.0 * time.as_secs_f64();
        time
    }
}

impl<G: Source> Source for Emulated<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let time = self.passed(wait);
        let frame = self.game.next(time)?;
        if self.written.is_empty() {
            return Ok(frame);
        }
        let mut picture = RgbImage::clone(&frame.picture);
        let frames = self.shown as u64;
        let lines = [
            format!("Fps:{:02}/{:02}", (60.0 * self.speed) as u64, 58 + frames / 30 % 3),
            frames.to_string(),
            (frames / 7).to_string(),
            "<^>v ABXYLR StSe".chars().skip(frames as usize / 20 % 8).take(8).collect(),
        ];
        for (at, line) in self.written.iter().zip(&lines) {
            write(&mut picture, *at, line);
        }
        Ok(Frame { picture: Arc::new(picture), ..frame })
    }
}

impl<G: InputDevice> InputDevice for Emulated<G> {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        let mut gesture = gesture.clone();
        let (Gesture::Tap { hold, .. } | Gesture::Key { hold, .. }) = &mut gesture;
        *hold = self.passed(*hold);
        self.game.perform(&gesture, frame)
    }
}

/// Writes a line in yellow with a dark rim.
fn write(picture: &mut RgbImage, (left, top): (u32, u32), line: &str) {
    let letters = (0..).step_by(8).zip(line.chars());
    let inked: Vec<(u32, u32)> = letters
        .flat_map(|(x, letter)| {
            let rows = font8x8::BASIC_FONTS.get(letter).unwrap_or_default();
            (0..8).zip(rows).flat_map(move |(y, row)| {
                (0..8).filter(move |dx| row >> dx & 1 == 1).map(move |dx| (left + x + dx, top + y))
            })
        })
        .collect();
    let mut put = |(x, y): (u32, u32), colour| {
        if let Some(pixel) = picture.get_pixel_mut_checked(x, y) {
            *pixel = Rgb(colour);
        }
    };
    for &(x, y) in &inked {
        for (dx, dy) in [(0, 1), (1, 0), (2, 1), (1, 2)] {
            put(((x + dx).saturating_sub(1), (y + dy).saturating_sub(1)), [20, 20, 20]);
        }
    }
    inked.into_iter().for_each(|at| put(at, [255, 240, 60]));
}
