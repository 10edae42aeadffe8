//! A built-in game, played on the page.

use crate::pixels::packed;
use grid::geometry::{Point, Rect};
use lab::arcade::demonstration::{Demonstration, Opening};
use session::capture::Source;
use session::frame::Frame;
use session::input::{Button, Gesture, InputDevice, Key};
use std::time::Duration;
use voltsight::games::by_name;
use wasm_bindgen::prelude::wasm_bindgen;

/// A built-in game that a person plays. Its time passes only when it is told so.
#[wasm_bindgen]
pub struct BuiltIn {
    source: Box<dyn Source>,
    hand: Box<dyn InputDevice>,
    hold: Duration,
    frame: Option<Frame>,
    _game: Box<dyn Demonstration>,
}

#[wasm_bindgen]
impl BuiltIn {
    /// The game of this name, just begun; `seed` is where its random numbers begin.
    ///
    /// # Errors
    /// There is no such built-in game.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, seed: u32) -> Result<Self, String> {
        let none = || format!("there is no built-in game {game:?}");
        let playing = by_name(game).and_then(|game| game.playing()).ok_or_else(none)?;
        let opening = Opening { seed, speed: None };
        let game = playing.demo(opening).map_err(|error| error.to_string())?;
        let (source, hand) = game.game();
        Ok(Self { source, hand, hold: playing.timing().hold, frame: None, _game: game })
    }

    /// Lets so many milliseconds pass; the picture then, as `packed` makes it, or nothing if it is
    /// the one before.
    ///
    /// # Errors
    /// There are no more pictures.
    pub fn pass(&mut self, time: f64) -> Result<Vec<u8>, String> {
        let time = Duration::from_secs_f64(time.clamp(0.0, 1000.0) / 1e3);
        let frame = self.source.next(time).map_err(|error| error.to_string())?;
        let before = self.frame.replace(frame.clone());
        let same = before.is_some_and(|before| *before.picture == *frame.picture);
        Ok(if same { Vec::new() } else { packed(&frame.picture) })
    }

    /// Taps a point of the picture, in its pixels; `other` with the second button.
    ///
    /// # Errors
    /// The game takes no such tap: in a sentence.
    pub fn tap(&mut self, x: f64, y: f64, other: bool) -> Result<(), String> {
        let Some(frame) = &self.frame else { return Ok(()) };
        let (width, height) = frame.picture.dimensions();
        let within = Rect::new(0.0, 0.0, width.into(), height.into());
        let button = if other { Button::Right } else { Button::Left };
        self.perform(&Gesture::Tap { at: Point::new(x, y), within, button, hold: self.hold })
    }

    /// Presses a key, by the name that browsers have for it. Others than those of games do nothing.
    ///
    /// # Errors
    /// The game takes no such key: in a sentence.
    pub fn key(&mut self, name: &str) -> Result<(), String> {
        let key = match name {
            "ArrowUp" => Key::Up,
            "ArrowDown" => Key::Down,
            "ArrowLeft" => Key::Left,
            "ArrowRight" => Key::Right,
            "F2" => Key::F2,
            _ => return Ok(()),
        };
        self.perform(&Gesture::Key { key, hold: self.hold })
    }
}

impl BuiltIn {
    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }

    /// Makes a gesture on the last picture, if there is one.
    pub(crate) fn perform(&mut self, gesture: &Gesture) -> Result<(), String> {
        let Some(frame) = &self.frame else { return Ok(()) };
        self.hand.perform(gesture, frame).map_err(|error| error.to_string())
    }
}
