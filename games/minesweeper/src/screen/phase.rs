//! Finds the phase of a lattice of the right pitch.

use super::likelihood;
use super::look::MineLook;
use super::sample::{IntegralImage, sides_along};
use grid::Cell;
use vision::lattice::borders::{Along, CellAxis, CellLattice};

/// The step in which all phases of an axis are tried, in pixels.
const PHASE: f64 = 0.5;

/// The lattice with each axis moved to where the sides of its cells fit best, by half a cell at most. A relief has
/// edges within the cells too, on which a comb may have settled.
pub(super) fn phased(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
    cells: &[Cell],
) -> CellLattice {
    let best = |axis: &CellAxis, along: Along, moved: &dyn Fn(CellAxis) -> CellLattice| {
        let most = (axis.pitch() / 2.0 / PHASE) as i32;
        let all = (-most..=most).map(|i| {
            let by = f64::from(i) * PHASE;
            let lattice = moved(axis.moved(by, by));
            let fit = |cell: &Cell| {
                let seen = picture.sides_facing(&lattice.cell(*cell), along);
                likelihood::of_some_sides(look, &seen, &[sides_along(along)])
            };
            (cells.iter().map(fit).sum::<f32>(), lattice)
        });
        let best = all.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map_or_else(|| lattice.clone(), |(_, best)| best)
    };
    let x = best(&lattice.x, Along::X, &|x| CellLattice { x, y: lattice.y.clone() }).x;
    best(&lattice.y, Along::Y, &|y| CellLattice { x: x.clone(), y })
}
