//! Pictures that no game ever showed, and files that are none: no panic, no board read where there
//! is none, no unbounded memory.
//!
//! The corpus is made here, from seeds: noise, stripes, lattices of other proportions, boards cut in
//! half, and picture files that are cut off or damaged in every way that chance finds.

use grid::geometry::Rect;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, imageops};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation};
use proptest::prelude::*;
use session::capture::Source;
use session::capture::decode::{MAX_PIXELS, decode_bytes};
use session::input::{Gesture, InputDevice};
use std::io::Cursor;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;
use voltorb_flip_game::screen::layout::buttons;
use voltorb_flip_game::screen::{self, FlipReader, FlipReading};

/// The fields of a board that were read with a confidence of at least one half: headers and cards.
fn claims(seen: &FlipReading) -> usize {
    let Some(board) = &seen.board else { return 0 };
    let sure = |confidence: f32| usize::from(confidence >= 0.5);
    let lines = board.rows.iter().chain(&board.cols);
    lines.map(|l| sure(l.sum.confidence) + sure(l.voltorbs.confidence)).sum::<usize>()
        + board.tiles.iter().map(|t| sure(t.confidence)).sum::<usize>()
}

/// Reads a picture twice, the second time where the game was found at first, and checks what must
/// hold for any picture.
fn read(picture: &RgbImage) -> Option<FlipReading> {
    let mut reader = FlipReader::new();
    let first = reader.read(picture).ok();
    let again = reader.read(picture).ok();
    assert_eq!(first.is_some(), again.is_some(), "a second look must find what the first found");
    if let Some(seen) = &first {
        let area = seen.touch.area;
        assert!([area.x, area.y, area.w, area.h].iter().all(|v| v.is_finite()), "{area:?}");
        assert!(area.w > 0.0 && area.h > 0.0, "{area:?}");
    }
    first
}

/// A picture in which no person sees a board: none may be claimed.
fn read_no_board(picture: &RgbImage) {
    if let Some(seen) = read(picture) {
        let area = seen.touch.area;
        assert_eq!(claims(&seen), 0, "fields of a board read where there is none, at {area:?}");
    }
}

/// A cheap stream of numbers, so that a picture follows from its seed.
fn stream(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// Pixels by chance.
fn noise(w: u32, h: u32, seed: u64) -> RgbImage {
    let mut next = stream(seed);
    RgbImage::from_fn(w, h, |_, _| {
        let [r, g, b, ..] = next().to_le_bytes();
        Rgb([r, g, b])
    })
}

/// Squares with light frames and dark edges, five by five, in proportions of `cell` to `pitch`, each
/// square filled by chance.
fn lattice(w: u32, h: u32, pitch: u32, cell: u32, seed: u64) -> RgbImage {
    let mut next = stream(seed);
    let mut picture = RgbImage::from_pixel(w, h, Rgb([41, 165, 107]));
    let frame = (pitch / 12).max(1);
    for i in 0..25u32 {
        let (x, y) = (pitch / 3 + i % 5 * pitch, pitch / 3 + i / 5 * pitch);
        let [r, g, b, ..] = next().to_le_bytes();
        let rects = [(0, [214, 239, 231]), (frame, [41; 3]), (2 * frame, [r, g, b])];
        for (inset, colour) in rects {
            for dy in inset..(cell + 2 * frame).saturating_sub(inset) {
                for dx in inset..(cell + 2 * frame).saturating_sub(inset) {
                    if x + dx < w && y + dy < h {
                        picture.put_pixel(x + dx, y + dy, Rgb(colour));
                    }
                }
            }
        }
    }
    picture
}

/// The touch screen of the built-in game with a board in play.
static BOARD: LazyLock<RgbImage> = LazyLock::new(|| {
    let presentation = Presentation { top: false, ..Presentation::default() };
    let mut game =
        FlipArcade::new(FlipArcadeOptions { presentation, ..FlipArcadeOptions::default() });
    let within = Rect::new(0.0, 0.0, 256.0, 192.0);
    let (at, hold) = (buttons::PLAY.centre(), Duration::from_millis(80));
    for _ in 0..100 {
        let frame = game.next(Duration::from_millis(200)).expect("the game goes on");
        if game.shown().rows.is_some() {
            return RgbImage::clone(&frame.picture);
        }
        game.perform(&Gesture::tap(at, within, hold), &frame).expect("the table takes taps");
    }
    panic!("tapping Play must begin a round");
});

/// How many pictures each property is tried on: `PROPTEST_CASES`, or what a test run can spare.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn noise_is_no_board(w in 1u32..700, h in 1u32..500, seed: u64, coarse in 1u32..40) {
        let small = noise(w.div_ceil(coarse), h.div_ceil(coarse), seed);
        read_no_board(&imageops::resize(&small, w, h, imageops::FilterType::Nearest));
    }

    #[test]
    fn stripes_are_no_board(
        w in 1u32..700, h in 1u32..500, period in 1u32..90, on in 1u32..90, across: bool, dark in 0u8..90,
    ) {
        read_no_board(&RgbImage::from_fn(w, h, |x, y| {
            let at = if across { x } else { y };
            Rgb([if at % period.max(2) < on.min(period) { dark } else { 220 }; 3])
        }));
    }

    /// Also lattices of the board's own proportions, which has cell / pitch = 3 / 4.
    #[test]
    fn lattices_without_headers_are_no_board(
        pitch in 12u32..120, share in prop_oneof![Just(0.75), 0.3f64..0.95], seed: u64, w in 200u32..900, h in 150u32..700,
    ) {
        let cell = ((f64::from(pitch) * share) as u32).max(2);
        if let Some(seen) = read(&lattice(w, h, pitch, cell, seed)) {
            // Cards may look like cards, but nothing there looks like ten headers.
            let headers = seen.board.map_or(0, |b| {
                b.rows.iter().chain(&b.cols).filter(|l| l.line().is_some()).count()
            });
            prop_assert!(headers < 3, "{headers} headers read on a lattice without any");
        }
    }

    #[test]
    fn a_board_cut_off_is_read_in_part_or_refused(
        scale in 1u32..4, left in 0.0f64..0.9, top in 0.0f64..0.9, w in 0.05f64..1.0, h in 0.05f64..1.0,
    ) {
        let board = &*BOARD;
        let large = imageops::resize(
            board, board.width() * scale, board.height() * scale, imageops::FilterType::Nearest,
        );
        let (x, y) = (f64::from(large.width()) * left, f64::from(large.height()) * top);
        let (w, h) = (f64::from(large.width()) * w, f64::from(large.height()) * h);
        let cut = imageops::crop_imm(&large, x as u32, y as u32, w as u32 + 1, h as u32 + 1);
        read(&cut.to_image());
    }

    #[test]
    fn damaged_files_give_an_error_or_a_picture(
        format in 0usize..5, seed: u64, cut in 0.0f64..1.0, damage in proptest::collection::vec((0.0f64..1.0, any::<u8>()), 0..12),
    ) {
        let formats = [
            ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Bmp, ImageFormat::Gif, ImageFormat::WebP,
        ];
        let mut bytes = encoded(&noise(40 + (seed % 60) as u32, 30, seed), formats[format]);
        for (at, value) in damage {
            let at = (bytes.len() as f64 * at) as usize;
            bytes[at] = value;
        }
        bytes.truncate((bytes.len() as f64 * cut) as usize + 1);
        check_decoding(&bytes);
    }

    #[test]
    fn bytes_behind_a_signature_give_an_error_or_a_picture(
        signature in 0usize..6, bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let signatures: [&[u8]; 6] = [
            b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\x00\x10JFIF\0", b"BM", b"GIF89a",
            b"RIFF\x40\0\0\0WEBPVP8 ", b"",
        ];
        check_decoding(&[signatures[signature], &bytes].concat());
    }
}

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = DynamicImage::from(picture.clone());
    picture.write_to(&mut bytes, format).expect("a picture in memory can be encoded");
    bytes.into_inner()
}

/// What is decoded is within the limits, and what is not is explained in a sentence.
fn check_decoding(bytes: &[u8]) {
    match decode_bytes(bytes, Path::new("fuzzed.png")) {
        Ok(picture) => {
            assert!(u64::from(picture.width()) * u64::from(picture.height()) <= MAX_PIXELS);
        }
        Err(error) => assert!(error.to_string().contains("fuzzed.png"), "{error}"),
    }
}

#[test]
fn pictures_of_one_colour_or_extreme_shape_are_no_board() {
    for (w, h) in [(1, 1), (1, 5000), (5000, 1), (2, 3000), (154, 116), (9000, 160), (640, 480)] {
        for value in [0, 1, 127, 255] {
            read_no_board(&RgbImage::from_pixel(w, h, Rgb([value; 3])));
        }
        read_no_board(&noise(w, h, u64::from(w * 7 + h)));
    }
    read_no_board(&RgbImage::new(0, 0));
    read_no_board(&RgbImage::new(0, 300));
    read_no_board(&RgbImage::new(300, 0));
}

/// A board of which one half is missing must not be read as one that is somewhere else.
#[test]
fn half_a_board_is_not_read_at_another_place() {
    let board = &*BOARD;
    let (w, h) = board.dimensions();
    let whole = screen::read(board).expect("the whole board is found");
    for (x, y, w, h) in
        [(0, 0, w / 2, h), (w / 2, 0, w / 2, h), (0, 0, w, h * 3 / 4), (60, 0, w - 60, h)]
    {
        let cut = imageops::crop_imm(board, x, y, w, h).to_image();
        let Some(seen) = read(&cut) else { continue };
        if claims(&seen) > 0 {
            let (dx, dy) = (
                seen.touch.area.x + f64::from(x) - whole.touch.area.x,
                seen.touch.area.y + f64::from(y) - whole.touch.area.y,
            );
            assert!(dx.abs() < 3.0 && dy.abs() < 3.0, "read at an offset of {dx}, {dy}");
        }
    }
}
