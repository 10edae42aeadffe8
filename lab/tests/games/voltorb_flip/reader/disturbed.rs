//! What others lay over the game, cut off, or filter: nothing of it is taken for the game's.

use super::{DESMUME, board, board_at, subject};
use grid::geometry::Rect;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use lab::distort::{Cover, Distortion, Light, Step};
use lab::voltorb_flip::arcade::Presentation;
use std::path::Path;
use voltorb_flip_game::screen::{Phase, layout, read};
use voltorb_flip_game::truth::compare;

/// The touch screen alone, twice as large.
fn touch_screen(both: &RgbImage) -> RgbImage {
    let (width, height) = layout::SCREEN;
    let touch = imageops::crop_imm(both, 0, height, width, height).to_image();
    imageops::resize(&touch, 2 * width, 2 * height, FilterType::Nearest)
}

/// The picture with a panel of one colour over a part, opaque to this share.
fn under(
    picture: &RgbImage,
    (x, y, w, h): (u32, u32, u32, u32),
    panel: u8,
    share: f32,
) -> RgbImage {
    let mut picture = picture.clone();
    for (x, y) in (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y))) {
        if let Some(pixel) = picture.get_pixel_mut_checked(x, y) {
            let mix = |c: u8| (f32::from(panel) * share + f32::from(c) * (1.0 - share)).round();
            *pixel = Rgb(pixel.0.map(|c| mix(c) as u8));
        }
    }
    picture
}

#[test]
fn a_translucent_panel_is_neither_a_list_nor_a_box() {
    for level in [1, 4] {
        let (both, truth) = board_at(level, Presentation::default());
        let picture = touch_screen(&both);
        for panel in [24, 150, 235] {
            for share in [0.25, 0.5, 0.75, 0.9] {
                for area in [
                    (0, 0, 256, 180),
                    (256, 190, 256, 194),
                    (270, 120, 240, 170),
                    (0, 280, 512, 104),
                    (200, 60, 312, 240),
                ] {
                    let seen = read(&under(&picture, area, panel, share));
                    let wrong = compare(&truth, seen.as_ref().ok()).wrong;
                    let what = format!("level {level}, {panel} by {share} at {area:?}");
                    assert_eq!(wrong, [""; 0], "{what}");
                }
            }
        }
    }
}

/// A panel, light or dark, over a list or the answers to a question, over what they hide, over the upper part of a box,
/// and over most of the board, whose light is the measure.
#[test]
fn a_panel_makes_no_other_state() {
    for name in ["2x-quit.png", "2x-clear.png", "2x-menu.png", "2x-notice.png", "2x-msg.png"] {
        let (subject, truth) = subject(Path::new(DESMUME), name).expect("a fixture");
        for area in [
            (196.0, 70.0, 60.0, 74.0),
            (130.0, 60.0, 126.0, 84.0),
            (35.0, 128.0, 115.0, 39.0),
            (15.0, -10.0, 174.0, 105.0),
            (-44.0, 35.0, 192.0, 88.0),
        ] {
            for (shade, opacity) in [(250, 0.95), (250, 0.6), (150, 0.8), (0, 0.8)] {
                let (x, y, w, h) = area;
                let panel =
                    Cover::Panel { area: Rect::new(x, y, w, h), colour: [shade; 3], opacity };
                let steps = vec![Step::Cover(panel)];
                let picture = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
                let wrong = compare(&truth, read(&picture).as_ref().ok()).wrong;
                assert_eq!(wrong, [""; 0], "{name}, {shade} by {opacity} at {area:?}");
            }
        }
    }
}

/// Its wallpaper is as green as a card's lighter squares, and its edge darkens the corners beside it.
#[test]
fn a_green_window_is_no_card_face_down() {
    let (subject, truth) =
        subject(Path::new(DESMUME), "1.5x-bilinear-reveal.png").expect("a fixture");
    let window =
        Cover::Window { area: Rect::new(60.0, -150.0, 270.0, 182.021_202_400_794_98), dark: true };
    let steps = vec![Step::Cover(window)];
    let picture = Distortion { seed: 14_929_833_208_681_765_340, steps }.apply(&subject, &subject);
    let seen = read(&picture.picture);
    assert_eq!(compare(&truth, seen.as_ref().ok()).wrong, [""; 0]);
}

/// A panel begins anywhere within the digits of a header: the upper half of a 5 was read as a 7.
#[test]
fn the_upper_half_of_a_digit_makes_no_other_digit_of_it() {
    for level in [1, 8] {
        let (both, truth) = board_at(level, Presentation::default());
        let picture = touch_screen(&both);
        for (y, (panel, share)) in
            (60..330).step_by(3).flat_map(|y| [(235, 0.9), (30, 0.9), (235, 0.6)].map(|p| (y, p)))
        {
            let seen = read(&under(&picture, (0, y, 400, 90), panel, share));
            let wrong = compare(&truth, seen.as_ref().ok()).wrong;
            assert_eq!(wrong, [""; 0], "level {level}, {panel} by {share} from row {y}");
        }
    }
}

/// Between two rounds the table lies cleared, as it does under a box that tells of a new level. In sepia the box was not
/// white enough to be one.
#[test]
fn a_cleared_table_under_a_box_is_not_one_without() {
    let (mut subject, _) = subject(Path::new(DESMUME), "1x-gap-notice.png").expect("a fixture");
    subject.top = read(&subject.picture).expect("a board").top;
    for share in [0.5, 0.8, 0.955, 1.0] {
        let steps = vec![Step::Light(Light::Sepia(share))];
        let sepia = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
        let seen = read(&sepia).expect("a board").phase.value;
        assert!(matches!(seen, None | Some(Phase::Notice)), "{share}: {seen:?}");
    }
}

#[test]
fn nothing_is_read_of_what_lies_outside_the_picture() {
    let (both, truth) = board(Presentation::default());
    let picture = touch_screen(&both);
    let (width, height) = picture.dimensions();
    let mut outside = 0;
    for cut in (2..150).step_by(9) {
        for (x, y, w, h) in [
            (0, 0, width, height - cut),
            (0, cut, width, height - cut),
            (cut, 0, width - cut, height),
            (0, 0, width - cut, height),
        ] {
            let part = imageops::crop_imm(&picture, x, y, w, h).to_image();
            let Ok(seen) = read(&part) else { continue };
            assert_eq!(compare(&truth, Some(&seen)).wrong, [""; 0], "from ({x}, {y}), {w}x{h}");
            let Some(board) = &seen.board else { continue };
            let picture = grid::geometry::Rect::new(0.0, 0.0, f64::from(w), f64::from(h));
            for (cell, tile) in board.tiles.cells() {
                let card = seen.touch.rect_to_picture(layout::card(cell));
                let inside = picture
                    .intersection(&card)
                    .is_some_and(|part| part.w * part.h > 0.8 * card.w * card.h);
                assert!(inside || tile.value.is_none(), "{cell:?} from ({x}, {y}), {w}x{h}");
                outside += usize::from(!inside);
            }
        }
    }
    assert!(outside > 20, "{outside} cards outside the picture");
}

/// Sepia and grey are the matrices of the CSS Filter Effects Module; the third is protanopia by Viénot, Brettel and
/// Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats" (1999), in sRGB values.
#[test]
fn no_filter_of_colours_turns_a_card() {
    const FILTERS: [[[f32; 3]; 3]; 3] = [
        [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]],
        [[0.2126, 0.7152, 0.0722]; 3],
        [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]],
    ];
    for level in [1, 6] {
        let (both, truth) = board_at(level, Presentation::default());
        let tiles = truth.tiles.as_ref().unwrap().as_ref().unwrap();
        for matrix in FILTERS {
            let mut picture = touch_screen(&both);
            for pixel in picture.pixels_mut() {
                let [r, g, b] = pixel.0.map(f32::from);
                let filtered = matrix.map(|[x, y, z]| (x * r + y * g + z * b).clamp(0.0, 255.0));
                *pixel = Rgb(filtered.map(|c| c.round() as u8));
            }
            let seen = read(&picture);
            let what = format!("level {level}, {matrix:?}");
            let seen = seen.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(compare(&truth, Some(&seen)).wrong, [""; 0], "{what}");
            let cards = &seen.board.expect("a board in play").tiles;
            // The built-in game draws its numbers otherwise than the real one: those may be left out.
            for (cell, card) in cards.cells() {
                assert!(
                    card.value.is_some() || tiles[cell].is_some(),
                    "{cell:?}, {what}: {card:?}"
                );
            }
            assert!(matches!(seen.phase.value, None | Some(Phase::Board)), "{what}");
        }
    }
}
