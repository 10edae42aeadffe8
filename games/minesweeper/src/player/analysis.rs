//! Analyses a board: certain cells, the chances of the others, and the best guess.

use crate::words;
use grid::{Cell, Grid};
use minesweeper::board::MineBoard;
use minesweeper::solver::chances::Counter;
use minesweeper::solver::knowledge::Knowledge;
use minesweeper::solver::proof::{Claim, prove};
use minesweeper::solver::strategies::MineStrategy;
use minesweeper::solver::{Decider, Decision, Limits};

/// The result of analysing a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The chance of a mine in each cell, 0 to 1: exactly 0 or 1 if it is certain, 0 for open cells.
    pub mine: Grid<f64>,
    /// Closed cells that are certainly safe, row by row.
    pub safe: Vec<Cell>,
    /// The best guess, if no cell is certainly safe and a guess is possible.
    pub guess: Option<Guess>,
}

/// A guess, for a board without a safe cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The cell to open.
    pub cell: Cell,
    /// The chance that it is a mine, 0 to 1.
    pub mine: f64,
    /// Bounds on the chance to win, 0 to 1, if the game tree was searched.
    pub win: Option<(f64, f64)>,
}

impl Analysis {
    /// Analyses `board`, and guesses by `strategy` if no cell is safe. On a board without an open cell, `first` is
    /// the guess.
    ///
    /// # Errors
    /// A sentence: which numbers contradict each other.
    pub fn of(board: &MineBoard, strategy: MineStrategy, first: Cell) -> Result<Self, String> {
        let mut knowledge = Knowledge::of(board).map_err(|bad| bad.to_string())?;
        let contradiction = || match prove(board, Claim::Contradiction) {
            Some(proof) => words::contradiction(board, &proof),
            None => "the numbers depend on each other in too many ways to be counted".to_owned(),
        };
        knowledge.propagate().map_err(|_| contradiction())?;
        let chances = Counter::new(&knowledge).chances(&knowledge).map_err(|_| contradiction())?;
        let topology = knowledge.topology();
        let mine = Grid::from_fn(topology.rows(), topology.columns(), |row, column| {
            let number = usize::from(topology.number((row, column)));
            if board.cells[(row, column)].number().is_some() { 0.0 } else { chances.mine[number] }
        });
        let closed = || board.cells.cells().filter(|(_, state)| state.is_closed());
        let safe: Vec<Cell> =
            closed().map(|(cell, _)| cell).filter(|&cell| mine[cell] == 0.0).collect();
        let untouched = closed().count() == topology.cells();
        let guess = if !safe.is_empty() {
            None
        } else if untouched {
            Some(Guess { cell: first, mine: mine[first], win: None })
        } else {
            let mut decider = Decider::new(strategy, Limits::default(), &knowledge);
            match decider.decide(&knowledge).map_err(|_| contradiction())? {
                Decision::Guess(guess) => Some(Guess {
                    cell: topology.place(guess.cell),
                    mine: guess.mine,
                    win: guess.tree.map(|(all, value)| {
                        let share = |count: u32| f64::from(count) / f64::from(all);
                        (share(value.low), share(value.high))
                    }),
                }),
                Decision::Safe(_) | Decision::Done => None,
            }
        };
        Ok(Self { mine, safe, guess })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minesweeper::notation::parse_board;

    fn of(board: &str) -> Result<Analysis, String> {
        Analysis::of(&parse_board(board).unwrap(), MineStrategy::Best, (0, 0))
    }

    #[test]
    fn certain_cells_come_before_guesses() {
        let found = of("01.. / 12.. / .... ; mines 3").unwrap();
        assert_eq!((found.safe, found.guess), (vec![(2, 2)], None));
        assert_eq!(found.mine[(0, 2)], 0.5);
        let found = of(".1/.2/.. mines 2").unwrap();
        let guess = found.guess.unwrap();
        assert!(guess.win.is_some_and(|(low, high)| low == high && low > 0.0), "{guess:?}");
    }

    #[test]
    fn nothing_is_left_once_all_closed_cells_are_mines() {
        let found = of(".2. / 222 / 1.1 ; mines 3");
        assert!(found.is_err(), "{found:?}");
        let found = of(".1 / 11 ; mines 1").unwrap();
        assert_eq!((found.safe, found.guess), (vec![], None));
    }

    #[test]
    fn a_board_that_cannot_be_names_its_numbers() {
        let why = of("1.3 / ...").unwrap_err();
        assert!(why.contains("row 1, column 1") && why.contains("contradict"), "{why}");
    }
}
