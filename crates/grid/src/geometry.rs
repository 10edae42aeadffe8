//! Points, rectangles, and where a game's screen lies in a picture.
//!
//! A game is described in its own *native* pixels (a DS screen is 256x192). A [`Placement`] says
//! where those pixels lie in a captured picture, so coordinates stay native until the last step.

use crate::projection::Projection;
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

    /// Its middle.
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

/// How a screen is turned in the picture, clockwise, as emulators offer it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Upright.
    #[default]
    Upright,
    /// A quarter turn clockwise: the native top edge is on the right.
    Clockwise,
    /// Upside down.
    UpsideDown,
    /// A quarter turn counter-clockwise: the native top edge is on the left.
    CounterClockwise,
}

/// Where a game's screen lies in a picture: an axis-parallel, possibly anisotropic map from native pixels, with an
/// optional turn by quarters. It leads to the picture itself or, where the picture shows the screen at an angle or
/// curved, to a plane that a projection leads on from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// The native size, e.g. 256x192.
    pub native: (u32, u32),
    /// The area that the screen covers: in picture pixels, or on the plane of the projection.
    pub area: Rect,
    /// How it is turned.
    pub turn: Turn,
    /// How the picture shows the plane that `area` lies in; none if that is the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub projection: Option<Projection>,
}

impl Placement {
    /// A screen of `native` size, turned so, that covers `area` of the picture.
    #[inline]
    pub const fn new(native: (u32, u32), area: Rect, turn: Turn) -> Self {
        Self { native, area, turn, projection: None }
    }

    /// An upright screen of `native` size that covers `area` of the picture.
    #[inline]
    pub const fn upright(native: (u32, u32), area: Rect) -> Self {
        Self::new(native, area, Turn::Upright)
    }

    /// Picture pixels per native pixel along the native x and y axes; with a projection, those in the middle.
    #[inline]
    pub fn scale(&self) -> (f64, f64) {
        let (w, h) = (f64::from(self.native.0), f64::from(self.native.1));
        let (x, y) = self.projection.map_or((1.0, 1.0), |p| p.scale_at(self.area.centre()));
        let (across, down) = (self.area.w * x, self.area.h * y);
        match self.turn {
            Turn::Upright | Turn::UpsideDown => (across / w, down / h),
            Turn::Clockwise | Turn::CounterClockwise => (down / w, across / h),
        }
    }

    /// The native point `p` in picture pixels.
    #[inline]
    pub fn to_picture(&self, p: Point) -> Point {
        let (u, v) = (p.x / f64::from(self.native.0), p.y / f64::from(self.native.1));
        let (fx, fy) = match self.turn {
            Turn::Upright => (u, v),
            Turn::Clockwise => (1.0 - v, u),
            Turn::UpsideDown => (1.0 - u, 1.0 - v),
            Turn::CounterClockwise => (v, 1.0 - u),
        };
        let flat = Point::new(self.area.x + fx * self.area.w, self.area.y + fy * self.area.h);
        self.projection.map_or(flat, |projection| projection.to_picture(flat))
    }

    /// The picture point `p` in native pixels: the inverse of [`Placement::to_picture`].
    #[inline]
    pub fn to_native(&self, p: Point) -> Point {
        let p = self.projection.map_or(p, |projection| projection.to_plane(p));
        let (fx, fy) = ((p.x - self.area.x) / self.area.w, (p.y - self.area.y) / self.area.h);
        let (u, v) = match self.turn {
            Turn::Upright => (fx, fy),
            Turn::Clockwise => (fy, 1.0 - fx),
            Turn::UpsideDown => (1.0 - fx, 1.0 - fy),
            Turn::CounterClockwise => (1.0 - fy, fx),
        };
        Point::new(u * f64::from(self.native.0), v * f64::from(self.native.1))
    }

    /// The part `r` of the screen, as a screen of `native` pixels of its own.
    pub fn part(&self, r: Rect, native: (u32, u32)) -> Self {
        let flat = Self { projection: None, ..*self };
        Self { native, area: flat.rect_to_picture(r), ..*self }
    }

    /// The corners of the native rectangle `r` in the picture, clockwise from its native top left one.
    pub fn corners_in_picture(&self, r: Rect) -> [Point; 4] {
        let (right, bottom) = (r.x + r.w, r.y + r.h);
        [(r.x, r.y), (right, r.y), (right, bottom), (r.x, bottom)]
            .map(|(x, y)| self.to_picture(Point::new(x, y)))
    }

    /// The native rectangle `r` in picture pixels: the upright rectangle around its corners and, where sides may be
    /// curved, the middles of its sides.
    #[inline]
    pub fn rect_to_picture(&self, r: Rect) -> Rect {
        let around = |points: &[Point]| {
            let least = |v: fn(&Point) -> f64| points.iter().map(v).fold(f64::MAX, f64::min);
            let most = |v: fn(&Point) -> f64| points.iter().map(v).fold(f64::MIN, f64::max);
            Rect::spanning(least(|p| p.x), most(|p| p.x), least(|p| p.y), most(|p| p.y))
        };
        let corners = self.corners_in_picture(r);
        if self.projection.is_none() {
            return around(&corners);
        }
        let Point { x, y } = r.centre();
        let middles = [(x, r.y), (r.x + r.w, y), (x, r.y + r.h), (r.x, y)]
            .map(|(x, y)| self.to_picture(Point::new(x, y)));
        around(&[corners, middles].concat())
    }

    /// The upright rectangle around the whole screen, in picture pixels.
    pub fn bounds(&self) -> Rect {
        match self.projection {
            None => self.area,
            Some(_) => {
                let (w, h) = self.native;
                self.rect_to_picture(Rect::new(0.0, 0.0, f64::from(w), f64::from(h)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_maps_there_and_back_in_every_turn() {
        for turn in [Turn::Upright, Turn::Clockwise, Turn::UpsideDown, Turn::CounterClockwise] {
            let placement = Placement::new((256, 192), Rect::new(10.0, 20.0, 300.0, 500.0), turn);
            let p = Point::new(40.0, 150.0);
            let q = placement.to_native(placement.to_picture(p));
            assert!((p.x - q.x).abs() < 1e-9 && (p.y - q.y).abs() < 1e-9, "{turn:?}: {p:?} {q:?}");
        }
    }

    #[test]
    fn a_clockwise_turn_puts_the_native_top_left_corner_on_the_top_right() {
        let placement =
            Placement::new((256, 192), Rect::new(0.0, 0.0, 192.0, 256.0), Turn::Clockwise);
        assert_eq!(placement.to_picture(Point::new(0.0, 0.0)), Point::new(192.0, 0.0));
        assert_eq!(placement.to_picture(Point::new(256.0, 0.0)), Point::new(192.0, 256.0));
        assert_eq!(placement.scale(), (1.0, 1.0));
    }
}
