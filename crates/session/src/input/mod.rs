//! Acts on the game. The desktop's pointer, a dry run and the built-in game are the same [`InputDevice`].

pub mod dry_run;
pub mod guard;
mod safeguard;

pub use safeguard::Safeguard;

use crate::frame::Frame;
use grid::geometry::{Point, Rect};
use std::time::Duration;

/// One act of the input device, in pixels of the picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Press at a point of the picture, hold, release.
    Tap {
        /// Where, in picture pixels of the frame that it was decided on.
        at: Point,
        /// The located screen in picture pixels: a hand refuses a tap outside it.
        within: Rect,
        /// What is pressed.
        button: Button,
        /// How long to hold.
        hold: Duration,
    },
    /// Hold a key.
    Key {
        /// Which.
        key: Key,
        /// How long to hold.
        hold: Duration,
    },
}

impl Gesture {
    /// A tap with the pen or the first button.
    pub const fn tap(at: Point, within: Rect, hold: Duration) -> Self {
        Self::Tap { at, within, button: Button::Left, hold }
    }

    /// Whether it is a tap, not a key.
    pub const fn is_tap(&self) -> bool {
        matches!(self, Self::Tap { .. })
    }

    /// The time that it is held.
    pub const fn hold(&self) -> Duration {
        match self {
            Self::Tap { hold, .. } | Self::Key { hold, .. } => *hold,
        }
    }

    /// Refuses a tap that lies outside the located screen, or outside the picture.
    ///
    /// # Errors
    /// [`InputError::Refused`] says which.
    pub fn check(&self, frame: &Frame) -> Result<(), InputError> {
        let Self::Tap { at, within, .. } = self else { return Ok(()) };
        let refused = |why: &str| InputError::Refused { x: at.x, y: at.y, why: why.into() };
        let picture = &frame.picture;
        let picture = Rect::new(0.0, 0.0, picture.width().into(), picture.height().into());
        if !within.contains(*at) {
            return Err(refused("it is outside the located screen"));
        }
        if !picture.contains(*at) {
            return Err(refused("it is outside the picture: make the whole screen visible"));
        }
        Ok(())
    }
}

/// The place on the desktop of the pixel at `at`, in whole units of its coordinates: a pointer is put nowhere else.
///
/// # Errors
/// [`InputError::Failed`] if the picture is not of a desktop.
pub fn on_desktop(at: Point, frame: &Frame) -> Result<Point, InputError> {
    let origin = frame.origin.ok_or_else(|| {
        InputError::Failed(
            "this picture is not of a window on the desktop: nothing to act on".into(),
        )
    })?;
    let place = |origin: f64, at: f64| (origin + at.floor() * frame.scale).floor();
    Ok(Point::new(place(origin.x, at.x), place(origin.y, at.y)))
}

/// The buttons of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// The pointer's first button, or the pen.
    Left,
    /// The wheel.
    Middle,
    /// The second button.
    Right,
    /// The first and the second button at once.
    Both,
}

impl Button {
    /// The press as a verb, such as "tap".
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Left => "tap",
            Self::Middle => "middle-click",
            Self::Right => "right-click",
            Self::Both => "press both buttons at",
        }
    }
}

/// The keys that games are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    /// The emulator's A button.
    A,
    /// The emulator's B button.
    B,
    Escape,
    /// Return.
    Enter,
    F2,
    /// The letter Z, for programs in which it is not a button of an emulator.
    Z,
    /// The control key alone.
    ControlKey,
    /// A letter together with the control key.
    Control(char),
}

/// How a press continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is released at once.
    Release,
    /// It is released after the time of its gesture.
    Enough,
    /// It is held longer than that.
    On,
}

/// A device that acts on the game.
pub trait InputDevice {
    /// Performs `gesture`, which was decided on `frame`.
    ///
    /// # Errors
    /// When the gesture was refused or could not be made; nothing was pressed then.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError>;

    /// As [`perform`](Self::perform), but `wanted` is asked again and again, while the press lasts,
    /// whether it goes on: for no longer than `most`, or than the gesture says if that is longer. It
    /// may take a while to answer, such as one picture's time. The press is over when this returns,
    /// whatever the result: nobody else has to see to its release.
    ///
    /// A hand that cannot tell makes the plain gesture.
    ///
    /// # Errors
    /// As [`perform`](Self::perform).
    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        let _ = (most, wanted);
        self.perform(gesture, frame)
    }

    /// Checks whether it may act at the moment. Called all the time, so that a halt is noticed at once.
    ///
    /// # Errors
    /// [`InputError::UserActive`] while it must not, [`InputError::Stopped`] for good.
    fn ready(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    /// Resumes after a halt that lasts until the person says so; returns whether there was one.
    fn resume(&mut self) -> bool {
        false
    }
}

/// The error for a gesture that was not made.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The point is not inside the located screen, or not on the desktop.
    #[error("refused to tap at ({x:.0}, {y:.0}): {why}")]
    Refused {
        /// The point, in picture pixels.
        x: f64,
        /// The point, in picture pixels.
        y: f64,
        /// Why, and what to do.
        why: String,
    },
    /// The user is at the controls: pointer moved, hotkey pressed, another window in front. This
    /// may pass: ask [`InputDevice::ready`] again.
    #[error("halted: {0}")]
    UserActive(String),
    /// The user asked to stop for good.
    #[error("stopped: {0}")]
    Stopped(String),
    /// Anything else: what failed, and what to do.
    #[error("{0}")]
    Failed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_that_counts_points_is_tapped_at_whole_ones() {
        let picture = image::RgbImage::new(100, 100);
        let origin = Some(Point::new(30.0, 20.0));
        let frame = Frame { origin, scale: 0.5, ..Frame::new(picture, Duration::ZERO) };
        let at = on_desktop(Point::new(51.5, 40.5), &frame).unwrap();
        assert_eq!(at, Point::new(55.0, 40.0));
        let frame = Frame { scale: 1.0, ..frame };
        assert_eq!(on_desktop(Point::new(51.5, 40.5), &frame).unwrap(), Point::new(81.0, 60.0));
    }
}
