//! A round with its lines sorted by header, so that exchangeable lines stand next to each other.

use crate::games::voltorb_flip::board::{Line, Position};
use crate::grid::{Cell, Grid};

/// Which line of a position is which in the sorted one.
#[derive(Clone, Debug)]
pub(super) struct Order {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Order {
    /// Equal headers keep their order, so that it is the same all through a round.
    pub fn new(position: &Position) -> Self {
        let sorted = |lines: &[Line]| {
            let mut order: Vec<usize> = (0..lines.len()).collect();
            order.sort_by_key(|&line| lines[line]);
            order
        };
        Self { rows: sorted(&position.rows), columns: sorted(&position.cols) }
    }

    /// The position with its lines sorted. A tile that is missing counts as face down.
    pub fn sort(&self, position: &Position) -> Position {
        let tile = |r: usize, c: usize| {
            position.tiles.get((self.rows[r], self.columns[c])).copied().flatten()
        };
        let matches = (position.tiles.rows(), position.tiles.columns())
            == (position.rows.len(), position.cols.len());
        Position {
            level: position.level,
            rows: self.rows.iter().map(|&r| position.rows[r]).collect(),
            cols: self.columns.iter().map(|&c| position.cols[c]).collect(),
            tiles: if matches {
                Grid::from_fn(self.rows.len(), self.columns.len(), tile)
            } else {
                position.tiles.clone()
            },
        }
    }

    /// Where a cell of the sorted position is in the position itself.
    pub fn cell(&self, (row, column): Cell) -> Cell {
        (self.rows[row], self.columns[column])
    }

    /// A grid of the sorted position as one of the position itself.
    pub fn restore<T: Clone>(&self, sorted: &Grid<T>) -> Grid<T> {
        let place = |order: &[usize], line: usize| order.iter().position(|&l| l == line);
        Grid::from_fn(sorted.rows(), sorted.columns(), |r, c| {
            let cell = place(&self.rows, r).zip(place(&self.columns, c)).unwrap_or((r, c));
            sorted[cell].clone()
        })
    }
}
