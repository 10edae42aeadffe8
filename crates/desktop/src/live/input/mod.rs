//! The desktop's own pointer and keyboard.

mod key;
mod press;

use crate::{DesktopError, PlatformKind, Presser};
use grid::geometry::Point;
use key::KeyPress;
use press::{Owed, Press};
use session::frame::Frame;
use session::input::{Button, Gesture, Hold, InputDevice, InputError, on_desktop};
use std::time::{Duration, Instant};

/// How often it is looked whether a press is to be cut short.
const WATCH: Duration = Duration::from_millis(5);

/// The longest that the pointer stays where it was released.
const MOST_STAY: Duration = Duration::from_millis(960);

/// Taps with the real pointer and presses real keys. The user loses the pointer for the time of a
/// hold; it is put back afterwards. A button is released however a tap ends.
pub struct DesktopInput {
    presser: Box<dyn Presser>,
    restore: bool,
    /// Where the pointer still is to be put back from the last tap.
    owed: Option<Owed>,
    /// How long after a release nothing is pressed.
    gap: Duration,
    /// How long after a release the pointer stays, at least and at the moment.
    stay: [Duration; 2],
    /// Where it tapped last.
    last: Option<(i32, i32)>,
    is_cut: Box<dyn Fn() -> bool>,
    obstacle: Box<Obstacle>,
    aside: Box<Aside>,
    released: Option<Instant>,
}

/// Why a gesture that was decided on a picture is not to be made now.
type Obstacle = dyn FnMut(&Gesture, &Frame) -> Result<Option<String>, InputError>;

/// Where a press is to be released, in pixels of the desktop, if the game no longer lies where the picture shows it.
type Aside = dyn FnMut(&Frame) -> Result<Option<(i32, i32)>, InputError>;

impl DesktopInput {
    /// Connects to the desktop. After each release nothing is pressed for `gap`.
    ///
    /// # Errors
    /// [`InputError::Failed`] when there is none that lets programs press keys.
    pub fn new(platform: PlatformKind, gap: Duration) -> Result<Self, InputError> {
        Ok(Self::with(platform.presser()?, gap))
    }

    fn with(presser: Box<dyn Presser>, gap: Duration) -> Self {
        Self {
            presser,
            restore: true,
            owed: None,
            gap,
            stay: [Duration::ZERO; 2],
            last: None,
            is_cut: Box::new(|| false),
            obstacle: Box::new(|_, _| Ok(None)),
            aside: Box::new(|_| Ok(None)),
            released: None,
        }
    }

    /// Leaves the pointer where it tapped instead of putting it back.
    #[must_use]
    pub fn without_restoring(mut self) -> Self {
        self.restore = false;
        self
    }

    /// Leaves the pointer where it was released for so long before it is put back. A tap that is repeated
    /// was taken back, perhaps because the machine is busy: then longer, and shorter again with each that is
    /// not.
    #[must_use]
    pub const fn staying(mut self, stay: Duration) -> Self {
        self.stay = [stay; 2];
        self
    }

    /// Releases what is pressed as soon as `is_cut` says so, which is asked every few milliseconds.
    #[must_use]
    pub fn cut_short_if(mut self, is_cut: impl Fn() -> bool + 'static) -> Self {
        self.is_cut = Box::new(is_cut);
        self
    }

    /// Asks in the last moment, when the pointer is where it is to press, why nothing is to be pressed: a window
    /// may be resized after it was looked at.
    #[must_use]
    pub fn unless(
        mut self,
        obstacle: impl FnMut(&Gesture, &Frame) -> Result<Option<String>, InputError> + 'static,
    ) -> Self {
        self.obstacle = Box::new(obstacle);
        self
    }

    /// Asks before each release whether the window was resized since the press. A program lays it out anew before it
    /// gets the release, which then would be somewhere else in its game: so it is made aside, beside the window.
    /// Whether the press took effect, the next pictures tell.
    #[must_use]
    pub fn releasing(
        mut self,
        aside: impl FnMut(&Frame) -> Result<Option<(i32, i32)>, InputError> + 'static,
    ) -> Self {
        self.aside = Box::new(aside);
        self
    }

    /// Waits until the gap has passed since the last release.
    fn lift(&mut self) {
        if let Some(released) = self.released.take() {
            std::thread::sleep(self.gap.saturating_sub(released.elapsed()));
        }
    }

    /// Makes a tap at a point of the picture, for as long as `held` takes.
    fn tap(
        &mut self,
        (gesture, frame): (&Gesture, &Frame),
        (at, button): (Point, Button),
        held: impl FnOnce(&dyn Fn() -> bool),
    ) -> Result<(), InputError> {
        let pixel = on_desktop(at, frame)?;
        let pixel = (pixel.x as i32, pixel.y as i32);
        let mut press = Press::go(
            &mut *self.presser,
            &mut self.owed,
            pixel,
            parking_place(frame),
            self.restore,
        )?;
        // The server stops the pointer at the edge of the screen without an error: a press there
        // would land on another card.
        if !press.has_arrived()? {
            let is_seen = press.pointer()?.is_some();
            press.end()?;
            if !is_seen {
                let why = "the pointer did not arrive in the game: another window may cover it, or it was \
                           moved by hand";
                return Err(InputError::UserActive(why.into()));
            }
            return Err(InputError::Refused {
                x: at.x,
                y: at.y,
                why: format!(
                    "({}, {}) on the desktop is off the screen: move the window until all of the game is \
                     visible",
                    pixel.0, pixel.1
                ),
            });
        }
        if let Some(why) = (self.obstacle)(gesture, frame)? {
            press.end()?;
            return Err(InputError::UserActive(why));
        }
        let [least, now] = self.stay;
        let stay = match self.last.replace(pixel) == Some(pixel) {
            true => (2 * now).min(MOST_STAY.max(least)),
            false => now.mul_f32(0.9).max(least),
        };
        self.stay = [least, stay];
        let is_cut = &*self.is_cut;
        self.released = Some(Instant::now());
        press.hold(button, is_cut, || held(is_cut))?;
        // It is pressed: what cannot be asked now is no reason to say that nothing was.
        if let Ok(Some(aside)) = (self.aside)(frame) {
            press.drag(aside)?;
            return press.end();
        }
        // On a connection that is broken there is nothing to wait for: the end tries another.
        let is_released = press.release().is_ok();
        let released = Instant::now();
        while is_released && !is_cut() && released.elapsed() < stay {
            std::thread::sleep(WATCH.min(stay.saturating_sub(released.elapsed())));
        }
        press.end()
    }
}

/// At the left edge of a window, within it: there the pointer lies over no card, and the window keeps the keyboard where
/// that follows the pointer.
fn parking_place(frame: &Frame) -> Option<(i32, i32)> {
    let origin = frame.origin?;
    let middle = f64::from(frame.picture.height()) * frame.scale / 2.0;
    Some((origin.x as i32 + 1, (origin.y + middle) as i32))
}

impl From<DesktopError> for InputError {
    /// A window that has gone stops nothing for good: whether it was the game's, the next picture tells.
    fn from(error: DesktopError) -> Self {
        match error {
            DesktopError::WindowGone => Self::UserActive(error.to_string()),
            error => Self::Failed(error.to_string()),
        }
    }
}

/// Returns when what is pressed is to be released: see [`InputDevice::hold`].
fn last(
    (hold, most): (Duration, Duration),
    is_cut: &dyn Fn() -> bool,
    wanted: &mut dyn FnMut() -> Hold,
) {
    let begin = Instant::now();
    while !is_cut() {
        let asked = begin.elapsed();
        match wanted() {
            Hold::Release => return,
            Hold::Enough if begin.elapsed() >= hold => return,
            Hold::On if begin.elapsed() >= hold.max(most) => return,
            Hold::Enough | Hold::On => {}
        }
        let rest = hold.checked_sub(begin.elapsed()).filter(|rest| !rest.is_zero());
        let pause = WATCH.saturating_sub(begin.elapsed() - asked);
        std::thread::sleep(rest.map_or(pause, |rest| rest.min(pause)));
    }
}

impl InputDevice for DesktopInput {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
    }

    /// Returns as soon as the gesture is over; the next one waits for the gap first.
    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        gesture.check(frame)?;
        self.lift();
        match *gesture {
            Gesture::Tap { at, button, hold, .. } => {
                let held = |is_cut: &dyn Fn() -> bool| last((hold, most), is_cut, wanted);
                self.tap((gesture, frame), (at, button), held)?;
            }
            Gesture::Key { key, hold } => {
                if let Some(why) = (self.obstacle)(gesture, frame)? {
                    return Err(InputError::UserActive(why));
                }
                let press = KeyPress::down(&mut *self.presser, key)?;
                last((hold, most), &*self.is_cut, wanted);
                press.end()?;
            }
        }
        self.released = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeySymbol, PointerButton, Stroke};
    use std::cell::RefCell;
    use std::rc::Rc;

    /// How long a press lasts that asks this.
    fn lasts(hold: u64, most: u64, mut wanted: impl FnMut(Duration) -> Hold) -> Duration {
        let (begin, ms) = (Instant::now(), Duration::from_millis);
        last((ms(hold), ms(most)), &|| false, &mut || wanted(begin.elapsed()));
        begin.elapsed()
    }

    #[test]
    fn a_press_lasts_as_long_as_it_is_wanted_within_its_bounds() {
        let ms = Duration::from_millis;
        assert!(lasts(30, 0, |_| Hold::Enough) >= ms(30));
        assert!(lasts(30, 0, |_| Hold::On) >= ms(30), "no shorter than the gesture says");
        assert!(lasts(10, 60, |_| Hold::On) >= ms(60));
        let until = |at| move |held| if held < ms(at) { Hold::On } else { Hold::Enough };
        assert!(lasts(10, 60_000, until(40)) >= ms(40));
        assert!(lasts(60_000, 0, |_| Hold::Release) < ms(60_000));
        let mut asked = 0;
        let let_go = |_| {
            asked += 1;
            if asked < 3 { Hold::On } else { Hold::Release }
        };
        assert!(lasts(60_000, 60_000, let_go) < ms(60_000));
        assert_eq!(asked, 3);
    }

    /// What a pointer was made to do.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Did {
        Went((i32, i32)),
        Pressed,
        Released,
    }

    /// A pointer without a desktop.
    struct Noted {
        at: (i32, i32),
        /// How many of the next moves to where the user had it are held back.
        held_back: usize,
        is_told: bool,
        did: Rc<RefCell<Vec<Did>>>,
    }

    impl Noted {
        /// A hand by such a pointer, which the user has at [`HOME`], and what it is made to do.
        fn hand(held_back: usize, is_told: bool) -> (DesktopInput, Rc<RefCell<Vec<Did>>>) {
            let did = Rc::default();
            let presser = Self { at: HOME, held_back, is_told, did: Rc::clone(&did) };
            (DesktopInput::with(Box::new(presser), Duration::ZERO), did)
        }
    }

    impl Presser for Noted {
        fn pointer(&self) -> Result<Option<(i32, i32)>, DesktopError> {
            Ok(Some(self.at))
        }

        fn knows_pointer(&self) -> bool {
            self.is_told
        }

        fn move_to(&mut self, at: (i32, i32)) -> Result<(), DesktopError> {
            self.did.borrow_mut().push(Did::Went(at));
            if at == HOME && self.held_back > 0 {
                self.held_back -= 1;
            } else {
                self.at = at;
            }
            Ok(())
        }

        fn button(&mut self, _: PointerButton, stroke: Stroke) -> Result<(), DesktopError> {
            let did = if matches!(stroke, Stroke::Press) { Did::Pressed } else { Did::Released };
            self.did.borrow_mut().push(did);
            Ok(())
        }

        fn key(&mut self, _: KeySymbol, _: Stroke) -> Result<(), DesktopError> {
            unreachable!("taps only")
        }

        fn reconnect(&mut self) -> Result<(), DesktopError> {
            Ok(())
        }
    }

    /// Where the user has the pointer.
    const HOME: (i32, i32) = (900, 700);

    /// A tap on a game, and which pixel of the desktop it is for.
    fn tap() -> (Gesture, Frame, (i32, i32)) {
        let picture = image::RgbImage::new(40, 30);
        let frame =
            Frame { origin: Some(Point::new(200.0, 100.0)), ..Frame::new(picture, Duration::ZERO) };
        let within = grid::geometry::Rect::new(0.0, 0.0, 40.0, 30.0);
        let tap = Gesture::tap(Point::new(3.5, 4.5), within, Duration::from_millis(1));
        (tap, frame, (203, 104))
    }

    /// A window manager that looks at a press holds back what comes after it.
    #[test]
    fn a_pointer_that_came_back_late_is_put_back_where_the_user_had_it() {
        let (tap, frame, pixel) = tap();
        let (mut hand, did) = Noted::hand(1, true);
        hand.perform(&tap, &frame).unwrap();
        assert_eq!(hand.presser.pointer().unwrap(), Some(pixel), "it was held back");
        hand.perform(&tap, &frame).unwrap();
        assert_eq!(hand.presser.pointer().unwrap(), Some(HOME));
        assert_eq!(did.borrow().last(), Some(&Did::Went(HOME)));
    }

    #[test]
    fn a_pointer_that_nobody_knows_is_parked_at_the_edge_of_the_window() {
        let (tap, frame, pixel) = tap();
        let (mut hand, did) = Noted::hand(0, false);
        hand.perform(&tap, &frame).unwrap();
        let expected = [Did::Went(pixel), Did::Pressed, Did::Released, Did::Went((201, 115))];
        assert_eq!(*did.borrow(), expected);
    }

    #[test]
    fn a_press_is_released_aside_if_the_window_was_resized_meanwhile() {
        let aside = (96, 250);
        let (tap, frame, pixel) = tap();
        for resized in [false, true] {
            let (hand, did) = Noted::hand(0, true);
            let mut hand = hand.releasing(move |_| Ok(resized.then_some(aside)));
            hand.perform(&tap, &frame).unwrap();
            let mut expected = vec![Did::Went(pixel), Did::Pressed, Did::Released, Did::Went(HOME)];
            if resized {
                expected.insert(2, Did::Went(aside));
            }
            assert_eq!(*did.borrow(), expected);
        }
    }

    #[test]
    fn a_press_that_is_cut_short_is_not_asked_about() {
        last((Duration::MAX, Duration::MAX), &|| true, &mut || unreachable!());
    }
}
