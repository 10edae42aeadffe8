//! The desktop's own pointer and keyboard, through enigo.

use super::{Gesture, Hand, InputError, Key, on_desktop};
use crate::frame::Frame;
use crate::geometry::Point;
use enigo::{Button, Coordinate, Direction, Enigo, Keyboard, Mouse, Settings};
use std::time::{Duration, Instant};

/// How long the pointer may take to arrive where it was sent.
const HELD_BACK: Duration = Duration::from_millis(400);

/// How long after a release nothing is pressed: the game must see the pen lifted for two frames.
pub const GAP: Duration = Duration::from_millis(80);

/// Taps with the real pointer and presses real keys. The user loses the pointer for the time of a
/// hold; it is put back afterwards.
pub struct DesktopHand {
    enigo: Enigo,
    restore: bool,
    a: char,
    released: Option<Instant>,
}

impl DesktopHand {
    /// Connects to the desktop.
    ///
    /// # Errors
    /// [`InputError::Failed`] when there is none that lets programs press keys.
    pub fn new() -> Result<Self, InputError> {
        let settings = Settings { linux_delay: 0, ..Settings::default() };
        let enigo = Enigo::new(&settings).map_err(|error| {
            InputError::Failed(format!(
                "the pointer cannot be used ({error}): see `voltsight doctor`"
            ))
        })?;
        // DeSmuME and mGBA both start with the A button on this key.
        Ok(Self { enigo, restore: true, a: 'x', released: None })
    }

    /// Leaves the pointer where it tapped instead of putting it back.
    #[must_use]
    pub fn without_restoring(mut self) -> Self {
        self.restore = false;
        self
    }

    /// The key that the emulator has its A button on.
    #[must_use]
    pub fn with_a_button(mut self, key: char) -> Self {
        self.a = key;
        self
    }

    /// Waits until [`GAP`] has passed since the last release.
    fn lift(&mut self) {
        if let Some(released) = self.released.take() {
            std::thread::sleep(GAP.saturating_sub(released.elapsed()));
        }
    }

    fn pointer(&self) -> Result<(i32, i32), InputError> {
        self.enigo.location().map_err(failed)
    }

    fn move_to(&mut self, (x, y): (i32, i32)) -> Result<(), InputError> {
        self.enigo.move_mouse(x, y, Coordinate::Abs).map_err(failed)
    }

    /// Waits until the pointer is there. A window manager may hold a press back until it has raised
    /// or focused the window, and with it the moves after it: on a busy machine that takes a while.
    fn arrives(&self, at: (i32, i32)) -> Result<bool, InputError> {
        let begin = Instant::now();
        loop {
            if self.pointer()? == at {
                return Ok(true);
            }
            if begin.elapsed() >= HELD_BACK {
                return Ok(false);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Holds the button at a pixel of the desktop. `at` is the point of the picture, for errors.
    fn tap(&mut self, pixel: (i32, i32), at: Point, hold: Duration) -> Result<(), InputError> {
        let before = self.pointer()?;
        self.move_to(pixel)?;
        // The server stops the pointer at the edge of the screen without an error: a press there
        // would land on another card.
        if !self.arrives(pixel)? {
            self.move_to(before)?;
            return Err(InputError::Refused {
                x: at.x,
                y: at.y,
                why: format!(
                    "({}, {}) on the desktop is off the screen: move the window so that all of the game is on it",
                    pixel.0, pixel.1
                ),
            });
        }
        self.enigo.button(Button::Left, Direction::Press).map_err(failed)?;
        std::thread::sleep(hold);
        self.enigo.button(Button::Left, Direction::Release).map_err(failed)?;
        // A user who took the pointer meanwhile keeps it.
        if self.restore && self.pointer()? == pixel {
            self.move_to(before)?;
            self.arrives(before)?;
        }
        Ok(())
    }
}

fn failed(error: enigo::InputError) -> InputError {
    InputError::Failed(format!("the desktop did not take the gesture: {error}"))
}

impl Hand for DesktopHand {
    /// Returns as soon as the gesture is over; the next one waits for [`GAP`] first.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        gesture.check(frame)?;
        self.lift();
        match gesture {
            Gesture::Tap { at, hold, .. } => {
                let pixel = on_desktop(*at, frame)?;
                self.tap((pixel.x as i32, pixel.y as i32), *at, *hold)?;
            }
            Gesture::Key { key, hold } => {
                let key = match key {
                    Key::Up => enigo::Key::UpArrow,
                    Key::Down => enigo::Key::DownArrow,
                    Key::Left => enigo::Key::LeftArrow,
                    Key::Right => enigo::Key::RightArrow,
                    Key::A => enigo::Key::Unicode(self.a),
                    Key::Escape => enigo::Key::Escape,
                };
                self.enigo.key(key, Direction::Press).map_err(failed)?;
                std::thread::sleep(*hold);
                self.enigo.key(key, Direction::Release).map_err(failed)?;
            }
        }
        self.released = Some(Instant::now());
        Ok(())
    }
}
