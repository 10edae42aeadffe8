//! Holes with four corners.

use super::ridge;
use grid::geometry::Point;
use image::{GrayImage, imageops};
use imageproc::contours::{BorderType, find_contours};
use imageproc::contrast::adaptive_threshold;
use imageproc::geometry::convex_hull;
use std::borrow::Cow;

/// A hole with four corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    /// Its middle: where its diagonals meet.
    pub middle: Point,
    /// From the middle of one side to that of the opposite one: to the right and down, as near as may be. The second
    /// is clockwise from the first.
    pub sides: [(f64, f64); 2],
}

/// Frames are brighter than what is around them, so many pixels in each direction, by so many grey levels.
const AROUND: u32 = 12;
const BRIGHTER: i32 = 4;
/// The shortest and the longest side of a hole, in pixels: others are seen on another level of the pyramid.
const SIDES: std::ops::Range<f64> = 10.0..72.0;
/// The least share of its hull that a hole fills, and the range of the hull's area to that of its four corners.
const LEAST_CONVEX: f64 = 0.82;
const SQUARE: std::ops::Range<f64> = 0.95..1.22;
/// How many times as long one side may be as the opposite one, and as the one beside.
const MOST_TAPERED: f64 = 1.5;
const MOST_OBLONG: f64 = 2.6;
/// The least sine of the angle between sides.
const LEAST_SINE: f64 = 0.6;

/// The holes with four corners in frames that are brighter than what is around, or darker.
pub(super) fn find(picture: &GrayImage, dark_frames: bool) -> Vec<Quad> {
    let mut picture = Cow::Borrowed(picture);
    if dark_frames {
        imageops::invert(picture.to_mut());
    }
    let frames = adaptive_threshold(&picture, AROUND, -BRIGHTER);
    let contours = find_contours::<i32>(&frames);
    let holes = contours.iter().filter(|c| c.border_type == BorderType::Hole);
    holes.filter_map(|hole| quad(&picture, &hole.points)).collect()
}

type Pixel = imageproc::point::Point<i32>;

/// The four corners of a hole, if it has them.
fn quad(picture: &GrayImage, border: &[Pixel]) -> Option<Quad> {
    let around = border.len() as f64;
    if !(2.5 * SIDES.start..4.5 * SIDES.end).contains(&around) {
        return None;
    }
    let polygon: Vec<Point> = border.iter().map(middle).collect();
    let hull: Vec<Point> = convex_hull(border).iter().map(middle).collect();
    let (area, hull_area) = (area(&polygon), self::area(&hull));
    if hull_area <= 0.0 || area < LEAST_CONVEX * hull_area {
        return None;
    }
    let corners = corners(&hull)?;
    let [a, b, c, d] = corners;
    if !SQUARE.contains(&(hull_area / self::area(&corners))) {
        return None;
    }
    let lengths = [(a, b), (b, c), (c, d), (d, a)].map(|(p, q)| (p.x - q.x).hypot(p.y - q.y));
    let (shortest, longest) =
        lengths.iter().fold((f64::MAX, 0.0f64), |(s, l), &v| (s.min(v), l.max(v)));
    let tapers = |p: f64, q: f64| p.max(q) > MOST_TAPERED * p.min(q);
    if !SIDES.contains(&shortest)
        || !SIDES.contains(&longest)
        || longest > MOST_OBLONG * shortest
        || tapers(lengths[0], lengths[2])
        || tapers(lengths[1], lengths[3])
    {
        return None;
    }
    let half = |p: Point, q: Point| ((p.x + q.x) / 2.0, (p.y + q.y) / 2.0);
    let from = |(x0, y0): (f64, f64), (x1, y1): (f64, f64)| (x1 - x0, y1 - y0);
    let across = from(half(d, a), half(b, c));
    let down = from(half(a, b), half(c, d));
    let sine = cross(across, down) / (across.0.hypot(across.1) * down.0.hypot(down.1));
    if sine.abs() < LEAST_SINE {
        return None;
    }
    let down = if sine > 0.0 { down } else { (-down.0, -down.1) };
    // Of the four ways in which the sides may be taken, the one nearest to right and down.
    let sides = turns([across, down]).into_iter().max_by(|a, b| a[0].0.total_cmp(&b[0].0))?;
    Some(Quad { middle: ridge::middle(picture, &corners)?, sides })
}

/// A pair of sides, and the same turned by one, two and three quarters.
pub(super) fn turns([a, b]: [(f64, f64); 2]) -> [[(f64, f64); 2]; 4] {
    let minus = |(x, y): (f64, f64)| (-x, -y);
    [[a, b], [b, minus(a)], [minus(a), minus(b)], [minus(b), a]]
}

pub(super) fn cross(a: (f64, f64), b: (f64, f64)) -> f64 {
    a.0 * b.1 - a.1 * b.0
}

/// The middle of a pixel.
fn middle(p: &Pixel) -> Point {
    Point::new(f64::from(p.x) + 0.5, f64::from(p.y) + 0.5)
}

/// The area of a polygon.
fn area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(p, q)| p.x * q.y - p.y * q.x).sum::<f64>().abs() / 2.0
}

/// The four corners of a hull that span the largest area, in their order.
fn corners(hull: &[Point]) -> Option<[Point; 4]> {
    let n = hull.len();
    let twice =
        |a: Point, b: Point, c: Point| cross((b.x - a.x, b.y - a.y), (c.x - a.x, c.y - a.y)).abs();
    let mut best: Option<(f64, [Point; 4])> = None;
    for (i, j) in (0..n).flat_map(|i| (i + 2..n).map(move |j| (i, j))) {
        let farthest = |range: &mut dyn Iterator<Item = usize>| {
            range.map(|k| (twice(hull[i], hull[k], hull[j]), k)).max_by(|a, b| a.0.total_cmp(&b.0))
        };
        let one = farthest(&mut (i + 1..j));
        let other = farthest(&mut (j + 1..n).chain(0..i));
        if let (Some((a, k)), Some((b, l))) = (one, other)
            && best.is_none_or(|(area, _)| a + b > area)
        {
            best = Some((a + b, [hull[i], hull[k], hull[j], hull[l]]));
        }
    }
    best.map(|(_, corners)| corners)
}
