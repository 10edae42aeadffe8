//! What presses as a person's hand would.

use super::error::DesktopError;

/// Presses keys and the pointer's buttons, without delays of its own.
pub trait Presser {
    /// Where the pointer is; `None` where the desktop does not tell at the moment.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError>;

    /// Whether the desktop tells where the pointer is. Where it does not, it is taken to be where it was sent.
    fn knows_pointer(&self) -> bool {
        true
    }

    /// Sends the pointer to a pixel of the desktop.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError>;

    /// Presses or releases a button where the pointer is.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn button(&mut self, button: PointerButton, stroke: Stroke) -> Result<(), DesktopError>;

    /// Presses or releases a key.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn key(&mut self, key: KeySymbol, stroke: Stroke) -> Result<(), DesktopError>;

    /// Connects to the desktop anew, where the connection is broken.
    ///
    /// # Errors
    /// When there is no desktop that lets programs press keys.
    fn reconnect(&mut self) -> Result<(), DesktopError>;
}

/// One half of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Stroke {
    Press,
    Release,
}

/// A button of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PointerButton {
    Left,
    Middle,
    Right,
}

/// A key of the keyboard, by what is written on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum KeySymbol {
    Up,
    Down,
    Left,
    Right,
    Escape,
    Return,
    F2,
    Control,
    Letter(char),
}
