//! Taps: they land on the right pixel, or are not made.

use super::capture::{NOW, open};
use crate::support::painter::Painter;
use crate::support::user::User;
use crate::support::{eventually, on_desktop};
use desktop::hotkeys::{Hotkey, Hotkeys};
use desktop::input::DesktopInput;
use desktop::surroundings::DesktopSurroundings;
use desktop::system::connect;
use desktop::{DesktopError, PlatformKind};
use grid::geometry::{Point, Rect};
use session::capture::Source;
use session::consoles::ds::{TAP_HOLD, TIMING};
use session::frame::Frame;
use session::input::guard::{Guard, GuardLimits, Surroundings as _};
use session::input::{Button, Gesture, Hold, InputDevice, InputError, Key};
use std::time::Duration;

/// A tap at the middle of a pixel of the picture, anywhere in it.
fn tap(frame: &Frame, x: u32, y: u32) -> Gesture {
    let (w, h) = frame.picture.dimensions();
    Gesture::tap(
        Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5),
        Rect::new(0.0, 0.0, w.into(), h.into()),
        TAP_HOLD,
    )
}

#[test]
fn a_tap_lands_on_its_pixel_and_the_pointer_comes_back() {
    on_desktop("live::tap::a_tap_lands_on_its_pixel_and_the_pointer_comes_back", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        // The scale of the desktop must not move the taps.
        for (i, (dpi, x, y)) in
            [(96, 0, 0), (192, 399, 299), (192, 17, 250)].into_iter().enumerate()
        {
            user.set_dpi(dpi);
            user.move_pointer(1000, 900);
            let frame = open("^game").next(NOW).unwrap();
            let mut hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap();
            hand.perform(&tap(&frame, x, y), &frame).unwrap();
            let press = eventually("it is pressed", || painter.presses().get(i).copied());
            assert_eq!((press.x, press.y), (x as i16, y as i16));
            assert!(u128::from(press.held) + 5 >= TAP_HOLD.as_millis(), "{press:?}");
            assert_eq!(user.pointer(), (1000, 900));
        }
        let frame = open("^game").next(NOW).unwrap();
        let mut hand =
            DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap().without_restoring();
        hand.perform(&tap(&frame, 3, 4), &frame).unwrap();
        let origin = frame.origin.unwrap();
        assert_eq!(user.pointer(), (origin.x as i16 + 3, origin.y as i16 + 4));
    });
}

#[test]
fn the_pointer_stays_where_it_tapped_as_long_as_it_is_told() {
    const TEST: &str = "live::tap::the_pointer_stays_where_it_tapped_as_long_as_it_is_told";
    on_desktop(TEST, &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        user.move_pointer(1000, 900);
        let frame = open("^game").next(NOW).unwrap();
        let origin = frame.origin.unwrap();
        let tapped = (origin.x as i16 + 20, origin.y as i16 + 30);
        let stay = Duration::from_secs(2);
        let tapping = std::thread::spawn(move || {
            let mut hand =
                DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap().staying(stay);
            hand.perform(&tap(&frame, 20, 30), &frame).unwrap();
        });
        let press = eventually("it is pressed and released", || painter.presses().first().copied());
        let there = user.pointer();
        assert!(u128::from(press.held) < stay.as_millis(), "{press:?}");
        tapping.join().unwrap();
        assert_eq!((there, user.pointer()), (tapped, (1000, 900)));
    });
}

#[test]
fn a_held_tap_lasts_as_long_as_it_is_wanted_and_no_longer_than_it_may() {
    const TEST: &str =
        "live::tap::a_held_tap_lasts_as_long_as_it_is_wanted_and_no_longer_than_it_may";
    on_desktop(TEST, &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let frame = open("^game").next(NOW).unwrap();
        let mut hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap();
        let (short, long) = (Duration::from_millis(300), Duration::from_secs(3600));
        for (i, (most, asked, least)) in
            [(short, u32::MAX, 300), (long, 20, 200), (long, 0, TAP_HOLD.as_millis())]
                .into_iter()
                .enumerate()
        {
            let mut left = asked;
            let mut wanted = || {
                std::thread::sleep(Duration::from_millis(10));
                left = left.saturating_sub(1);
                if left > 0 { Hold::On } else { Hold::Enough }
            };
            hand.hold(&tap(&frame, 20, 30), &frame, most, &mut wanted).unwrap();
            let press = eventually("it is pressed", || painter.presses().get(i).copied());
            assert!(u128::from(press.held) + 5 >= least, "{press:?}");
        }
    });
}

/// A game is closed at any moment, also between two questions about it.
#[test]
fn a_window_that_goes_while_it_is_asked_about_ends_nothing() {
    const TEST: &str = "live::tap::a_window_that_goes_while_it_is_asked_about_ends_nothing";
    on_desktop(TEST, &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let (window, desktop) = (painter.window, connect().unwrap());
        assert!(desktop.client_area(window).is_ok());
        painter.close();
        let error = desktop.client_area(window).unwrap_err();
        assert!(matches!(error, DesktopError::WindowGone), "{error}");
        assert!(matches!(error.into(), InputError::UserActive(_)));
    });
}

#[test]
fn every_button_is_pressed_and_two_at_once() {
    on_desktop("live::tap::every_button_is_pressed_and_two_at_once", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let frame = open("^game").next(NOW).unwrap();
        let mut hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap();
        let mut made = 0;
        for (pressed, numbers) in [
            (Button::Left, &[1][..]),
            (Button::Middle, &[2]),
            (Button::Right, &[3]),
            (Button::Both, &[3, 1]),
        ] {
            let mut gesture = tap(&frame, 20, 30);
            if let Gesture::Tap { button, .. } = &mut gesture {
                *button = pressed;
            }
            hand.perform(&gesture, &frame).unwrap();
            let presses = eventually("it is pressed", || {
                painter.presses().get(made..made + numbers.len()).map(<[_]>::to_vec)
            });
            let released: Vec<u8> = presses.iter().map(|press| press.button).collect();
            assert_eq!(released, numbers, "{pressed:?}");
            for press in presses {
                assert_eq!((press.x, press.y), (20, 30), "{pressed:?}");
                assert!(u128::from(press.held) + 5 >= TAP_HOLD.as_millis(), "{press:?}");
            }
            made += numbers.len();
        }
    });
}

#[test]
fn a_point_off_the_screen_is_refused() {
    on_desktop("live::tap::a_point_off_the_screen_is_refused", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        let mut source = open("^game");
        user.move_window(painter.window, 100, 1100);
        user.move_pointer(1000, 900);
        let frame = source.next(NOW).unwrap();
        let mut hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap();
        let error = hand.perform(&tap(&frame, 10, 290), &frame).unwrap_err();
        assert!(matches!(error, InputError::Refused { .. }), "{error}");
        assert!(error.to_string().contains("off the screen"), "{error}");
        assert_eq!(user.pointer(), (1000, 900));
        hand.perform(&tap(&frame, 10, 5), &frame).unwrap();
        let presses =
            eventually("it is pressed", || Some(painter.presses()).filter(|p| !p.is_empty()));
        assert_eq!((presses.len(), presses[0].x, presses[0].y), (1, 10, 5));
    });
}

#[test]
fn the_guard_looks_after_the_window_and_the_user() {
    on_desktop("live::tap::the_guard_looks_after_the_window_and_the_user", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let user = User::new();
        user.move_pointer(1000, 900);
        let mut source = open("^game");
        let hotkeys = Hotkeys::usual(PlatformKind::Native).unwrap();
        let around = DesktopSurroundings::new(source.followed(), Some(hotkeys)).unwrap();
        let mut guard = Guard::new(
            DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap(),
            around,
            GuardLimits::default(),
        );
        let mut expected = 0;
        let mut made = |count: usize| {
            expected += count;
            eventually("the presses have arrived", || {
                (painter.presses().len() == expected).then_some(())
            });
            std::thread::sleep(std::time::Duration::from_millis(50));
            assert_eq!(painter.presses().len(), expected);
        };

        let frame = source.next(NOW).unwrap();
        guard.perform(&tap(&frame, 50, 60), &frame).unwrap();
        made(1);

        // The window moves after the picture was taken.
        user.move_window(painter.window, 300, 250);
        let error = guard.perform(&tap(&frame, 50, 60), &frame).unwrap_err().to_string();
        assert!(error.contains("moved or resized"), "{error}");
        let frame = source.next(NOW).unwrap();
        guard.perform(&tap(&frame, 50, 60), &frame).unwrap();
        made(1);

        // Another window lies over the point, and only over that.
        let cover = Painter::show("cover", 2, (320, 290), (100, 100));
        user.put_over(cover.window, painter.window);
        user.give_keyboard(painter.window);
        let frame = source.next(NOW).unwrap();
        let error = guard.perform(&tap(&frame, 50, 60), &frame).unwrap_err().to_string();
        assert!(error.contains("\"cover 60 fps\" covers the game"), "{error}");
        guard.perform(&tap(&frame, 350, 250), &frame).unwrap();
        made(1);
        assert_eq!(cover.presses(), []);
        // It has the keyboard: somebody may be typing.
        user.give_keyboard(cover.window);
        let error = guard.perform(&tap(&frame, 350, 250), &frame).unwrap_err().to_string();
        assert!(error.contains("\"cover 60 fps\" has the keyboard"), "{error}");
        made(0);
        user.give_keyboard(painter.window);
        cover.close();

        // The user takes the pointer.
        user.move_pointer(900, 800);
        let error = guard.check().unwrap_err().to_string();
        assert!(error.contains("pointer was moved"), "{error}");
        assert!(guard.perform(&tap(&frame, 50, 60), &frame).is_err());
        made(0);

        // The pause hotkey says "go on", and then "pause"; the stop hotkey is final.
        let combination = |key| [0xffe3, 0xffe9, key];
        user.press_keys(&combination(u32::from('p')));
        eventually("it goes on", || guard.check().ok());
        guard.perform(&tap(&frame, 50, 60), &frame).unwrap();
        made(1);
        user.press_keys(&combination(u32::from('p')));
        let error = eventually("it pauses", || guard.check().err()).to_string();
        assert!(error.contains("paused"), "{error}");
        user.press_keys(&combination(u32::from('p')));
        eventually("it goes on", || guard.check().ok());
        user.move_pointer(0, 1199);
        let error = guard.check().unwrap_err().to_string();
        assert!(error.contains("corner"), "{error}");
        user.press_keys(&combination(u32::from('s')));
        eventually("it stops", || {
            let _ = guard.check();
            guard.stopped().then_some(())
        });
        made(0);
    });
}

#[test]
fn keys_are_held_and_only_for_the_window_that_has_the_keyboard() {
    on_desktop(
        "live::tap::keys_are_held_and_only_for_the_window_that_has_the_keyboard",
        &[],
        || {
            let painter = Painter::show("game", 1, (200, 150), (400, 300));
            let user = User::new();
            let mut source = open("^game");
            let frame = source.next(NOW).unwrap();
            let around = DesktopSurroundings::new(source.followed(), None).unwrap();
            let mut hand = Guard::new(
                DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap(),
                around,
                GuardLimits::default(),
            );
            user.restore(painter.window);
            for (key, symbol) in [
                (Key::Up, 0xff52),
                (Key::A, u32::from('x')),
                (Key::B, u32::from('z')),
                (Key::Escape, 0xff1b),
                (Key::F2, 0xffbf),
            ] {
                let before = painter.keys().len();
                hand.perform(&Gesture::Key { key, hold: TAP_HOLD }, &frame).unwrap();
                let press = eventually("it is pressed", || painter.keys().get(before).copied());
                assert_eq!(press.code, user.key_code(symbol), "{key:?}");
                assert!(u128::from(press.held) + 5 >= TAP_HOLD.as_millis(), "{press:?}");
            }
            let before = painter.keys().len();
            let combined = Gesture::Key { key: Key::Control('r'), hold: TAP_HOLD };
            hand.perform(&combined, &frame).unwrap();
            let both = eventually("both are released", || {
                painter.keys().get(before..before + 2).map(<[_]>::to_vec)
            });
            let released: Vec<u8> = both.iter().map(|press| press.code).collect();
            let (letter, control) = (user.key_code(u32::from('r')), user.key_code(0xffe3));
            assert_eq!(
                released,
                [letter, control],
                "the control key is down as long as the letter is"
            );
            let other = Painter::show("other", 2, (700, 150), (400, 300));
            user.restore(other.window);
            let gesture = Gesture::Key { key: Key::Up, hold: TAP_HOLD };
            let error = hand.perform(&gesture, &frame).unwrap_err().to_string();
            assert!(error.contains("has the keyboard"), "{error}");
            assert_eq!(other.keys(), []);
        },
    );
}

#[test]
fn a_window_that_changes_under_the_pointer_gets_no_press() {
    const TEST: &str = "live::tap::a_window_that_changes_under_the_pointer_gets_no_press";
    on_desktop(TEST, &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        let frame = source.next(NOW).unwrap();
        let window = painter.window;
        let mut around = DesktopSurroundings::new(source.followed(), None).unwrap();
        // After everything was looked at, and the pointer is on its way.
        let mut hand = DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap().unless(
            move |gesture, frame| {
                User::new().resize_window(window, 500, 360);
                around.obstacle(gesture, frame)
            },
        );
        let within = Rect::new(0.0, 0.0, 400.0, 300.0);
        let tap = Gesture::tap(Point::new(100.0, 100.0), within, TAP_HOLD);
        let user = User::new();
        let home = user.pointer();
        let error = hand.perform(&tap, &frame).unwrap_err().to_string();
        assert!(error.contains("moved or resized"), "{error}");
        painter.sync();
        assert_eq!(painter.presses().len(), 0);
        assert_eq!(user.pointer(), home, "the pointer is put back");
    });
}

#[test]
fn a_held_key_is_released_when_another_window_gets_the_keyboard() {
    const TEST: &str = "live::tap::a_held_key_is_released_when_another_window_gets_the_keyboard";
    on_desktop(TEST, &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let other = Painter::show("other", 2, (700, 150), (400, 300));
        let user = User::new();
        let mut source = open("^game");
        let frame = source.next(NOW).unwrap();
        let around = DesktopSurroundings::new(source.followed(), None).unwrap();
        let mut hand = Guard::new(
            DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap(),
            around,
            GuardLimits::default(),
        );
        user.restore(painter.window);
        let key = |hold| Gesture::Key { key: Key::Left, hold };
        let taker = std::thread::spawn({
            let window = other.window;
            move || {
                std::thread::sleep(Duration::from_millis(300));
                User::new().restore(window);
            }
        });
        // Without the mend this takes an hour.
        hand.perform(&key(Duration::from_secs(3600)), &frame).unwrap();
        taker.join().unwrap();
        let error = hand.perform(&key(TAP_HOLD), &frame).unwrap_err().to_string();
        assert!(error.contains("has the keyboard"), "{error}");
        other.sync();
        assert_eq!(other.keys(), [], "no press went there");
    });
}

#[test]
fn hotkeys_that_are_taken_or_unknown_are_named() {
    on_desktop("live::tap::hotkeys_that_are_taken_or_unknown_are_named", &[], || {
        let user = User::new();
        user.grab_hotkey('p');
        let error = Hotkeys::usual(PlatformKind::Native).err().unwrap().to_string();
        assert!(error.contains("Ctrl+Alt+P is taken by another program"), "{error}");
        drop(user);
        let _first = eventually("the key is free", || Hotkeys::usual(PlatformKind::Native).ok());
        let error = Hotkeys::usual(PlatformKind::Native).err().unwrap().to_string();
        assert!(error.contains("another voltsight has the hotkeys (Ctrl+Alt+P)"), "{error}");
        let unknown = [(Hotkey::Pause, "Ctrl+Nonsense")];
        let error = Hotkeys::register(PlatformKind::Native, &unknown).err().unwrap().to_string();
        assert!(error.contains("\"Ctrl+Nonsense\" is not a hotkey"), "{error}");
    });
}

#[test]
fn a_hotkey_asks_for_a_report_beside_the_others() {
    on_desktop("live::tap::a_hotkey_asks_for_a_report_beside_the_others", &[], || {
        let hotkeys = Hotkeys::usual(PlatformKind::Native).unwrap();
        let (guards, user) = (hotkeys.clone(), User::new());
        user.press_hotkey('r');
        eventually("a report is asked for", || hotkeys.was_pressed(Hotkey::Report).then_some(()));
        let asked = || guards.next(&[Hotkey::Pause, Hotkey::Stop]);
        assert_eq!(asked(), None);
        user.press_hotkey('r');
        user.press_hotkey('p');
        assert_eq!(eventually("a pause is asked for", asked), Hotkey::Pause);
        assert!(hotkeys.was_pressed(Hotkey::Report), "what the guard does not hear is kept");
        assert!(!hotkeys.was_pressed(Hotkey::Report));
    });
}

/// A lock is a modifier of each key that is pressed.
#[test]
fn hotkeys_are_heard_while_locks_are_on() {
    on_desktop("live::tap::hotkeys_are_heard_while_locks_are_on", &[], || {
        const LOCKS: [u32; 3] = [0xff7f, 0xffe5, 0xff14];
        let hotkeys = Hotkeys::usual(PlatformKind::Native).unwrap();
        let user = User::new();
        let heard = |what: &str| {
            user.press_hotkey('p');
            eventually(what, || hotkeys.was_pressed(Hotkey::Pause).then_some(()));
        };
        heard("without a lock");
        for lock in LOCKS {
            user.press_keys(&[lock]);
            heard(&format!("with the lock {lock:x}"));
        }
    });
}

#[test]
fn hotkeys_go_with_the_keyboard_map() {
    on_desktop("live::tap::hotkeys_go_with_the_keyboard_map", &["setxkbmap"], || {
        let hotkeys = Hotkeys::usual(PlatformKind::Native).unwrap();
        let user = User::new();
        let code = user.key_code(u32::from('p'));
        user.choose_layout(&["us", "-variant", "dvorak"]);
        assert_ne!(user.key_code(u32::from('p')), code, "the letter is on another key");
        // While it is registered anew a press may go unheard.
        eventually("the letter is heard", || {
            user.press_hotkey('p');
            hotkeys.was_pressed(Hotkey::Pause).then_some(())
        });
        // Two layouts, the second of which is chosen by its key and has no such letter.
        const NEXT_LAYOUT: u32 = 0xfe08;
        user.choose_layout(&["us,ru", "-variant", ",", "-option", "grp:toggle"]);
        user.press_keys(&[NEXT_LAYOUT]);
        eventually("the letter is heard in the second layout", || {
            user.press_hotkey('p');
            hotkeys.was_pressed(Hotkey::Pause).then_some(())
        });
        user.press_keys(&[NEXT_LAYOUT]);
        // A keyboard without the letter.
        user.choose_layout(&["ru", "-option", ""]);
        let why = eventually("the loss is told", || {
            hotkeys.was_pressed(Hotkey::Pause);
            hotkeys.lost()
        });
        assert!(why.contains("layout"), "{why}");
        assert_eq!(hotkeys.lost(), None, "once");
        user.choose_layout(&["us"]);
        eventually("the letter is heard again", || {
            user.press_hotkey('p');
            hotkeys.was_pressed(Hotkey::Pause).then_some(())
        });
    });
}
