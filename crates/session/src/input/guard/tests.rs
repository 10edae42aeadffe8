//! What the guard halts at, and what it lets pass.

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

impl InputDevice for Shared {
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
    assert!(refusal(&mut guard, 2).contains("pointer was moved"), "moving it back is not a yes");
    guard.resume();
    guard.perform(&tap(5.0, 5.0), &frame(3)).unwrap();
    assert_eq!(world.0.borrow().taps, 3);
}

#[test]
fn a_pointer_that_leaves_the_game_where_it_is_told_only_there_halts() {
    let (world, mut guard) = guarded();
    world.0.borrow_mut().pointer = None;
    guard.perform(&tap(5.0, 5.0), &frame(0)).unwrap();
    guard.check().unwrap();
    world.0.borrow_mut().pointer = Some(Point::new(5.0, 5.0));
    guard.perform(&tap(5.0, 5.0), &frame(1)).unwrap();
    world.0.borrow_mut().pointer = None;
    assert!(guard.check().unwrap_err().to_string().contains("pointer was moved away"));
    guard.resume();
    guard.check().unwrap();
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

#[test]
fn hotkeys_that_are_not_heard_any_more_halt() {
    let (world, mut guard) = guarded();
    let lost = Request::Unheard("the letter is gone".to_owned());
    world.0.borrow_mut().requests.push_back(lost);
    let why = refusal(&mut guard, 0);
    assert!(
        why.contains("the hotkeys no longer work") && why.contains("the letter is gone"),
        "{why}"
    );
    assert_eq!(world.0.borrow().taps, 0);
    guard.resume();
    guard.perform(&tap(5.0, 5.0), &frame(1)).unwrap();
}
