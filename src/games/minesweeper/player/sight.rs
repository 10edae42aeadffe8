//! What the player needs of a picture, and who reads it.

use crate::games::minesweeper::board::{CellState, GameState};
use crate::geometry::Rect;
use crate::grid::{Cell, Grid};
use crate::observation::{NotFound, Observation};
use image::RgbImage;
use std::sync::Arc;

/// What one picture shows, as far as it is sure enough to be acted upon.
#[derive(Clone)]
pub struct MineSight {
    /// The cells; `None` where one cannot be read.
    pub cells: Grid<Option<CellState>>,
    /// Mines less flags, if the counter is shown and was read.
    pub mines_left: Option<i64>,
    /// How the game stands, if that was read.
    pub state: Option<GameState>,
    /// Where the cells lie, in pixels of the picture.
    pub grid: Rect,
    /// Where the next game is asked for, in pixels of the picture, if there is such a place.
    pub restart: Option<Rect>,
    /// The whole of what was read.
    pub seen: Arc<dyn Observation>,
}

impl MineSight {
    /// The rectangle of a cell in the picture.
    pub fn cell(&self, (row, column): Cell) -> Rect {
        let w = self.grid.w / self.cells.columns() as f64;
        let h = self.grid.h / self.cells.rows() as f64;
        Rect::new(self.grid.x + w * column as f64, self.grid.y + h * row as f64, w, h)
    }

    /// Whether it shows the same as `other`, at the same place; the clock does not matter.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.state == other.state
            && self.mines_left == other.mines_left
            && self.grid == other.grid
            && self.restart == other.restart
    }
}

/// Reads pictures of the game.
pub trait MineReader: Send {
    /// Reads one picture.
    ///
    /// # Errors
    /// [`NotFound`] if the game is not in it, or is not readable.
    fn look(&mut self, picture: &RgbImage) -> Result<MineSight, NotFound>;
}
