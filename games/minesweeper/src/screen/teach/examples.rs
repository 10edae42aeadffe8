//! The cells of a picture whose states are known.

use super::super::look::Zones;
use super::super::sample::{IntegralImage, Marked, Sample};
use grid::{Cell, Grid};
use minesweeper::board::CellState;
use vision::lattice::borders::CellLattice;

/// A cell that shows a known state.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub cell: Cell,
    pub state: CellState,
    pub zones: Zones,
}

impl Example {
    /// Whether nothing stands on its ground.
    pub fn is_blank(&self) -> bool {
        matches!(self.state, CellState::Closed | CellState::Open(0))
    }
}

/// All cells whose state is known.
pub(super) struct Examples<'a> {
    sample: Sample<'a>,
    pub all: Vec<Example>,
}

impl<'a> Examples<'a> {
    pub fn new(
        picture: &'a IntegralImage<'a>,
        lattice: &'a CellLattice,
        cells: &Grid<Option<CellState>>,
    ) -> Self {
        let sample = Sample::new(picture, lattice);
        let known = cells.cells().filter_map(|(cell, state)| Some((cell, (*state)?)));
        let all = known.map(|(cell, state)| Example { cell, state, zones: sample.zones(cell) });
        Self { all: all.collect(), sample }
    }

    /// The mark on a cell, where marks begin at `margin`.
    pub fn marked(&self, example: &Example, margin: f64) -> Marked {
        self.sample.marked(example.cell, example.zones.ground, margin)
    }

    /// The examples of a state.
    pub fn of(&self, state: CellState) -> impl Iterator<Item = &Example> {
        self.all.iter().filter(move |example| example.state == state)
    }
}
