//! Points and rectangles.

use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A point in pixels; the centre of pixel (0, 0) is (0.5, 0.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point (x, y).
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle in pixels, half-open: it holds x with `x <= x' < x + w`, y likewise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl FromStr for Rect {
    type Err = String;

    /// Reads X,Y,WIDTH,HEIGHT.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|part| part.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[x, y, w, h])
                if [x, y].iter().all(|v| v.is_finite())
                    && w.min(h) > 0.0
                    && w.max(h).is_finite() =>
            {
                Ok(Self { x, y, w, h })
            }
            _ => Err("four numbers are needed, such as 20,35,400,400".to_owned()),
        }
    }
}

impl Rect {
    /// The rectangle [x, x + w) x [y, y + h).
    #[inline]
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// The rectangle [x0, x1) x [y0, y1), as the game's own tables write it.
    #[inline]
    pub const fn spanning(x0: f64, x1: f64, y0: f64, y1: f64) -> Self {
        Self::new(x0, y0, x1 - x0, y1 - y0)
    }

    /// The smallest one that holds these points; without any, an empty one at (0, 0).
    pub fn around(points: &[Point]) -> Self {
        if points.is_empty() {
            return Self::new(0.0, 0.0, 0.0, 0.0);
        }
        let least = |v: fn(&Point) -> f64| points.iter().map(v).fold(f64::MAX, f64::min);
        let most = |v: fn(&Point) -> f64| points.iter().map(v).fold(f64::MIN, f64::max);
        Self::spanning(least(|p| p.x), most(|p| p.x), least(|p| p.y), most(|p| p.y))
    }

    /// The same in a picture that is so many times as large.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        Self::new(by * self.x, by * self.y, by * self.w, by * self.h)
    }

    /// The centre of the rectangle.
    #[inline]
    pub fn centre(&self) -> Point {
        Point::new(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Whether the point lies inside.
    #[inline]
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.x && p.x < self.x + self.w && p.y >= self.y && p.y < self.y + self.h
    }

    /// Whether `other` lies wholly inside.
    #[inline]
    pub fn encloses(&self, other: &Rect) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.x + other.w <= self.x + self.w
            && other.y + other.h <= self.y + self.h
    }

    /// The part that both cover, if there is one.
    #[inline]
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let w = (self.x + self.w).min(other.x + other.w) - x;
        let h = (self.y + self.h).min(other.y + other.h) - y;
        (w > 0.0 && h > 0.0).then(|| Rect::new(x, y, w, h))
    }
}
