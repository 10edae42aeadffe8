//! Drawing recipes: within which limits each kind of distortion stays.

use super::dice::Dice;
use super::photo::{self, Quality};
use super::{
    Arrangement, Camera, Chrome, Compression, Cones, Cover, Desktop, Display, Kernel, Kind, Light,
    PixelArt, Step, Subject,
};
use grid::geometry::{Point, Rect, Turn};

/// The smallest and the largest scale of a reader's range.
const SCALES: (f64, f64) = (0.66, 8.0);
/// The most pixels that a picture is enlarged to: one of 3840x2160.
const MOST_PIXELS: f64 = 3840.0 * 2160.0;
/// Colours that people draw rectangles and badges in.
const LOUD: [[u8; 3]; 6] =
    [[255, 0, 0], [255, 230, 0], [0, 255, 0], [0, 120, 255], [255, 0, 255], [20, 20, 20]];

/// The steps of a recipe of a kind for a subject.
pub(super) fn steps(kind: Kind, subject: &Subject, dice: &mut Dice) -> Vec<Step> {
    let mut steps = match kind {
        Kind::Plain => Vec::new(),
        Kind::Nearest => {
            // Reduced by the nearest pixel, lines of a picture are lost to man and machine alike.
            let low = subject.touch.scale().0.max(1.0);
            vec![scaled(Kernel::Nearest, (low, SCALES.1), subject, dice)]
        }
        Kind::Bilinear => vec![scaled(Kernel::Bilinear, SCALES, subject, dice)],
        Kind::Bicubic => vec![scaled(Kernel::Bicubic, SCALES, subject, dice)],
        Kind::Lanczos => vec![scaled(Kernel::Lanczos, SCALES, subject, dice)],
        Kind::Area => vec![scaled(Kernel::Area, SCALES, subject, dice)],
        Kind::Decimated => vec![Step::Decimate {
            kernel: dice.pick(&[Kernel::Box, Kernel::Box, Kernel::Bilinear]),
            scale: dice.range(SCALES.0, 1.0),
            phase: [dice.range(0.0, 1.0), dice.range(0.0, 1.0)],
        }],
        Kind::Resampled => resampled(dice),
        Kind::Aspect => vec![aspect(subject, dice)],
        Kind::Arranged => vec![arranged(dice)],
        Kind::Emphasised => emphasised(dice),
        Kind::Stretched => vec![stretched(subject, dice)],
        Kind::Scale2x => pixel_art(PixelArt::Scale2x, dice),
        Kind::Xbr => pixel_art(PixelArt::Xbr, dice),
        Kind::Smooth => pixel_art(PixelArt::Smooth, dice),
        Kind::Scanlines | Kind::Grid | Kind::Tube => shaded(kind, subject, dice),
        Kind::Desktop => windowed(subject, (1920, 1080), false, dice),
        Kind::Desktop4k => windowed(subject, (3840, 2160), false, dice),
        Kind::TwoBoards => windowed(subject, (1920, 1080), true, dice),
        Kind::Combined => combined(subject, dice),
        Kind::Photo => photo::steps(Quality::Fair, subject, dice),
        Kind::PoorPhoto => photo::steps(Quality::Poor, subject, dice),
        _ => base(subject, dice),
    };
    match kind {
        Kind::Arranged => steps.extend(base(subject, dice)),
        Kind::Palette => {
            // The pixels of the game are of fewer colours than 256: only a smoothed picture of
            // them, or one of a whole desktop, has more.
            steps = match dice.chance(0.5) {
                true => vec![scaled(Kernel::Bicubic, (1.0, 4.0), subject, dice)],
                false => windowed(subject, (1920, 1080), false, dice),
            };
            steps.extend(late(kind, subject, dice));
        }
        Kind::Turned => steps.push(turned(dice)),
        _ => steps.extend(late(kind, subject, dice)),
    }
    steps
}

/// The largest scale that `subject` may have.
fn largest(subject: &Subject) -> f64 {
    let pixels = f64::from(subject.picture.width()) * f64::from(subject.picture.height());
    SCALES.1.min((MOST_PIXELS / pixels).sqrt() * subject.touch.scale().0)
}

fn scaled(kernel: Kernel, (low, high): (f64, f64), subject: &Subject, dice: &mut Dice) -> Step {
    let high = high.min(largest(subject)).max(low);
    // Emulators offer whole and half scales; a free window has any.
    let free = dice.factor(low, high);
    let scale = match dice.int(0, 3) {
        0 if low.ceil() <= high => free.round().clamp(low.ceil(), high.floor()),
        1 => ((2.0 * free).round() / 2.0).clamp(low, high),
        _ => free,
    };
    Step::Scale { kernel, x: scale, y: scale }
}

/// The scale at which an emulator might show the game while something else is tried.
fn base(subject: &Subject, dice: &mut Dice) -> Vec<Step> {
    if (subject.touch.scale().0 - 1.0).abs() > 1e-6 {
        // A capture stays as it is or is reduced a little, as in a picture on a web page.
        let scale = subject.touch.scale().0;
        let low = (0.7 * scale).max(SCALES.0.min(scale));
        return match dice.chance(0.5) {
            true => Vec::new(),
            false => vec![scaled(Kernel::Area, (low, scale), subject, dice)],
        };
    }
    let whole = f64::from(dice.int(1, 4));
    let (kernel, low, high) = match dice.int(0, 4) {
        0..=2 => (Kernel::Nearest, whole, whole),
        3 => (Kernel::Bilinear, 1.0, 4.0),
        _ => (Kernel::Area, 1.0, 4.0),
    };
    vec![scaled(kernel, (low, high), subject, dice)]
}

/// A window that shows the game's pixels in one size here and another there, of which a smaller picture is
/// made that begins anywhere.
fn resampled(dice: &mut Dice) -> Vec<Step> {
    let window = dice.factor(1.2, 5.0);
    vec![
        Step::Scale { kernel: Kernel::Nearest, x: window, y: window },
        Step::Decimate {
            kernel: dice.pick(&[Kernel::Bilinear, Kernel::Nearest, Kernel::Box]),
            scale: dice.range(SCALES.0, 1.0),
            phase: [dice.range(0.0, window), dice.range(0.0, window)],
        },
    ]
}

fn aspect(subject: &Subject, dice: &mut Dice) -> Step {
    let scale = dice.factor(1.0, largest(subject).clamp(1.0, 4.0));
    let stretch = dice.range(0.97, 1.03);
    let kernel = dice.pick(&[Kernel::Bilinear, Kernel::Bicubic, Kernel::Area]);
    Step::Scale { kernel, x: scale * stretch, y: scale }
}

fn turned(dice: &mut Dice) -> Step {
    Step::Turn(dice.pick(&[Turn::Clockwise, Turn::UpsideDown, Turn::CounterClockwise]))
}

fn arranged(dice: &mut Dice) -> Step {
    let gap = if dice.chance(0.3) { 0 } else { dice.int(1, 90) };
    let swapped = dice.chance(0.5);
    let colour = dice.pick(&[[0; 3], [255; 3], [128; 3], [40, 44, 52], [200, 30, 90]]);
    Step::Arrange(match dice.int(0, 4) {
        0 | 1 => Arrangement::Vertical { gap, swapped, colour },
        2 | 3 => Arrangement::Horizontal { gap, swapped, colour },
        _ => Arrangement::TouchOnly,
    })
}

/// The small screen is shown at its own size or larger.
fn emphasised(dice: &mut Dice) -> Vec<Step> {
    let touch = dice.chance(0.5);
    let (times, arrangement) = if dice.chance(0.4) {
        (2, Arrangement::Hybrid { touch })
    } else {
        let times = dice.int(2, 3);
        let (beside, swapped) = (dice.chance(0.5), dice.chance(0.5));
        let size = |large: bool| [if large { f64::from(times) } else { 1.0 }; 2];
        let (kernel, colour) = (Kernel::Nearest, [0; 3]);
        let (touch, top) = (size(touch), size(!touch));
        (times, Arrangement::Unequal { kernel, touch, top, beside, swapped, colour })
    };
    let (kernel, small) = match dice.chance(0.5) {
        true => (Kernel::Nearest, f64::from(dice.int(1, 2))),
        false => (Kernel::Bilinear, dice.range(1.0, 2.0)),
    };
    let scale = if touch { small * f64::from(times) } else { small };
    vec![Step::Arrange(arrangement), Step::Scale { kernel, x: scale, y: scale }]
}

/// Both screens stretched as one picture, or each by itself.
fn stretched(subject: &Subject, dice: &mut Dice) -> Step {
    let kernels =
        [Kernel::Nearest, Kernel::Bilinear, Kernel::Bicubic, Kernel::Lanczos, Kernel::Area];
    let kernel = dice.pick(&kernels);
    let scales = |dice: &mut Dice| {
        let (aspect, least) = (dice.factor(0.5, 2.0), dice.factor(1.0, 3.0));
        [least * aspect.max(1.0), least / aspect.min(1.0)]
    };
    let touch = scales(dice);
    if subject.top.is_none() || dice.chance(0.5) {
        return Step::Scale { kernel, x: touch[0], y: touch[1] };
    }
    let top = scales(dice);
    let (beside, swapped) = (dice.chance(0.5), dice.chance(0.5));
    let colour = dice.pick(&[[0; 3], [255; 3], [40, 44, 52]]);
    Step::Arrange(Arrangement::Unequal { kernel, touch, top, beside, swapped, colour })
}

fn pixel_art(filter: PixelArt, dice: &mut Dice) -> Vec<Step> {
    let mut steps = vec![Step::Scale { kernel: Kernel::Area, x: 1.0, y: 1.0 }];
    steps.extend(vec![Step::Smooth(filter); if dice.chance(0.4) { 2 } else { 1 }]);
    if dice.chance(0.3) {
        let scale = dice.factor(1.3, 4.5);
        steps.push(Step::Scale { kernel: Kernel::Bilinear, x: scale, y: scale });
    }
    steps
}

fn shaded(kind: Kind, subject: &Subject, dice: &mut Dice) -> Vec<Step> {
    // A shader needs pixels to draw between: two at least, three for a grid.
    let low = if kind == Kind::Grid { 3.0 } else { 2.0 };
    let high = largest(subject).min(6.0).floor().max(low);
    let scale = if dice.chance(0.7) {
        f64::from(dice.int(low as u32, high as u32))
    } else {
        dice.range(low, high)
    };
    let kernel = if scale.fract() == 0.0 { Kernel::Nearest } else { Kernel::Area };
    let shader = match kind {
        Kind::Grid => Display::Grid { period: scale, keep: dice.range(0.5, 0.9) },
        Kind::Tube => Display::Tube {
            blur: scale * dice.range(0.25, 0.5),
            bloom: dice.range(0.05, 0.25),
            period: scale,
        },
        _ => Display::Scanlines {
            period: if dice.chance(0.5) { scale } else { 2.0 },
            keep: dice.range(0.4, 0.85),
        },
    };
    vec![Step::Scale { kernel, x: scale, y: scale }, Step::Display(shader)]
}

fn windowed(subject: &Subject, size: (u32, u32), two: bool, dice: &mut Dice) -> Vec<Step> {
    let (width, height) = size;
    let tall = if height > 1500 { 2 } else { 1 };
    let chrome = Chrome {
        title: dice.int(22, 38) * tall,
        bars: if dice.chance(0.6) { dice.int(20, 85) * tall } else { 0 },
        status: if dice.chance(0.4) { dice.int(16, 24) * tall } else { 0 },
        border: dice.int(0, 6),
        dark: dice.chance(0.4),
    };
    let room = (
        f64::from(width - 2 * chrome.border),
        f64::from(height - chrome.title - chrome.bars - chrome.status - chrome.border),
    );
    let picture = subject.picture.dimensions();
    let fits = (room.0 / f64::from(picture.0)).min(room.1 / f64::from(picture.1))
        * subject.touch.scale().0;
    let low = if two { 1.5 } else { 0.8 };
    let high = fits.min(SCALES.1);
    let scale = if high <= low {
        high
    } else if high >= 1.0 && dice.chance(0.5) {
        f64::from(dice.int(low.ceil() as u32, (high as u32).max(low.ceil() as u32))).min(high)
    } else {
        dice.factor(low, high)
    };
    let whole = scale.fract() == 0.0 && subject.touch.scale() == (1.0, 1.0);
    let smooth = [Kernel::Bilinear, Kernel::Bicubic, Kernel::Area];
    let kernel = if whole { Kernel::Nearest } else { dice.pick(&smooth) };
    let beside = two.then(|| scale * dice.range(0.5, 0.75));
    let (x, y) = (dice.unit(), dice.unit());
    vec![
        Step::Scale { kernel, x: scale, y: scale },
        Step::Desktop(Desktop { width, height, x, y, chrome, beside }),
    ]
}

/// What happens to a picture after it was enlarged.
fn late(kind: Kind, subject: &Subject, dice: &mut Dice) -> Option<Step> {
    Some(match kind {
        Kind::Jpeg => Step::Compress(Compression::Jpeg {
            quality: dice.int(40, 95) as u8,
            subsampled: dice.chance(0.5),
        }),
        Kind::Palette => Step::Compress(match dice.int(0, 3) {
            0 => Compression::Cube { steps: 6 },
            way => Compression::Palette { dithered: way > 1 },
        }),
        Kind::FewColours => Step::Compress(Compression::Cube { steps: dice.int(3, 5) as u8 }),
        Kind::Gif => Step::Compress(Compression::Gif {
            colours: dice.pick(&[256, 128, 64, 32, 16]),
            dithered: dice.chance(0.5),
        }),
        Kind::Video => Step::Compress(Compression::Video { quantiser: dice.int(18, 32) as u8 }),
        Kind::Brightness => Step::Light(Light::Brightness(dice.range(-50.0, 50.0))),
        Kind::Gamma => Step::Light(Light::Gamma(dice.factor(0.5, 2.0))),
        Kind::Contrast => Step::Light(Light::Contrast(dice.factor(0.5, 1.6))),
        Kind::Saturation => Step::Light(Light::Saturation(dice.range(0.0, 2.0))),
        Kind::NightLight => Step::Light(Light::NightLight(dice.range(2700.0, 5500.0))),
        Kind::WashedOut => Step::Light(Light::WashedOut(dice.range(0.1, 0.3))),
        Kind::Dimmed => Step::Light(Light::Dimmed(dice.range(0.35, 0.9))),
        Kind::Noise => Step::Light(Light::Noise(dice.range(2.0, 12.0))),
        Kind::Pointer => Step::Cover(Cover::Pointer {
            tip: Point::new(dice.range(4.0, 250.0), dice.range(4.0, 186.0)),
            size: dice.int(1, 2),
        }),
        Kind::Badge => {
            let (w, h) = (dice.range(30.0, 90.0), dice.range(10.0, 24.0));
            let area = Rect::new(dice.range(-20.0, 230.0), dice.range(-10.0, 180.0), w, h);
            Step::Cover(Cover::Badge { area, colour: dice.pick(&LOUD) })
        }
        Kind::Outline => {
            // Around one card or header, or several.
            let (column, row) = (dice.int(0, 5), dice.int(0, 5));
            let (right, bottom) = match dice.chance(0.6) {
                true => (column, row),
                false => (dice.int(column, 5), dice.int(row, 5)),
            };
            let margin = dice.range(1.0, 5.0);
            let edge = |cell: u32| 8.0 + 32.0 * f64::from(cell);
            let area = Rect::spanning(
                edge(column) - margin,
                edge(right) + 24.0 + margin,
                edge(row) - margin,
                edge(bottom) + 24.0 + margin,
            );
            Step::Cover(Cover::Outline { area, line: dice.int(1, 4), colour: dice.pick(&LOUD) })
        }
        Kind::Window => {
            let share = dice.range(0.04, 0.25);
            let area = match dice.int(0, 3) {
                0 => Rect::spanning(-150.0, 256.0 * share, -60.0, 150.0),
                1 => Rect::spanning(256.0 * (1.0 - share), 400.0, 20.0, 250.0),
                2 => Rect::spanning(60.0, 330.0, -150.0, 192.0 * share),
                _ => Rect::spanning(-40.0, 200.0, 192.0 * (1.0 - share), 300.0),
            };
            Step::Cover(Cover::Window { area, dark: dice.chance(0.5) })
        }
        Kind::Panel => {
            let (w, h) = (f64::from(subject.touch.native.0), f64::from(subject.touch.native.1));
            // Over the other screen, too, where there is one above.
            let least = if subject.top.is_some() { -h } else { -0.2 * h };
            let size = (w * dice.range(0.15, 1.0), h * dice.range(0.1, 0.6));
            let area =
                Rect::new(w * dice.range(-0.2, 0.9), dice.range(least, 0.9 * h), size.0, size.1);
            let colour = dice.pick(&[[20; 3], [250; 3], [32, 34, 37], [0; 3], [235, 240, 250]]);
            Step::Cover(Cover::Panel { area, colour, opacity: dice.range(0.25, 0.9) })
        }
        Kind::Cut => {
            let mut sides = [0.0; 4];
            sides[dice.int(0, 3) as usize] = dice.range(0.0, 0.5);
            Step::Cut(sides)
        }
        Kind::Sepia => Step::Light(Light::Sepia(dice.range(0.2, 1.0))),
        Kind::ColourBlind => {
            Step::Light(Light::Lacking(dice.pick(&[Cones::Long, Cones::Middle, Cones::Short])))
        }
        Kind::Inverted => Step::Light(Light::Inverted),
        Kind::Poor => Step::Compress(Compression::Jpeg {
            quality: dice.int(10, 40) as u8,
            subsampled: dice.chance(0.5),
        }),
        Kind::Rotated => {
            // By little as often as by much.
            let most = dice.pick(&[3.0, 20.0, 180.0]);
            Step::Camera(Camera { roll: dice.range(-most, most), ..Camera::default() })
        }
        Kind::Perspective => {
            let (beside, way) = (dice.range(0.0, 35.0), dice.range(0.0, std::f64::consts::TAU));
            let (across, down) = (beside * way.cos(), beside * way.sin());
            Step::Camera(Camera { across, down, ..Camera::default() })
        }
        Kind::Curved => {
            Step::Camera(Camera { curve: dice.range(0.002, 0.06), ..Camera::default() })
        }
        _ => return None,
    })
}

/// Two or three of the stages that a picture passes on its way to a reader, each at most once and
/// in their order.
fn combined(subject: &Subject, dice: &mut Dice) -> Vec<Step> {
    const PAINT: [Kind; 4] = [Kind::Pointer, Kind::Badge, Kind::Outline, Kind::Window];
    const LIGHT: [Kind; 8] = [
        Kind::Brightness,
        Kind::Gamma,
        Kind::Contrast,
        Kind::Saturation,
        Kind::NightLight,
        Kind::WashedOut,
        Kind::Dimmed,
        Kind::Noise,
    ];
    const STORE: [Kind; 3] = [Kind::Jpeg, Kind::Palette, Kind::Video];
    const SHOW: [Kind; 10] = [
        Kind::Bilinear,
        Kind::Bicubic,
        Kind::Area,
        Kind::Aspect,
        Kind::Scale2x,
        Kind::Xbr,
        Kind::Smooth,
        Kind::Scanlines,
        Kind::Tube,
        Kind::Desktop,
    ];
    let mut wanted = [false; 4];
    for _ in 0..dice.int(2, 3) {
        wanted[dice.int(0, 3) as usize] = true;
    }
    let mut steps = match wanted[0] {
        true => {
            let shown = dice.pick(&SHOW);
            self::steps(shown, subject, dice)
        }
        false => base(subject, dice),
    };
    for (kinds, wanted) in [&PAINT[..], &LIGHT[..], &STORE[..]].into_iter().zip(&wanted[1..]) {
        if *wanted {
            let kind = dice.pick(kinds);
            steps.extend(late(kind, subject, dice));
        }
    }
    steps
}
