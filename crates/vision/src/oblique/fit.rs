//! The projection that puts the cells of a lattice where they are seen.

use super::grow::Place;
use super::{Oblique, Spec};
use crate::robust;
use grid::geometry::{Point, Projection, Rect};
use nalgebra::{DMatrix, DVector};

/// Eight numbers of the homography, whose last is 1, and the shift at the farthest cell.
type Parameters = [f64; 9];

/// Rounds of Gauss and Newton's method; each weighs the cells anew.
const ROUNDS: usize = 20;
/// The largest usual distance between a cell and where the projection puts it, of a pitch.
const MOST_OFF: f64 = 0.03;
/// The shift is believed if it leaves the distances smaller by this factor.
const BETTER: f64 = 0.8;

/// The projection of a lattice whose cells have their middles at these places of the picture.
pub(super) fn fit(cells: &[(Place, Point)], spec: &Spec, centre: Point) -> Option<Oblique> {
    let on_plane = |(x, y): Place| Point::new(f64::from(x) * spec.pitch, f64::from(y) * spec.pitch);
    let pairs: Vec<(Point, Point)> = cells.iter().map(|&(at, seen)| (on_plane(at), seen)).collect();
    let reach =
        pairs.iter().map(|(_, p)| (p.x - centre.x).hypot(p.y - centre.y)).fold(1.0, f64::max);
    let model = Model { pairs: &pairs, centre, reach };
    let flat = model.solved(model.affine()?, 8)?;
    let curved = model.solved(flat.0, 9);
    let (parameters, off) = match curved {
        Some(curved) if curved.1 < BETTER * flat.1 => curved,
        _ => flat,
    };
    let projection = model.projection(&parameters);
    let middles = Rect::around(&pairs.iter().map(|(p, _)| *p).collect::<Vec<_>>());
    let (across, down) = projection.scale_at(middles.centre());
    if off > MOST_OFF * spec.pitch * across.min(down) {
        return None;
    }
    Some(Oblique { projection, middles, cells: cells.len(), inverted: false })
}

struct Model<'a> {
    /// Middles of cells on the plane and in the picture.
    pairs: &'a [(Point, Point)],
    centre: Point,
    /// How far the farthest cell is from the centre.
    reach: f64,
}

impl Model<'_> {
    fn projection(&self, p: &Parameters) -> Projection {
        Projection {
            matrix: [[p[0], p[1], p[2]], [p[3], p[4], p[5]], [p[6], p[7], 1.0]],
            centre: self.centre,
            radial: p[8] / (self.reach * self.reach),
        }
    }

    /// How far each cell is off, along x and along y in turn.
    fn residuals(&self, parameters: &Parameters) -> DVector<f64> {
        let projection = self.projection(parameters);
        let off = self.pairs.iter().flat_map(|&(p, seen)| {
            let at = projection.to_picture(p);
            [seen.x - at.x, seen.y - at.y]
        });
        DVector::from_iterator(2 * self.pairs.len(), off)
    }

    /// The affine map that puts the cells nearest to where they are.
    fn affine(&self) -> Option<Parameters> {
        let count = self.pairs.len();
        let a = DMatrix::from_fn(count, 3, |row, column| match column {
            0 => self.pairs[row].0.x,
            1 => self.pairs[row].0.y,
            _ => 1.0,
        });
        let b = DMatrix::from_fn(count, 2, |row, column| {
            let (_, seen) = self.pairs[row];
            if column == 0 { seen.x } else { seen.y }
        });
        let solved = a.svd(true, true).solve(&b, 1e-9).ok()?;
        let mut parameters = [0.0; 9];
        for i in 0..3 {
            parameters[i] = solved[(i, 0)];
            parameters[3 + i] = solved[(i, 1)];
        }
        Some(parameters)
    }

    /// The first `free` parameters changed until the cells are nearest to where they are, by Gauss and Newton's
    /// method with Huber's weights; and the usual distance that is left.
    fn solved(&self, from: Parameters, free: usize) -> Option<(Parameters, f64)> {
        let mut parameters = from;
        let mut off = self.residuals(&parameters);
        for _ in 0..ROUNDS {
            let (_, weights) = robust::weights(&distances(&off));
            let mut jacobian = DMatrix::zeros(off.len(), free);
            for i in 0..free {
                let mut moved = parameters;
                let step = 1e-6 * STEPS[i];
                moved[i] += step;
                let change = (self.residuals(&moved) - &off) / -step;
                jacobian.set_column(i, &change);
            }
            let weighted =
                DMatrix::from_fn(off.len(), free, |r, c| jacobian[(r, c)] * weights[r / 2]);
            let target = DVector::from_fn(off.len(), |r, _| off[r] * weights[r / 2]);
            let change = weighted.svd(true, true).solve(&target, 1e-12).ok()?;
            let mut next = parameters;
            for i in 0..free {
                next[i] += change[i];
            }
            let left = self.residuals(&next);
            if !left.iter().all(|v| v.is_finite()) {
                return None;
            }
            let done = change.iter().zip(STEPS).all(|(c, step)| c.abs() < 1e-5 * step);
            (parameters, off) = (next, left);
            if done {
                break;
            }
        }
        Some((parameters, robust::weights(&distances(&off)).0))
    }
}

/// By how much a parameter changes what is seen by about a pixel.
const STEPS: Parameters = [1e-2, 1e-2, 1.0, 1e-2, 1e-2, 1.0, 1e-5, 1e-5, 1e-2];

/// The distance that each cell is off.
fn distances(off: &DVector<f64>) -> Vec<f64> {
    off.as_slice().chunks_exact(2).map(|d| d[0].hypot(d[1])).collect()
}
