//! A floor as a graph: its tiles numbered, each with its neighbours.

use crate::floor::Floor;
use grid::{Cell, Grid};

/// A tile's number.
pub(super) type Node = usize;

/// The tiles of a floor, row by row, and which lie beside each other.
pub(super) struct Graph {
    /// Where each tile lies.
    pub cells: Vec<Cell>,
    /// The tiles beside each.
    pub beside: Vec<Vec<Node>>,
    /// Where the walk begins.
    pub start: Node,
    /// Whether the walk may end on a tile.
    pub is_end: Vec<bool>,
}

impl Graph {
    pub fn of(floor: &Floor) -> Self {
        let cells: Vec<Cell> =
            floor.ice().cells().filter(|(_, ice)| **ice).map(|(cell, _)| cell).collect();
        let mut numbers = Grid::filled(floor.ice().rows(), floor.ice().columns(), usize::MAX);
        for (number, &cell) in cells.iter().enumerate() {
            numbers[cell] = number;
        }
        let beside = cells
            .iter()
            .map(|&cell| floor.neighbours(cell).map(|other| numbers[other]).collect())
            .collect();
        let mut is_end = vec![false; cells.len()];
        for &end in floor.ends() {
            is_end[numbers[end]] = true;
        }
        Self { start: numbers[floor.start()], cells, beside, is_end }
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// The colour of a tile on a chessboard: neighbours have different ones.
    pub fn colour(&self, node: Node) -> usize {
        let (row, column) = self.cells[node];
        (row + column) % 2
    }
}
