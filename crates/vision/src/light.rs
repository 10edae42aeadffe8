//! Evens out uneven light, such as a lamp to one side or a lens with dark corners.
//!
//! Things that have one colour everywhere on a board, such as frames and the table, show how bright each place is
//! lit. The logarithm of the light is a polynomial of degree two, as in the flat-field correction of microscopes and
//! scanners (Tasdizen et al., "Intensity inhomogeneity correction in microscopy", Methods 2008).

use crate::robust;
use grid::geometry::{Point, Rect};
use nalgebra::{DMatrix, DVector};

/// The brightness of something at a place.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Where it lies, on the board's plane.
    pub at: Point,
    /// What it is: patches of one kind have the same colour.
    pub kind: usize,
    /// Its brightness, more than 0.
    pub bright: f64,
}

/// The light on a board, relative to that at its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Where patches were seen.
    within: Rect,
    /// Of x, y, x², xy and y², in halves of the sides of `within`, from its middle.
    log: [f64; 5],
}

/// Rounds of least squares; each weighs the patches anew.
const ROUNDS: usize = 10;
/// The largest usual distance of a patch from the polynomial, as a logarithm. Beyond it something covers the board.
const MOST_OFF: f64 = 0.06;
/// The fewest patches for a fit.
const LEAST: usize = 24;
/// How far beyond the patches the polynomial is followed, in halves of their sides; from there on the light stays.
const BEYOND: f64 = 0.4;

impl Light {
    /// The light that makes patches of one kind as bright as they are; `None` if they do not tell. Some of them may
    /// be something else.
    pub fn fit(patches: &[Patch]) -> Option<Self> {
        let kinds = patches.iter().map(|patch| patch.kind + 1).max()?;
        if patches.len() < LEAST {
            return None;
        }
        let within = Rect::around(&patches.iter().map(|patch| patch.at).collect::<Vec<_>>());
        let a = DMatrix::from_fn(patches.len(), kinds + TERMS, |row, column| {
            match column.checked_sub(kinds) {
                None => f64::from(u8::from(patches[row].kind == column)),
                Some(term) => terms(&within, patches[row].at)[term],
            }
        });
        let b = DVector::from_fn(patches.len(), |row, _| patches[row].bright.max(1.0).ln());
        let mut weights = vec![1.0; patches.len()];
        let mut solved = DVector::zeros(kinds + TERMS);
        let mut off = f64::INFINITY;
        for _ in 0..ROUNDS {
            let weighted = DMatrix::from_fn(a.nrows(), a.ncols(), |r, c| a[(r, c)] * weights[r]);
            let target = DVector::from_fn(b.len(), |r, _| b[r] * weights[r]);
            solved = weighted.svd(true, true).solve(&target, 1e-9).ok()?;
            let left = &b - &a * &solved;
            (off, weights) = robust::weights(left.abs().as_slice());
        }
        (off <= MOST_OFF)
            .then(|| Self { within, log: std::array::from_fn(|term| solved[kinds + term]) })
    }

    /// The brightness of the light at a place, as a share of that in the middle.
    pub fn at(&self, place: Point) -> f64 {
        terms(&self.within, place).iter().zip(self.log).map(|(t, c)| t * c).sum::<f64>().exp()
    }
}

/// Terms of the polynomial.
const TERMS: usize = 5;

fn terms(within: &Rect, place: Point) -> [f64; TERMS] {
    let middle = within.centre();
    let share = |v: f64, side: f64| (2.0 * v / side.max(1e-9)).clamp(-1.0 - BEYOND, 1.0 + BEYOND);
    let (x, y) = (share(place.x - middle.x, within.w), share(place.y - middle.y, within.h));
    [x, y, x * x, x * y, y * y]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kinds on a lattice, in light that falls to one side and to the corners; one in `odd` is something else.
    fn patches(odd: usize, noise: f64) -> Vec<Patch> {
        let places = (0..72).map(|i| (f64::from(i / 2 % 6), f64::from(i / 12), i as usize % 2));
        places
            .enumerate()
            .map(|(i, (x, y, kind))| {
                let at = Point::new(32.0 * x, 32.0 * y);
                let colour = [200.0, 90.0][kind];
                let shade = if i % odd == odd - 1 { 0.3 } else { 1.0 };
                let wave = 1.0 + noise * (i as f64 * 2.4).sin();
                Patch { at, kind, bright: colour * lit(at) * shade * wave }
            })
            .collect()
    }

    fn lit(p: Point) -> f64 {
        (1.0 - 0.4 * p.x / 192.0) * (1.0 - 0.2 * (p.y / 192.0 - 0.4).powi(2))
    }

    #[test]
    fn light_is_told_from_what_has_one_colour() {
        let light = Light::fit(&patches(7, 0.03)).expect("it is even enough");
        let middle = lit(Point::new(80.0, 80.0));
        for at in [Point::new(0.0, 0.0), Point::new(160.0, 0.0), Point::new(96.0, 150.0)] {
            let (seen, truth) = (light.at(at), lit(at) / middle);
            assert!((seen / truth - 1.0).abs() < 0.03, "{at:?}: {seen}, not {truth}");
        }
        // Far away it stays what it is a little beyond the last patch.
        assert_eq!(light.at(Point::new(900.0, 80.0)), light.at(Point::new(300.0, 80.0)));
    }

    #[test]
    fn what_is_not_light_is_none() {
        assert_eq!(Light::fit(&patches(72, 0.5)), None);
        assert_eq!(Light::fit(&patches(72, 0.0)[..20]), None);
    }
}
