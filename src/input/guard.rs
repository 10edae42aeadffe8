//! A hand that acts only while nothing speaks against it.
//!
//! It refuses what the picture forbids, waits while another window is in the way or has the
//! keyboard, and halts when the user takes over: the pointer moved, a corner of the screen, a
//! hotkey, more taps than a game can need.

use super::{Gesture, Hand, Hold, InputError, Safeguard, on_desktop};
use crate::frame::Frame;
use crate::geometry::{Point, Rect};
use std::collections::VecDeque;
use std::time::Duration;

/// What is around the game: where the pointer is, what lies over the window, what the user asks.
/// Coordinates are desktop pixels.
pub trait Surroundings {
    /// Where the pointer is; `None` where there is none.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn pointer(&mut self) -> Result<Option<Point>, InputError>;

    /// The whole screen.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn screen(&mut self) -> Result<Rect, InputError>;

    /// Why `gesture`, decided on `frame`, would not reach the game now, whatever lies over it: its
    /// window is gone, or was moved. `None` when it would.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn obstacle(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError>;

    /// What lies over the point of a tap, in a sentence; `None` for the game itself.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn cover(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError>;

    /// Which other window has the keyboard, in a sentence; `None` when the game's has it, or is
    /// gone. A tap gives the keyboard to the window that it hits.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn focused_elsewhere(&mut self) -> Result<Option<String>, InputError>;

    /// What the user has asked for since the last time this was called.
    fn request(&mut self) -> Option<Request>;
}

/// What a user asks for by a hotkey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Pause, or go on after a pause or a halt.
    Pause,
    /// Stop for good.
    Stop,
}

/// When the guard halts.
#[derive(Clone, Copy, Debug)]
pub struct GuardLimits {
    /// The most taps and keys within a minute of the frames' own clock.
    pub per_minute: usize,
    /// How far the pointer may be from where it was left, in pixels: a mouse may tremble.
    pub tremble: f64,
    /// How near to a corner of the screen the pointer means "halt", in pixels.
    pub corner: f64,
}

impl Default for GuardLimits {
    /// Four acts a second: a tap and its gap take 160 ms, and each is confirmed on the picture.
    fn default() -> Self {
        Self { per_minute: 240, tremble: 3.0, corner: 2.0 }
    }
}

/// Wraps a hand; see the module.
#[derive(Debug)]
pub struct Guard<H, S> {
    hand: H,
    surroundings: S,
    limits: GuardLimits,
    /// The safeguards that the user does without.
    without: Vec<Safeguard>,
    /// How to go on after a halt, the end of a sentence.
    goes_on: String,
    acts: VecDeque<Duration>,
    /// Where the pointer may be since the last act: where it was tapped, if it was seen there
    /// afterwards, and where it was before.
    left_at: [Option<Point>; 2],
    /// What the user asked for while a press was held, not yet heard.
    asked: VecDeque<Request>,
    halted: Option<String>,
    stopped: bool,
}

impl<H: Hand, S: Surroundings> Guard<H, S> {
    /// Guards `hand`.
    pub fn new(hand: H, surroundings: S, limits: GuardLimits) -> Self {
        let (acts, left_at, asked) = (VecDeque::new(), [None; 2], VecDeque::new());
        let (without, halted) = (Vec::new(), None);
        let goes_on = "the pause hotkey goes on".to_owned();
        let stopped = false;
        Self { hand, surroundings, limits, without, goes_on, acts, left_at, asked, halted, stopped }
    }

    /// Names the key that goes on after a halt, for the person who reads why it halted.
    #[must_use]
    pub fn paused_by(mut self, key: &str) -> Self {
        self.goes_on = format!("{key} goes on");
        self
    }

    /// Does without these safeguards.
    #[must_use]
    pub fn without(mut self, safeguards: &[Safeguard]) -> Self {
        self.without = safeguards.to_vec();
        self
    }

    fn has(&self, safeguard: Safeguard) -> bool {
        !self.without.contains(&safeguard)
    }

    /// Looks at the user: to be called all the time, so that a halt is noticed at once and not
    /// only with the next act.
    ///
    /// # Errors
    /// [`InputError::UserActive`] with the reason while halted or another window has the keyboard,
    /// [`InputError::Stopped`] after the stop hotkey.
    pub fn check(&mut self) -> Result<(), InputError> {
        while let Some(request) = self.asked.pop_front().or_else(|| self.surroundings.request()) {
            match request {
                Request::Stop => {
                    self.stopped = true;
                    self.halted = Some("the stop hotkey was pressed".into());
                }
                Request::Pause if self.stopped => {}
                Request::Pause if self.halted.is_some() => {
                    self.resume();
                }
                Request::Pause => {
                    self.halted = Some(format!("paused; {}", self.goes_on));
                }
            }
        }
        if self.halted.is_none() && self.has(Safeguard::Pointer) {
            self.halted = self.user_moved()?;
        }
        match &self.halted {
            Some(why) if self.stopped => return Err(InputError::Stopped(why.clone())),
            Some(why) => return Err(InputError::UserActive(why.clone())),
            None => {}
        }
        if self.has(Safeguard::Focus)
            && let Some(why) = self.surroundings.focused_elsewhere()?
        {
            return Err(InputError::UserActive(why));
        }
        Ok(())
    }

    /// Whether the user has asked to stop for good.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// What the pointer says about the user.
    fn user_moved(&mut self) -> Result<Option<String>, InputError> {
        let Some(pointer) = self.surroundings.pointer()? else { return Ok(None) };
        let screen = self.surroundings.screen()?;
        // The pointer is a pixel, so the last column is one less than the width.
        let to_edge = |p: f64, size: f64| p.min(size - 1.0 - p);
        if to_edge(pointer.x - screen.x, screen.w) <= self.limits.corner
            && to_edge(pointer.y - screen.y, screen.h) <= self.limits.corner
        {
            return Ok(Some(format!(
                "the pointer is in a corner of the screen; once it is out of it, {}",
                self.goes_on
            )));
        }
        let mut left_at = self.left_at.iter().flatten().peekable();
        if left_at.peek().is_none()
            || left_at.any(|&left| distance(left, pointer) <= self.limits.tremble)
        {
            return Ok(None);
        }
        Ok(Some(format!("the pointer was moved; {}", self.goes_on)))
    }

    /// Refuses more acts in a minute than allowed, and counts this one.
    fn count(&mut self, now: Duration) -> Result<(), InputError> {
        let minute = Duration::from_secs(60);
        while self.acts.front().is_some_and(|&at| now.saturating_sub(at) >= minute) {
            self.acts.pop_front();
        }
        if self.acts.len() >= self.limits.per_minute {
            let why = format!(
                "{} taps within a minute, more than any game needs: something is wrong; {}",
                self.acts.len(),
                self.goes_on
            );
            self.halted = Some(why.clone());
            return Err(InputError::UserActive(why));
        }
        self.acts.push_back(now);
        Ok(())
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

impl<H: Hand, S: Surroundings> Hand for Guard<H, S> {
    /// # Errors
    /// [`InputError::UserActive`] when the user is at the controls: a halt lasts until
    /// [`Hand::resume`], a window in the way until it is gone, one that has the keyboard until the
    /// game has it. [`InputError::Refused`] when the gesture itself is wrong.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
    }

    /// The press ends at once when the user takes the pointer or presses a hotkey, and that of a key
    /// when another window gets the keyboard.
    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        self.guarded(gesture, frame, |guard| {
            let Self { hand, surroundings, limits, without, asked, .. } = guard;
            let mut held_at = None;
            let is_key = matches!(gesture, Gesture::Key { .. });
            hand.hold(gesture, frame, most, &mut || {
                asked.extend(surroundings.request());
                if !asked.is_empty() {
                    return Hold::Release;
                }
                // The keyboard is asked for in any case: a key goes to whichever window has it.
                if is_key && !matches!(surroundings.obstacle(gesture, frame), Ok(None)) {
                    return Hold::Release;
                }
                if !without.contains(&Safeguard::Pointer) {
                    let Ok(pointer) = surroundings.pointer() else { return Hold::Release };
                    let held_at = *held_at.get_or_insert(pointer);
                    let is_left = match (held_at, pointer) {
                        (Some(held_at), Some(pointer)) => {
                            distance(held_at, pointer) <= limits.tremble
                        }
                        (held_at, pointer) => held_at == pointer,
                    };
                    if !is_left {
                        return Hold::Release;
                    }
                }
                wanted()
            })
        })
    }

    fn ready(&mut self) -> Result<(), InputError> {
        self.check()
    }

    /// Goes on after a halt, unless it was the stop hotkey.
    fn resume(&mut self) -> bool {
        let was_halted = !self.stopped && self.halted.is_some();
        if was_halted {
            self.halted = None;
            self.left_at = [None; 2];
            self.acts.clear();
        }
        was_halted
    }
}

impl<H: Hand, S: Surroundings> Guard<H, S> {
    /// Lets `act` make `gesture` if nothing speaks against it, and notes where the pointer is left.
    fn guarded(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        act: impl FnOnce(&mut Self) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        gesture.check(frame)?;
        self.check()?;
        if let Some(why) = self.surroundings.obstacle(gesture, frame)? {
            return Err(InputError::UserActive(why));
        }
        if self.has(Safeguard::Cover)
            && let Some(why) = self.surroundings.cover(gesture, frame)?
        {
            return Err(InputError::UserActive(why));
        }
        self.count(frame.at)?;
        let before = self.surroundings.pointer()?;
        act(self)?;
        // A hand puts the pointer back, or leaves it at the point of the tap. Anywhere else, the
        // user has taken it meanwhile, which the next look will find.
        let after = self.surroundings.pointer()?;
        let tapped = match gesture {
            Gesture::Tap { at, .. } => on_desktop(*at, frame).ok(),
            Gesture::Key { .. } => None,
        };
        self.left_at = [before, after.filter(|_| after == tapped)];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consoles::ds::TAP_HOLD;
    use image::RgbImage;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Debug, Default)]
    struct World {
        pointer: Option<Point>,
        obstacle: Option<String>,
        cover: Option<String>,
        focus: Option<String>,
        requests: VecDeque<Request>,
        taps: usize,
        /// Where the user takes the pointer while a tap is held.
        grabs: Option<Point>,
        /// How often the last press was asked to go on.
        held: usize,
    }

    #[derive(Clone, Debug, Default)]
    struct Shared(Rc<RefCell<World>>);

    impl Surroundings for Shared {
        fn pointer(&mut self) -> Result<Option<Point>, InputError> {
            Ok(self.0.borrow().pointer)
        }
        fn screen(&mut self) -> Result<Rect, InputError> {
            Ok(Rect::new(0.0, 0.0, 800.0, 600.0))
        }
        fn obstacle(&mut self, _: &Gesture, _: &Frame) -> Result<Option<String>, InputError> {
            Ok(self.0.borrow().obstacle.clone())
        }
        fn cover(&mut self, _: &Gesture, _: &Frame) -> Result<Option<String>, InputError> {
            Ok(self.0.borrow().cover.clone())
        }
        fn focused_elsewhere(&mut self) -> Result<Option<String>, InputError> {
            Ok(self.0.borrow().focus.clone())
        }
        fn request(&mut self) -> Option<Request> {
            self.0.borrow_mut().requests.pop_front()
        }
    }

    impl Hand for Shared {
        fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
            self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
        }

        /// Asks at most ten times.
        fn hold(
            &mut self,
            _: &Gesture,
            _: &Frame,
            _: Duration,
            wanted: &mut dyn FnMut() -> Hold,
        ) -> Result<(), InputError> {
            let mut held = 0;
            while held < 10 && wanted() == Hold::On {
                held += 1;
            }
            let mut world = self.0.borrow_mut();
            world.taps += 1;
            world.held = held;
            if let Some(to) = world.grabs.take() {
                world.pointer = Some(to);
            }
            Ok(())
        }
    }

    fn tap(x: f64, y: f64) -> Gesture {
        Gesture::tap(Point::new(x, y), Rect::new(0.0, 0.0, 50.0, 50.0), TAP_HOLD)
    }

    fn frame(seconds: u64) -> Frame {
        Frame::new(RgbImage::new(100, 100), Duration::from_secs(seconds))
    }

    fn guarded() -> (Shared, Guard<Shared, Shared>) {
        let world = Shared::default();
        world.0.borrow_mut().pointer = Some(Point::new(400.0, 300.0));
        (world.clone(), Guard::new(world.clone(), world, GuardLimits::default()))
    }

    fn refusal(guard: &mut Guard<Shared, Shared>, seconds: u64) -> String {
        guard.perform(&tap(5.0, 5.0), &frame(seconds)).unwrap_err().to_string()
    }

    #[test]
    fn a_tap_outside_the_located_screen_never_reaches_the_hand() {
        let (world, mut guard) = guarded();
        let error = guard.perform(&tap(60.0, 5.0), &frame(0)).unwrap_err();
        assert!(matches!(error, InputError::Refused { .. }), "{error}");
        assert_eq!(world.0.borrow().taps, 0);
    }

    #[test]
    fn a_moved_pointer_halts_until_resumed_and_a_trembling_one_does_not() {
        let (world, mut guard) = guarded();
        guard.perform(&tap(5.0, 5.0), &frame(0)).unwrap();
        world.0.borrow_mut().pointer = Some(Point::new(402.0, 300.0));
        guard.perform(&tap(5.0, 5.0), &frame(1)).unwrap();
        world.0.borrow_mut().pointer = Some(Point::new(420.0, 300.0));
        assert!(guard.check().unwrap_err().to_string().contains("pointer was moved"));
        world.0.borrow_mut().pointer = Some(Point::new(402.0, 300.0));
        assert!(
            refusal(&mut guard, 2).contains("pointer was moved"),
            "moving it back is not a yes"
        );
        guard.resume();
        guard.perform(&tap(5.0, 5.0), &frame(3)).unwrap();
        assert_eq!(world.0.borrow().taps, 3);
    }

    #[test]
    fn a_pointer_taken_during_a_tap_is_noticed() {
        let (world, mut guard) = guarded();
        world.0.borrow_mut().grabs = Some(Point::new(100.0, 100.0));
        guard.perform(&tap(5.0, 5.0), &frame(0)).unwrap();
        assert!(refusal(&mut guard, 1).contains("pointer was moved"));
    }

    #[test]
    fn a_held_press_ends_when_the_user_takes_the_pointer_or_presses_a_hotkey() {
        let (world, mut guard) = guarded();
        let hold = |guard: &mut Guard<Shared, Shared>, at, mut then: Box<dyn FnMut()>| {
            let mut asked = 0;
            guard.hold(&tap(5.0, 5.0), &frame(at), Duration::MAX, &mut || {
                asked += 1;
                if asked == 3 {
                    then();
                }
                Hold::On
            })
        };
        hold(&mut guard, 0, Box::new(|| ())).unwrap();
        assert_eq!(world.0.borrow().held, 10, "as long as it is wanted");
        let user = world.clone();
        let ask = move || user.0.borrow_mut().requests.push_back(Request::Pause);
        hold(&mut guard, 1, Box::new(ask)).unwrap();
        assert_eq!(world.0.borrow().held, 3);
        assert!(refusal(&mut guard, 2).contains("paused"), "what was asked is not forgotten");
        guard.resume();
        let user = world.clone();
        let take = move || user.0.borrow_mut().pointer = Some(Point::new(100.0, 100.0));
        hold(&mut guard, 3, Box::new(take)).unwrap();
        assert_eq!(world.0.borrow().held, 3);
        assert!(refusal(&mut guard, 4).contains("pointer was moved"));
    }

    #[test]
    fn a_held_key_is_released_when_another_window_gets_the_keyboard() {
        let (world, guard) = guarded();
        // Whatever safeguards there are.
        let mut guard = guard.without(&Safeguard::ALL);
        let key = Gesture::Key { key: crate::input::Key::Up, hold: Duration::from_millis(200) };
        let (user, mut asked) = (world.clone(), 0);
        let mut wanted = || {
            asked += 1;
            if asked == 4 {
                user.0.borrow_mut().obstacle = Some("\"xterm\" has the keyboard".into());
            }
            Hold::On
        };
        guard.hold(&key, &frame(0), Duration::ZERO, &mut wanted).unwrap();
        assert_eq!((asked, world.0.borrow().held), (4, 4));
        let refused = guard.perform(&key, &frame(1)).unwrap_err().to_string();
        assert!(refused.contains("xterm"), "{refused}");
    }

    #[test]
    fn a_hand_may_leave_the_pointer_where_it_tapped() {
        let (world, mut guard) = guarded();
        let mut frame = frame(0);
        frame.origin = Some(Point::new(200.0, 100.0));
        world.0.borrow_mut().grabs = Some(Point::new(205.0, 105.0));
        guard.perform(&tap(5.5, 5.5), &frame).unwrap();
        guard.perform(&tap(5.5, 5.5), &frame).unwrap();
        world.0.borrow_mut().pointer = Some(Point::new(220.0, 105.0));
        assert!(guard.check().is_err());
    }

    #[test]
    fn each_corner_of_the_screen_halts_and_its_edges_do_not() {
        for (x, y, halts) in [
            (0.0, 0.0, true),
            (799.0, 0.0, true),
            (0.0, 599.0, true),
            (799.0, 599.0, true),
            (400.0, 0.0, false),
            (0.0, 300.0, false),
        ] {
            let (world, mut guard) = guarded();
            world.0.borrow_mut().pointer = Some(Point::new(x, y));
            assert_eq!(guard.check().is_err(), halts, "({x}, {y})");
        }
    }

    #[test]
    fn a_window_in_the_way_is_waited_for() {
        let (world, mut guard) = guarded();
        world.0.borrow_mut().obstacle = Some("it was moved".into());
        assert!(refusal(&mut guard, 0).contains("moved"));
        world.0.borrow_mut().obstacle = None;
        world.0.borrow_mut().cover = Some("\"xterm\" lies over it".into());
        assert!(refusal(&mut guard, 0).contains("xterm"));
        world.0.borrow_mut().cover = None;
        guard.perform(&tap(5.0, 5.0), &frame(1)).unwrap();
        assert_eq!(world.0.borrow().taps, 1);
    }

    #[test]
    fn it_waits_while_another_window_has_the_keyboard() {
        let (world, mut guard) = guarded();
        world.0.borrow_mut().focus = Some("\"xterm\" has the keyboard".into());
        assert!(guard.check().unwrap_err().to_string().contains("xterm"));
        assert!(refusal(&mut guard, 0).contains("xterm"));
        world.0.borrow_mut().focus = None;
        guard.perform(&tap(5.0, 5.0), &frame(1)).unwrap();
        assert_eq!(world.0.borrow().taps, 1);
    }

    #[test]
    fn each_safeguard_can_be_done_without_and_takes_no_other_with_it() {
        type Trouble = fn(&mut World);
        let troubles: [(Safeguard, Trouble); 3] = [
            (Safeguard::Pointer, |world| world.pointer = Some(Point::new(0.0, 0.0))),
            (Safeguard::Cover, |world| world.cover = Some("it lies over it".into())),
            (Safeguard::Focus, |world| world.focus = Some("it has the keyboard".into())),
        ];
        for (left_out, _) in troubles {
            for (safeguard, trouble) in troubles {
                let (world, guard) = guarded();
                let mut guard = guard.without(&[left_out]);
                trouble(&mut world.0.borrow_mut());
                let made = guard.perform(&tap(5.0, 5.0), &frame(0)).is_ok();
                assert_eq!(made, safeguard == left_out, "{safeguard} without {left_out}");
            }
        }
    }

    #[test]
    fn pause_is_a_switch_and_stop_is_final() {
        let (world, mut guard) = guarded();
        let ask = |request| world.0.borrow_mut().requests.push_back(request);
        ask(Request::Pause);
        assert!(refusal(&mut guard, 0).contains("paused"));
        assert!(guard.check().is_err());
        ask(Request::Pause);
        assert!(guard.check().is_ok());
        ask(Request::Stop);
        assert!(guard.check().unwrap_err().to_string().contains("stop hotkey"));
        guard.resume();
        ask(Request::Pause);
        assert!(guard.check().is_err() && guard.stopped());
        assert_eq!(world.0.borrow().taps, 0);
    }

    #[test]
    fn more_taps_in_a_minute_than_allowed_halt() {
        let (world, mut guard) = guarded();
        guard.limits.per_minute = 3;
        for seconds in [0, 20, 40, 60, 80] {
            guard.perform(&tap(5.0, 5.0), &frame(seconds)).unwrap();
        }
        guard.perform(&tap(5.0, 5.0), &frame(99)).unwrap_err();
        assert!(refusal(&mut guard, 1000).contains("within a minute"));
        guard.resume();
        guard.perform(&tap(5.0, 5.0), &frame(1001)).unwrap();
        assert_eq!(world.0.borrow().taps, 6);
    }
}
