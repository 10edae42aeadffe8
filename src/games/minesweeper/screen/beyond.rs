//! Whether borders between cells go on beyond a board: then it is a part of a larger one, whose other cells
//! look otherwise than those that are known.

use crate::vision::lattice::borders::{Along, CellAxis, CellLattice, Edge, EdgeMap};
use grid::geometry::Rect;

/// The part of a cell beyond the board that is looked at, from its border on.
const FROM: f64 = 0.2;
const TO: f64 = 0.8;

/// A border is seen where so much of its length is an edge, at its place or this part of a cell beside.
const LEAST_EDGE: f32 = 0.6;
const BESIDE: f64 = 0.1;

/// The share of the borders between a line's cells that are seen where there are cells.
const LEAST_BORDERS: f64 = 0.5;

/// How much neighbouring pixels differ at a border, in grey levels of a channel.
const LEAST_STEP: u8 = 8;

/// Whether a row or a column of cells follows on some side.
pub(super) fn goes_on(picture: &image::RgbImage, lattice: &CellLattice) -> bool {
    let edges = EdgeMap::new(picture, LEAST_STEP);
    let (width, height) = edges.size();
    let area = lattice.area();
    let beyond = |axis: &CellAxis| {
        let pitch = axis.pitch();
        [
            (axis.start() - TO * pitch, axis.start() - FROM * pitch),
            (axis.end() + FROM * pitch, axis.end() + TO * pitch),
        ]
    };
    let rows = beyond(&lattice.y).into_iter().any(|(top, bottom)| {
        let strip = Rect::spanning(area.x, area.x + area.w, top, bottom);
        top >= 0.0 && bottom <= height && has_borders(&edges, &strip, Along::X, &lattice.x)
    });
    let columns = beyond(&lattice.x).into_iter().any(|(left, right)| {
        let strip = Rect::spanning(left, right, area.y, area.y + area.h);
        left >= 0.0 && right <= width && has_borders(&edges, &strip, Along::Y, &lattice.y)
    });
    rows || columns
}

/// Whether a strip has borders where an axis has them.
fn has_borders(edges: &EdgeMap<'_>, strip: &Rect, along: Along, axis: &CellAxis) -> bool {
    let profile = edges.profile(strip, along);
    let reach = (BESIDE * axis.pitch()).max(1.0);
    let seen = |border: f64| {
        let (from, to) = ((border - reach).round().max(0.0), (border + reach).round().max(0.0));
        let near = profile.iter().skip(from as usize).take((to - from) as usize + 1);
        near.map(|Edge { coverage, .. }| *coverage).fold(0.0, f32::max) >= LEAST_EDGE
    };
    let inner = 1..axis.cells();
    let count = inner.clone().filter(|i| seen(axis.cell(*i).0)).count();
    count as f64 >= LEAST_BORDERS * inner.len() as f64
}
