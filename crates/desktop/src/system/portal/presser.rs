//! Presses in what is shared.

use super::{DESKTOP, Desk, Sharing};
use crate::system::evdev::button_number;
use crate::system::held::Held;
use crate::system::presser::noted;
use crate::{DesktopError, KeySymbol, PlatformKind, PointerButton, Presser, Stroke};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How far beside its place the pointer goes first that is there already, in the coordinates of presses.
const BESIDE: i32 = 2;

/// How long the desktop may take to tell of a move.
const TOLD_WITHIN: Duration = Duration::from_millis(200);

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

    fn put(&self, at: (i32, i32)) -> Result<(), DesktopError> {
        self.send(|sharing| {
            sharing.told_before = sharing.stream.told();
            // The middle of the pixel.
            let (x, y) = (f64::from(at.0) + 0.5, f64::from(at.1) + 0.5);
            sharing.leave.put_pointer(x, y)?;
            sharing.sent = Some(at);
            Ok(())
        })
    }
}

impl Presser for ByPortal {
    /// As the desktop has told since the last move. What it told before may be old: it tells nothing of a window that is
    /// minimised or on another workspace, and a press would then be in whatever lies there instead.
    fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError> {
        let at = self.0.with(|sharing| sharing.pointer().filter(|_| sharing.has_told()))?;
        Ok(at.map(|(x, y)| (x.floor() as i32, y.floor() as i32)))
    }

    fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError> {
        let is_there = self.0.with(|sharing| {
            let told = sharing.pointer().filter(|_| sharing.leave.tells_pointer);
            told.map(|(x, y)| (x.floor() as i32, y.floor() as i32)) == Some(at)
        })?;
        if is_there {
            // Of a pointer that stays in its place nothing is told.
            let beside = if at.0 < BESIDE { BESIDE } else { -BESIDE };
            self.put((at.0 + beside, at.1))?;
            let begin = Instant::now();
            while begin.elapsed() < TOLD_WITHIN && !self.0.with(|sharing| sharing.has_told())? {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.put(at)
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
