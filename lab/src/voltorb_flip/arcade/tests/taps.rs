//! What a tap does, and when it does nothing.

use super::{NEUTRAL, Player};
use crate::voltorb_flip::arcade::{FlipArcadeOptions, Presentation, TextSpeed, Touched, controls};
use grid::geometry::{Point, Rect};
use image::RgbImage;
use session::capture::Source;
use session::frame::Frame;
use session::input::{Button, Gesture, Hold, InputDevice, InputError, Key};
use std::time::Duration;
use voltorb_flip::board::Card;
use voltorb_flip_game::screen::Phase;
use voltorb_flip_game::truth::{FlipTruth, Mark};

fn frame() -> Frame {
    Frame::new(RgbImage::new(256, 384), Duration::ZERO)
}

fn tap(at: Point, hold: u64) -> Gesture {
    let within = Rect::new(0.0, 0.0, 2000.0, 2000.0);
    Gesture::tap(at, within, Duration::from_millis(hold))
}

#[test]
fn taps_shorter_than_an_iteration_are_sometimes_lost_and_longer_ones_never() {
    let mut player = Player::at_level(21, 1);
    player.play();
    let card = Point::new(20.0, 192.0 + 20.0);
    let count = |player: &mut Player, hold| {
        let lost = |player: &mut Player| {
            player.wait(101);
            player.game.perform(&tap(card, hold), &frame()).unwrap();
            player.last_tap() == Touched::Lost
        };
        (0..100).filter(|_| lost(player)).count()
    };
    let short = count(&mut player, 10);
    assert!((50..90).contains(&short), "10 of 33 ms: {short} of 100 lost");
    assert_eq!(count(&mut player, 34), 0);
}

#[test]
fn a_tap_right_after_another_is_no_new_touch() {
    let mut player = Player::at_level(22, 1);
    player.play();
    player.wait(100);
    let at = Point::new(2.0, 194.0);
    player.game.perform(&tap(at, 80), &frame()).unwrap();
    assert_eq!(player.last_tap(), Touched::Nothing);
    player.game.perform(&tap(at, 80), &frame()).unwrap();
    assert_eq!(player.last_tap(), Touched::Lost);
}

/// The message as it stands when a pen that came down at once was held for `ms`, looked at every 20 ms.
fn printed_while_held(text_speed: TextSpeed, ms: u64) -> String {
    let mut player = Player::new(FlipArcadeOptions { text_speed, ..FlipArcadeOptions::default() });
    player.wait(40);
    let mut source = player.game.clone();
    let most = Duration::from_millis(ms);
    let at = Point::new(NEUTRAL.x, 192.0 + NEUTRAL.y);
    let mut look = || match source.next(Duration::from_millis(20)) {
        Ok(_) => Hold::On,
        Err(_) => Hold::Enough,
    };
    player.game.hold(&tap(at, 10), &frame(), most, &mut look).unwrap();
    player.game.shown().message.unwrap_or_default()
}

#[test]
fn a_held_pen_prints_a_letter_a_tick_at_every_text_speed_until_it_is_lifted() {
    let question = "Play VOLTORB Flip Lv. 1?";
    for speed in [TextSpeed::Slow, TextSpeed::Mid, TextSpeed::Fast] {
        let half = printed_while_held(speed, 200).len();
        assert!((10..=15).contains(&half), "{speed:?}: {half} letters in 0.24 s");
        assert_eq!(printed_while_held(speed, 500), question, "{speed:?}");
    }
}

#[test]
fn a_held_pen_is_one_touch_and_up_afterwards() {
    let mut player = Player::at_level(24, 1);
    player.play();
    player.wait(100);
    let at = Point::new(2.0, 194.0);
    let (mut source, mut pictures) = (player.game.clone(), 0);
    let taps = player.game.log().taps.len();
    let mut look = || {
        pictures += 1;
        let looked = source.next(Duration::from_millis(20));
        if looked.is_ok() && pictures < 10 { Hold::On } else { Hold::Enough }
    };
    player.game.hold(&tap(at, 80), &frame(), Duration::from_secs(9), &mut look).unwrap();
    assert_eq!(pictures, 10, "held until it is no longer wanted");
    assert_eq!(player.game.log().taps.len(), taps + 1);
    player.wait(40);
    player.game.perform(&tap(at, 80), &frame()).unwrap();
    assert_eq!(player.last_tap(), Touched::Nothing, "a new touch, so it was lifted");
}

#[test]
fn taps_that_cannot_be_made_are_refused_or_told() {
    let mut player = Player::at_level(23, 1);
    let at = Point::new(10.0, 10.0);
    let within = Rect::new(0.0, 192.0, 256.0, 192.0);
    let hold = Duration::from_millis(80);
    let refused = player.game.perform(&Gesture::tap(at, within, hold), &frame());
    assert!(matches!(refused, Err(InputError::Refused { .. })));
    assert!(player.game.log().taps.is_empty());
    assert!(player.game.perform(&Gesture::Key { key: Key::A, hold }, &frame()).is_err());
    let button = Button::Right;
    let at = Point::new(10.0, 200.0);
    assert!(player.game.perform(&Gesture::Tap { at, within, button, hold }, &frame()).is_err());
    let at = Point::new(10.0, 10.0);
    player.game.perform(&tap(at, 80), &frame()).unwrap();
    assert_eq!(player.last_tap(), Touched::Outside, "on the upper screen");
}

#[test]
fn with_the_memo_open_cards_are_marked_and_not_flipped() {
    let mut player = Player::at_level(24, 1);
    player.play();
    let cell = player.cells(Card::One)[3];
    assert_eq!(player.tap(controls::MEMO.centre()), Touched::MemoButton);
    player.until_state(Phase::Memo);
    assert_eq!(player.tap(controls::card(cell).centre()), Touched::Pencil(cell));
    for mark in [0, 2, 3, 2] {
        assert_eq!(player.tap(controls::TOGGLES[mark].centre()), Touched::Mark(cell, mark));
    }
    let truth = player.wait(100);
    assert_eq!(truth.cursor, Some(cell));
    assert_eq!(truth.memos.unwrap()[cell], [Mark::of(Card::Voltorb), Mark::of(Card::Three)]);
    assert!(truth.tiles.unwrap().iter().all(Option::is_none));
    player.tap(controls::MEMO.centre());
    player.until_state(Phase::Board);
    assert_eq!(player.flip(cell), Touched::Card(cell));
    let truth = player.until_state(Phase::Board);
    assert!(truth.memos.unwrap()[cell].is_empty(), "a flipped card loses its marks");
    assert_eq!(player.tap(controls::card(cell).centre()), Touched::FaceUpCard(cell));
    player.tap(controls::MEMO.centre());
    let truth = player.until_state(Phase::Memo);
    assert_eq!(truth.unreadable.tiles, [cell], "under the pencil");
    player.tap(controls::TOGGLES[1].centre());
    assert!(player.wait(100).memos.unwrap()[cell].is_empty(), "nor can it be marked");
}

#[test]
fn neutral_taps_do_nothing_to_a_waiting_board() {
    let mut player = Player::at_level(25, 1);
    player.play();
    let before = player.wait(500);
    for _ in 0..5 {
        assert_eq!(player.tap(NEUTRAL), Touched::Nothing);
    }
    assert_eq!(player.wait(500), before);
}

#[test]
fn the_same_taps_give_the_same_pictures() {
    let play = || {
        let mut player = Player::at_level(26, 5);
        let mut pictures = Vec::new();
        player.play();
        for cell in [(0, 0), (2, 3), (4, 1)] {
            player.flip(cell);
            for _ in 0..20 {
                pictures.push(player.game.picture());
                player.tap(NEUTRAL);
            }
        }
        pictures
    };
    assert!(play() == play());
}

#[test]
fn taps_land_where_the_picture_shows_them_in_any_presentation() {
    for presentation in [
        Presentation { scale: 2.5, gap: 16, offset: (31, 7), ..Presentation::default() },
        Presentation { scale: 1.3, top: false, smooth: true, ..Presentation::default() },
    ] {
        let options = FlipArcadeOptions {
            presentation,
            text_speed: TextSpeed::Fast,
            ..FlipArcadeOptions::default()
        };
        let mut player = Player::new(options);
        let truth = player.play();
        assert_eq!(truth.total_coins.is_some(), truth.screens == "both");
        let cell = player.cells(Card::One)[0];
        let within = player.game.table().options.presentation.touch_screen();
        for corner in [(0.1, 0.1), (23.9, 23.9)] {
            let card = controls::card(cell);
            let at = within.to_picture(Point::new(card.x + corner.0, card.y + corner.1));
            player.until_state(Phase::Board);
            player.game.perform(&tap(at, 80), &frame()).unwrap();
            let touched = player.last_tap();
            assert!(matches!(touched, Touched::Card(c) | Touched::FaceUpCard(c) if c == cell));
            player.wait(500);
        }
    }
}

#[test]
fn the_truth_is_an_entry_of_a_truth_json() {
    let mut player = Player::at_level(27, 2);
    player.play();
    for _ in 0..100 {
        let truth = serde_json::to_value(player.game.shown()).unwrap();
        let read: FlipTruth = serde_json::from_value(truth.clone()).unwrap();
        let again = serde_json::to_value(read).unwrap();
        for (field, value) in again.as_object().unwrap() {
            assert_eq!(value, &truth[field], "{field}");
        }
        player.tap(Point::new(f64::from(player.game.log().taps.len() as u32 * 37 % 256), 100.0));
    }
}
