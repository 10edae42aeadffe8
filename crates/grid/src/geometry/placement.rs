//! Where a game's screen lies in a picture.

use super::projection::Projection;
use super::shapes::{Point, Rect};
use serde::{Deserialize, Serialize};

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

    /// The same in a picture that is so many times as large.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        match self.projection {
            Some(projection) => Self { projection: Some(projection.times(by)), ..*self },
            None => Self { area: self.area.times(by), ..*self },
        }
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
        let corners = self.corners_in_picture(r);
        if self.projection.is_none() {
            return Rect::around(&corners);
        }
        let Point { x, y } = r.centre();
        let middles = [(x, r.y), (r.x + r.w, y), (x, r.y + r.h), (r.x, y)]
            .map(|(x, y)| self.to_picture(Point::new(x, y)));
        Rect::around(&[corners, middles].concat())
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
    fn a_placement_in_a_larger_picture_is_the_same_enlarged() {
        let flat = Placement::new((256, 192), Rect::new(10.0, 20.0, 300.0, 500.0), Turn::Clockwise);
        let projection = Projection {
            matrix: [[2.0, 0.3, 5.0], [-0.2, 1.5, 7.0], [1e-4, 2e-4, 1.0]],
            centre: Point::new(400.0, 300.0),
            radial: 1e-7,
        };
        for placement in [flat, Placement { projection: Some(projection), ..flat }] {
            for p in [Point::new(0.0, 0.0), Point::new(256.0, 20.0), Point::new(100.0, 192.0)] {
                let (p, q) = (placement.to_picture(p), placement.times(3.0).to_picture(p));
                assert!((3.0 * p.x - q.x).hypot(3.0 * p.y - q.y) < 1e-9, "{p:?} {q:?}");
            }
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
