//! The reading of a picture.

use grid::geometry::{Placement, Point, Rect};
use grid::reading::Reading;
use grid::{Cell, Grid};
use minesweeper::board::{CellState, GameState, MineBoard, MineCount};
use vision::lattice::borders::CellLattice;

/// The side of a cell, in native pixels: the placement of a board of r x c cells measures (c, r) times that.
pub const CELL: u32 = 24;

/// A board as read from a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct MineReading {
    /// The name of the theme.
    pub look: String,
    /// Whether its colours are the theme's own. A dimmed board may lie under something that must be answered first.
    pub in_own_light: bool,
    /// Where the cells lie in the picture, [`CELL`] native pixels each.
    pub placement: Placement,
    /// The borders of the cells in the picture. Some cells may be a pixel wider.
    pub lattice: CellLattice,
    /// The cells, row by row.
    pub cells: Grid<Reading<CellState>>,
    /// The mine counter as shown: mines less flags.
    pub mines_left: Reading<i64>,
    /// The clock, in seconds.
    pub clock: Reading<u32>,
    /// The state of the game.
    pub state: Reading<GameState>,
    /// The area of the control that starts the next game, in native pixels, outside the cells; `None` if none was
    /// seen.
    pub restart: Option<Rect>,
}

/// Whether a counter of three digits shows the most or the least that it can: the number may be larger, or smaller.
pub(crate) fn is_at_its_end(left: i64) -> bool {
    left <= -99 || left == 999
}

impl MineReading {
    /// The placement of a board with these cell borders.
    #[must_use]
    pub fn placement_of(lattice: &CellLattice) -> Placement {
        let native = (lattice.x.cells() as u32 * CELL, lattice.y.cells() as u32 * CELL);
        Placement::upright(native, lattice.area())
    }

    /// The area of a cell, in native pixels.
    #[must_use]
    pub fn cell_area(&self, cell: Cell) -> Rect {
        let area = self.in_picture(cell);
        let from = self.placement.to_native(Point::new(area.x, area.y));
        let to = self.placement.to_native(Point::new(area.x + area.w, area.y + area.h));
        Rect::spanning(from.x, to.x, from.y, to.y)
    }

    /// The area of a cell, in pixels of the picture.
    #[must_use]
    pub fn in_picture(&self, cell: Cell) -> Rect {
        self.lattice.cell(cell)
    }

    /// The board, if every cell was read.
    pub fn board(&self) -> Option<MineBoard> {
        if self.cells.iter().any(|cell| cell.value.is_none()) {
            return None;
        }
        let left = self.mines_left.value.filter(|left| !is_at_its_end(*left));
        let mines = left.map_or(MineCount::Unknown, MineCount::Left);
        Some(MineBoard {
            cells: self.cells.map(|cell| cell.value.unwrap_or(CellState::Closed)),
            mines,
        })
    }
}
