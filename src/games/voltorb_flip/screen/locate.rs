//! Finding the game's two screens in a picture.

use super::layout::{CARDS, MARGIN, PITCH, SCREEN, SIZE};
use super::{NoBoard, Screen, cards};
use crate::geometry::{Placement, Point, Rect};
use crate::vision::gray::{luminance, pyramid};
use crate::vision::lattice::{self, Lattice};
use crate::vision::photometry::Photometry;
use image::{GrayImage, RgbImage};

/// Where the screens are.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub touch: Placement,
    pub top: Option<Placement>,
    pub light: Photometry,
    /// Whether the picture holds the whole touch screen. Where it does not, it is cut off, or the
    /// board belongs to another game that draws the same cards.
    pub whole: bool,
    /// How clearly the cards stand out there; see [`contrast`].
    score: f64,
}

/// The share of a screen's width or height that may be cut off at each side.
const MOST_CUT: f64 = 0.06;

fn is_whole(picture: &RgbImage, screen: &Placement) -> bool {
    let Rect { x, y, w, h } = screen.area;
    let (dx, dy) = (MOST_CUT * w, MOST_CUT * h);
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    Rect::new(-dx, -dy, width + 2.0 * dx, height + 2.0 * dy).encloses(&Rect::new(x, y, w, h))
}

/// Looks only where the screens were in the picture before.
pub(super) fn again(picture: &RgbImage, known: Located) -> Option<Located> {
    let gray = |p: Point| sample(picture, p);
    let score = contrast(&gray, &known.touch)?;
    (score > 0.7 * known.score).then_some(known)
}

/// Looks everywhere.
pub(super) fn search(picture: &RgbImage) -> Result<Located, NoBoard> {
    let (width, height) = picture.dimensions();
    if width < SCREEN.0 * 3 / 5 || height < SCREEN.1 * 3 / 5 {
        return Err(NoBoard::TooSmall(width, height));
    }
    let levels = pyramid(luminance(picture), SCREEN.1 / 2);
    let lattices = lattice::find(&levels, &CARDS);
    let gray = |p: Point| sample_gray(&levels[0], p);
    let mut candidates: Vec<(f64, Lattice)> = Vec::new();
    for lattice in lattices {
        // The headers continue the lattice of cards, and half of a row may have been hidden when
        // it was found: the right one is where the dark-edged cards are.
        for shift in [(0, 0), (-1, 0), (0, -1), (-1, -1), (1, 0), (0, 1)] {
            let lattice = shifted(lattice, shift);
            if let Some(score) = contrast(&gray, &placement(&lattice)) {
                candidates.push((score, lattice));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, lattice) in candidates {
        let touch = placement(&lattice::polish(&levels, lattice, &CARDS));
        let screen = Screen::new(picture, &touch);
        if let Some(light) = cards::photometry(&screen)
            && let Some(score) = contrast(&gray, &touch)
        {
            let top = top(&levels[0], &touch);
            let whole = is_whole(picture, &touch);
            return Ok(Located { touch, top, light, whole, score });
        }
    }
    Err(NoBoard::NotFound)
}

fn shifted(mut lattice: Lattice, (x, y): (i32, i32)) -> Lattice {
    lattice.x.origin += f64::from(x) * f64::from(PITCH) * lattice.x.scale;
    lattice.y.origin += f64::from(y) * f64::from(PITCH) * lattice.y.scale;
    lattice
}

/// The touch screen whose cards lie on the lattice.
fn placement(lattice: &Lattice) -> Placement {
    let span = |axis: lattice::Axis, length: u32| {
        let start = axis.origin - f64::from(MARGIN) * axis.scale;
        snap(start, axis.scale, f64::from(length))
    };
    let (x, w) = span(lattice.x, SCREEN.0);
    let (y, h) = span(lattice.y, SCREEN.1);
    Placement::upright(SCREEN, Rect::new(x, y, w, h))
}

/// Start and length in picture pixels of a screen that is `native` pixels long. Emulators enlarge
/// by whole numbers more often than not: a scale within the error of its measurement of one is
/// taken as that, at a whole pixel.
fn snap(start: f64, scale: f64, native: f64) -> (f64, f64) {
    let whole = scale.round();
    let middle = start + scale * native / 2.0;
    let snapped = (middle - whole * native / 2.0).round();
    let moved = middle - (snapped + whole * native / 2.0);
    if whole >= 1.0 && (scale / whole - 1.0).abs() < 0.0025 && moved.abs() < 0.2 * whole {
        (snapped, whole * native)
    } else {
        (start, scale * native)
    }
}

/// How clearly the light frame stands out against the dark edge of the cards: the mean over all
/// cards of the step between the two, in grey levels. `None` if it is no board: too few cards
/// show it, or it lies mostly outside the picture.
fn contrast(gray: &dyn Fn(Point) -> Option<f64>, placement: &Placement) -> Option<f64> {
    let mut steps = Vec::with_capacity(SIZE * SIZE);
    for row in 0..SIZE {
        for column in 0..SIZE {
            let (x, y) = super::layout::corner((row, column));
            let (x, y) = (f64::from(x), f64::from(y));
            let mut sides: Vec<f64> = Vec::with_capacity(8);
            for along in [5.5, 18.5] {
                for (frame, edge) in [
                    ((x - 1.0, y + along), (x + 0.6, y + along)),
                    ((x + 25.0, y + along), (x + 23.4, y + along)),
                    ((x + along, y - 1.0), (x + along, y + 0.6)),
                    ((x + along, y + 25.0), (x + along, y + 23.4)),
                ] {
                    let at = |(x, y): (f64, f64)| gray(placement.to_picture(Point::new(x, y)));
                    sides.push(at(frame)? - at(edge)?);
                }
            }
            sides.sort_by(f64::total_cmp);
            // The third least: the cursor or a box may lie over a part.
            steps.push(sides[2]);
        }
    }
    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
    let clear = steps.iter().filter(|&&s| s > 0.5 * mean).count();
    (mean > 8.0 && clear >= SIZE * SIZE * 7 / 10).then_some(mean)
}

fn sample(picture: &RgbImage, p: Point) -> Option<f64> {
    let p = picture.get_pixel_checked(p.x.floor() as u32, p.y.floor() as u32)?;
    Some(0.3 * f64::from(p[0]) + 0.59 * f64::from(p[1]) + 0.11 * f64::from(p[2]))
}

/// Between the centres of four pixels; `None` outside the picture.
fn sample_between(picture: &GrayImage, p: Point) -> Option<f64> {
    sample_gray(picture, p)?;
    let (x, y) = ((p.x - 0.5).max(0.0), (p.y - 0.5).max(0.0));
    let at = |x: f64, y: f64| {
        let (x, y) = ((x as u32).min(picture.width() - 1), (y as u32).min(picture.height() - 1));
        f64::from(picture.get_pixel(x, y)[0])
    };
    let (fx, fy) = (x.fract(), y.fract());
    let row = |y: f64| at(x, y) * (1.0 - fx) + at(x + 1.0, y) * fx;
    Some(row(y) * (1.0 - fy) + row(y + 1.0) * fy)
}

fn sample_gray(picture: &GrayImage, p: Point) -> Option<f64> {
    picture.get_pixel_checked(p.x.floor() as u32, p.y.floor() as u32).map(|p| f64::from(p[0]))
}

/// The farthest that an emulator puts the screens apart, in native pixels.
const MOST_GAP: f64 = 128.0;
/// The step of the search for the top screen, in native pixels.
const STEP: f64 = 0.5;
/// The least correlation of the top screen's profile.
const LEAST_TOP: f32 = 0.85;

/// The brightness down the left border of the top screen (x 8 to 34): runs of (first row, rows,
/// brightness). Between the runs are the cards of the rules, which differ along x.
const TOP_DOWN: [(u32, u32, f32); 16] = [
    (6, 2, 250.0),
    (8, 32, 98.0),
    (40, 2, 250.0),
    (80, 29, 124.0),
    (109, 1, 66.0),
    (110, 2, 190.0),
    (112, 32, 252.0),
    (144, 2, 190.0),
    (146, 1, 66.0),
    (147, 2, 124.0),
    (149, 1, 66.0),
    (150, 2, 190.0),
    (152, 32, 252.0),
    (184, 2, 190.0),
    (186, 1, 66.0),
    (187, 4, 124.0),
];

/// The same to the right at the height of the coin boxes (y 114 to 142), their left border only.
const TOP_RIGHT: [(u32, u32, f32); 4] =
    [(0, 3, 124.0), (3, 1, 66.0), (4, 2, 190.0), (6, 24, 252.0)];

/// The top screen beside a touch screen that was found: above or below it, left or right of it.
fn top(gray: &GrayImage, touch: &Placement) -> Option<Placement> {
    let (w, h) = (f64::from(SCREEN.0), f64::from(SCREEN.1));
    let score = |(dx, dy): (f64, f64)| -> Option<f32> {
        let at = |x, y| sample_between(gray, touch.to_picture(Point::new(dx + x, dy + y)));
        // The cheaper profile first: most places fail it.
        let right = correlation(&TOP_RIGHT, |x| {
            mean([114.5, 121.5, 128.5, 135.5, 141.5].map(|y| at(x, y)))
        })?;
        if right < LEAST_TOP {
            return None;
        }
        let down =
            correlation(&TOP_DOWN, |y| mean([9.5, 15.5, 21.5, 27.5, 32.5].map(|x| at(x, y))))?;
        (down >= LEAST_TOP).then_some(down + right)
    };
    let best = |places: &mut dyn Iterator<Item = (f64, f64)>| {
        let scored = places.filter_map(|place| Some((score(place)?, place)));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
    };
    let gaps = || (0..=(MOST_GAP / STEP) as u32).map(|i| f64::from(i) * STEP);
    let mut places =
        gaps().flat_map(|gap| [(0.0, -h - gap), (0.0, h + gap), (-w - gap, 0.0), (w + gap, 0.0)]);
    let (x, y) = best(&mut places)?;
    let near = || (-5..=5).map(|i| f64::from(i) * STEP / 5.0);
    let (x, y) = best(&mut near().flat_map(|i| near().map(move |j| (x + i, y + j))))?;
    let area = touch.rect_to_picture(Rect::new(x, y, w, h));
    // Both screens are drawn by the same emulator: where one starts at a whole pixel, so does the
    // other.
    let whole = |start: f64, like: f64| if like == like.round() { start.round() } else { start };
    let area = Rect { x: whole(area.x, touch.area.x), y: whole(area.y, touch.area.y), ..area };
    Some(Placement { area, ..*touch })
}

fn mean<const N: usize>(values: [Option<f64>; N]) -> Option<f32> {
    let sum = values.into_iter().sum::<Option<f64>>()?;
    Some((sum / N as f64) as f32)
}

/// The normalised cross-correlation of a profile with its expected runs; `None` where it leaves
/// the picture.
fn correlation(runs: &[(u32, u32, f32)], at: impl Fn(f64) -> Option<f32>) -> Option<f32> {
    let mut pairs = Vec::with_capacity(192);
    for &(first, rows, expected) in runs {
        for i in first..first + rows {
            pairs.push((expected, at(f64::from(i) + 0.5)?));
        }
    }
    let n = pairs.len() as f32;
    let (ma, mb) =
        (pairs.iter().map(|p| p.0).sum::<f32>() / n, pairs.iter().map(|p| p.1).sum::<f32>() / n);
    let dot = |f: fn(f32, f32) -> f32| pairs.iter().map(|p| f(p.0 - ma, p.1 - mb)).sum::<f32>();
    let norm = (dot(|a, _| a * a) * dot(|_, b| b * b)).sqrt();
    (norm > n).then(|| dot(|a, b| a * b) / norm)
}
