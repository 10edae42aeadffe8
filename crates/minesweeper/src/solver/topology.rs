//! Which cells are neighbours, looked up once for each size of board.

use crate::board;
use grid::Cell;

/// The neighbours of every cell of a board. A cell is numbered row by row from 0.
#[derive(Debug, PartialEq, Eq)]
pub struct Topology {
    rows: usize,
    columns: usize,
    neighbours: Vec<[u16; 8]>,
    degrees: Vec<u8>,
}

impl Topology {
    /// The topology of a board of `rows` x `columns`, at most [`board::MOST_CELLS`] cells.
    pub fn new(rows: usize, columns: usize) -> Self {
        debug_assert!(board::check_size(rows, columns).is_ok(), "{rows} x {columns}");
        let mut neighbours = vec![[0; 8]; rows * columns];
        let mut degrees = vec![0; rows * columns];
        for cell in 0..rows * columns {
            let around = board::neighbours(rows, columns, (cell / columns, cell % columns));
            for (i, (r, c)) in around.enumerate() {
                neighbours[cell][i] = (r * columns + c) as u16;
                degrees[cell] = i as u8 + 1;
            }
        }
        Self { rows, columns, neighbours, degrees }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.degrees.len()
    }

    /// The neighbours of a cell, in ascending order.
    pub fn around(&self, cell: u16) -> &[u16] {
        let cell = usize::from(cell);
        &self.neighbours[cell][..usize::from(self.degrees[cell])]
    }

    /// The number of a cell.
    pub fn number(&self, (row, column): Cell) -> u16 {
        (row * self.columns + column) as u16
    }

    /// The place of a numbered cell.
    pub fn place(&self, cell: u16) -> Cell {
        (usize::from(cell) / self.columns, usize::from(cell) % self.columns)
    }
}
