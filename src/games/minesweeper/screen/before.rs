//! What the picture before showed: of the next one only the cells are read whose pixels have changed.

use super::axis::CellLattice;
use super::cell::{self, CellReading};
use super::likeness::Likenesses;
use super::look::MineLook;
use super::sample::{Sample, Summed};
use crate::grid::{Cell, Grid};
use image::RgbImage;
use std::borrow::Cow;

/// The largest share of cells that may have changed: with more the board may be another.
const MOST_CHANGED: f32 = 0.5;

/// A board as it was read.
#[derive(Clone, Debug)]
pub(super) struct ReadBoard {
    pub lattice: CellLattice,
    pub look: Cow<'static, MineLook>,
    pub seen: Grid<CellReading>,
    /// Whether no other look fits nearly as well.
    pub only: bool,
}

/// A board, and the picture that it was read from.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub picture: RgbImage,
    pub board: ReadBoard,
}

impl Before {
    /// The board in the next picture, if it is there as it was, and each cell that has changed is read with
    /// the same look.
    pub fn again(&self, next: &Summed<'_>, known: &mut Likenesses) -> Option<ReadBoard> {
        let changed = self.changed(next.picture).filter(|_| self.board.only)?;
        let ReadBoard { lattice, look, seen, .. } = &self.board;
        let sample = Sample::new(next, lattice);
        let mut seen = seen.clone();
        for cell in changed {
            seen[cell] = cell::read(look, &sample, cell, known);
            seen[cell].reading.value?;
        }
        Some(ReadBoard { seen, ..self.board.clone() })
    }

    /// The cells whose pixels differ, if most are the same.
    fn changed(&self, next: &RgbImage) -> Option<Vec<Cell>> {
        if self.picture.dimensions() != next.dimensions() {
            return None;
        }
        let cells = &self.board.seen;
        let most = (MOST_CHANGED * (cells.rows() * cells.columns()) as f32) as usize;
        let changed: Vec<Cell> =
            cells.cells().map(|(cell, _)| cell).filter(|cell| self.differs(next, *cell)).collect();
        (changed.len() <= most).then_some(changed)
    }

    fn differs(&self, next: &RgbImage, cell: Cell) -> bool {
        let area = self.board.lattice.cell(cell);
        let clamp = |at: f64, most: u32| at.clamp(0.0, f64::from(most)) as usize;
        let (width, height) = next.dimensions();
        let (left, right) = (clamp(area.x.floor(), width), clamp((area.x + area.w).ceil(), width));
        let (top, bottom) =
            (clamp(area.y.floor(), height), clamp((area.y + area.h).ceil(), height));
        let stride = 3 * width as usize;
        (top..bottom).any(|y| {
            let row = y * stride + 3 * left..y * stride + 3 * right;
            self.picture.as_raw()[row.clone()] != next.as_raw()[row]
        })
    }
}
