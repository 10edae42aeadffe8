//! What the tests of the solver share.

use crate::games::voltorb_flip::board::{Board, Position, headers};
use crate::games::voltorb_flip::levels::Level;
use crate::grid::Grid;

/// The position before the first flip of a board.
pub fn hidden(board: &Board, level: Option<u8>) -> Position {
    let (rows, cols) = headers(board);
    let level = level.map(|level| Level::try_from(level).unwrap());
    Position { level, rows, cols, tiles: board.map(|_| None) }
}

/// A position with nothing face up and no level, from headers `[sum, voltorbs]`.
pub fn typed(rows: &[[u8; 2]], cols: &[[u8; 2]]) -> Position {
    let lines = |lines: &[[u8; 2]]| lines.iter().map(|&line| line.into()).collect();
    let tiles = Grid::filled(rows.len(), cols.len(), None);
    Position { level: None, rows: lines(rows), cols: lines(cols), tiles }
}
