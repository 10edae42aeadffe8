//! Buttons of the pointer, pressed somewhere and released in any case.

use crate::{DesktopError, PointerButton, Presser, Stroke};
use session::input::{Button, InputError};
use std::time::{Duration, Instant};

/// How long the pointer may take to arrive where it was sent.
const HELD_BACK: Duration = Duration::from_millis(400);

/// The pointer away from where the user has it. However this ends (an error, a panic), what is
/// pressed is released and the pointer put back, on another connection if this one is broken.
pub(super) struct Press<'a> {
    presser: &'a mut dyn Presser,
    /// What is to be made up for if the pointer is not back in time.
    owed: &'a mut Option<Owed>,
    /// Where the pointer was, if it is to be put back.
    home: Option<(i32, i32)>,
    /// Where it was sent.
    at: (i32, i32),
    /// The buttons that may be down.
    down: &'static [PointerButton],
    /// Whether any was.
    pressed: bool,
    /// Whether all is as it was before.
    over: bool,
}

/// A pointer that was sent back, and was still where it had pressed when that was last asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owed {
    home: (i32, i32),
    at: (i32, i32),
}

impl<'a> Press<'a> {
    /// Sends the pointer to a pixel of the desktop; nothing is pressed yet. `restore` says whether
    /// it is put back afterwards: to where the user had it, also if it has not come back from the last press.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn go(
        presser: &'a mut dyn Presser,
        owed: &'a mut Option<Owed>,
        at: (i32, i32),
        parked: Option<(i32, i32)>,
        restore: bool,
    ) -> Result<Self, InputError> {
        let before = match presser.knows_pointer() {
            true => presser.pointer()?,
            false => parked,
        };
        let late = owed.take().filter(|owed| before == Some(owed.at));
        let home = late.map(|owed| owed.home).or(before).filter(|_| restore);
        let press = Self { presser, owed, home, at, down: &[], pressed: false, over: false };
        press.presser.move_to(at)?;
        Ok(press)
    }

    /// Waits until the pointer is there. A window manager may hold a press back until it has raised
    /// or focused the window, and with it the moves after it: on a busy machine that takes a while.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn has_arrived(&self) -> Result<bool, InputError> {
        Ok(arrives(self.presser, self.at)?)
    }

    /// Where the pointer is; `None` if the desktop does not report it.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn pointer(&self) -> Result<Option<(i32, i32)>, InputError> {
        Ok(self.presser.pointer()?)
    }

    /// Presses a button, or two, for as long as `held` takes, unless `is_cut` says that this is enough.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn hold(
        &mut self,
        button: Button,
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
            self.presser.button(button, Stroke::Press)?;
        }
        held();
        Ok(())
    }

    /// Moves what is pressed to where a release means nothing.
    ///
    /// # Errors
    /// When the desktop does not answer.
    pub fn drag(&mut self, to: (i32, i32)) -> Result<(), InputError> {
        self.presser.move_to(to)?;
        self.at = to;
        self.has_arrived()?;
        Ok(())
    }

    /// Releases what is pressed and leaves the pointer there.
    ///
    /// # Errors
    /// When the desktop does not answer; what is pressed is released by [`Press::end`] then.
    pub fn release(&mut self) -> Result<(), InputError> {
        while let [rest @ .., button] = self.down {
            self.presser.button(*button, Stroke::Release)?;
            self.down = rest;
        }
        Ok(())
    }

    /// Releases what is pressed and puts the pointer back.
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
        let Self { home, at, down, pressed, .. } = *self;
        let is_back = undo(self.presser, home, at, (down, pressed)).or_else(|_| {
            self.presser.reconnect()?;
            undo(self.presser, home, at, (down, pressed))
        })?;
        *self.owed = home.filter(|_| !is_back).map(|home| Owed { home, at });
        Ok(())
    }
}

impl Drop for Press<'_> {
    fn drop(&mut self) {
        // After an error or a panic: that this fails too adds nothing.
        let _ = self.leave();
    }
}

/// Releases what is pressed and puts the pointer back, unless a user has taken it meanwhile. Whether it is where it is to
/// be: a window manager may hold it back.
fn undo(
    presser: &mut dyn Presser,
    home: Option<(i32, i32)>,
    at: (i32, i32),
    (down, pressed): (&[PointerButton], bool),
) -> Result<bool, DesktopError> {
    for &button in down.iter().rev() {
        presser.button(button, Stroke::Release)?;
    }
    let Some(home) = home else { return Ok(true) };
    // Off the screen the server stops the pointer at the edge: that is not the user's doing.
    if presser.pointer()? == Some(at) || !pressed {
        presser.move_to(home)?;
        return arrives(presser, home);
    }
    Ok(true)
}

/// The buttons of the pointer that are pressed, one after the other.
fn buttons(button: Button) -> &'static [PointerButton] {
    match button {
        Button::Left => &[PointerButton::Left],
        Button::Middle => &[PointerButton::Middle],
        Button::Right => &[PointerButton::Right],
        Button::Both => &[PointerButton::Left, PointerButton::Right],
    }
}

fn arrives(presser: &dyn Presser, at: (i32, i32)) -> Result<bool, DesktopError> {
    let begin = Instant::now();
    loop {
        if presser.pointer()? == Some(at) {
            return Ok(true);
        }
        if begin.elapsed() >= HELD_BACK {
            return Ok(false);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
