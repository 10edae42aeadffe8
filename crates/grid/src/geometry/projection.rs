//! The projection of a plane, or of a curved display, into a picture.

use super::shapes::Point;
use serde::{Deserialize, Serialize};

/// Where the points of a plane lie in a picture: a homography, then a shift towards or away from a centre that grows
/// with the third power of the distance from it, as lenses and curved displays do.
///
/// Source: Hartley and Zisserman, *Multiple View Geometry*, 2nd ed., sections 2.3 and 7.4.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Projection {
    /// The homography, row by row.
    pub matrix: [[f64; 3]; 3],
    /// What the shift is towards or away from: the middle of the picture as a rule.
    pub centre: Point,
    /// The shift: a point at the distance r from the centre goes to the distance r (1 + radial r²); a number for square
    /// pixels.
    pub radial: f64,
}

/// What takes the place of 0 where points lie at the horizon or behind it: they are put far away.
const HORIZON: f64 = 1e-6;

/// How often a guess of the distance from the centre is bettered. The shift is a small part of it.
const STEPS: usize = 12;

impl Projection {
    /// The point `p` of the plane in the picture. What lies behind the camera goes far away.
    pub fn to_picture(&self, p: Point) -> Point {
        let Point { x, y } = mapped(&self.matrix, p);
        let (x, y) = (x - self.centre.x, y - self.centre.y);
        let by = 1.0 + self.radial * (x * x + y * y);
        Point::new(self.centre.x + by * x, self.centre.y + by * y)
    }

    /// The point of the plane that the picture shows at `p`: the inverse of [`Projection::to_picture`].
    pub fn to_plane(&self, p: Point) -> Point {
        let (x, y) = (p.x - self.centre.x, p.y - self.centre.y);
        let by = (0..STEPS)
            .fold(1.0, |by, _| 1.0 / (1.0 + self.radial * by * by * (x * x + y * y)).max(HORIZON));
        let p = Point::new(self.centre.x + by * x, self.centre.y + by * y);
        mapped(&adjugate(&self.matrix), p)
    }

    /// The same in a picture that is so many times as large.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        let [x, y, w] = self.matrix;
        Self {
            matrix: [x.map(|v| by * v), y.map(|v| by * v), w],
            centre: Point::new(by * self.centre.x, by * self.centre.y),
            radial: self.radial / (by * by),
        }
    }

    /// The scale at `p`, along x and along y: the distance in the picture of points that are 1 apart in the plane.
    pub fn scale_at(&self, p: Point) -> (f64, f64) {
        let apart = |dx: f64, dy: f64| {
            let a = self.to_picture(Point::new(p.x - dx, p.y - dy));
            let b = self.to_picture(Point::new(p.x + dx, p.y + dy));
            (a.x - b.x).hypot(a.y - b.y)
        };
        (apart(0.5, 0.0), apart(0.0, 0.5))
    }
}

/// Where a homography puts a point.
fn mapped(matrix: &[[f64; 3]; 3], p: Point) -> Point {
    let [x, y, w] = matrix.map(|[a, b, c]| a * p.x + b * p.y + c);
    // The matrix of an inverse may be a negative multiple, but for all points alike.
    let w = if w.abs() < HORIZON { HORIZON } else { w };
    Point::new(x / w, y / w)
}

/// A multiple of the inverse of a matrix.
fn adjugate(m: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let minor =
        |(a, b): (usize, usize), (c, d): (usize, usize)| m[a][c] * m[b][d] - m[a][d] * m[b][c];
    let pair = |i: usize| ((i + 1) % 3, (i + 2) % 3);
    std::array::from_fn(|row| std::array::from_fn(|column| minor(pair(column), pair(row))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_projection_maps_there_and_back() {
        let projection = Projection {
            matrix: [[1.9, -0.3, 310.0], [0.4, 2.1, 250.0], [2e-4, -3e-4, 1.0]],
            centre: Point::new(400.0, 300.0),
            radial: -4e-7,
        };
        for (x, y) in [(-90.0, -80.0), (0.0, 0.0), (120.0, -60.0), (33.0, 140.0)] {
            let q = projection.to_plane(projection.to_picture(Point::new(x, y)));
            assert!((q.x - x).hypot(q.y - y) < 1e-6, "({x}, {y}): {q:?}");
        }
        let (across, down) = projection.scale_at(Point::new(0.0, 0.0));
        assert!((1.8..2.0).contains(&across) && (2.0..2.3).contains(&down), "{across}, {down}");
    }
}
