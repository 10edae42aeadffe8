//! The desktop's own pointer and keyboard, through enigo.

mod press;

use super::{Gesture, Hand, InputError, Key, on_desktop};
use crate::frame::Frame;
use crate::geometry::Point;
use enigo::{Direction, Enigo, Keyboard, Settings};
use press::Press;
use std::time::{Duration, Instant};

/// The key that DeSmuME and mGBA both start with as the A button.
const A_BUTTON: char = 'x';

/// How often it is looked whether a press is to be cut short.
const WATCH: Duration = Duration::from_millis(5);

/// Taps with the real pointer and presses real keys. The user loses the pointer for the time of a
/// hold; it is put back afterwards. A button is released however a tap ends.
pub struct DesktopHand {
    enigo: Enigo,
    restore: bool,
    /// How long after a release nothing is pressed.
    gap: Duration,
    is_cut: Box<dyn Fn() -> bool>,
    released: Option<Instant>,
}

impl DesktopHand {
    /// Connects to the desktop. After each release nothing is pressed for `gap`.
    ///
    /// # Errors
    /// [`InputError::Failed`] when there is none that lets programs press keys.
    pub fn new(gap: Duration) -> Result<Self, InputError> {
        Ok(Self {
            enigo: connect()?,
            restore: true,
            gap,
            is_cut: Box::new(|| false),
            released: None,
        })
    }

    /// Leaves the pointer where it tapped instead of putting it back.
    #[must_use]
    pub fn without_restoring(mut self) -> Self {
        self.restore = false;
        self
    }

    /// Releases what is pressed as soon as `is_cut` says so, which is asked every few milliseconds.
    #[must_use]
    pub fn cut_short_if(mut self, is_cut: impl Fn() -> bool + 'static) -> Self {
        self.is_cut = Box::new(is_cut);
        self
    }

    /// Waits until the gap has passed since the last release.
    fn lift(&mut self) {
        if let Some(released) = self.released.take() {
            std::thread::sleep(self.gap.saturating_sub(released.elapsed()));
        }
    }

    /// Presses the button at a pixel of the desktop for `hold`, and on while `wanted` says yes, but
    /// no longer than `most`. `at` is the point of the picture, for errors.
    fn tap(
        &mut self,
        pixel: (i32, i32),
        at: Point,
        (hold, most): (Duration, Duration),
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<(), InputError> {
        let mut press = Press::go(&mut self.enigo, pixel, self.restore)?;
        // The server stops the pointer at the edge of the screen without an error: a press there
        // would land on another card.
        if !press.has_arrived()? {
            press.end()?;
            return Err(InputError::Refused {
                x: at.x,
                y: at.y,
                why: format!(
                    "({}, {}) on the desktop is off the screen: move the window so that all of the game is on it",
                    pixel.0, pixel.1
                ),
            });
        }
        let is_cut = &self.is_cut;
        press.hold(is_cut, || {
            let begin = Instant::now();
            while begin.elapsed() < most && !is_cut() && wanted() {}
            pass(hold.saturating_sub(begin.elapsed()), is_cut);
        })?;
        press.end()
    }
}

/// A connection that presses without delays of its own. It releases held keys when it ends, but no
/// buttons.
fn connect() -> Result<Enigo, InputError> {
    let settings = Settings { linux_delay: 0, ..Settings::default() };
    Enigo::new(&settings).map_err(|error| {
        InputError::Failed(format!("the pointer cannot be used ({error}): see `voltsight doctor`"))
    })
}

/// Lets time pass until `is_cut` says that this is enough.
fn pass(time: Duration, is_cut: &dyn Fn() -> bool) {
    let begin = Instant::now();
    while let Some(left) = time.checked_sub(begin.elapsed()).filter(|left| !left.is_zero()) {
        if is_cut() {
            return;
        }
        std::thread::sleep(left.min(WATCH));
    }
}

fn failed(error: enigo::InputError) -> InputError {
    InputError::Failed(format!("the desktop did not take the gesture: {error}"))
}

impl Hand for DesktopHand {
    /// Returns as soon as the gesture is over; the next one waits for the gap first.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        gesture.check(frame)?;
        self.lift();
        match gesture {
            Gesture::Tap { at, hold, .. } => {
                let pixel = on_desktop(*at, frame)?;
                let pixel = (pixel.x as i32, pixel.y as i32);
                self.tap(pixel, *at, (*hold, Duration::ZERO), &mut || false)?;
            }
            Gesture::Key { key, hold } => {
                let key = match key {
                    Key::Up => enigo::Key::UpArrow,
                    Key::Down => enigo::Key::DownArrow,
                    Key::Left => enigo::Key::LeftArrow,
                    Key::Right => enigo::Key::RightArrow,
                    Key::A => enigo::Key::Unicode(A_BUTTON),
                    Key::Escape => enigo::Key::Escape,
                };
                self.enigo.key(key, Direction::Press).map_err(failed)?;
                pass(*hold, &self.is_cut);
                self.enigo.key(key, Direction::Release).map_err(failed)?;
            }
        }
        self.released = Some(Instant::now());
        Ok(())
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> bool,
    ) -> Result<(), InputError> {
        let Gesture::Tap { at, hold, .. } = gesture else { return self.perform(gesture, frame) };
        gesture.check(frame)?;
        self.lift();
        let pixel = on_desktop(*at, frame)?;
        self.tap((pixel.x as i32, pixel.y as i32), *at, (*hold, most), wanted)?;
        self.released = Some(Instant::now());
        Ok(())
    }
}
