//! Presses through enigo, which knows every desktop.

use super::held::Held;
use super::releaser;
use crate::{DesktopError, KeySymbol, PlatformKind, PointerButton, Presser, Stroke};
use enigo::{Button, Coordinate, Direction, Enigo, InputResult, Key, Keyboard, Mouse, Settings};
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// A connection to the desktop. It releases held keys when it ends, but no buttons.
struct ByEnigo(Enigo);

/// What this process has pressed and not released, and by which way to the desktop.
static HELD: Mutex<Vec<(PlatformKind, Held)>> = Mutex::new(Vec::new());

/// How long whoever pressed may take to release it.
#[cfg(unix)]
const RELEASED: Duration = Duration::from_millis(200);

fn held() -> MutexGuard<'static, Vec<(PlatformKind, Held)>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes what is about to be pressed, which may be down even after an error, and what was released.
pub(super) fn noted(
    platform: PlatformKind,
    what: Held,
    stroke: Stroke,
    send: impl FnOnce() -> Result<(), DesktopError>,
) -> Result<(), DesktopError> {
    // A portal releases by itself what a process that ends has pressed.
    let tell = || {
        if platform != PlatformKind::Portal {
            releaser::tell(stroke, (platform, what));
        }
    };
    if stroke == Stroke::Press {
        held().push((platform, what));
        tell();
    }
    send()?;
    if stroke == Stroke::Release {
        held().retain(|held| *held != (platform, what));
        tell();
    }
    Ok(())
}

/// Releases what is pressed, if whoever pressed it does not: before the process is ended.
#[cfg(unix)]
pub(super) fn release_all() {
    let start = Instant::now();
    while !held().is_empty() && start.elapsed() < RELEASED {
        std::thread::sleep(Duration::from_millis(2));
    }
    // Each release is noted, too: the list is free again by then.
    let left = held().clone();
    super::held::release(&left);
}

/// Connects to the desktop.
///
/// # Errors
/// [`DesktopError::NoPresses`] when there is none that lets programs press keys.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    releaser::start();
    Ok(Box::new(ByEnigo(connect()?)))
}

pub(super) fn connect() -> Result<Enigo, DesktopError> {
    let settings = Settings { linux_delay: 0, ..Settings::default() };
    Enigo::new(&settings).map_err(|error| unless_gone(DesktopError::NoPresses(error.to_string())))
}

pub(super) fn taken<T>(result: InputResult<T>) -> Result<T, DesktopError> {
    result.map_err(|error| unless_gone(DesktopError::NotPressed(error.to_string())))
}

/// Why nothing could be pressed: the desktop itself may have ended.
fn unless_gone(error: DesktopError) -> DesktopError {
    match super::connect() {
        Err(DesktopError::NoDisplay(_)) => DesktopError::NoAnswer(
            "the display that the game is on is gone: its X server or its session has ended".into(),
        ),
        _ => error,
    }
}

const fn direction(stroke: Stroke) -> Direction {
    match stroke {
        Stroke::Press => Direction::Press,
        Stroke::Release => Direction::Release,
    }
}

impl Presser for ByEnigo {
    fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError> {
        #[cfg(windows)]
        if let Some(place) = super::win32::pointer_place() {
            return Ok(Some(place));
        }
        taken(self.0.location()).map(Some)
    }

    fn move_to(&mut self, (x, y): (i32, i32)) -> Result<(), DesktopError> {
        let send = |enigo: &mut Enigo| taken(enigo.move_mouse(x, y, Coordinate::Abs));
        #[cfg(windows)]
        return super::win32::send_pointer((x, y), || send(&mut self.0));
        #[cfg(not(windows))]
        send(&mut self.0)
    }

    fn button(&mut self, button: PointerButton, stroke: Stroke) -> Result<(), DesktopError> {
        let what = Held::Button(button);
        #[cfg(windows)]
        let button = super::win32::as_swapped(button);
        let button = match button {
            PointerButton::Left => Button::Left,
            PointerButton::Middle => Button::Middle,
            PointerButton::Right => Button::Right,
        };
        noted(PlatformKind::Native, what, stroke, || {
            taken(self.0.button(button, direction(stroke)))
        })
    }

    fn key(&mut self, key: KeySymbol, stroke: Stroke) -> Result<(), DesktopError> {
        let what = Held::Key(key);
        let key = match key {
            KeySymbol::Up => Key::UpArrow,
            KeySymbol::Down => Key::DownArrow,
            KeySymbol::Left => Key::LeftArrow,
            KeySymbol::Right => Key::RightArrow,
            KeySymbol::Escape => Key::Escape,
            KeySymbol::Return => Key::Return,
            KeySymbol::F2 => Key::F2,
            KeySymbol::Control => Key::Control,
            KeySymbol::Letter(letter) => Key::Unicode(letter),
        };
        noted(PlatformKind::Native, what, stroke, || taken(self.0.key(key, direction(stroke))))
    }

    fn reconnect(&mut self) -> Result<(), DesktopError> {
        self.0 = connect()?;
        Ok(())
    }
}
