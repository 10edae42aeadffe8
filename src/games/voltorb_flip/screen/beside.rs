//! Finding the top screen beside a touch screen that was found.

use super::layout::SCREEN;
use crate::geometry::{Placement, Point, Rect};
use image::GrayImage;

/// The farthest that an emulator puts the screens apart, in native pixels.
const MOST_GAP: f64 = 128.0;
/// The step of the search for the top screen, in native pixels.
const STEP: f64 = 0.5;
/// The least correlation of the top screen's profile.
const LEAST_TOP: f32 = 0.85;

/// Correlations that differ by less are equal.
const EQUAL: f32 = 0.002;

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
pub(super) fn top(gray: &GrayImage, touch: &Placement) -> Option<Placement> {
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
        let scored: Vec<_> = places.filter_map(|place| Some((score(place)?, place))).collect();
        let most = scored.iter().map(|s| s.0).max_by(f32::total_cmp)?;
        // Enlarged pixels give the same over a stretch of places: its middle is the right one.
        let equal: Vec<_> = scored.iter().filter(|s| s.0 > most - EQUAL).map(|s| s.1).collect();
        let n = equal.len() as f64;
        let (x, y) = equal.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0, y + place.1));
        Some((equal[0], (x / n, y / n)))
    };
    let gaps = || (0..=(MOST_GAP / STEP) as u32).map(|i| f64::from(i) * STEP);
    let mut places =
        gaps().flat_map(|gap| [(0.0, -h - gap), (0.0, h + gap), (-w - gap, 0.0), (w + gap, 0.0)]);
    let ((x, y), _) = best(&mut places)?;
    let near = || (-5..=5).map(|i| f64::from(i) * STEP / 5.0);
    let (_, (x, y)) = best(&mut near().flat_map(|i| near().map(move |j| (x + i, y + j))))?;
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

/// Between the centres of four pixels; `None` outside the picture.
fn sample_between(picture: &GrayImage, p: Point) -> Option<f64> {
    picture.get_pixel_checked(p.x.floor() as u32, p.y.floor() as u32)?;
    let (x, y) = ((p.x - 0.5).max(0.0), (p.y - 0.5).max(0.0));
    let at = |x: f64, y: f64| {
        let (x, y) = ((x as u32).min(picture.width() - 1), (y as u32).min(picture.height() - 1));
        f64::from(picture.get_pixel(x, y)[0])
    };
    let (fx, fy) = (x.fract(), y.fract());
    let row = |y: f64| at(x, y) * (1.0 - fx) + at(x + 1.0, y) * fx;
    Some(row(y) * (1.0 - fy) + row(y + 1.0) * fy)
}
