//! The reader on pictures of the built-in game, whose truth is known.

mod disturbed;
mod other_games;

use grid::geometry::{Placement, Point, Rect, Turn};
use grid::reading::Unreadable;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use lab::distort::{Camera, Distortion, Kernel, Kind, Light, Step, Subject};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation, Sizes};
use session::capture::Source;
use session::consoles::ds::TAP_HOLD;
use session::input::{Gesture, InputDevice};
use std::time::Duration;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::{FlipReader, FlipReading, NoBoard, Phase, layout, read};
use voltorb_flip_game::truth::{FlipTruth, compare};

/// A game on its first board, with one card flipped and its message gone.
fn board(presentation: Presentation) -> (RgbImage, FlipTruth) {
    board_at(1, presentation)
}

/// The same at another level.
fn board_at(level: u8, presentation: Presentation) -> (RgbImage, FlipTruth) {
    let level = Level::try_from(level).expect("a level");
    let touch = presentation.touch_screen();
    let (mut source, mut hand) = {
        let game = FlipArcade::new(FlipArcadeOptions {
            level,
            presentation,
            ..FlipArcadeOptions::default()
        });
        (game.clone(), game)
    };
    let mut wait = |ms| source.next(Duration::from_millis(ms)).expect("the game goes on");
    let mut frame = wait(3000);
    for at in [layout::buttons::PLAY.centre(), layout::card((1, 2)).centre()] {
        let tap = Gesture::tap(touch.to_picture(at), touch.area, TAP_HOLD);
        hand.perform(&tap, &frame).expect("the tap is inside");
        frame = wait(3000);
    }
    for _ in 0..2 {
        let at = touch.to_picture(layout::NEUTRAL);
        let tap = Gesture::tap(at, touch.area, TAP_HOLD);
        hand.perform(&tap, &frame).expect("the tap is inside");
        frame = wait(1000);
    }
    (frame.picture.as_ref().clone(), hand.truth())
}

fn assert_right(picture: &RgbImage, truth: &FlipTruth, what: &str) -> FlipReading {
    let seen = read(picture).unwrap_or_else(|error| panic!("{what}: {error}"));
    let comparison = compare(truth, Some(&seen));
    assert!(comparison.fully_right(), "{what}: {comparison:?} at {:?}", seen.touch);
    seen
}

/// Pixels are whole ones of the game's, one here and two there, from any fraction of one.
#[test]
fn a_board_of_which_whole_pixels_were_mixed_or_left_out_is_read_or_doubtful() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    let (mut right, mut tried) = (0, 0);
    for kernel in [Kernel::Box, Kernel::Bilinear, Kernel::Nearest] {
        for (scale, phase) in [(0.72, [0.31, 0.77]), (0.83, [0.92, 0.14]), (0.94, [0.55, 0.4])] {
            let steps = vec![Step::Decimate { kernel, scale, phase }];
            let picture = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
            let seen = read(&picture);
            let comparison = compare(&truth, seen.as_ref().ok());
            assert_eq!(comparison.wrong, [""; 0], "{kernel:?} {scale}");
            (right, tried) = (right + usize::from(comparison.fully_right()), tried + 1);
        }
    }
    assert!(right >= tried - 2, "{right} of {tried}");
}

/// Lines of pixels are mixed, left out or taken twice as chance has it: what is read is right.
#[test]
fn no_digit_of_an_unevenly_resampled_board_is_read_wrong() {
    let boards: Vec<(Subject, FlipTruth)> = [1, 3, 5, 7]
        .map(|level| {
            let (native, truth) = board_at(level, Presentation::default());
            (Subject::native(&native, layout::SCREEN).expect("native screens"), truth)
        })
        .into();
    let (mut right, mut tried) = (0, 0);
    for seed in 0..10u64 {
        for kind in [Kind::Decimated, Kind::Resampled] {
            let (subject, truth) = &boards[seed as usize % boards.len()];
            let recipe = Distortion::draw(kind, subject, seed);
            let seen = read(&recipe.apply(subject, subject).picture);
            let comparison = compare(truth, seen.as_ref().ok());
            assert_eq!(comparison.wrong, [""; 0], "seed {seed}: {recipe}");
            (right, tried) = (right + usize::from(comparison.fully_right()), tried + 1);
        }
    }
    assert!(2 * right >= tried, "{right} of {tried}");
}

/// A picture of ../shared that is distorted, and what it shows; `None` in a clone that has none.
fn shared(folder: &str, name: &str) -> Option<(Subject, FlipTruth)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/screens/voltorb-flip")
        .join(folder);
    let found = subject(&folder, name);
    if found.is_none() {
        eprintln!("left out: no {}", folder.display());
    }
    found
}

/// Captures of our own game in DeSmuME.
const DESMUME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/voltorb-flip/desmume");

/// A picture of a folder that is distorted, and what it shows; `None` if the folder has none of it.
fn subject(folder: &std::path::Path, name: &str) -> Option<(Subject, FlipTruth)> {
    let picture = image::open(folder.join(name)).ok()?.into_rgb8();
    let truths = std::fs::read_to_string(folder.join("truth.json")).ok()?;
    let mut truths: serde_json::Value = serde_json::from_str(&truths).expect("JSON");
    let truth: FlipTruth = serde_json::from_value(truths[name].take()).expect("a truth");
    let touch = read(&picture).expect("a board").touch;
    Some((Subject { picture: picture.into(), touch, top: None }, truth))
}

/// A turn by a quarter two rows too high shows some links in the order of another turn: it was taken for the board.
#[test]
fn a_reduced_picture_of_both_screens_is_not_taken_for_a_turned_one() {
    let (subject, _) = subject(std::path::Path::new(DESMUME), "cli-clear.png").expect("a fixture");
    let phase = [0.522_221_363_198_119_3, 0.862_269_455_183_075_9];
    let scale = 0.685_572_797_611_340_2;
    let steps = vec![Step::Decimate { kernel: Kernel::Box, scale, phase }];
    let trial = Distortion { seed: 1, steps }.apply(&subject, &subject);
    let seen = read(&trial.picture).expect("a board");
    let (found, is) = (seen.touch.area.centre(), trial.touch.area.centre());
    assert!((found.x - is.x).hypot(found.y - is.y) < 1.0, "{found:?} is {is:?}");
    assert_eq!(seen.touch.turn, Turn::Upright);
}

/// One column of the first was mixed, beside the cards: four 1s were read as 6. In the second a column of a sum was
/// mixed that is not the one by the frames: a 5 was read as 6.
#[test]
fn digits_beside_a_line_that_was_mixed_elsewhere_are_read_or_doubtful() {
    for (name, scale, phase) in [
        (
            "1x-gap-board.png",
            0.996_549_753_262_274_7,
            [0.961_456_723_648_107_6, 0.433_940_062_025_208_96],
        ),
        ("1x-msg.png", 0.874_499_441_516_443_4, [0.718_323_148_452_407_2, 0.557_594_133_654_037_9]),
    ] {
        let (subject, truth) = subject(std::path::Path::new(DESMUME), name).expect("a fixture");
        let steps = vec![Step::Decimate { kernel: Kernel::Box, scale, phase }];
        let reduced = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
        let seen = read(&reduced).expect("a board");
        assert_eq!(compare(&truth, Some(&seen)).wrong, [""; 0], "{name}");
    }
}

/// A capture whose native pixels are 4 or 5 pixels wide, sampled at 0.77x: a sum of 5 was read as 6.
#[test]
fn a_capture_that_was_sampled_again_is_read_or_doubtful() {
    let Some((subject, truth)) = shared("fan-games", "mid-level2.png") else { return };
    let scale = 0.771_457_197_645_753_5;
    let steps = vec![Step::Scale { kernel: Kernel::Bilinear, x: scale, y: scale }];
    let again = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
    let seen = read(&again).expect("a board");
    assert_eq!(compare(&truth, Some(&seen)).wrong, [""; 0]);
}

/// The menu lies over the headers that would tell how the picture came about: level 8 was read as 6 and as 3.
#[test]
fn the_level_in_an_unevenly_reduced_menu_is_read_or_doubtful() {
    for (name, scale, phase) in [
        (
            "menu-111.png",
            0.847_521_551_431_629_8,
            [0.900_433_932_755_209_9, 0.626_923_200_665_410_9],
        ),
        (
            "menu-015.png",
            0.788_182_216_325_792,
            [0.907_583_942_270_485_6, 0.018_154_156_652_276_265],
        ),
    ] {
        let Some((subject, truth)) = shared("renders", name) else { return };
        let steps = vec![Step::Decimate { kernel: Kernel::Box, scale, phase }];
        let reduced = Distortion { seed: 1, steps }.apply(&subject, &subject).picture;
        let seen = read(&reduced).expect("a board");
        assert_eq!(compare(&truth, Some(&seen)).wrong, [""; 0], "{name}");
    }
}

#[test]
fn a_board_is_read_at_any_scale() {
    let (native, truth) = board(Presentation::default());
    assert_eq!(truth.state, Some(Phase::Board));
    for scale in [0.7, 0.9, 1.0, 1.37, 1.5, 2.0, 2.71, 3.0, 4.3, 6.0] {
        let size = |n: u32| (f64::from(n) * scale).round() as u32;
        let (w, h) = (size(native.width()), size(native.height()));
        let scaled = imageops::resize(&native, w, h, FilterType::Triangle);
        let seen = assert_right(&scaled, &truth, &format!("smooth at {scale}"));
        let (sx, sy) = seen.touch.scale();
        assert!((sx / scale - 1.0).abs() < 0.01 && (sy / scale - 1.0).abs() < 0.01, "{sx} {sy}");
        let repeated = imageops::resize(&native, w, h, FilterType::Nearest);
        if scale.fract() == 0.0 || scale > 2.0 {
            assert_right(&repeated, &truth, &format!("repeated pixels at {scale}"));
        } else if let Ok(seen) = read(&repeated) {
            // Here and there a column of pixels is missing, or there twice.
            let wrong = compare(&truth, Some(&seen)).wrong;
            assert!(wrong.is_empty(), "repeated pixels at {scale}: {wrong:?}");
        }
    }
}

/// The greatest distance, in native pixels, of the corners of the cards from where they are.
fn off(seen: &Placement, truth: &Placement) -> f64 {
    let cards = layout::card((4, 4));
    let ends = [8.0, cards.x + cards.w];
    let corners = ends.into_iter().flat_map(|x| ends.map(|y| Point::new(x, y)));
    let off = corners.map(|corner| {
        let there = truth.to_native(seen.to_picture(corner));
        (there.x - corner.x).abs().max((there.y - corner.y).abs())
    });
    off.fold(0.0, f64::max)
}

#[test]
fn a_stretched_board_is_read_and_placed_and_its_mirror_image_refused() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    // 16:9, 21:9 and 5:3 of several sizes, twice as high as wide and nearly so, and little more than before.
    let sizes = [
        (2.667, 2.0),
        (3.5, 2.0),
        (1.75, 1.0),
        (2.5, 2.0),
        (1.0, 2.0),
        (2.3, 4.5),
        (2.8, 1.45),
        (2.0, 1.8),
    ];
    // Each size by two of the kernels.
    let kernels = [Kernel::Nearest, Kernel::Bilinear, Kernel::Lanczos, Kernel::Area];
    for (pair, (x, y)) in kernels.chunks(2).cycle().zip(sizes) {
        for &kernel in pair {
            let steps = vec![Step::Scale { kernel, x, y }];
            let stretched = Distortion { seed: 1, steps }.apply(&subject, &subject);
            let what = format!("{kernel:?} {x} by {y}");
            let seen = assert_right(&stretched.picture, &truth, &what);
            assert!(off(&seen.touch, &stretched.touch) < 0.5, "{what}: {:?}", seen.touch);
            let top = seen.top.zip(stretched.top).expect("the top screen is there");
            assert!(off(&top.0, &top.1) < 0.5, "{what}: {:?}", seen.top);
            for mirrored in [
                imageops::flip_horizontal(&stretched.picture),
                imageops::flip_vertical(&stretched.picture),
            ] {
                assert_eq!(read(&mirrored).err(), Some(NoBoard::NotFound), "{what}");
            }
        }
    }
}

/// Turned, from the side, curved and all of that, some of them inverted.
#[test]
fn a_board_at_any_angle_is_read_and_placed_and_its_mirror_image_refused() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    let upright = Camera::default();
    let all = Camera { roll: 8.0, across: -10.0, down: 12.0, curve: 0.01, room: 0.2 };
    for (camera, lights) in [
        (Camera { roll: 1.5, ..upright }, &[false][..]),
        (Camera { roll: -45.0, ..upright }, &[true]),
        (Camera { roll: 160.0, ..upright }, &[false]),
        (Camera { across: 20.0, down: -15.0, ..upright }, &[false]),
        (Camera { curve: 0.04, ..upright }, &[false]),
        (all, &[false, true]),
        (upright, &[false]),
    ] {
        for &inverted in lights {
            let mut steps = vec![Step::Scale { kernel: Kernel::Area, x: 2.5, y: 2.5 }];
            steps.push(Step::Camera(camera));
            steps.extend(inverted.then_some(Step::Light(Light::Inverted)));
            let taken = Distortion { seed: 1, steps }.apply(&subject, &subject);
            let what = format!("{camera:?}, inverted: {inverted}");
            let mut reader = FlipReader::new();
            // What is known of the board's place is looked at first.
            let looks = if inverted { &["first", "second"][..] } else { &["first"] };
            for look in looks {
                let seen = reader.read(&taken.picture).unwrap_or_else(|e| panic!("{what}: {e}"));
                let comparison = compare(&truth, Some(&seen));
                assert!(comparison.fully_right(), "{what}, {look}: {comparison:?}");
                assert!(off(&seen.touch, &taken.touch) < 1.0, "{what}: {:?}", seen.touch);
            }
            let mirrored = imageops::flip_horizontal(&taken.picture);
            assert_eq!(read(&mirrored).err(), Some(NoBoard::NotFound), "{what}");
        }
    }
}

/// A camera's pictures of a display: from the side, unevenly lit, out of focus, noisy and stored as JPEG.
#[test]
fn photos_are_read_in_full() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    let unread: Vec<String> = (0..4)
        .filter_map(|seed| {
            let taken = Distortion::draw(Kind::Photo, &subject, seed).apply(&subject, &subject);
            let comparison = compare(&truth, read(&taken.picture).ok().as_ref());
            assert!(comparison.wrong.is_empty(), "{seed}: {comparison:?}");
            (!comparison.fully_right()).then(|| format!("{seed}: {comparison:?}"))
        })
        .collect();
    assert!(unread.len() <= 1, "{unread:?}");
}

/// Bands of light, and less of it on the side of the buttons, cover nothing.
#[test]
fn uneven_light_in_a_photo_covers_nothing() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    for (phase, way) in [(0.0, 0.0), (0.3, 0.8), (0.6, 3.1), (0.8, 5.5)] {
        let steps = vec![
            Step::Scale { kernel: Kernel::Nearest, x: 3.0, y: 3.0 },
            Step::Camera(Camera { roll: 7.0, across: 15.0, room: 0.2, ..Camera::default() }),
            Step::Light(Light::Bands { period: 0.15, phase, by: 0.3 }),
            Step::Light(Light::Uneven { way, by: 0.5, corners: 0.3 }),
        ];
        let seen = Distortion { seed: 1, steps }.apply(&subject, &subject);
        let comparison = compare(&truth, read(&seen.picture).ok().as_ref());
        assert!(comparison.fully_right(), "{phase}, {way}: {comparison:?}");
    }
}

/// The cards are read as if seen from the front: they tell where the top screen lies to a pixel or two.
#[test]
fn a_top_screen_seen_a_little_from_the_side_is_read() {
    let (native, truth) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    for (down, curve) in [(-3.5, 0.0), (-1.2, 0.0), (2.5, 0.0), (0.0, 0.012)] {
        let steps = vec![
            Step::Scale { kernel: Kernel::Nearest, x: 4.0, y: 4.0 },
            Step::Camera(Camera { down, curve, ..Camera::default() }),
        ];
        let seen = Distortion { seed: 1, steps }.apply(&subject, &subject);
        let comparison = compare(&truth, read(&seen.picture).ok().as_ref());
        assert!(comparison.fully_right(), "{down} degrees, curve {curve}: {comparison:?}");
    }
}

/// A board of which the last column of headers is not in the picture, at an angle.
#[test]
fn a_board_at_an_angle_that_is_cut_off_is_refused() {
    let (native, _) = board(Presentation::default());
    let subject = Subject::native(&native, layout::SCREEN).expect("native screens");
    let camera = Camera { roll: 12.0, ..Camera::default() };
    let steps = vec![
        Step::Scale { kernel: Kernel::Area, x: 2.5, y: 2.5 },
        Step::Camera(camera),
        Step::Cut([0.0, 0.0, 0.45, 0.0]),
    ];
    let cut = Distortion { seed: 1, steps }.apply(&subject, &subject);
    assert_eq!(read(&cut.picture).err(), Some(NoBoard::NotFound));
}

#[test]
fn a_stretched_board_is_read_turned_and_on_a_desktop() {
    let (native, truth) = board(Presentation::default());
    let wide = imageops::resize(&native, 600, 520, FilterType::Triangle);
    for (turn, picture) in [
        (Turn::Clockwise, imageops::rotate90(&wide)),
        (Turn::UpsideDown, imageops::rotate180(&wide)),
        (Turn::CounterClockwise, imageops::rotate270(&wide)),
    ] {
        let seen = assert_right(&picture, &truth, &format!("{turn:?}"));
        assert_eq!(seen.touch.turn, turn);
    }
    let mut desktop = RgbImage::from_pixel(1280, 800, Rgb([70, 60, 50]));
    imageops::replace(&mut desktop, &wide, 333, 111);
    let seen = assert_right(&desktop, &truth, "on a desktop");
    let placed = Placement::upright(layout::SCREEN, Rect::new(333.0, 371.0, 600.0, 260.0));
    assert!(off(&seen.touch, &placed) < 0.5, "{:?}", seen.touch);
}

/// melonDS can make one screen larger, and gives each an aspect of its own.
#[test]
fn each_screen_may_have_a_size_and_an_aspect_of_its_own() {
    for (top, touch) in [
        ((256, 192), (768, 576)),
        ((768, 576), (256, 192)),
        ((341, 192), (512, 384)),
        ((512, 384), (683, 384)),
        ((448, 192), (320, 480)),
        ((300, 420), (1120, 480)),
    ] {
        for smooth in [false, true] {
            let sizes = Some(Sizes { top, touch });
            let presentation = Presentation { sizes, smooth, ..Presentation::default() };
            let what = format!("{top:?} {touch:?} {smooth}");
            let (picture, truth) = board(presentation.clone());
            let seen = assert_right(&picture, &truth, &what);
            assert!(
                off(&seen.touch, &presentation.touch_screen()) < 0.5,
                "{what}: {:?}",
                seen.touch
            );
            let area = seen.top.expect("it is there").area;
            let width = f64::from(top.0.max(touch.0));
            let left = ((width - f64::from(top.0)) / 2.0).floor();
            assert!((area.x - left).abs() < 1.5 && area.y.abs() < 1.5, "{what}: {area:?}");
            assert!((area.w - f64::from(top.0)).abs() < 2.0, "{what}: {area:?}");
            assert!((area.h - f64::from(top.1)).abs() < 2.0, "{what}: {area:?}");
        }
    }
}

#[test]
fn a_turned_board_is_read_and_placed() {
    let (native, truth) = board(Presentation { scale: 2.0, ..Presentation::default() });
    for (turn, picture) in [
        (Turn::Clockwise, imageops::rotate90(&native)),
        (Turn::UpsideDown, imageops::rotate180(&native)),
        (Turn::CounterClockwise, imageops::rotate270(&native)),
    ] {
        let seen = assert_right(&picture, &truth, &format!("{turn:?}"));
        assert_eq!(seen.touch.turn, turn);
    }
}

#[test]
fn the_top_screen_is_found_on_every_side() {
    let (native, truth) = board(Presentation::default());
    let top = imageops::crop_imm(&native, 0, 0, 256, 192).to_image();
    let touch = imageops::crop_imm(&native, 0, 192, 256, 192).to_image();
    for (top_at, touch_at) in [
        ((20, 10), (20, 10 + 192 + 33)),
        ((20, 10 + 192), (20, 10)),
        ((10, 50), (10 + 256, 50)),
        ((10 + 256 + 12, 50), (10, 50)),
    ] {
        let mut desktop = RgbImage::from_pixel(640, 480, Rgb([70, 60, 50]));
        imageops::replace(&mut desktop, &top, top_at.0, top_at.1);
        imageops::replace(&mut desktop, &touch, touch_at.0, touch_at.1);
        let seen = assert_right(&desktop, &truth, &format!("{top_at:?} {touch_at:?}"));
        let found = seen.top.expect("it is there").area;
        assert_eq!((found.x, found.y), (top_at.0 as f64, top_at.1 as f64));
    }
}

#[test]
fn a_line_through_a_header_makes_no_other_digit_of_it() {
    for level in [1, 3, 8] {
        let (native, truth) = board_at(level, Presentation::default());
        for (x, ink) in (176..191).flat_map(|x| [[65; 3], [50, 40, 180], [240; 3]].map(|c| (x, c)))
        {
            let mut picture = native.clone();
            let line = imageproc::rect::Rect::at(x, 192).of_size(2, 192);
            imageproc::drawing::draw_filled_rect_mut(&mut picture, line, Rgb(ink));
            let Ok(seen) = read(&picture) else { continue };
            let wrong = compare(&truth, Some(&seen)).wrong;
            assert!(wrong.is_empty(), "level {level}, {ink:?} at {x}: {wrong:?}");
        }
    }
}

#[test]
fn a_reader_follows_a_window_that_moves() {
    let (native, truth) = board(Presentation::default());
    let mut reader = FlipReader::new();
    for (x, y) in [(10, 20), (10, 20), (300, 90), (5, 0)] {
        let mut desktop = RgbImage::from_pixel(640, 500, Rgb([90, 90, 90]));
        imageops::replace(&mut desktop, &native, x, y);
        let seen = reader.read(&desktop).unwrap();
        assert_eq!(seen.touch.area, Rect::new(x as f64, y as f64 + 192.0, 256.0, 192.0));
        assert!(compare(&truth, Some(&seen)).fully_right());
    }
}

#[test]
fn of_two_boards_the_larger_is_read_and_the_other_counted() {
    let (native, truth) = board(Presentation::default());
    let mut desktop = RgbImage::from_pixel(1200, 800, Rgb([60, 60, 70]));
    let large = imageops::resize(&native, 512, 768, FilterType::Nearest);
    imageops::replace(&mut desktop, &large, 30, 10);
    imageops::replace(&mut desktop, &native, 800, 200);
    let seen = assert_right(&desktop, &truth, "two boards");
    assert_eq!(seen.others, 1);
    assert!(seen.touch.area.contains(Point::new(300.0, 600.0)));
}

/// The touch screen of one game alone, and a smaller window with both screens of another.
#[test]
fn the_top_screen_of_another_game_tells_nothing_of_this_one() {
    let (native, truth) = board(Presentation::default());
    let (other, _) = board_at(5, Presentation::default());
    let touch = imageops::crop_imm(&native, 0, 192, 256, 192).to_image();
    let large = imageops::resize(&touch, 683, 512, FilterType::Triangle);
    let mut desktop = RgbImage::from_pixel(1200, 700, Rgb([60, 60, 70]));
    imageops::replace(&mut desktop, &large, 30, 100);
    imageops::replace(&mut desktop, &other, 800, 200);
    let seen = read(&desktop).expect("a board");
    assert_eq!((seen.others, seen.top, seen.level.value), (1, None, None));
    assert!(compare(&truth, Some(&seen)).wrong.is_empty());
}

#[test]
fn what_is_no_board_is_refused() {
    let plain = RgbImage::from_pixel(400, 300, Rgb([10, 200, 90]));
    assert_eq!(read(&plain).err(), Some(NoBoard::NotFound));
    assert!(matches!(read(&RgbImage::new(20, 300)), Err(NoBoard::TooSmall(20, 300))));
    // A lattice of the right proportions without headers.
    let lattice = RgbImage::from_fn(400, 400, |x, y| {
        let edge = |v: u32| match v % 32 {
            0 | 23 => 40,
            1..=22 => 120,
            24 | 25 | 30 | 31 => 230,
            _ => 125,
        };
        Rgb([edge(x).min(edge(y)); 3])
    });
    assert_eq!(read(&lattice).err(), Some(NoBoard::NotFound));
}

#[test]
fn a_pointer_over_a_card_hides_that_card_only() {
    let (native, truth) = board(Presentation { scale: 2.0, ..Presentation::default() });
    let mut picture = native.clone();
    // Over the card in row 4, column 4, which is face down.
    let at = Presentation { scale: 2.0, ..Presentation::default() }
        .touch_screen()
        .to_picture(layout::card((3, 3)).centre());
    for y in 0..20 {
        for x in 0..20 - y {
            picture.put_pixel(at.x as u32 + x, at.y as u32 + y, Rgb([250, 250, 250]));
        }
    }
    let seen = read(&picture).unwrap();
    let comparison = compare(&truth, Some(&seen));
    assert!(comparison.wrong.is_empty(), "{comparison:?}");
    assert!(comparison.unreadable.len() <= 2, "{comparison:?}");
}

/// A picture with a plain area, in native pixels of the touch screen that fills it.
fn covered(picture: &RgbImage, area: Rect, colour: [u8; 3]) -> RgbImage {
    let scale = f64::from(picture.width()) / f64::from(layout::SCREEN.0);
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let at = Point::new((f64::from(x) + 0.5) / scale, (f64::from(y) + 0.5) / scale);
        if area.contains(at) { Rgb(colour) } else { *picture.get_pixel(x, y) }
    })
}

#[test]
fn a_card_is_read_though_something_lies_over_a_side_of_it() {
    for scale in [1.0, 2.0, 2.5] {
        let presentation = Presentation { scale, top: false, ..Presentation::default() };
        let (picture, truth) = board(presentation);
        let tiles = truth.tiles.as_ref().unwrap().as_ref().unwrap();
        // The card that was flipped, and one that was not.
        for cell in [(1, 2), (3, 1)] {
            let card = layout::card(cell);
            for side in [
                Rect::new(card.x - 9.0, card.y - 3.0, 14.0, 30.0),
                Rect::new(card.x + 19.0, card.y - 3.0, 12.0, 30.0),
                Rect::new(card.x - 3.0, card.y - 9.0, 30.0, 14.0),
                Rect::new(card.x - 3.0, card.y + 19.0, 30.0, 12.0),
            ] {
                let seen = read(&covered(&picture, side, [30, 60, 200])).unwrap();
                let board = seen.board.unwrap();
                assert_eq!(board.tiles[cell].value, Some(tiles[cell]), "{side:?} at {scale}");
            }
        }
    }
}

#[test]
fn the_menu_is_told_though_a_window_lies_over_the_first_row() {
    let presentation = Presentation { scale: 2.0, top: false, ..Presentation::default() };
    let window = Rect::new(60.0, 0.0, 200.0, 46.0);
    let seen = read(&covered(&menu(3, &presentation), window, [40, 40, 90])).unwrap();
    assert_eq!(seen.phase.value, Some(Phase::Menu));
    assert_eq!(seen.level.value.map(u8::from), Some(3));
    assert!((seen.touch.area.x.abs() < 1.0) && (seen.touch.area.y.abs() < 2.0), "{:?}", seen.touch);
}

/// The built-in game at its menu.
fn menu(level: u8, presentation: &Presentation) -> RgbImage {
    let mut game = FlipArcade::new(FlipArcadeOptions {
        level: Level::try_from(level).expect("a level"),
        presentation: presentation.clone(),
        ..FlipArcadeOptions::default()
    });
    game.next(Duration::from_secs(8)).expect("the game goes on").picture.as_ref().clone()
}

#[test]
fn the_level_is_read_in_the_question_of_the_menu() {
    for level in 1..=8 {
        for scale in [1.0, 2.5, 3.0] {
            let presentation = Presentation { scale, top: false, ..Presentation::default() };
            let seen = read(&menu(level, &presentation)).unwrap();
            assert_eq!(seen.phase.value, Some(Phase::Menu));
            assert_eq!(seen.level.value.map(u8::from), Some(level), "at {scale}: {:?}", seen.level);
        }
    }
}

#[test]
fn the_level_is_the_last_letter_of_a_title_that_stands_elsewhere() {
    let (native, truth) = board(Presentation::default());
    for by in [-31i32, 17] {
        let mut picture = native.clone();
        for (x, y) in (8..248u32).flat_map(|x| (8..24u32).map(move |y| (x, y))) {
            let from = x.checked_add_signed(-by).filter(|from| (8..248).contains(from));
            let ground = *native.get_pixel(8, 10);
            picture.put_pixel(x, y, from.map_or(ground, |from| *native.get_pixel(from, y)));
        }
        let seen = assert_right(&picture, &truth, &format!("title moved by {by}"));
        assert_eq!(seen.level.value, truth.level);
        // Something else behind it is not a level: then the headers tell that of this board.
        for (x, y) in (232..240).flat_map(|x| (12..18).map(move |y| (x, y))) {
            picture.put_pixel(x, y, Rgb([255, 255, 255]));
        }
        let level = read(&picture).unwrap().level;
        assert_eq!(level.value, truth.level);
        assert!(level.confidence < 0.98, "{level:?}");
    }
}

#[test]
fn a_level_that_does_not_deal_the_board_is_refused() {
    for (shown, level) in [(1, 5), (3, 5), (5, 1)] {
        let (native, truth) = board_at(level, Presentation::default());
        let (other, _) = board_at(shown, Presentation::default());
        let mut picture = native.clone();
        let top = imageops::crop_imm(&other, 0, 0, 256, 192).to_image();
        imageops::replace(&mut picture, &top, 0, 0);
        let seen = read(&picture).unwrap();
        assert_eq!(seen.level.why, Some(Unreadable::Contradicts), "{shown} over {level}");
        // Level 1 is shown after Game Info, whatever the level; else it cannot be told which is wrong.
        let read = seen.position().map(|position| position.rows);
        assert_eq!(read, truth.rows.flatten().filter(|_| shown == 1), "{shown} over {level}");
    }
}

#[test]
fn the_list_of_the_game_info_is_told_from_the_menu() {
    let presentation = Presentation::default();
    let touch = presentation.touch_screen();
    let game = FlipArcade::new(FlipArcadeOptions { presentation, ..FlipArcadeOptions::default() });
    let (mut source, mut hand) = (game.clone(), game);
    let menu = source.next(Duration::from_millis(3000)).expect("the game goes on");
    let at = touch.to_picture(layout::buttons::GAME_INFO.centre());
    let tap = Gesture::tap(at, touch.area, TAP_HOLD);
    hand.perform(&tap, &menu).expect("the tap is inside");
    let info = source.next(Duration::from_millis(3000)).expect("the game goes on");
    for (frame, phase) in [(menu, Phase::Menu), (info, Phase::Info)] {
        let picture = frame.picture.as_ref();
        for scale in [1.0, 1.5, 2.3] {
            let size = |n: u32| (f64::from(n) * scale).round() as u32;
            let (w, h) = (size(picture.width()), size(picture.height()));
            let scaled = imageops::resize(picture, w, h, FilterType::Triangle);
            let seen = read(&scaled).expect("the cards are found");
            assert_eq!(seen.phase.value, Some(phase), "at {scale}x");
            assert!(seen.board.is_none(), "none is in play");
        }
    }
}
