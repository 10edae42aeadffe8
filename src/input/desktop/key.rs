//! A key, pressed and released in any case.

use super::connection::{connect, failed};
use crate::input::{InputError, Key};
use enigo::{Direction, Enigo, Keyboard};

/// The keys that DeSmuME and mGBA both start with as the A and the B button.
const BUTTONS: [char; 2] = ['x', 'z'];

/// A key that may be down. However this ends (an error, a panic), it is released, on another
/// connection if this one is broken.
pub(super) struct KeyPress<'a> {
    enigo: &'a mut Enigo,
    key: enigo::Key,
    over: bool,
}

impl<'a> KeyPress<'a> {
    /// Presses a key.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn down(enigo: &'a mut Enigo, key: Key) -> Result<Self, InputError> {
        // Before it is known to have worked: the request may arrive and its answer not.
        let press = Self { enigo, key: code(key), over: false };
        press.enigo.key(press.key, Direction::Press).map_err(failed)?;
        Ok(press)
    }

    /// Releases it.
    ///
    /// # Errors
    /// When the desktop does not answer, on a new connection either.
    pub fn end(mut self) -> Result<(), InputError> {
        self.release()
    }

    fn release(&mut self) -> Result<(), InputError> {
        if std::mem::replace(&mut self.over, true) {
            return Ok(());
        }
        self.enigo.key(self.key, Direction::Release).map_err(failed).or_else(|_| {
            *self.enigo = connect()?;
            self.enigo.key(self.key, Direction::Release).map_err(failed)
        })
    }
}

impl Drop for KeyPress<'_> {
    fn drop(&mut self) {
        // After an error or a panic: that this fails too adds nothing.
        let _ = self.release();
    }
}

fn code(key: Key) -> enigo::Key {
    match key {
        Key::Up => enigo::Key::UpArrow,
        Key::Down => enigo::Key::DownArrow,
        Key::Left => enigo::Key::LeftArrow,
        Key::Right => enigo::Key::RightArrow,
        Key::A => enigo::Key::Unicode(BUTTONS[0]),
        Key::B => enigo::Key::Unicode(BUTTONS[1]),
        Key::Escape => enigo::Key::Escape,
    }
}
