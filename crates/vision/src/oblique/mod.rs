//! Finds lattices of framed cells that a picture shows at an angle, in perspective or curved.
//!
//! Each cell is a hole in its bright (or, in an inverted picture, dark) frame, with four corners. Holes that lie
//! where the sides of their neighbours say belong to one lattice. A projection is fitted to all of them at once, as
//! camera calibration does with a chessboard. Source: Geiger et al., "Automatic camera and range sensor calibration
//! using a single shot", ICRA 2012, for growing a lattice from seeds.

mod fit;
mod grow;
mod quads;
mod ridge;

use crate::gray;
use grid::geometry::{Point, Projection, Rect};
use image::{GrayImage, imageops};
use rayon::prelude::*;

/// A cell of a lattice on its plane, in native pixels: square cells at one pitch along both axes.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// From one cell to the next.
    pub pitch: f64,
    /// The width and height of a cell within its frame.
    pub cell: f64,
    /// The least number of cells that must be seen.
    pub least: usize,
    /// The most columns, and the most rows: what goes on beyond is a pattern.
    pub most: usize,
}

/// A lattice that was found.
#[derive(Clone, Copy, Debug)]
pub struct Oblique {
    /// Where the plane is seen. Middles of cells lie at whole multiples of the pitch.
    pub projection: Projection,
    /// The cells that were found lie within these middles, on the plane.
    pub middles: Rect,
    /// How many these are.
    pub cells: usize,
    /// Whether the frames are darker than what is around: the picture is inverted.
    pub inverted: bool,
}

/// The longest side of a picture, in pixels, before it is reduced. A cell of a board a fifth as wide is 30 pixels
/// wide there.
const LONGEST: u32 = 1600;
/// A level of the pyramid is not looked at if its longer side is shorter.
const SHORTEST: u32 = 200;

/// The lattices in a picture, the one with the most cells first.
pub fn find(picture: &GrayImage, spec: &Spec) -> Vec<Oblique> {
    let (width, height) = picture.dimensions();
    let longest = width.max(height);
    let first = if longest > LONGEST {
        let to =
            |side: u32| (u64::from(side) * u64::from(LONGEST) / u64::from(longest)).max(1) as u32;
        imageops::thumbnail(picture, to(width), to(height))
    } else {
        picture.clone()
    };
    let factor = f64::from(width) / f64::from(first.width().max(1));
    let levels = gray::pyramid(first, SHORTEST);
    let looks: Vec<_> =
        (0..levels.len()).flat_map(|level| [(level, false), (level, true)]).collect();
    let centre = Point::new(f64::from(width) / 2.0, f64::from(height) / 2.0);
    let mut found: Vec<Oblique> = looks
        .into_par_iter()
        .flat_map_iter(|(level, inverted)| {
            let quads = quads::find(&levels[level], inverted);
            let factor = factor * f64::from(1u32 << level);
            let lattices = grow::lattices(&quads, spec.pitch / spec.cell, spec.least, spec.most);
            lattices.into_iter().filter_map(move |nodes| {
                let scaled = |p: Point| Point::new(p.x * factor, p.y * factor);
                let nodes: Vec<_> = nodes.into_iter().map(|(cell, p)| (cell, scaled(p))).collect();
                fit::fit(&nodes, spec, centre).map(|found| Oblique { inverted, ..found })
            })
        })
        .collect();
    found.sort_by_key(|oblique| std::cmp::Reverse(oblique.cells));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Placement;
    use image::Luma;

    const SPEC: Spec = Spec { pitch: 32.0, cell: 24.0, least: 12, most: 10 };

    /// Five by five cells with frames of two pixels.
    fn board(p: Point) -> u8 {
        let cell = |v: f64| ((v + 16.0).rem_euclid(32.0) - 16.0).abs();
        let off = cell(p.x).max(cell(p.y));
        let inside = (-16.0..144.0).contains(&p.x) && (-16.0..144.0).contains(&p.y);
        match off {
            _ if !inside => 90,
            ..12.0 => 60,
            ..14.0 => 230,
            _ => 110,
        }
    }

    fn seen(projection: &Projection, inverted: bool) -> GrayImage {
        let at = |x: u32, y: u32, i: u32, j: u32| {
            let sub = |v: u32, i: u32| f64::from(v) + (f64::from(i) + 0.5) / 3.0;
            f64::from(board(projection.to_plane(Point::new(sub(x, i), sub(y, j)))))
        };
        let mut picture = GrayImage::from_fn(640, 480, |x, y| {
            let sum: f64 = (0..9).map(|i| at(x, y, i % 3, i / 3)).sum();
            Luma([(sum / 9.0) as u8])
        });
        if inverted {
            imageops::invert(&mut picture);
        }
        picture
    }

    /// By how much the middles of cells are off, in pixels of the picture. Rows and columns may be counted from
    /// another corner.
    fn off(found: &Oblique, truth: &Projection) -> f64 {
        let cells = (0..25).map(|i| (f64::from(i % 5) * 32.0, f64::from(i / 5) * 32.0));
        cells
            .map(|(x, y)| {
                let at = truth.to_picture(Point::new(x, y));
                let p = found.projection.to_plane(at);
                let whole = |v: f64| (v / 32.0).round() * 32.0;
                let near = found.projection.to_picture(Point::new(whole(p.x), whole(p.y)));
                (near.x - at.x).hypot(near.y - at.y)
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn a_lattice_is_found_at_any_angle_in_perspective_curved_and_inverted() {
        let centre = Point::new(320.0, 240.0);
        let turned = |degrees: f64, scale: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (a, b) = (scale * cos, scale * sin);
            // The middle of the board is in the middle of the picture.
            [[a, -b, 320.0 - 64.0 * (a - b)], [b, a, 240.0 - 64.0 * (a + b)], [0.0, 0.0, 1.0]]
        };
        let tilted = |mut matrix: [[f64; 3]; 3]| {
            matrix[2] = [8e-4, -5e-4, 1.0];
            matrix
        };
        for (matrix, radial) in [
            (turned(0.7, 2.0), 0.0),
            (turned(45.0, 1.6), 0.0),
            (turned(-100.0, 1.3), 0.0),
            (tilted(turned(4.0, 2.0)), 0.0),
            (turned(2.0, 2.2), -6e-7),
        ] {
            for inverted in [false, true] {
                let truth = Projection { matrix, centre, radial };
                let found = find(&seen(&truth, inverted), &SPEC);
                let best = found.first().expect("it is there");
                assert!(best.cells >= 25 && best.inverted == inverted, "{truth:?}: {best:?}");
                let off = off(best, &truth);
                assert!(off < 0.5, "{truth:?}: off by {off}");
                let mirrored = {
                    let (a, b) = (best.projection.scale_at(Point::new(0.0, 0.0)), best.middles);
                    let at = |x, y| best.projection.to_picture(Point::new(x, y));
                    let (o, x, y) = (at(b.x, b.y), at(b.x + b.w, b.y), at(b.x, b.y + b.h));
                    a.0 > 0.0 && (x.x - o.x) * (y.y - o.y) - (x.y - o.y) * (y.x - o.x) < 0.0
                };
                assert!(!mirrored, "{truth:?}");
            }
        }
    }

    #[test]
    fn what_lies_flat_is_seen_as_it_would_be_from_above() {
        let (sin, cos) = 20f64.to_radians().sin_cos();
        let projection = Projection {
            matrix: [[2.0 * cos, -2.0 * sin, 260.0], [2.0 * sin, 2.0 * cos, 60.0], [0.0, 0.0, 1.0]],
            centre: Point::new(320.0, 240.0),
            radial: 0.0,
        };
        let gray = seen(&projection, false);
        let picture = image::DynamicImage::from(gray).into_rgb8();
        let area = Rect::new(-16.0, -16.0, 160.0, 160.0);
        let place =
            Placement { projection: Some(projection), ..Placement::upright((320, 320), area) };
        let flat = crate::rectify::rectify(&picture, &place, crate::rectify::Sampling::Area);
        for (x, y, pixel) in flat.enumerate_pixels() {
            let p = Point::new(f64::from(x) / 2.0 - 15.75, f64::from(y) / 2.0 - 15.75);
            // Away from edges.
            let around = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (f64::from(x), f64::from(y))));
            let plain = around
                .into_iter()
                .all(|(x, y)| board(Point::new(p.x + 0.75 * x, p.y + 0.75 * y)) == board(p));
            assert!(!plain || pixel[0].abs_diff(board(p)) <= 6, "({x}, {y}): {pixel:?}");
        }
    }

    #[test]
    fn a_pattern_of_many_cells_is_none() {
        // Cells as of a board, at twice their size.
        let grid = |cells: u32| {
            let off = |v: u32| ((f64::from(v) + 0.5) / 2.0 % 32.0 - 16.0).abs();
            GrayImage::from_fn(1000, 1000, |x, y| {
                Luma([match off(x).max(off(y)) {
                    _ if x.max(y) >= 64 * cells => 90,
                    ..12.0 => 60,
                    ..14.0 => 230,
                    _ => 110,
                }])
            })
        };
        let found = find(&grid(8), &SPEC);
        assert!(found.first().is_some_and(|found| found.cells > 36), "{found:?}");
        let found = find(&grid(15), &SPEC);
        assert!(found.iter().all(|found| found.cells <= 100), "{found:?}");
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        let noise = GrayImage::from_fn(640, 480, |x, y| {
            Luma([(x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)).to_le_bytes()[1]])
        });
        assert!(find(&noise, &SPEC).is_empty());
        assert!(find(&GrayImage::new(640, 480), &SPEC).is_empty());
        assert!(find(&GrayImage::new(1, 1), &SPEC).is_empty());
        assert!(find(&GrayImage::new(0, 0), &SPEC).is_empty());
    }
}
