//! A pointer and a keyboard of our own.

use super::compositor::Compositor;
use crate::system::evdev::{button_number, key_number};
use crate::system::held::Held;
use crate::system::presser::noted;
use crate::system::releaser;
use crate::{DesktopError, KeySymbol, PlatformKind, PointerButton, Presser, Stroke};

struct ByVirtualDevices {
    compositor: Compositor,
    /// Where the pointer was sent last.
    sent: Option<(i32, i32)>,
}

/// What presses where the pointer is sent.
///
/// # Errors
/// [`DesktopError::NoPresses`] when the compositor lets no program press anything.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    releaser::start();
    Ok(Box::new(ByVirtualDevices { compositor: connect()?, sent: None }))
}

fn connect() -> Result<Compositor, DesktopError> {
    let compositor = Compositor::connect()?;
    if compositor.has_pointer() {
        return Ok(compositor);
    }
    let why = "this compositor has no wlr-virtual-pointer of version 2";
    Err(DesktopError::NoPresses(why.into()))
}

impl Presser for ByVirtualDevices {
    fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError> {
        Ok(self.sent)
    }

    fn knows_pointer(&self) -> bool {
        false
    }

    fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError> {
        self.sent = self.compositor.put_pointer(at)?.then_some(at);
        Ok(())
    }

    fn button(&mut self, button: PointerButton, stroke: Stroke) -> Result<(), DesktopError> {
        noted(PlatformKind::Wlroots, Held::Button(button), stroke, || {
            self.compositor.button(self.sent, button_number(button), stroke)
        })
    }

    fn key(&mut self, key: KeySymbol, stroke: Stroke) -> Result<(), DesktopError> {
        let number = key_number(key).ok_or_else(|| {
            DesktopError::NotPressed(format!("no key of a usual keyboard is {key:?}"))
        })?;
        noted(PlatformKind::Wlroots, Held::Key(key), stroke, || {
            self.compositor.key(number, stroke, key == KeySymbol::Control)
        })
    }

    fn reconnect(&mut self) -> Result<(), DesktopError> {
        self.compositor = connect()?;
        Ok(())
    }
}
