//! Moves each border of a lattice to where the cells on both sides are likeliest. This removes errors that a trace
//! adds up.

use super::likelihood;
use super::look::{MineLook, Zones};
use super::sample::{IntegralImage, Sample};
use super::trace::OF_A_LINE;
use grid::Cell;
use vision::lattice::borders::{Along, CellAxis, CellLattice};

/// The steps by which a border is moved, in native pixels, one after the other.
const STEPS: [f64; 3] = [1.0, 0.5, 0.25];

/// The least gain that moves a border, as a logarithm of odds.
const LEAST_GAIN: f32 = 0.02;

/// The lattice with each border moved to where the cells on both sides are likeliest, columns first.
pub(super) fn each_moved(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
) -> CellLattice {
    let mut lines = Lines::new(picture, lattice, look);
    lines.move_all(Along::X);
    lines.move_all(Along::Y);
    lines.lattice
}

/// The columns and rows of a lattice in a picture.
struct Lines<'a> {
    picture: &'a IntegralImage<'a>,
    look: &'a MineLook,
    lattice: CellLattice,
    /// The cells before any border is moved: their grounds are looked at once, which takes longest.
    there: Vec<Zones>,
}

impl<'a> Lines<'a> {
    fn new(picture: &'a IntegralImage<'a>, lattice: &CellLattice, look: &'a MineLook) -> Self {
        let sample = Sample::new(picture, lattice);
        let there = sample.cells().map(|cell| sample.zones(cell)).collect();
        Self { picture, look, lattice: lattice.clone(), there }
    }

    /// Moves the borders that follow each other along an axis.
    fn move_all(&mut self, along: Along) {
        let unit = (self.lattice.x.pitch() / 24.0).max(1.0);
        for border in 0..=self.axis(along).cells() {
            let mut most = self.odds(&self.lattice, along, border);
            for step in STEPS {
                for by in [-step * unit, step * unit] {
                    let moved = self.moved(along, border, by);
                    let odds = self.odds(&moved, along, border);
                    if odds > most + LEAST_GAIN {
                        (most, self.lattice) = (odds, moved);
                    }
                }
            }
        }
    }

    fn axis(&self, along: Along) -> &CellAxis {
        if along == Along::X { &self.lattice.x } else { &self.lattice.y }
    }

    /// The lattice with one border moved, in pixels.
    fn moved(&self, along: Along, border: usize, by: f64) -> CellLattice {
        let axis = self.axis(along).with_moved(border, by);
        match along {
            Along::X => CellLattice { x: axis, y: self.lattice.y.clone() },
            Along::Y => CellLattice { x: self.lattice.x.clone(), y: axis },
        }
    }

    /// How likely the cells of the two lines at a border are, as a logarithm of odds.
    fn odds(&self, lattice: &CellLattice, along: Along, border: usize) -> f32 {
        let (columns, rows) = (lattice.x.cells(), lattice.y.cells());
        let (lines, of_a_line) = if along == Along::X { (columns, rows) } else { (rows, columns) };
        let step = of_a_line.div_ceil(OF_A_LINE);
        let beside = border.saturating_sub(1)..(border + 1).min(lines);
        let cells = beside.flat_map(|line| (0..of_a_line).step_by(step).map(move |i| (line, i)));
        let cell = |(line, i): (usize, usize)| -> Cell {
            if along == Along::X { (i, line) } else { (line, i) }
        };
        let odds = |cell: Cell| {
            let Zones { ground, uniform, .. } = self.there[cell.0 * columns + cell.1];
            let seen = Zones { ground, uniform, ..self.picture.sides(&lattice.cell(cell)) };
            likelihood::of_cell(self.look, &seen)
        };
        cells.map(|at| odds(cell(at))).sum()
    }
}
