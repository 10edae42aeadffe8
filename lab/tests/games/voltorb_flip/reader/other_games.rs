//! Games that draw the same cards on other screens, and boards without their screen.

use super::{assert_right, board, board_at, read};
use grid::reading::Unreadable;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_filled_circle_mut, draw_filled_rect_mut};
use imageproc::rect::Rect;
use lab::voltorb_flip::arcade::Presentation;
use lab::voltorb_flip::arcade::fan::{self, FanKind};
use lab::voltorb_flip::specimens;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::{Phase, layout};
use voltorb_flip_game::truth::FlipTruth;

const TABLE: Rgb<u8> = Rgb([41, 165, 107]);

/// The board of the built-in game on the screen of a fan game.
fn fan_game(kind: FanKind, coins: [u32; 2], level: u8) -> (RgbImage, FlipTruth) {
    let (native, mut truth) = touch_screen();
    truth.level = Level::try_from(level).ok();
    truth.total_coins = Some(coins[0]);
    truth.round_coins = Some(coins[1]);
    (fan::beside(kind, &native, coins, truth.level.expect("there is such a level")), truth)
}

#[test]
fn a_fan_game_is_read_with_its_level_and_coins() {
    for (kind, name) in [(FanKind::Essentials, "essentials"), (FanKind::RpgMaker, "rmxp")] {
        for (coins, level) in [([1678, 24], 4), ([50913, 0], 7)] {
            let (screen, truth) = fan_game(kind, coins, level);
            for scale in [0.8, 1.0, 2.34] {
                let size = |n: u32| (f64::from(n) * scale) as u32;
                let (w, h) = (size(screen.width()), size(screen.height()));
                let scaled = imageops::resize(&screen, w, h, FilterType::Triangle);
                let mut desktop = RgbImage::from_pixel(w + 90, h + 70, Rgb([0; 3]));
                imageops::replace(&mut desktop, &scaled, 40, 30);
                let seen = assert_right(&desktop, &truth, &format!("{name} at {scale}"));
                assert_eq!(seen.look.name(), name);
                // Its levels are not those of the DS game.
                assert_eq!(seen.position().expect("all was read").level, None);
            }
        }
    }
}

/// The built-in game's touch screen at native size.
fn touch_screen() -> (RgbImage, FlipTruth) {
    board(Presentation { top: false, ..Presentation::default() })
}

#[test]
fn what_is_no_known_mark_is_doubtful_and_never_none() {
    let (native, truth) = touch_screen();
    let tiles = truth.tiles.flatten().expect("a board is in play");
    let down: Vec<_> = tiles.cells().filter(|(_, tile)| tile.is_none()).map(|(c, _)| c).collect();
    let clean = read(&native).unwrap().board.unwrap();
    assert!(down.iter().all(|&cell| clean.memos[cell].value.is_some()));
    for ink in [[255, 206, 49], [240, 240, 240], [180, 40, 40], [30, 40, 120]] {
        for radius in [4, 6, 8] {
            let mut picture = native.clone();
            for &cell in &down {
                let at = layout::card(cell).centre();
                let centre = (at.x as i32, at.y as i32);
                draw_filled_circle_mut(&mut picture, centre, radius, Rgb(ink));
            }
            let seen = read(&picture).expect("the headers are seen").board.unwrap();
            for &cell in &down {
                let memo = &seen.memos[cell];
                assert_eq!(memo.value, None, "{ink:?}, radius {radius}, {cell:?}: {memo:?}");
            }
        }
    }
}

#[test]
fn the_state_of_a_ds_is_told_only_where_its_screen_is_seen() {
    let (native, _) = touch_screen();
    assert_eq!(read(&native).unwrap().phase.value, Some(Phase::Board));
    let mut picture = native;
    for (x, y, w, h) in [(192, 8, 64, 64), (192, 160, 64, 32)] {
        draw_filled_rect_mut(&mut picture, Rect::at(x, y).of_size(w, h), TABLE);
    }
    let seen = read(&picture).unwrap();
    assert_eq!((seen.phase.value, seen.phase.why), (None, Some(Unreadable::Doubtful)));
    assert!(seen.position().is_some(), "headers and cards are read");
}

#[test]
fn a_board_cut_out_of_its_screen_shows_its_cursor_and_its_marks() {
    let marked = |truth: &FlipTruth| {
        let memos = truth.memos.iter().flatten().any(|memos| memos.iter().any(|m| !m.is_empty()));
        memos && truth.state == Some(Phase::Board) && truth.cursor.flatten().is_some()
    };
    let specimens = specimens::built_in(400, 7).expect("the built-in game plays");
    let specimens: Vec<_> = specimens.into_iter().filter(|s| marked(&s.truth)).collect();
    assert!(specimens.len() >= 5, "{} boards with marks", specimens.len());
    for specimen in specimens {
        let top = if specimen.subject.top.is_some() { 192 } else { 0 };
        let cut = imageops::crop_imm(&*specimen.subject.picture, 2, top + 2, 192, 190).to_image();
        // What is shown beside the cards is not in the picture.
        let truth = FlipTruth {
            state: None,
            level: None,
            total_coins: None,
            round_coins: None,
            ..specimen.truth.clone()
        };
        for scale in [1, 2, 3] {
            let size = (192 * scale, 190 * scale);
            let scaled = imageops::resize(&cut, size.0, size.1, FilterType::Nearest);
            let seen = assert_right(&scaled, &truth, &format!("{} at {scale}x", specimen.name));
            assert_eq!(seen.phase.why, Some(Unreadable::Outside));
        }
    }
}

#[test]
fn headers_that_only_one_level_deals_tell_a_level_that_is_covered() {
    let mut proven = 0;
    for level in 1..=8 {
        let (mut picture, truth) = board_at(level, Presentation::default());
        draw_filled_rect_mut(&mut picture, Rect::at(0, 0).of_size(256, 30), Rgb([90, 90, 200]));
        let seen = read(&picture).unwrap();
        if let Some(told) = seen.level.value {
            assert_eq!(Some(told), truth.level);
            proven += 1;
        }
    }
    assert!(proven >= 2, "levels 1 and 2 deal 6 and 7 Voltorbs, and no other does");
}
