//! Finds the top screen next to a located touch screen.

use super::layout::SCREEN;
use grid::geometry::{Placement, Point, Rect};
use image::GrayImage;
use std::ops::Range;
use vision::correlation::Correlation;

/// The farthest that an emulator puts the screens apart, in native pixels.
const MOST_GAP: u32 = 128;
/// The places in a native pixel that the second, finer search looks at.
const FINE: i32 = 10;
/// The least step from the table to a coin box, in grey levels.
const LEAST_STEP: f64 = 12.0;
/// The least correlation in the first search, which goes by whole native pixels.
const LEAST_COARSE: f32 = 0.7;
/// The least correlation of the top screen's profile.
pub(super) const LEAST_TOP: f32 = 0.85;

/// Correlations that differ by less are equal.
const EQUAL: f32 = 0.002;

/// A run of pixels of one brightness along a line: the first, how many, the brightness.
pub(super) type Run = (u32, u32, f32);

/// The brightness down the left border of the top screen (x 8 to 34). Between the runs are the cards of the rules, which differ along x.
pub(super) const TOP_DOWN: [Run; 16] = [
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
pub(super) const TOP_RIGHT: [Run; 4] = [(0, 3, 124.0), (3, 1, 66.0), (4, 2, 190.0), (6, 24, 252.0)];

/// The top screen beside a touch screen that was found: above or below it, left or right of it.
pub(super) fn top(gray: &GrayImage, touch: &Placement) -> Option<Placement> {
    let (w, h) = (f64::from(SCREEN.0), f64::from(SCREEN.1));
    let at = |x: f64, y: f64| sample_between(gray, touch.to_picture(Point::new(x, y)));
    let right = |dx: f64, dy: f64| {
        correlation(TOP_RIGHT, |x| mean([114.5, 128.5, 141.5].map(|y| at(dx + x, dy + y))))
    };
    let down = |dx: f64, dy: f64| {
        correlation(TOP_DOWN, |y| mean([9.5, 21.5, 32.5].map(|x| at(dx + x, dy + y))))
    };
    let gaps = (0..=MOST_GAP).map(f64::from);
    // Inside and beside a coin box: two samples rule most places out.
    let boxed = |dx: f64, dy: f64| {
        let pair = at(dx + 20.5, dy + 128.5).zip(at(dx + 1.5, dy + 128.5));
        pair.is_some_and(|(inside, beside)| inside - beside > LEAST_STEP)
    };
    let coarse = gaps
        .flat_map(|gap| [(0.0, -h - gap), (0.0, h + gap), (-w - gap, 0.0), (w + gap, 0.0)])
        .filter(|&(dx, dy)| boxed(dx, dy))
        .filter_map(|(dx, dy)| {
            let right = right(dx, dy).filter(|&right| right >= LEAST_COARSE)?;
            Some((down(dx, dy)? + right, dx, dy))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let (_, x, y) = coarse?;
    let (_, y) = finest(y, |y| down(x, y))?;
    let (right, x) = finest(x, |x| right(x, y))?;
    if right.min(down(x, y)?) < LEAST_TOP {
        return None;
    }
    // Both screens are mostly reduced as one picture.
    let (sx, sy) = touch.scale();
    let near = |at: f64| if (at - at.round()).abs() < 0.5 { at.round() } else { at };
    let (x, y) = if sx.min(sy) < 1.0 { (near(x), near(y)) } else { (x, y) };
    let area = touch.rect_to_picture(Rect::new(x, y, w, h));
    // Both screens are drawn by the same emulator: where one starts at a whole pixel, so does the
    // other.
    let whole = |start: f64, like: f64| if like == like.round() { start.round() } else { start };
    let area = Rect { x: whole(area.x, touch.area.x), y: whole(area.y, touch.area.y), ..area };
    Some(Placement { area, ..*touch })
}

/// The place within a native pixel of `at` where `score` is highest. Enlarged pixels give the same
/// over a stretch of places: its middle.
fn finest(at: f64, score: impl Fn(f64) -> Option<f32>) -> Option<(f32, f64)> {
    let places = (-FINE..=FINE).map(|i| at + f64::from(i) / f64::from(FINE));
    let scored: Vec<_> = places.filter_map(|place| Some((score(place)?, place))).collect();
    let most = scored.iter().map(|s| s.0).max_by(f32::total_cmp)?;
    let equal: Vec<f64> = scored.iter().filter(|s| s.0 > most - EQUAL).map(|s| s.1).collect();
    Some((most, equal.iter().sum::<f64>() / equal.len() as f64))
}

pub(super) fn mean<const N: usize>(values: [Option<f64>; N]) -> Option<f32> {
    let sum = values.into_iter().sum::<Option<f64>>()?;
    Some((sum / N as f64) as f32)
}

/// The part of these runs from one pixel to another.
pub(super) fn within<const N: usize>(
    runs: [Run; N],
    part: Range<u32>,
) -> impl Iterator<Item = Run> {
    let clip = move |(first, rows, brightness): Run| {
        let (from, to) = (first.max(part.start), (first + rows).min(part.end));
        (from < to).then(|| (from, to - from, brightness))
    };
    runs.into_iter().filter_map(clip)
}

/// The normalised cross-correlation of a profile with its expected runs; `None` where it leaves
/// the picture.
pub(super) fn correlation(
    runs: impl IntoIterator<Item = Run>,
    at: impl Fn(f64) -> Option<f32>,
) -> Option<f32> {
    let mut pairs = Correlation::default();
    for (first, rows, expected) in runs {
        for i in first..first + rows {
            pairs.add(f64::from(expected), f64::from(at(f64::from(i) + 0.5)?), 1.0);
        }
    }
    // One grey level of noise is not a screen.
    (pairs.deviations() > 1.0).then(|| pairs.value() as f32)
}

/// Between the centres of four pixels; `None` outside the picture.
pub(super) fn sample_between(picture: &GrayImage, p: Point) -> Option<f64> {
    if p.x < 0.0 || p.y < 0.0 || p.x >= picture.width().into() || p.y >= picture.height().into() {
        return None;
    }
    let (x, y) = ((p.x - 0.5).max(0.0), (p.y - 0.5).max(0.0));
    let at = |x: f64, y: f64| {
        let (x, y) = ((x as u32).min(picture.width() - 1), (y as u32).min(picture.height() - 1));
        f64::from(picture.get_pixel(x, y)[0])
    };
    let (fx, fy) = (x.fract(), y.fract());
    let row = |y: f64| at(x, y) * (1.0 - fx) + at(x + 1.0, y) * fx;
    Some(row(y) * (1.0 - fy) + row(y + 1.0) * fy)
}
