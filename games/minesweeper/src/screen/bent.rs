//! Whether a board is bent or seen from the side: then its borders lie elsewhere in one part of it than in another.

use super::likelihood;
use super::look::MineLook;
use super::reading::CELL;
use super::sample::{IntegralImage, sides_along};
use super::trace::OF_A_LINE;
use grid::Cell;
use vision::lattice::borders::{Along, CellLattice};

/// How far the borders of a quarter are looked for from where the lattice has them, in native pixels.
const REACH: i32 = 6;

/// By how much more likely, for each cell, they must be elsewhere, as a logarithm of odds.
const LIKELIER: f32 = 0.2;

/// From how many native pixels on the quarters of a board lie too far from each other or from the lattice.
const MOST_BENT: i32 = 2;

/// Whether some quarter of a board has its borders that far from where the lattice has them, or from those of another.
pub(super) fn is_bent(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> bool {
    if look.grounds.is_empty() {
        return false;
    }
    [Along::X, Along::Y].into_iter().any(|along| {
        let quarters = [(false, false), (false, true), (true, false), (true, true)];
        let off = quarters.map(|quarter| moved(picture, lattice, look, along, quarter));
        let (least, most) = off.iter().fold((0, 0), |(a, b), off| (a.min(*off), b.max(*off)));
        most - least >= MOST_BENT
    })
}

/// By how many native pixels the borders of a quarter, lower or upper and right or left, are off along an axis.
fn moved(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
    along: Along,
    quarter: (bool, bool),
) -> i32 {
    let half = |cells: usize, far: bool| if far { cells.div_ceil(2)..cells } else { 0..cells / 2 };
    let rows = half(lattice.y.cells(), quarter.0);
    let columns = half(lattice.x.cells(), quarter.1);
    let all: Vec<Cell> =
        rows.flat_map(|row| columns.clone().map(move |column| (row, column))).collect();
    let cells: Vec<Cell> =
        all.iter().copied().step_by(all.len().div_ceil(OF_A_LINE).max(1)).collect();
    let pixel = lattice.x.pitch() / f64::from(CELL);
    let odds = |by: i32| -> f32 {
        let by = f64::from(by) * pixel;
        let side = |cell: &Cell| {
            let mut area = lattice.cell(*cell);
            match along {
                Along::X => area.x += by,
                Along::Y => area.y += by,
            }
            let seen = picture.sides_facing(&area, along);
            likelihood::of_some_sides(look, &seen, &[sides_along(along)])
        };
        cells.iter().map(side).sum()
    };
    let there = odds(0);
    let best = (-REACH..=REACH).map(|by| (odds(by), by)).max_by(|a, b| a.0.total_cmp(&b.0));
    let (most, by) = best.expect("where it is, too");
    if most < there + LIKELIER * cells.len() as f32 { 0 } else { by }
}
