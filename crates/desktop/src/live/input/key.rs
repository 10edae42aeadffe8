//! A key, pressed and released in any case.

use crate::{DesktopError, KeySymbol, Presser, Stroke};
use session::input::{InputError, Key};

/// The keys that DeSmuME and mGBA both start with as the A and the B button.
const BUTTONS: [char; 2] = ['x', 'z'];

/// A key that may be down, with the control key if it needs that. However this ends (an error, a
/// panic), it is released, on another connection if this one is broken.
pub(super) struct KeyPress<'a> {
    presser: &'a mut dyn Presser,
    /// In the order in which they are pressed.
    keys: Vec<KeySymbol>,
    over: bool,
}

impl<'a> KeyPress<'a> {
    /// Presses a key.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn down(presser: &'a mut dyn Presser, key: Key) -> Result<Self, InputError> {
        // Before it is known to have worked: the request may arrive and its answer not.
        let press = Self { presser, keys: keys(key), over: false };
        for &key in &press.keys {
            press.presser.key(key, Stroke::Press)?;
        }
        Ok(press)
    }

    /// Releases the key.
    ///
    /// # Errors
    /// When the desktop does not answer, on a new connection either.
    pub fn end(mut self) -> Result<(), InputError> {
        Ok(self.leave()?)
    }

    fn leave(&mut self) -> Result<(), DesktopError> {
        if std::mem::replace(&mut self.over, true) {
            return Ok(());
        }
        release(self.presser, &self.keys).or_else(|_| {
            self.presser.reconnect()?;
            release(self.presser, &self.keys)
        })
    }
}

impl Drop for KeyPress<'_> {
    fn drop(&mut self) {
        // After an error or a panic: that this fails too adds nothing.
        let _ = self.leave();
    }
}

fn release(presser: &mut dyn Presser, keys: &[KeySymbol]) -> Result<(), DesktopError> {
    keys.iter().rev().try_for_each(|&key| presser.key(key, Stroke::Release))
}

/// The keys of the keyboard, in the order in which they are pressed.
fn keys(key: Key) -> Vec<KeySymbol> {
    match key {
        Key::Up => vec![KeySymbol::Up],
        Key::Down => vec![KeySymbol::Down],
        Key::Left => vec![KeySymbol::Left],
        Key::Right => vec![KeySymbol::Right],
        Key::A => vec![KeySymbol::Letter(BUTTONS[0])],
        Key::B => vec![KeySymbol::Letter(BUTTONS[1])],
        Key::Escape => vec![KeySymbol::Escape],
        Key::Enter => vec![KeySymbol::Return],
        Key::F2 => vec![KeySymbol::F2],
        Key::Z => vec![KeySymbol::Letter('z')],
        Key::ControlKey => vec![KeySymbol::Control],
        Key::Control(letter) => vec![KeySymbol::Control, KeySymbol::Letter(letter)],
    }
}
