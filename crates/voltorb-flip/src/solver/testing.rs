//! What the tests of the solver share.

use crate::board::{Board, Card, Position, headers};
use crate::levels::Level;
use grid::Grid;
use rand_mt::Mt;

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

/// Numbers by chance, the same for a seed.
pub struct Stream(pub Mt);

impl Stream {
    pub fn new(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// A number less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n
    }
}

/// A board of any cards, of one of several mixtures.
pub fn random_board(rows: usize, columns: usize, stream: &mut Stream) -> Board {
    let mixtures: [[u8; 8]; 4] = [
        [0, 0, 1, 1, 1, 2, 2, 3],
        [0, 0, 0, 1, 1, 2, 3, 3],
        [0, 1, 1, 1, 1, 2, 2, 3],
        [0, 0, 0, 0, 1, 1, 2, 3],
    ];
    let mixture = mixtures[stream.below(mixtures.len())];
    Grid::from_fn(rows, columns, |_, _| Card::ALL[usize::from(mixture[stream.below(8)])])
}
