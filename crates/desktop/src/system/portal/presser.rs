//! Presses in what is shared.

use super::{DESKTOP, Desk, Sharing};
use crate::system::evdev::button_number;
use crate::system::held::Held;
use crate::system::presser::noted;
use crate::{DesktopError, KeySymbol, PlatformKind, PointerButton, Presser, Stroke};
use std::sync::Arc;

struct ByPortal(Arc<Desk>);

/// What presses in what is shared.
///
/// # Errors
/// [`DesktopError::NoPresses`] when a person has allowed to look only.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    // Where nothing is shared yet, the leave is asked for with the window.
    let may_not = DESKTOP.with(|sharing| !sharing.leave.presses).unwrap_or(false);
    if may_not {
        let why = "the desktop lets voltsight see the window, but not tap in it";
        return Err(DesktopError::NoPresses(why.into()));
    }
    Ok(Box::new(ByPortal(DESKTOP.clone())))
}

fn refused(error: zbus::Error) -> DesktopError {
    DesktopError::NotPressed(error.to_string())
}

impl ByPortal {
    fn send(
        &self,
        what: impl FnOnce(&mut Sharing) -> zbus::Result<()>,
    ) -> Result<(), DesktopError> {
        self.0.with(what)?.map_err(refused)
    }
}

impl Presser for ByPortal {
    fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError> {
        let at = self.0.with(|sharing| sharing.pointer())?;
        Ok(at.map(|(x, y)| (x.floor() as i32, y.floor() as i32)))
    }

    fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError> {
        self.send(|sharing| {
            // The middle of the pixel.
            let (x, y) = (f64::from(at.0) + 0.5, f64::from(at.1) + 0.5);
            sharing.leave.put_pointer(x, y)?;
            sharing.sent = Some(at);
            Ok(())
        })
    }

    fn button(&mut self, button: PointerButton, stroke: Stroke) -> Result<(), DesktopError> {
        let code = button_number(button) as i32;
        let down = stroke == Stroke::Press;
        noted(PlatformKind::Portal, Held::Button(button), stroke, || {
            self.send(|sharing| sharing.leave.button(code, down))
        })
    }

    fn key(&mut self, key: KeySymbol, stroke: Stroke) -> Result<(), DesktopError> {
        // X11's keysymdef.h.
        let symbol = match key {
            KeySymbol::Up => 0xff52,
            KeySymbol::Down => 0xff54,
            KeySymbol::Left => 0xff51,
            KeySymbol::Right => 0xff53,
            KeySymbol::Escape => 0xff1b,
            KeySymbol::Return => 0xff0d,
            KeySymbol::F2 => 0xffbf,
            KeySymbol::Control => 0xffe3,
            KeySymbol::Letter(letter) => letter as i32,
        };
        let down = stroke == Stroke::Press;
        noted(PlatformKind::Portal, Held::Key(key), stroke, || {
            self.send(|sharing| sharing.leave.key(symbol, down))
        })
    }

    /// What a session has pressed is released when it ends: there is nothing to connect to anew.
    fn reconnect(&mut self) -> Result<(), DesktopError> {
        self.0.with(|_| ())
    }
}
