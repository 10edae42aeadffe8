//! What a camera, or a display that is no plane, does to straight lines.

use grid::geometry::{Placement, Point, Rect};
use image::{Rgb, RgbImage};
use imageproc::geometric_transformations::{Border, Interpolation, warp_with};
use serde::{Deserialize, Serialize};

/// A change of places, about the middle of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warp {
    /// Turned clockwise by so many degrees.
    Rotate(f64),
    /// Seen by a camera that stands beside the middle, 1.5 widths or heights away, by so many degrees to the right and
    /// downwards.
    Perspective {
        /// Degrees to the right.
        across: f64,
        /// Degrees downwards.
        down: f64,
    },
    /// Points of a corner are drawn in by this share of their distance from the middle, others by less, with its square.
    Curve(f64),
}

/// How far away a camera stands, in widths or heights of the picture, whichever is more.
const DISTANCE: f64 = 1.5;

/// What is beside the picture.
const BESIDE: Rgb<u8> = Rgb([24, 24, 24]);

/// How often a guess of where a point was is bettered: each time it is off by less than a third of before.
const STEPS: usize = 6;

/// A screen in a picture that was bent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bent {
    pub warp: Warp,
    /// That of the picture.
    pub size: (f64, f64),
    /// Where the screen lay before.
    pub touch: Placement,
}

impl Bent {
    /// The native pixel that a point of the picture shows.
    pub fn to_native(self, at: Point) -> Point {
        let (x, y) = self.warp.before((at.x, at.y), self.size);
        self.touch.to_native(Point::new(x, y))
    }
}

impl Warp {
    /// What it makes of a picture.
    pub(super) fn apply(self, picture: &RgbImage) -> RgbImage {
        let size = (f64::from(picture.width()), f64::from(picture.height()));
        let before = |x: f32, y: f32| {
            let (x, y) = self.before((x.into(), y.into()), size);
            (x as f32, y as f32)
        };
        warp_with(picture, before, Interpolation::Bilinear, Border::Constant(BESIDE))
    }

    /// Where a point of a picture of this size was before: what is moved is moved alike nearby.
    fn before(self, to: (f64, f64), size: (f64, f64)) -> (f64, f64) {
        (0..STEPS).fold(to, |at, _| {
            let moved = self.moved(at, size);
            (at.0 + to.0 - moved.0, at.1 + to.1 - moved.1)
        })
    }

    /// Where a point of a picture of this size goes.
    fn moved(self, (x, y): (f64, f64), (w, h): (f64, f64)) -> (f64, f64) {
        let (x, y) = (x - w / 2.0, y - h / 2.0);
        let (x, y) = match self {
            Self::Rotate(degrees) => {
                let (sin, cos) = degrees.to_radians().sin_cos();
                (x * cos - y * sin, x * sin + y * cos)
            }
            Self::Perspective { across, down } => {
                let far = DISTANCE * w.max(h);
                let (sin, cos) = across.to_radians().sin_cos();
                let (x, z) = (x * cos, x * sin);
                let (sin, cos) = down.to_radians().sin_cos();
                let (y, z) = (y * cos - z * sin, y * sin + z * cos);
                (x * far / (far + z), y * far / (far + z))
            }
            Self::Curve(share) => {
                let off = 4.0 * (x * x + y * y) / (w * w + h * h);
                (x * (1.0 - share * off), y * (1.0 - share * off))
            }
        };
        (x + w / 2.0, y + h / 2.0)
    }

    /// The upright rectangle nearest to what becomes of one: each side in the middle of where its corners go.
    pub(super) fn nearest(self, r: Rect, size: (f64, f64)) -> Rect {
        let corner = |x: f64, y: f64| self.moved((x, y), size);
        let (right, bottom) = (r.x + r.w, r.y + r.h);
        let [a, b, c, d] =
            [corner(r.x, r.y), corner(right, r.y), corner(right, bottom), corner(r.x, bottom)];
        let middle = |a: f64, b: f64| (a + b) / 2.0;
        Rect::spanning(middle(a.0, d.0), middle(b.0, c.0), middle(a.1, b.1), middle(c.1, d.1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Canvas;
    use super::*;

    /// A dot is where the change puts it, and a small change leaves it near where the placement says.
    #[test]
    fn a_dot_is_where_it_was_moved_to() {
        for warp in [
            Warp::Rotate(2.0),
            Warp::Rotate(-1.0),
            Warp::Perspective { across: 5.0, down: -4.0 },
            Warp::Curve(0.02),
        ] {
            let mut picture = RgbImage::new(200, 160);
            for (x, y) in (38..43).flat_map(|x| (118..123).map(move |y| (x, y))) {
                picture.put_pixel(x, y, Rgb([250, 0, 0]));
            }
            let whole = Placement::upright((200, 160), Rect::new(0.0, 0.0, 200.0, 160.0));
            let mut canvas = Canvas::new(picture, whole, None);
            canvas.bend(warp);
            let (x, y) = warp.moved((40.5, 120.5), (200.0, 160.0));
            let p = canvas.picture.get_pixel(x as u32, y as u32);
            assert!(p[0] > 200 && p[1] < 20, "{warp:?}: {p:?}");
            let native = canvas.bent.unwrap().to_native(Point::new(x, y));
            assert!((native.x - 40.5).hypot(native.y - 120.5) < 0.01, "{warp:?}: {native:?}");
            let told = canvas.touch.to_picture(Point::new(40.5, 120.5));
            assert!((told.x - x).hypot(told.y - y) < 4.0, "{warp:?}: {told:?}, ({x}, {y})");
        }
    }
}
