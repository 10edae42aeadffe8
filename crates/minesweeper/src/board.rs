//! Cells, how many mines there are, and what a player can see of a board.

use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};

/// The most rows and the most columns of a board.
pub const MOST_ROWS: usize = 1_000;

/// The most cells of a board.
pub const MOST_CELLS: usize = 40_000;

/// What a cell of the board shows. As a letter: `.` closed, `0` to `8` open, `F` flag,
/// `?` question mark, `+` marked as safe, `*` mine, `X` exploded mine, `W` wrong flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub enum CellState {
    /// Not opened, without a mark.
    Closed,
    /// Opened; so many of its neighbours are mines, 0 to 8.
    Open(u8),
    /// Not opened, marked as a mine.
    Flag,
    /// Not opened, marked as uncertain.
    Question,
    /// Not opened, marked by the game as no mine: where to begin on a board that needs no guess.
    Safe,
    /// A mine that is shown, after the end of the game.
    Mine,
    /// The mine that was opened.
    Exploded,
    /// A flag on a cell that is not a mine, shown after the end of the game.
    WrongFlag,
}

impl CellState {
    /// The letter of the text notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Closed => '.',
            Self::Open(number) => (b'0' + number) as char,
            Self::Flag => 'F',
            Self::Question => '?',
            Self::Safe => '+',
            Self::Mine => '*',
            Self::Exploded => 'X',
            Self::WrongFlag => 'W',
        }
    }

    /// What a letter of the text notation means, or `None` if it is none of them.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '.' => Self::Closed,
            '0'..='8' => Self::Open(letter as u8 - b'0'),
            'F' | 'f' => Self::Flag,
            '?' => Self::Question,
            '+' => Self::Safe,
            '*' => Self::Mine,
            'X' | 'x' => Self::Exploded,
            'W' | 'w' => Self::WrongFlag,
            _ => return None,
        })
    }

    /// The number of an open cell.
    pub const fn number(self) -> Option<u8> {
        if let Self::Open(number) = self { Some(number) } else { None }
    }

    /// Whether it is closed, with or without a mark.
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Closed | Self::Flag | Self::Question | Self::Safe)
    }

    /// Whether a mine is shown here.
    pub const fn is_mine(self) -> bool {
        matches!(self, Self::Mine | Self::Exploded)
    }
}

impl From<CellState> for char {
    fn from(state: CellState) -> Self {
        state.letter()
    }
}

impl TryFrom<char> for CellState {
    type Error = NoSuchCellState;
    fn try_from(letter: char) -> Result<Self, NoSuchCellState> {
        Self::from_letter(letter).ok_or(NoSuchCellState(letter))
    }
}

/// A letter that stands for no state of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a cell: write . for a closed cell, 0 to 8 for an open one, F for a flag, ? for a \
     question mark, + for a cell that the game marks as safe, * for a mine, X for the mine that exploded, W for a wrong flag"
)]
pub struct NoSuchCellState(pub char);

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// Nothing is open yet.
    Fresh,
    /// In play.
    Playing,
    /// Every safe cell is open.
    Won,
    /// A mine was opened.
    Lost,
}

/// What is known of the number of mines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MineCount {
    /// So many mines on the whole board.
    Total(usize),
    /// The counter of the game: all mines less all flags; negative with too many flags.
    Left(i64),
    /// Nothing.
    #[default]
    Unknown,
}

/// What a player can see of a Minesweeper board of any size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MineBoard {
    /// What each cell shows.
    pub cells: Grid<CellState>,
    /// What is known of the number of mines.
    pub mines: MineCount,
}

/// A board that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// It has no cells.
    #[error("the board has no cells")]
    Empty,
    /// It is larger than what is taken.
    #[error(
        "a board of {rows} x {columns} is too large: at most {MOST_ROWS} rows or columns and \
         {MOST_CELLS} cells are taken"
    )]
    TooLarge {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// It has not room for its mines.
    #[error("there are {mines} mines, but only {room} cells can be mines")]
    TooManyMines {
        /// All mines.
        mines: i64,
        /// The cells that are not open.
        room: usize,
    },
    /// Fewer mines than none.
    #[error("the counter says {left} with {flags} flags, which makes fewer than 0 mines")]
    TooManyFlags {
        /// The counter.
        left: i64,
        /// The flags that are set.
        flags: usize,
    },
}

/// Checks that a board may have this size.
///
/// # Errors
/// No cells, or more than [`MOST_ROWS`] or [`MOST_CELLS`] allow.
pub fn check_size(rows: usize, columns: usize) -> Result<(), BadBoard> {
    match rows.checked_mul(columns) {
        Some(0) => Err(BadBoard::Empty),
        Some(cells) if rows.max(columns) <= MOST_ROWS && cells <= MOST_CELLS => Ok(()),
        _ => Err(BadBoard::TooLarge { rows, columns }),
    }
}

impl MineBoard {
    /// A board on which nothing is open yet.
    pub fn closed(rows: usize, columns: usize, mines: usize) -> Self {
        let cells = Grid::filled(rows, columns, CellState::Closed);
        Self { cells, mines: MineCount::Total(mines) }
    }

    /// How many cells are in a state.
    pub fn count(&self, which: impl Fn(CellState) -> bool) -> usize {
        self.cells.iter().filter(|&&state| which(state)).count()
    }

    /// The number of mines on the whole board, if it is known and possible.
    ///
    /// # Errors
    /// The size is not taken, or the mines do not fit.
    pub fn total_mines(&self) -> Result<Option<usize>, BadBoard> {
        check_size(self.cells.rows(), self.cells.columns())?;
        let mines = match self.mines {
            MineCount::Unknown => return Ok(None),
            MineCount::Total(mines) => i64::try_from(mines).unwrap_or(i64::MAX),
            MineCount::Left(left) => {
                let flags = self.count(|state| state == CellState::Flag);
                let shown = self.count(CellState::is_mine);
                let mines = left.saturating_add(flags as i64);
                if mines < 0 {
                    return Err(BadBoard::TooManyFlags { left, flags });
                }
                // A game that is lost may count the mines that it shows as found or not.
                if shown > 0 && mines < shown as i64 {
                    return Ok(None);
                }
                mines
            }
        };
        let room = self.count(|state| state.is_closed() || state.is_mine());
        match usize::try_from(mines) {
            Ok(mines) if mines <= room => Ok(Some(mines)),
            _ => Err(BadBoard::TooManyMines { mines, room }),
        }
    }
}

/// The up to eight cells around a cell of a board of `rows` x `columns`, row by row.
pub fn neighbours(rows: usize, columns: usize, (row, column): Cell) -> impl Iterator<Item = Cell> {
    let around = |i: usize, end: usize| i.saturating_sub(1)..(i + 2).min(end);
    around(row, rows)
        .flat_map(move |r| around(column, columns).map(move |c| (r, c)))
        .filter(move |&cell| cell != (row, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_states_are_one_to_one() {
        for letter in ".012345678F?*XW".chars() {
            assert_eq!(CellState::from_letter(letter).map(CellState::letter), Some(letter));
        }
        for letter in "9-# a".chars() {
            let error = CellState::try_from(letter).unwrap_err().to_string();
            assert!(error.contains("is not a cell"), "{error}");
        }
    }

    #[test]
    fn a_corner_has_three_neighbours_an_edge_five_the_middle_eight() {
        let count = |cell| neighbours(3, 4, cell).count();
        assert_eq!([count((0, 0)), count((1, 0)), count((1, 1)), count((2, 3))], [3, 5, 8, 3]);
        assert_eq!(neighbours(1, 1, (0, 0)).count(), 0);
        assert_eq!(neighbours(2, 2, (1, 0)).collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 1)]);
    }

    #[test]
    fn the_number_of_mines_has_to_fit() {
        let mut board = MineBoard::closed(2, 2, 4);
        assert_eq!(board.total_mines(), Ok(Some(4)));
        board.cells[(0, 0)] = CellState::Open(3);
        assert_eq!(board.total_mines(), Err(BadBoard::TooManyMines { mines: 4, room: 3 }));
        board.cells[(0, 1)] = CellState::Flag;
        board.mines = MineCount::Left(2);
        assert_eq!(board.total_mines(), Ok(Some(3)));
        board.mines = MineCount::Left(-2);
        assert_eq!(board.total_mines(), Err(BadBoard::TooManyFlags { left: -2, flags: 1 }));
        let huge = check_size(10_000, 10_000).unwrap_err().to_string();
        assert!(huge.contains("10000 x 10000 is too large"), "{huge}");
    }
}
