//! Buttons of the pointer, pressed somewhere and released in any case.

use super::connection::{connect, failed};
use crate::input::{self, InputError};
use enigo::{Button, Coordinate, Direction, Enigo, Mouse};
use std::time::{Duration, Instant};

/// How long the pointer may take to arrive where it was sent.
const HELD_BACK: Duration = Duration::from_millis(400);

/// The pointer away from where the user has it. However this ends (an error, a panic), what is
/// pressed is released and the pointer put back, on another connection if this one is broken.
pub(super) struct Press<'a> {
    enigo: &'a mut Enigo,
    /// Where the pointer was, if it is to be put back.
    home: Option<(i32, i32)>,
    /// Where it was sent.
    at: (i32, i32),
    /// The buttons that may be down.
    down: &'static [Button],
    /// Whether any was.
    pressed: bool,
    /// Whether all is as it was before.
    over: bool,
}

impl<'a> Press<'a> {
    /// Sends the pointer to a pixel of the desktop; nothing is pressed yet. `restore` says whether
    /// it is put back afterwards.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn go(enigo: &'a mut Enigo, at: (i32, i32), restore: bool) -> Result<Self, InputError> {
        let before = enigo.location().map_err(failed)?;
        let home = restore.then_some(before);
        let press = Self { enigo, home, at, down: &[], pressed: false, over: false };
        move_to(press.enigo, at)?;
        Ok(press)
    }

    /// Waits until the pointer is there. A window manager may hold a press back until it has raised
    /// or focused the window, and with it the moves after it: on a busy machine that takes a while.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn has_arrived(&self) -> Result<bool, InputError> {
        arrives(self.enigo, self.at)
    }

    /// Presses a button, or two, for as long as `held` takes, unless `is_cut` says that this is enough.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn hold(
        &mut self,
        button: input::Button,
        is_cut: &dyn Fn() -> bool,
        held: impl FnOnce(),
    ) -> Result<(), InputError> {
        if is_cut() {
            return Ok(());
        }
        // Before it is known to have worked: the request may arrive and its answer not.
        self.down = buttons(button);
        self.pressed = true;
        for &button in self.down {
            self.enigo.button(button, Direction::Press).map_err(failed)?;
        }
        held();
        Ok(())
    }

    /// Releases what is pressed and leaves the pointer there.
    ///
    /// # Errors
    /// When the desktop does not answer; what is pressed is released by [`Press::end`] then.
    pub fn release(&mut self) -> Result<(), InputError> {
        while let [rest @ .., button] = self.down {
            self.enigo.button(*button, Direction::Release).map_err(failed)?;
            self.down = rest;
        }
        Ok(())
    }

    /// Releases what is pressed and puts the pointer back.
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
        let Self { home, at, down, pressed, .. } = *self;
        undo(self.enigo, home, at, (down, pressed)).or_else(|_| {
            *self.enigo = connect()?;
            undo(self.enigo, home, at, (down, pressed))
        })
    }
}

impl Drop for Press<'_> {
    fn drop(&mut self) {
        // After an error or a panic: that this fails too adds nothing.
        let _ = self.leave();
    }
}

/// Releases what is pressed and puts the pointer back, unless a user has taken it meanwhile.
fn undo(
    enigo: &mut Enigo,
    home: Option<(i32, i32)>,
    at: (i32, i32),
    (down, pressed): (&[Button], bool),
) -> Result<(), InputError> {
    for &button in down.iter().rev() {
        enigo.button(button, Direction::Release).map_err(failed)?;
    }
    let Some(home) = home else { return Ok(()) };
    // Off the screen the server stops the pointer at the edge: that is not the user's doing.
    if enigo.location().map_err(failed)? == at || !pressed {
        move_to(enigo, home)?;
        arrives(enigo, home)?;
    }
    Ok(())
}

/// The buttons of the pointer that are pressed, one after the other.
fn buttons(button: input::Button) -> &'static [Button] {
    match button {
        input::Button::Left => &[Button::Left],
        input::Button::Middle => &[Button::Middle],
        input::Button::Right => &[Button::Right],
        input::Button::Both => &[Button::Left, Button::Right],
    }
}

fn move_to(enigo: &mut Enigo, (x, y): (i32, i32)) -> Result<(), InputError> {
    enigo.move_mouse(x, y, Coordinate::Abs).map_err(failed)
}

fn arrives(enigo: &Enigo, at: (i32, i32)) -> Result<bool, InputError> {
    let begin = Instant::now();
    loop {
        if enigo.location().map_err(failed)? == at {
            return Ok(true);
        }
        if begin.elapsed() >= HELD_BACK {
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
