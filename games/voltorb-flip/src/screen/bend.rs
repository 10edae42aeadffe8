//! Measures how far a board is from upright and flat: by how much each card is off its place.

use super::layout::{CARD, SIZE, corner};
use grid::geometry::{Placement, Point};

/// How far off its place a card is searched, and the step, in native pixels.
const FARTHEST: f64 = 3.0;
const STEP: f64 = 0.25;
/// Where the frame and the edge of a card are brightest and darkest, from its outer edge; and where along a side.
const FRAME: f64 = 1.0;
const EDGE: f64 = 0.6;
const ALONG: [f64; 3] = [4.5, 8.0, 19.0];
/// The share of the clearest card's step that other cards must show to count, and how many must.
const CLEAR: f64 = 0.5;
const LEAST_CARDS: usize = 10;
/// The share of its highest step at which the frame may still be.
const LEVEL: f64 = 0.9;

/// The offset of cards, in native pixels, from which a board may be seen at an angle or be curved.
pub(super) const BENT: f64 = 0.35;
/// The offset, in native pixels, from which no board is read as if it were upright: a digit would be taken for
/// another.
pub(super) const MOST_BENT: f64 = 0.7;

/// By how much cards are off, in native pixels: the root of the mean square. None if too few of them are seen.
/// `gray` samples the picture.
pub(super) fn bend(gray: &dyn Fn(Point) -> Option<f64>, touch: &Placement) -> Option<f64> {
    let cells = (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
    let shifts: Vec<[(f64, f64); 2]> = cells
        .map(|cell| {
            let (x, y) = corner(cell);
            let at = |along: f64, across: f64, upright: bool| {
                let (dx, dy) = if upright { (along, across) } else { (across, along) };
                gray(touch.to_picture(Point::new(f64::from(x) + dx, f64::from(y) + dy)))
            };
            [false, true].map(|upright| shift(&|along, across| at(along, across, upright)))
        })
        .collect();
    let clearest = shifts.as_flattened().iter().map(|(_, step)| *step).fold(0.0, f64::max);
    let clear = |pair: &&[(f64, f64); 2]| pair.iter().all(|(_, step)| *step > CLEAR * clearest);
    let squares: Vec<f64> =
        shifts.iter().filter(clear).map(|[x, y]| x.0 * x.0 + y.0 * y.0).collect();
    (squares.len() >= LEAST_CARDS)
        .then(|| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt())
}

/// By how much two opposite sides of a card are shifted, and how much brighter its frame is there than its edge.
fn shift(at: &dyn Fn(f64, f64) -> Option<f64>) -> (f64, f64) {
    let far = f64::from(CARD);
    let step = |by: f64| -> f64 {
        let sides = |along: f64| {
            let frames = at(along, by - FRAME).zip(at(along, by + far + FRAME));
            let edges = at(along, by + EDGE).zip(at(along, by + far - EDGE));
            frames.zip(edges).map_or(0.0, |((a, b), (c, d))| (a - c).min(b - d))
        };
        ALONG.into_iter().map(sides).sum()
    };
    let count = (FARTHEST / STEP) as i32;
    let steps: Vec<(f64, f64)> =
        (-count..=count).map(|i| f64::from(i) * STEP).map(|by| (by, step(by))).collect();
    let most = steps.iter().map(|(_, step)| *step).fold(0.0, f64::max);
    let level = || steps.iter().filter(|(_, step)| *step >= LEVEL * most);
    (level().map(|(by, _)| by).sum::<f64>() / level().count() as f64, most)
}
