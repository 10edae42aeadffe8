//! Pictures of our test game in a real mGBA, and what displays and desktops do to them.

use grid::Grid;
use grid::geometry::Turn;
use ice_floor::plan::Version;
use ice_floor_game::screen::{FloorTile, IceReader, IceReading, NotSeen, Place};
use image::RgbImage;
use image::{Rgb, imageops};
use imageproc::geometric_transformations::{Border, Interpolation, rotate_about_center};
use lab::distort::{Camera, Distortion, Step, Subject};
use rayon::prelude::*;
use serde_json::{Value, json};
use session::consoles::gba;

fn fixture(name: &str) -> RgbImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/ice-floor");
    image::open(format!("{folder}/{name}.png")).unwrap().to_rgb8()
}

fn read(picture: &RgbImage) -> IceReading {
    IceReader::new().read(picture).unwrap()
}

/// What is compared of two readings.
fn told(seen: &IceReading) -> (Version, u8, Place, Grid<Option<FloorTile>>) {
    (seen.version, seen.section.number, seen.hero, seen.tiles.map(|tile| tile.value))
}

/// The middle of a floor, two sections that look alike upside down, and a hero between two tiles.
const SOME: [&str; 5] = [
    "emerald-1x-3-mid",
    "ruby-1x-1-mid",
    "ruby-1x-2-before",
    "emerald-1x-2-walking",
    "ruby-1x-1-before",
];

#[test]
fn a_turned_screen_is_read_as_an_upright_one() {
    for name in SOME {
        let upright = fixture(name);
        let expected = read(&upright);
        for (turned, turn) in [
            (imageops::rotate90(&upright), Turn::Clockwise),
            (imageops::rotate180(&upright), Turn::UpsideDown),
            (imageops::rotate270(&upright), Turn::CounterClockwise),
        ] {
            let seen = read(&turned);
            assert_eq!((told(&seen), seen.placement.turn), (told(&expected), turn), "{name}");
        }
    }
}

#[test]
fn warm_light_is_no_other_place() {
    for name in SOME {
        let mut picture = fixture(name);
        let expected = read(&picture);
        for pixel in picture.pixels_mut() {
            let [r, g, b] = pixel.0.map(f32::from);
            pixel.0 = [r as u8, (0.72 * g) as u8, (0.44 * b) as u8];
        }
        assert_eq!(told(&read(&picture)), told(&expected), "{name}");
    }
}

/// Whatever is drawn over a tile, no tile is read wrong.
#[test]
fn what_lies_over_a_tile_makes_nothing_wrong() {
    for name in &SOME[..3] {
        let picture = fixture(name);
        let expected = read(&picture);
        for (cell, _) in expected.tiles.cells() {
            let (x, y) = expected.hero.on_screen(expected.section.cell(cell));
            for colour in [[57, 123, 255], [255, 0, 255], [255, 255, 255]] {
                let mut covered = picture.clone();
                for (dx, dy) in (0..16).flat_map(|dx| (0..8).map(move |dy| (dx, 4 + dy))) {
                    if let Some(pixel) =
                        covered.get_pixel_mut_checked((x + dx) as u32, (y + dy) as u32)
                    {
                        *pixel = Rgb(colour);
                    }
                }
                let Ok(seen) = IceReader::new().read(&covered) else { continue };
                for (other, tile) in seen.tiles.cells().filter(|(other, _)| *other != cell) {
                    let before = &expected.tiles[other];
                    let same = tile.value.is_none()
                        || before.value.is_none()
                        || tile.value == before.value;
                    assert!(same, "{name} {cell:?} {colour:?}: {other:?} {tile:?}");
                }
                let (now, before) = (&seen.tiles[cell], &expected.tiles[cell]);
                assert!(
                    now.value.is_none() || before.value.is_none() || now.value == before.value,
                    "{name} {cell:?} {colour:?}: {now:?}"
                );
            }
        }
    }
}

/// A badge in a green of which there is none in the gym, wherever it lies, moves no view, turns none upside down
/// and is taken for no tile.
#[test]
fn a_badge_greener_than_ice_makes_nothing_wrong() {
    let places = || (-20..220).step_by(40).flat_map(|x| (-8..150).step_by(30).map(move |y| (x, y)));
    for name in ["ruby-1x-2-before", "ruby-1x-1-before"] {
        let picture = fixture(name);
        let expected = read(&picture);
        places().par_bridge().for_each(|(left, top)| {
            let mut covered = picture.clone();
            for (x, y) in (left..left + 88).flat_map(|x| (top..top + 20).map(move |y| (x, y))) {
                if let Some(pixel) = covered.get_pixel_mut_checked(x as u32, y as u32) {
                    *pixel = Rgb([0, 255, 0]);
                }
            }
            let Ok(seen) = IceReader::new().read(&covered) else { return };
            let at = format!("{name}: a badge at {left},{top}");
            assert_eq!(seen.section, expected.section, "{at}");
            assert!(seen.hero == expected.hero || !seen.to_the_pixel, "{at}: {:?}", seen.hero);
            for (tile, now) in seen.tiles.cells() {
                let (now, before) = (now.value, expected.tiles[tile].value);
                let same = now.is_none() || before.is_none() || now == before;
                assert!(same, "{at}: {tile:?} {now:?}");
            }
        });
    }
}

#[test]
fn a_screen_in_a_window_on_a_desktop_is_read() {
    for (name, scale) in
        [("ruby-1x-2-before", 3.0), ("ruby-1x-3-mid", 1.7), ("emerald-1x-3-mid", 2.0)]
    {
        let native = fixture(name);
        let size = |v: u32| (f64::from(v) * scale) as u32;
        let (w, h) = (size(native.width()), size(native.height()));
        let screen = imageops::resize(&native, w, h, imageops::FilterType::Triangle);
        // A title bar of letters, and a frame.
        let mut window = RgbImage::from_pixel(w + 8, h + 44, Rgb([225, 222, 220]));
        for x in (10..w / 2).step_by(3) {
            window.put_pixel(x, 14 + x % 7, Rgb([20, 20, 20]));
        }
        imageops::replace(&mut window, &screen, 4, 40);
        let mut desktop = RgbImage::from_fn(1280, 800, |x, y| {
            Rgb([(x / 9) as u8, (y / 5) as u8, if (x / 50 + y / 30) % 2 == 0 { 90 } else { 200 }])
        });
        imageops::replace(&mut desktop, &window, 311, 163);
        let seen = read(&desktop);
        let expected = read(&native);
        assert_eq!(told(&seen), told(&expected), "{name} at {scale}, fit {}", seen.fit);
        let area = seen.placement.area;
        assert!((area.x - 315.0).abs() <= 1.0 && (area.y - 203.0).abs() <= 1.0, "{area:?}");
    }
}

/// Recipes of distorted pictures of the games, of each of which something was read wrong: windows that cover
/// whole tiles, move the place at which the view fits best, or leave a part of the screen that looks like one;
/// colours at half the resolution; a frame that was taken for the screen; what looks like another section; the lower part
/// of a stretched screen; an exit that was taken for open, though it looks closed, since all tiles are cracked.
fn misread() -> [(&'static str, Value); 10] {
    let area = |kernel: &str, x: f64| json!({"scale": {"kernel": kernel, "x": x, "y": x}});
    let window = |(x, y, w, h): (f64, f64, f64, f64), dark: bool| {
        let area = json!({"x": x, "y": y, "w": w, "h": h});
        json!({"cover": {"window": {"area": area, "dark": dark}}})
    };
    let chrome = json!({"title": 31, "bars": 0, "status": 0, "border": 2, "dark": false});
    let desktop = json!({"desktop": {
        "width": 1920, "height": 1080, "x": 0.454_296_695_603_558_8, "y": 0.222_540_072_849_222_28,
        "chrome": chrome, "beside": null,
    }});
    let recipe = |seed: u64, steps: [Value; 2]| json!({"seed": seed, "steps": steps});
    let upper = |height| (60.0, -150.0, 270.0, height);
    let right = |x: f64| (x, 20.0, 400.0 - x, 230.0);
    let badge = json!({"cover": {"badge": {"area": {"x": 179.55837680569158, "y": 127.95880127248759, "w": 87.4553769196622, "h": 19.795652495928216}, "colour": [0, 255, 0]}}});
    let lines = json!({"display": {"scanlines": {"period": 2.0, "keep": 0.415_643_590_866_787_7}}});
    [
        ("14_emerald_s1_done", recipe(10_853_392_469_874_592_873, [area("nearest", 5.0), lines])),
        ("18_emerald_s2_done", recipe(9959431948894512719, [area("area", 1.0), badge])),
        (
            "18_emerald_s2_done",
            recipe(
                13_809_473_186_349_455_166,
                [area("nearest", 2.0), json!({"turn": "upside-down"})],
            ),
        ),
        (
            "20_emerald_s3_before",
            recipe(
                9_325_602_405_317_498_263,
                [area("area", 1.0), window(right(196.346_957_504_812_56), true)],
            ),
        ),
        (
            "10_ruby_s3_done",
            recipe(
                12_726_821_333_034_274_487,
                [area("nearest", 1.0), window(right(195.969_252_134_028_86), false)],
            ),
        ),
        (
            "00_ruby_s1_before",
            recipe(
                8_189_943_409_791_441_083,
                [area("bilinear", 1.399_359_417_234), window(upper(192.527_880_288_806_9), false)],
            ),
        ),
        (
            "00_ruby_s1_before",
            recipe(
                13_761_640_168_709_423_658,
                [area("nearest", 4.0), window(upper(175.439_789_735_300_96), false)],
            ),
        ),
        (
            "24_emerald_s2_walking",
            recipe(
                17_623_306_276_857_332_698,
                [area("nearest", 1.0), json!({"compress": {"video": {"quantiser": 29}}})],
            ),
        ),
        (
            "20_emerald_s3_before",
            json!({"seed": 1, "steps": [{"scale": {"kernel": "bicubic", "x": 2.651_896_7, "y": 3.591_819_5}}]}),
        ),
        (
            "26_emerald_s3_mid",
            recipe(3_631_221_186_704_853_280, [area("bicubic", 1.078_767_308_333_557_4), desktop]),
        ),
    ]
}

#[test]
fn distorted_pictures_of_the_games_are_right_or_doubtful() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/screens/ice-puzzle");
    for (name, recipe) in misread() {
        let Ok(picture) = image::open(folder.join(format!("{name}.png"))) else {
            return eprintln!("left out: no {}", folder.display());
        };
        let picture = picture.into_rgb8();
        right_or_doubtful(&distorted(&picture, recipe), &read(&picture), name);
    }
}

/// A native picture, distorted by a recipe.
fn distorted(native: &RgbImage, recipe: Value) -> RgbImage {
    let subject = Subject::native(native, gba::SCREEN).unwrap();
    let recipe: Distortion = serde_json::from_value(recipe).unwrap();
    recipe.apply(&subject, &subject).picture
}

/// Of each something was wrong: a hero a pixel into a step was told to stand; an open exit to be closed, by a map of
/// colours that suits the cracked tiles alone; the upright screen was refused, and read upside down.
#[test]
fn distorted_fixtures_are_right_or_doubtful() {
    let scaled = |kernel: &str, x: f64| json!({"scale": {"kernel": kernel, "x": x, "y": x}});
    let panel = json!({"cover": {"panel": {
        "area": {"x": 79.465_622_617_641_98, "y": 127.875_084_991_825_54, "w": 150.758_954_061_527_68, "h": 32.584_234_607_320_056},
        "colour": [0, 0, 0], "opacity": 0.817_118_165_856_777_2,
    }}});
    let sampled = json!({"decimate": {
        "kernel": "nearest", "scale": 0.984_456_493_824_223_7,
        "phase": [2.258_785_688_198_184_3, 1.452_167_220_012_821_2],
    }});
    let jpeg = json!({"compress": {"jpeg": {"quality": 32, "subsampled": true}}});
    for (name, seed, steps) in [
        ("emerald-1x-2-walking", 18_298_033_373_762_517_726_u64, [scaled("area", 1.5), jpeg]),
        (
            "emerald-1x-3-done",
            6_206_990_922_270_126_688,
            [scaled("bilinear", 1.313_763_274_168_391_6), panel],
        ),
        (
            "emerald-1x-2-done",
            13_088_364_742_932_473_154,
            [scaled("nearest", 4.223_025_087_871_835), sampled],
        ),
    ] {
        let picture = fixture(name);
        let distorted = distorted(&picture, json!({"seed": seed, "steps": steps}));
        right_or_doubtful(&distorted, &read(&picture), name);
    }
}

/// Its tiles were read, 7 pixels from where they are.
#[test]
fn a_screen_seen_from_the_side_is_refused() {
    let picture = fixture("ruby-2x-2-done");
    let touch = read(&picture).placement;
    let subject = Subject { picture: picture.into(), touch, top: None };
    let seen_from = |across: f64, down: f64| {
        let camera = Camera { roll: 0.0, across, down, curve: 0.0, room: 0.0 };
        let recipe = Distortion { seed: 1, steps: vec![Step::Camera(camera)] };
        IceReader::new().read(&recipe.apply(&subject, &subject).picture)
    };
    assert!(seen_from(0.0, 0.0).is_ok());
    assert_eq!(seen_from(6.998, -1.461).err(), Some(NotSeen::Unclear));
}

/// Scan lines, the blur of a video and something translucent over a part of it.
#[test]
fn a_text_box_in_a_bad_light_is_not_taken_for_none() {
    let panel = |(x, y): (u32, u32), pixel: &mut Rgb<u8>| {
        if (78..175).contains(&x) && y >= 113 {
            *pixel = Rgb(pixel.0.map(|c| (f32::from(c) * 0.75) as u8));
        }
    };
    for name in ["emerald-1x-2-text-box", "ruby-1x-2-text-box"] {
        let native = fixture(name);
        assert_eq!(read(&native).text_box, Some(true), "{name}");
        let mut covered = native.clone();
        covered.enumerate_pixels_mut().for_each(|(x, y, pixel)| panel((x, y), pixel));
        let scale = json!({"scale": {"kernel": "bilinear", "x": 1.319_069_9, "y": 1.319_069_9}});
        let distorted = |last| distorted(&native, json!({"seed": 7, "steps": [scale, last]}));
        let lines = distorted(json!({"display": {"scanlines": {"period": 2.0, "keep": 0.55}}}));
        let video = distorted(json!({"compress": {"video": {"quantiser": 30}}}));
        for (picture, what) in [(covered, "covered"), (lines, "lines"), (video, "video")] {
            let seen = IceReader::new().read(&picture);
            assert!(!seen.is_ok_and(|seen| seen.text_box == Some(false)), "{name}: {what}");
        }
    }
}

/// Nothing that is read of a picture is wrong; a refusal is right.
fn right_or_doubtful(picture: &RgbImage, expected: &IceReading, name: &str) {
    let Ok(seen) = IceReader::new().read(picture) else { return };
    assert!(seen.hero == expected.hero || !seen.to_the_pixel, "{name}: {:?}", seen.hero);
    assert_eq!(seen.section, expected.section, "{name}");
    let exits = [&seen, expected].map(|reading| reading.exit.value);
    assert!(exits.contains(&None) || exits[0] == exits[1], "{name}: the exit is {exits:?}");
    for (tile, now) in seen.tiles.cells() {
        let (now, before) = (now.value, expected.tiles[tile].value);
        assert!(now.is_none() || before.is_none() || now == before, "{name}: {tile:?} {now:?}");
    }
}

#[test]
fn a_picture_that_is_cut_turned_or_under_scan_lines_makes_nothing_wrong() {
    SOME.into_par_iter().for_each(|name| {
        let native = fixture(name);
        let expected = read(&native);
        let picture = imageops::resize(&native, 480, 320, imageops::FilterType::Nearest);
        for (x, y, w, h) in
            [(0, 0, 480, 250), (0, 46, 480, 274), (90, 0, 390, 320), (0, 0, 340, 300)]
        {
            let cut = imageops::crop_imm(&picture, x, y, w, h).to_image();
            right_or_doubtful(&cut, &expected, &format!("{name} cut to {w}x{h}+{x}+{y}"));
        }
        for degrees in [0.3f32, 1.0, -2.0] {
            let turned = rotate_about_center(
                &picture,
                degrees.to_radians(),
                Interpolation::Bilinear,
                Border::Constant(Rgb([16; 3])),
            );
            right_or_doubtful(&turned, &expected, &format!("{name} turned by {degrees}"));
        }
        for share in [0.3, 0.6] {
            let mut lines = picture.clone();
            let dark = lines.enumerate_pixels_mut().filter(|(_, y, _)| y % 4 > 1);
            for (_, _, pixel) in dark {
                *pixel = Rgb(pixel.0.map(|c| (f32::from(c) * share) as u8));
            }
            right_or_doubtful(&lines, &expected, &format!("{name} under lines of {share}"));
        }
    });
}

/// VisualBoyAdvance 1.8 shows a black row, then the screen.
#[test]
fn a_screen_a_row_lower_than_its_window_is_read_as_it_is() {
    for name in ["emerald-1x-2-before", "ruby-1x-3-mid"] {
        let native = fixture(name);
        let lower = RgbImage::from_fn(240, 160, |x, y| match y {
            0 => Rgb([0; 3]),
            _ => *native.get_pixel(x, y - 1),
        });
        for scale in [1, 3] {
            let (w, h) = (240 * scale, 160 * scale);
            let window = imageops::resize(&lower, w, h, imageops::FilterType::Nearest);
            assert_eq!(told(&read(&window)), told(&read(&native)), "{name} at {scale}x");
        }
    }
}

/// Under scan lines whole ice is as dark as cracked ice.
#[test]
fn what_is_seen_but_not_told_is_said_to_be_unclear() {
    let mut picture = fixture("emerald-1x-3-mid");
    picture = imageops::resize(&picture, 480, 320, imageops::FilterType::Nearest);
    let dark = picture.enumerate_pixels_mut().filter(|(_, y, _)| y % 4 > 1);
    dark.for_each(|(_, _, pixel)| *pixel = Rgb(pixel.0.map(|c| (f32::from(c) * 0.6) as u8)));
    assert_eq!(IceReader::new().read(&picture).err(), Some(NotSeen::Unclear));
}

/// The hero is a pixel into a step, which a picture of another size hardly shows.
#[test]
fn a_hero_a_pixel_into_a_step_is_not_told_to_stand() {
    let picture = fixture("emerald-1x-2-walking");
    let expected = read(&picture);
    assert!(!expected.hero.stands() && expected.to_the_pixel);
    for (w, h) in [(754, 512), (900, 600), (1060, 706)] {
        let scaled = imageops::resize(&picture, w, h, imageops::FilterType::CatmullRom);
        let seen = read(&scaled);
        assert!(seen.hero == expected.hero || !seen.to_the_pixel, "{w} x {h}: {:?}", seen.hero);
    }
}
