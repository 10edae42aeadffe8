//! A real DeSmuME, both of its programs, with a small game of ours.

use super::capture::NOW;
use crate::support::desmume::{self, Kind};
use crate::support::painter::Painter;
use crate::support::user::User;
use crate::support::{eventually, on_desktop};
use desktop::PlatformKind;
use desktop::input::DesktopInput;
use desktop::surroundings::DesktopSurroundings;
use desktop::window::{WindowChoice, WindowSource};
use grid::geometry::{Point, Rect};
use image::RgbImage;
use session::capture::{CaptureError, Source};
use session::consoles::ds::{TAP_HOLD, TIMING};
use session::frame::Frame;
use session::input::guard::{Guard, GuardLimits};
use session::input::{Gesture, InputDevice};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn on_emulator(test: &str, kind: Kind, body: impl FnOnce(&std::path::Path)) {
    on_desktop(test, &[kind.program()], || {
        if let Some(rom) = desmume::example_rom(&test.replace("::", "-")) {
            body(&rom);
        }
    });
}

/// Opens the only emulator's window, and waits until the game has drawn its board.
fn opened() -> (WindowSource, Frame) {
    let mut source = eventually("the emulator shows its window", || {
        WindowSource::open(WindowChoice::default()).ok()
    });
    let frame = settled(&mut source, |picture| {
        // The game's table is green, all else around it is grey or black.
        picture.pixels().filter(|p| p.0[1] > p.0[0].saturating_add(40)).count() > 10_000
    });
    (source, frame)
}

/// The first picture that `wanted` accepts and that stays the same for a fifth of a second.
fn settled(source: &mut WindowSource, wanted: impl Fn(&RgbImage) -> bool) -> Frame {
    let mut last: Option<Frame> = None;
    eventually("the picture stands still", || {
        let frame = source.next(Duration::from_millis(10)).ok()?;
        let since = match &last {
            Some(last) if Arc::ptr_eq(&last.picture, &frame.picture) => last.at,
            _ => {
                last = Some(frame.clone());
                frame.at
            }
        };
        (frame.at - since > Duration::from_millis(200) && wanted(&frame.picture)).then_some(frame)
    })
}

fn a_covered_closed_and_reopened_emulator(kind: Kind, rom: &std::path::Path) {
    let emulator = desmume::start(kind, rom);
    let (mut source, frame) = opened();
    assert_eq!(source.candidate().pid, Some(emulator.pid()));
    assert_eq!(frame.picture.width(), 256);
    let origin = frame.origin.unwrap();
    let cover = Painter::show("cover", 3, (origin.x as i32 - 20, origin.y as i32 - 20), (300, 300));
    User::new().put_over(cover.window, source.candidate().id);
    std::thread::sleep(Duration::from_millis(300));
    let (left, top) = kind.touch_screen();
    let screens = Rect::new(left, top - 192.0, 256.0, 384.0);
    let now = source.next(NOW).unwrap();
    assert_eq!(changes(&frame.picture, &now.picture, &screens), [], "covered");
    let late = WindowSource::open(WindowChoice::default()).unwrap().next(NOW).unwrap();
    assert_eq!(changes(&frame.picture, &late.picture, &screens), [], "opened while covered");
    cover.close();
    User::new().minimise(source.candidate().id);
    let error = eventually("it is minimised", || source.next(NOW).err());
    assert!(matches!(error, CaptureError::Hidden { .. }), "{error}");
    drop(emulator);
    eventually("it is lost", || {
        matches!(source.next(NOW), Err(CaptureError::Lost(_))).then_some(())
    });
    let _emulator = desmume::start(kind, rom);
    eventually("it is found again", || source.next(NOW).ok());
    settled(&mut source, |picture| {
        picture.dimensions() == frame.picture.dimensions()
            && changes(&frame.picture, picture, &screens).is_empty()
    });
}

#[test]
fn the_gtk_program_is_followed() {
    on_emulator("live::emulator::the_gtk_program_is_followed", Kind::Gtk, |rom| {
        a_covered_closed_and_reopened_emulator(Kind::Gtk, rom);
    });
}

#[test]
fn the_bare_program_is_followed() {
    on_emulator("live::emulator::the_bare_program_is_followed", Kind::Cli, |rom| {
        a_covered_closed_and_reopened_emulator(Kind::Cli, rom);
    });
}

/// Taps each card in turn, `count` taps in all, and counts those after which the picture changed.
/// A change must be where the tap was, or all over the board (the end of a round, a new deal).
fn registered(kind: Kind, hold: Duration, count: usize) -> usize {
    let (mut source, mut frame) = opened();
    User::new().move_pointer(1500, 1100);
    let around = DesktopSurroundings::new(source.followed(), None).unwrap();
    let mut hand = Guard::new(
        DesktopInput::new(PlatformKind::Native, TIMING.gap).unwrap(),
        around,
        GuardLimits::default(),
    );
    let (left, top) = kind.touch_screen();
    let touch = Rect::new(left, top, 256.0, 192.0);
    let mut registered = 0;
    for i in 0..count {
        let (row, column) = (i / 5 % 5, i % 5);
        let card =
            Rect::new(left + 4.0 + 32.0 * column as f64, top + 4.0 + 32.0 * row as f64, 24.0, 24.0);
        let at = Point::new(card.centre().x.floor() + 0.5, card.centre().y.floor() + 0.5);
        hand.perform(&Gesture::tap(at, touch, hold), &frame).unwrap();
        let started = Instant::now();
        let before = frame.picture.clone();
        while started.elapsed() < Duration::from_secs(1)
            && *source.next(Duration::from_millis(5)).unwrap().picture == *before
        {}
        frame = settled(&mut source, |_| true);
        let changed = changes(&before, &frame.picture, &touch);
        registered += usize::from(!changed.is_empty());
        let elsewhere = changed.iter().filter(|&&p| !card.contains(p)).count();
        assert!(elsewhere == 0 || elsewhere > 500, "tap {i} turned another card");
    }
    registered
}

/// The pixels within `area` in which two pictures differ.
fn changes(a: &RgbImage, b: &RgbImage, area: &Rect) -> Vec<Point> {
    let pixels = a.enumerate_pixels().zip(b.pixels()).filter(|((_, _, p), q)| p != q);
    pixels
        .map(|((x, y, _), _)| Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5))
        .filter(|&p| area.contains(p))
        .collect()
}

#[test]
fn taps_register_on_the_gtk_program_and_short_ones_do_not() {
    let name = "live::emulator::taps_register_on_the_gtk_program_and_short_ones_do_not";
    on_emulator(name, Kind::Gtk, |rom| {
        let _emulator = desmume::start(Kind::Gtk, rom);
        let long = registered(Kind::Gtk, TAP_HOLD, 25);
        let short = registered(Kind::Gtk, Duration::from_millis(5), 10);
        eprintln!("registered: {long} of 25 at 80 ms, {short} of 10 at 5 ms");
        assert!(long >= 24, "{long} of 25");
        assert!(short <= 2, "{short} of 10");
    });
}

#[test]
fn taps_register_on_the_bare_program() {
    on_emulator("live::emulator::taps_register_on_the_bare_program", Kind::Cli, |rom| {
        let _emulator = desmume::start(Kind::Cli, rom);
        let long = registered(Kind::Cli, TAP_HOLD, 25);
        eprintln!("registered: {long} of 25 at 80 ms");
        assert!(long >= 24, "{long} of 25");
    });
}

#[test]
#[ignore = "a measurement"]
fn a_soak_of_taps() {
    on_emulator("live::emulator::a_soak_of_taps", Kind::Gtk, |rom| {
        let _emulator = desmume::start(Kind::Gtk, rom);
        println!("registered: {} of 200 at 80 ms", registered(Kind::Gtk, TAP_HOLD, 200));
    });
}
