//! What the reader tells of a picture.

use crate::games::minesweeper::board::{CellState, GameState, MineBoard, MineCount};
use crate::geometry::{Placement, Rect};
use crate::grid::{Cell, Grid};
use crate::reading::Reading;

/// Native pixels along a cell: the placement of a board of r x c cells has (c, r) times that.
pub const CELL: u32 = 24;

/// A board as seen in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct MineSighting {
    /// The name of the look.
    pub look: String,
    /// Where the cells lie in the picture, [`CELL`] native pixels each.
    pub placement: Placement,
    /// What each cell shows.
    pub cells: Grid<Reading<CellState>>,
    /// The counter of mines, as it is shown.
    pub mines_left: Reading<i64>,
    /// The clock, in seconds.
    pub clock: Reading<u32>,
    /// How the game stands.
    pub state: Reading<GameState>,
    /// The control that starts the next game, in native pixels; it lies outside the cells.
    pub restart: Option<Rect>,
}

impl MineSighting {
    /// Where a cell lies, in native pixels.
    pub fn cell_area((row, column): Cell) -> Rect {
        let side = f64::from(CELL);
        Rect::new(column as f64 * side, row as f64 * side, side, side)
    }

    /// Where a cell lies in the picture.
    pub fn in_picture(&self, cell: Cell) -> Rect {
        self.placement.rect_to_picture(Self::cell_area(cell))
    }

    /// The board, if every cell was read.
    pub fn board(&self) -> Option<MineBoard> {
        if self.cells.iter().any(|cell| cell.value.is_none()) {
            return None;
        }
        let mines = self.mines_left.value.map_or(MineCount::Unknown, MineCount::Left);
        Some(MineBoard {
            cells: self.cells.map(|cell| cell.value.unwrap_or(CellState::Closed)),
            mines,
        })
    }
}
