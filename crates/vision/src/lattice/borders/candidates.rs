//! Finds candidate lattices of equal cells: combs of edges across the picture, and combs down it at the same place,
//! at a pitch that gives cells the wanted shape.

use super::axis::{CellAxis, CellLattice};
use super::comb::{Comb, combs};
use super::edges::{Along, EdgeMap, peaks};
use grid::geometry::Rect;
use rayon::prelude::*;

/// The height of the bands of the picture that are examined together, and the step from one to the next, in pixels.
const BAND: u32 = 36;
const STRIDE: u32 = 18;

/// The share of a band, and of a whole lattice, along which a border between cells must be an edge.
const IN_BAND: f32 = 0.5;
const IN_LATTICE: f32 = 0.33;

/// Combs that are followed up, per band and in all, and how many of each axis are combined.
const PER_BAND: usize = 12;
const IN_ALL: usize = 24;
const PER_AXIS: usize = 4;

/// By which share the pitch of columns in all rows may differ from that in a band of the picture.
const SAME_PITCH: f64 = 0.035;

/// The cells to search for.
#[derive(Clone, Debug)]
pub struct BorderSpec {
    /// The least and the greatest pitch, in pixels.
    pub pitches: std::ops::RangeInclusive<f64>,
    /// The least and the greatest height of a cell, as a part of its width: about 1 for square ones.
    pub heights: std::ops::RangeInclusive<f64>,
}

/// Combs along both axes that belong together.
#[derive(Clone, Copy, Debug)]
struct Combs {
    x: Comb,
    y: Comb,
}

impl Combs {
    fn area(&self) -> Rect {
        Rect::spanning(self.x.origin, self.x.end(), self.y.origin, self.y.end())
    }

    fn teeth(&self) -> usize {
        self.x.teeth * self.y.teeth
    }

    fn lattice(&self) -> CellLattice {
        let axis = |comb: &Comb| CellAxis::even(comb.origin, comb.pitch, comb.cells);
        CellLattice { x: axis(&self.x), y: axis(&self.y) }
    }
}

/// Finds candidate lattices of such cells, those with the most borders first: any number of rows and columns, at
/// least three of each.
#[must_use]
pub fn candidates(edges: &EdgeMap<'_>, spec: &BorderSpec) -> Vec<CellLattice> {
    let (width, height) = edges.size();
    let most = (width.min(height) / 3.0).min(*spec.pitches.end());
    let pitches = (*spec.pitches.start(), most);
    let bands: Vec<u32> = (0..height as u32).step_by(STRIDE as usize).collect();
    let in_bands: Vec<(f64, Vec<Comb>)> = bands
        .into_par_iter()
        .map(|top| {
            let band = Rect::new(0.0, f64::from(top), width, f64::from(BAND));
            let mut found = combs(&peaks(&edges.profile(&band, Along::X), IN_BAND), pitches);
            found.truncate(PER_BAND);
            (band.centre().y, found)
        })
        .collect();
    // Combs of several bands that agree are one, of the extent of the longest.
    let mut groups: Vec<(Comb, usize, Vec<f64>)> = Vec::new();
    for (middle, comb) in in_bands.iter().flat_map(|(y, combs)| combs.iter().map(|c| (*y, *c))) {
        match groups.iter_mut().find(|(other, ..)| other.agrees(&comb)) {
            Some((best, teeth, bands)) => {
                *teeth += comb.teeth;
                bands.push(middle);
                if comb.teeth > best.teeth {
                    *best = comb;
                }
            }
            None => groups.push((comb, comb.teeth, vec![middle])),
        }
    }
    groups.sort_by_key(|(_, teeth, _)| std::cmp::Reverse(*teeth));
    groups.truncate(IN_ALL);
    let mut found: Vec<Combs> = groups
        .par_iter()
        .flat_map_iter(|(comb, _, bands)| lattices(edges, comb, bands, spec))
        .collect();
    found.sort_by(|a, b| b.teeth().cmp(&a.teeth()).then(a.x.origin.total_cmp(&b.x.origin)));
    let mut distinct: Vec<Combs> = Vec::new();
    for lattice in found {
        if !distinct.iter().any(|other| same(other, &lattice)) {
            distinct.push(lattice);
        }
    }
    distinct.iter().map(Combs::lattice).collect()
}

/// Whether two lattices have the same borders and about the same extent.
fn same(a: &Combs, b: &Combs) -> bool {
    let overlap = a.area().intersection(&b.area()).map_or(0.0, |r| r.w * r.h);
    let smaller = (a.area().w * a.area().h).min(b.area().w * b.area().h);
    a.x.agrees(&b.x) && a.y.agrees(&b.y) && overlap > 0.5 * smaller
}

/// The lattices with the borders of columns of a comb that was seen in bands with these middles.
fn lattices(edges: &EdgeMap<'_>, comb: &Comb, bands: &[f64], spec: &BorderSpec) -> Vec<Combs> {
    let (width, height) = edges.size();
    let [least, most] = [spec.heights.start(), spec.heights.end()].map(|part| part * comb.pitch);
    let heights = (least.max(*spec.pitches.start()), most.min(height / 3.0));
    let widths = (comb.pitch * (1.0 - SAME_PITCH), comb.pitch * (1.0 + SAME_PITCH));
    let columns = Rect::spanning(comb.origin, comb.end(), 0.0, height);
    let mut downwards = combs(&peaks(&edges.profile(&columns, Along::Y), IN_LATTICE), heights);
    downwards.retain(|y| bands.iter().any(|band| (y.origin..=y.end()).contains(band)));
    downwards.truncate(PER_AXIS);
    let mut found = Vec::new();
    for y in downwards {
        let rows = Rect::spanning(0.0, width, y.origin, y.end());
        let across = combs(&peaks(&edges.profile(&rows, Along::X), IN_LATTICE), widths);
        let overlapping = |x: &&Comb| x.origin < comb.end() && x.end() > comb.origin;
        for x in across.iter().filter(overlapping).take(PER_AXIS) {
            found.push(Combs { x: *x, y });
        }
    }
    found
}
