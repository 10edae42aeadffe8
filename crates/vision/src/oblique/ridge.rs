//! The middle of a cell to a fraction of a pixel, by the bright line around it.

use crate::between::between;
use grid::geometry::Point;
use image::GrayImage;

/// Where along a side the line is looked at: not in the middle, where something may meet it, nor at the rounded ends.
const ALONG: [f64; 8] = [0.12, 0.18, 0.24, 0.3, 0.7, 0.76, 0.82, 0.88];
/// How far inside and outside the hole's border the line is looked for, as shares of the side, and in how many steps.
const INSIDE: f64 = 0.06;
const OUTSIDE: f64 = 0.16;
const STEPS: usize = 24;

/// The middle of the cell whose hole has these corners, in their order around it: where the diagonals of the line
/// around it meet, as they do in perspective. None where the line is not seen on all sides.
pub(super) fn middle(picture: &GrayImage, corners: &[Point; 4]) -> Option<Point> {
    let inside = Point::new(
        corners.iter().map(|p| p.x).sum::<f64>() / 4.0,
        corners.iter().map(|p| p.y).sum::<f64>() / 4.0,
    );
    let mut lines = [Line::default(); 4];
    for (i, line) in lines.iter_mut().enumerate() {
        *line = side(picture, corners[i], corners[(i + 1) % 4], inside)?;
    }
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| lines[(i + 3) % 4].meets(&lines[i]));
    Line::through(a?, c?).meets(&Line::through(b?, d?))
}

/// A line: the points for which `a` x + `b` y = `c`.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    a: f64,
    b: f64,
    c: f64,
}

impl Line {
    fn through(p: Point, q: Point) -> Self {
        let (a, b) = (q.y - p.y, p.x - q.x);
        Self { a, b, c: a * p.x + b * p.y }
    }

    fn meets(&self, other: &Self) -> Option<Point> {
        let by = self.a * other.b - other.a * self.b;
        let x = (self.c * other.b - other.c * self.b) / by;
        let y = (self.a * other.c - other.a * self.c) / by;
        (x.is_finite() && y.is_finite()).then_some(Point::new(x, y))
    }
}

/// The bright line along a side, by least squares of how far it is off the side at each place.
fn side(picture: &GrayImage, from: Point, to: Point, inside: Point) -> Option<Line> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    let (nx, ny) = (dy / length, -dx / length);
    // Outwards.
    let sign = if (from.x - inside.x) * nx + (from.y - inside.y) * ny < 0.0 { -1.0 } else { 1.0 };
    let (nx, ny) = (sign * nx, sign * ny);
    let points: Vec<(f64, f64)> = ALONG
        .into_iter()
        .filter_map(|t| {
            let at = Point::new(from.x + t * dx, from.y + t * dy);
            Some((t, ridge(picture, at, (nx, ny), length)?))
        })
        .collect();
    let n = points.len() as f64;
    if points.len() <= ALONG.len() / 2 {
        return None;
    }
    let (mt, mo) = (
        points.iter().map(|(t, _)| t).sum::<f64>() / n,
        points.iter().map(|(_, off)| off).sum::<f64>() / n,
    );
    let (mut spread, mut rise) = (0.0, 0.0);
    for (t, off) in &points {
        spread += (t - mt) * (t - mt);
        rise += (t - mt) * (off - mo);
    }
    // More than half of the places, which are apart.
    let slope = rise / spread;
    let at = |t: f64| {
        let off = mo + slope * (t - mt);
        Point::new(from.x + t * dx + off * nx, from.y + t * dy + off * ny)
    };
    Some(Line::through(at(0.0), at(1.0)))
}

/// How far outwards of a point the bright line lies: the middle of what is brighter than half of it.
fn ridge(picture: &GrayImage, at: Point, (nx, ny): (f64, f64), length: f64) -> Option<f64> {
    let (inner, outer) = (-INSIDE * length, OUTSIDE * length);
    let off = |i: usize| inner + (outer - inner) * i as f64 / STEPS as f64;
    let mut values = [0.0; STEPS + 1];
    for (i, value) in values.iter_mut().enumerate() {
        *value = grey(picture, Point::new(at.x + off(i) * nx, at.y + off(i) * ny))?;
    }
    let high = values.iter().copied().fold(0.0, f64::max);
    let level = (high + values[0].max(values[STEPS])) / 2.0;
    let (mut sum, mut total) = (0.0, 0.0);
    for (i, value) in values.iter().enumerate() {
        let weight = (value - level).max(0.0);
        sum += weight * off(i);
        total += weight;
    }
    (total > 0.0).then(|| sum / total)
}

/// The grey level at a point; none outside the middles of the outermost pixels.
fn grey(picture: &GrayImage, p: Point) -> Option<f64> {
    let inside = |v: f64, length: u32| (0.5..f64::from(length) - 0.5).contains(&v);
    let inside = inside(p.x, picture.width()) && inside(p.y, picture.height());
    inside.then(|| f64::from(between::<_, 1>(picture, p)[0]))
}
