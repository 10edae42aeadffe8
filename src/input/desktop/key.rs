//! A key, pressed and released in any case.

use super::connection::{connect, failed};
use crate::input::{InputError, Key};
use enigo::{Direction, Enigo, Keyboard};

/// The keys that DeSmuME and mGBA both start with as the A and the B button.
const BUTTONS: [char; 2] = ['x', 'z'];

/// A key that may be down, with the control key if it needs that. However this ends (an error, a
/// panic), it is released, on another connection if this one is broken.
pub(super) struct KeyPress<'a> {
    enigo: &'a mut Enigo,
    /// In the order in which they are pressed.
    keys: Vec<enigo::Key>,
    over: bool,
}

impl<'a> KeyPress<'a> {
    /// Presses a key.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn down(enigo: &'a mut Enigo, key: Key) -> Result<Self, InputError> {
        // Before it is known to have worked: the request may arrive and its answer not.
        let press = Self { enigo, keys: keys(key), over: false };
        for &key in &press.keys {
            press.enigo.key(key, Direction::Press).map_err(failed)?;
        }
        Ok(press)
    }

    /// Releases it.
    ///
    /// # Errors
    /// When the desktop does not answer, on a new connection either.
    pub fn end(mut self) -> Result<(), InputError> {
        self.leave()
    }

    fn leave(&mut self) -> Result<(), InputError> {
        if std::mem::replace(&mut self.over, true) {
            return Ok(());
        }
        release(self.enigo, &self.keys).or_else(|_| {
            *self.enigo = connect()?;
            release(self.enigo, &self.keys)
        })
    }
}

impl Drop for KeyPress<'_> {
    fn drop(&mut self) {
        // After an error or a panic: that this fails too adds nothing.
        let _ = self.leave();
    }
}

fn release(enigo: &mut Enigo, keys: &[enigo::Key]) -> Result<(), InputError> {
    keys.iter().rev().try_for_each(|&key| enigo.key(key, Direction::Release)).map_err(failed)
}

/// The keys of the keyboard, in the order in which they are pressed.
fn keys(key: Key) -> Vec<enigo::Key> {
    match key {
        Key::Up => vec![enigo::Key::UpArrow],
        Key::Down => vec![enigo::Key::DownArrow],
        Key::Left => vec![enigo::Key::LeftArrow],
        Key::Right => vec![enigo::Key::RightArrow],
        Key::A => vec![enigo::Key::Unicode(BUTTONS[0])],
        Key::B => vec![enigo::Key::Unicode(BUTTONS[1])],
        Key::Escape => vec![enigo::Key::Escape],
        Key::Enter => vec![enigo::Key::Return],
        Key::F2 => vec![enigo::Key::F2],
        Key::Z => vec![enigo::Key::Unicode('z')],
        Key::ControlKey => vec![enigo::Key::Control],
        Key::Control(letter) => vec![enigo::Key::Control, enigo::Key::Unicode(letter)],
    }
}
