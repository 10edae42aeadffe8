//! Remembers the previous picture, so that only cells whose pixels changed are read again.

use super::cell::{self, CellReading};
use super::likeness::Likenesses;
use super::look::MineLook;
use super::reconcile;
use super::sample::{IntegralImage, Sample};
use super::text::Texts;
use grid::geometry::{Point, Rect};
use grid::{Cell, Grid};
use image::RgbImage;
use std::sync::Arc;
use vision::lattice::borders::CellLattice;

/// The largest share of cells that may have changed. Beyond it the board may be another one.
const MOST_CHANGED: f32 = 0.5;

/// The largest share of the pixels beside a hidden board that may have changed, as those of the button that hid it do.
const MOST_CHANGED_BESIDE: f32 = 0.15;

/// The largest share of cells that may be unread. Beyond it the picture is not a board.
const MOST_UNREAD: f32 = 0.5;

/// The largest share of unread cells of a board that is new: in another light, open cells may look closed, and the
/// unread ones are the only sign of it.
const MOST_UNREAD_OF_NEW: f32 = 0.2;

/// A board, read with each theme that may be its own.
#[derive(Clone, Debug)]
pub(super) struct ReadBoard {
    pub lattice: CellLattice,
    /// The readings by theme; at least one.
    pub read: Vec<ReadWith>,
}

/// The cells as read with one theme.
#[derive(Clone, Debug)]
pub(super) struct ReadWith {
    pub look: Arc<MineLook>,
    pub seen: Grid<CellReading>,
}

impl ReadWith {
    /// How well the cells fit the theme: the sum over the cells, at most 1 each.
    pub fn fit(&self) -> f32 {
        self.seen.iter().map(|cell| cell.fit).sum()
    }

    /// The number of cells read.
    fn told(&self) -> usize {
        self.seen.iter().filter(|cell| cell.is_read()).count()
    }

    /// Whether this theme may fill the gaps of `best`: both are learned, both read most of the board, and they agree
    /// on the rest.
    fn complements(&self, best: &Self) -> bool {
        let values = |cell: &(&CellReading, &CellReading)| {
            cell.0.reading.value.is_some() && cell.1.reading.value.is_some()
        };
        let both = || self.seen.iter().zip(best.seen.iter()).filter(values);
        self.look.is_taught
            && best.look.is_taught
            && !std::ptr::eq(self, best)
            && both().all(|(a, b)| a.reading.value == b.reading.value)
            && 2 * both().count() > self.seen.iter().count()
    }
}

impl ReadBoard {
    /// The number of cells read, if they are enough for a board.
    pub fn told(&self) -> usize {
        let cells = reconcile::reconcile(&self.seen(), &self.best().look);
        let unread = reconcile::unread(&cells);
        if too_many(unread, &cells) { 0 } else { cells.rows() * cells.columns() - unread }
    }

    /// The cells as the best theme reads them. Cells that a learned theme leaves unread come from other learned
    /// themes that read the rest the same way.
    pub fn seen(&self) -> Grid<CellReading> {
        let best = self.best();
        let others: Vec<&ReadWith> =
            self.read.iter().filter(|other| other.complements(best)).collect();
        let told = |cell: Cell| {
            let told = others.iter().map(|other| &other.seen[cell]);
            let mut told = told.filter(|seen| seen.is_read());
            let first = told.next()?;
            told.all(|other| other.reading.value == first.reading.value).then_some(first)
        };
        Grid::from_fn(best.seen.rows(), best.seen.columns(), |row, column| {
            let seen = &best.seen[(row, column)];
            let other = if seen.is_read() { None } else { told((row, column)) };
            other.unwrap_or(seen).clone()
        })
    }

    /// Whether too many cells are unread for a board.
    pub fn mostly_unread(&self) -> bool {
        let seen = &self.best().seen;
        let unread = seen.iter().filter(|cell| !cell.is_read()).count();
        too_many(unread, seen)
    }

    /// The reading with the most cells; among equals the one whose marks, then whose grounds, fit best.
    pub fn best(&self) -> &ReadWith {
        let rated = |read| (ReadWith::told(read), ReadWith::fit(read), read);
        let better = |a: (usize, f32, _), b: (usize, f32, _)| {
            if b.0 > a.0 || b.0 == a.0 && b.1 > a.1 + 0.01 { b } else { a }
        };
        self.read[1..].iter().map(rated).fold(rated(&self.read[0]), better).2
    }
}

/// The previous board, and the picture that showed it.
#[derive(Clone, Debug)]
pub(super) struct Before {
    pub picture: RgbImage,
    pub board: ReadBoard,
    /// The texts next to the board, if its theme has any.
    pub texts: Option<Texts>,
}

impl Before {
    /// The board in the next picture, if it is in the same place and every changed cell can be read.
    pub fn again(&self, next: &IntegralImage<'_>, known: &mut Likenesses) -> Option<ReadBoard> {
        let changed = self.changed(next.picture)?;
        let mut board = self.board.clone();
        let sample = Sample::new(next, &self.board.lattice);
        for ReadWith { look, seen } in &mut board.read {
            for cell in &changed {
                seen[*cell] = read_cell(look, &sample, *cell, known);
            }
        }
        let seen = board.seen();
        let is_read = changed.iter().all(|cell| seen[*cell].is_read());
        is_read.then_some(board)
    }

    /// Whether no cell is as it was, and what lies beside the board is: it was hidden.
    pub fn is_hidden(&self, next: &RgbImage) -> bool {
        let lattice = &self.board.lattice;
        let (cells, pitch) = (&self.board.read[0].seen, lattice.x.pitch());
        // The board's frame goes with it.
        let Rect { x, y, w, h } = lattice.area();
        let board = Rect::new(x - pitch, y - pitch, w + 2.0 * pitch, h + 2.0 * pitch);
        if self.picture.dimensions() != next.dimensions()
            || !cells.cells().all(|(cell, _)| self.differs(next, &lattice.cell(cell)))
        {
            return false;
        }
        let (mut beside, mut changed) = (0u32, 0u32);
        for ((x, y, old), new) in self.picture.enumerate_pixels().zip(next.pixels()) {
            let is_beside = !board.contains(Point::new(x.into(), y.into()));
            beside += u32::from(is_beside);
            changed += u32::from(is_beside && old != new);
        }
        changed as f32 <= MOST_CHANGED_BESIDE * beside as f32
    }

    /// The cells whose pixels differ, if most are the same.
    fn changed(&self, next: &RgbImage) -> Option<Vec<Cell>> {
        if self.picture.dimensions() != next.dimensions() {
            return None;
        }
        let cells = &self.board.read[0].seen;
        let differs = |cell| self.differs(next, &self.board.lattice.cell(cell));
        let most = (MOST_CHANGED * (cells.rows() * cells.columns()) as f32) as usize;
        let changed: Vec<Cell> =
            cells.cells().map(|(cell, _)| cell).filter(|cell| differs(*cell)).collect();
        (changed.len() <= most).then_some(changed)
    }

    /// Whether a pixel of an area differs, of pictures of one size.
    fn differs(&self, next: &RgbImage, area: &Rect) -> bool {
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

/// Reads a cell with a theme.
pub(super) fn read_cell(
    look: &MineLook,
    sample: &Sample<'_>,
    cell: Cell,
    known: &mut Likenesses,
) -> CellReading {
    match &look.scene {
        Some(scene) => scene.read(sample, cell),
        None => cell::read(look, sample, cell, known),
    }
}

/// Whether so many cells are too many unread ones for a board.
pub(super) fn too_many<T>(unread: usize, cells: &Grid<T>) -> bool {
    is_more(unread, MOST_UNREAD, cells)
}

/// Whether so many cells are too many unread ones for a new board.
pub(super) fn too_many_of_new<T>(unread: usize, cells: &Grid<T>) -> bool {
    is_more(unread, MOST_UNREAD_OF_NEW, cells)
}

/// Whether so many cells are more than a share of all.
fn is_more<T>(count: usize, share: f32, cells: &Grid<T>) -> bool {
    count as f32 > share * (cells.rows() * cells.columns()) as f32
}
