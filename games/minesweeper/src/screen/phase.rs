//! Where between two borders a lattice of the right pitch begins.

use super::look::{DEPTH, MineLook, Zones};
use super::sample::Summed;
use grid::Cell;
use vision::lattice::borders::{CellAxis, CellLattice};

/// The steps in which all phases of an axis are tried, in pixels.
const PHASE: f64 = 0.5;

/// What sides without relief are worth, and the relief from which on they are worth all, in grey levels.
const FLAT_WORTH: f32 = 0.7;
const WHOLE_WORTH: f32 = 24.0;

/// The lattice with each axis moved to where the sides of the cells along it fit best, by half a cell at the
/// most. A relief has edges within the cells, too, and a comb may have found these.
pub(super) fn phased(
    picture: &Summed<'_>,
    lattice: &CellLattice,
    look: &MineLook,
    cells: &[Cell],
) -> CellLattice {
    let best = |axis: &CellAxis, sides: [usize; 2], moved: &dyn Fn(CellAxis) -> CellLattice| {
        let most = (axis.pitch() / 2.0 / PHASE) as i32;
        let all = (-most..=most).map(|i| {
            let by = f64::from(i) * PHASE;
            let lattice = moved(axis.moved(by, by));
            let fit = |cell: &Cell| {
                let seen = picture.sides(&lattice.cell(*cell));
                sides_fit(look, |drawn| drawn.distance_of(&seen, sides, look.tolerance.depth))
            };
            (cells.iter().map(fit).sum::<f32>(), lattice)
        });
        let best = all.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map_or_else(|| lattice.clone(), |(_, best)| best)
    };
    let x = best(&lattice.x, [1, 3], &|x| CellLattice { x, y: lattice.y.clone() }).x;
    best(&lattice.y, [0, 2], &|y| CellLattice { x: x.clone(), y })
}

/// How well the sides of a cell fit the ground that they fit best, 1 at most, by how far `off` says that they
/// are from one. Sides that are drawn nearly flat count less: the middle of a cell is flat, too, and a
/// lattice that is half a cell off is to fit less well than the right one.
pub(super) fn sides_fit(look: &MineLook, off: impl Fn(&Zones) -> f32) -> f32 {
    let most = 1.5 * look.tolerance.sides;
    let fits = look.grounds.iter().map(|ground| {
        let fit = 1.0 - (off(&ground.zones) / most).min(1.0);
        if fit > 0.0 { fit * worth(&ground.zones) } else { 0.0 }
    });
    fits.fold(0.0, f32::max)
}

/// What it tells of a cell's place that its sides are drawn like these, 1 at most.
fn worth(drawn: &Zones) -> f32 {
    let flat = Zones { sides: [[drawn.ground; DEPTH]; 4], ..*drawn };
    let relief = (drawn.sides_distance(&flat, DEPTH) / WHOLE_WORTH).min(1.0);
    FLAT_WORTH + (1.0 - FLAT_WORTH) * relief
}
