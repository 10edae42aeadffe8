//! Chooses the next press on an analysed board.

use super::analysis::Analysis;
use super::moves::MineMove;
use grid::Cell;
use minesweeper::board::{self, CellState, MineBoard};

/// The next press on `board`; `None` if nothing is left to do. `flags` allows flags on mines, `chords` presses on
/// numbers that open several cells.
pub(super) fn next(
    board: &MineBoard,
    analysis: &Analysis,
    flags: bool,
    chords: bool,
) -> Option<MineMove> {
    let shows = |cell: Cell, state| board.cells[cell] == state;
    let cells = || board.cells.cells().map(|(cell, _)| cell);
    let is_mine = |cell: Cell| board.cells[cell].is_closed() && analysis.mine[cell] == 1.0;
    // Once every safe cell is open the game is won without flags.
    let goes_on = !analysis.safe.is_empty() || analysis.guess.is_some();
    if flags
        && goes_on
        && let Some(cell) = cells().find(|&cell| is_mine(cell) && !shows(cell, CellState::Flag))
    {
        return Some(MineMove::Flag(cell));
    }
    if let Some(number) = best_chord(board, analysis).filter(|_| chords) {
        return Some(MineMove::Chord(number));
    }
    let (cell, certain) = match analysis.safe.iter().find(|&&cell| !shows(cell, CellState::Flag)) {
        Some(&cell) => (cell, true),
        None => {
            let guessed = analysis.guess.map(|guess| guess.cell);
            (analysis.safe.first().copied().or(guessed)?, !analysis.safe.is_empty())
        }
    };
    Some(match shows(cell, CellState::Flag) {
        true => MineMove::Unflag(cell),
        false => MineMove::Open { cell, certain },
    })
}

/// The number whose press opens the most cells, if one opens several: all of its mines have a flag, no other
/// neighbour has one, and the rest is certainly safe.
fn best_chord(board: &MineBoard, analysis: &Analysis) -> Option<Cell> {
    let opens = |cell: Cell| opens(board, analysis, cell).filter(|opens| *opens >= 2);
    let chords = board.cells.cells().filter_map(|(cell, _)| Some((opens(cell)?, cell)));
    chords
        .max_by_key(|&(opens, (row, column))| (opens, std::cmp::Reverse((row, column))))
        .map(|(_, cell)| cell)
}

/// The number of cells that a press on a number opens; `None` if not all of its mines have a flag, or if the press
/// might do something else.
pub(super) fn opens(board: &MineBoard, analysis: &Analysis, cell: Cell) -> Option<usize> {
    let number = board.cells[cell].number()?;
    let (mut flags, mut opens) = (0, 0);
    for near in board::neighbours(board.cells.rows(), board.cells.columns(), cell) {
        match board.cells[near] {
            CellState::Flag if analysis.mine[near] == 1.0 => flags += 1,
            // Some programs open a question mark with a chord, some do not.
            CellState::Flag | CellState::Question => return None,
            CellState::Closed | CellState::Safe if analysis.mine[near] == 0.0 => opens += 1,
            CellState::Closed | CellState::Safe => return None,
            _ => {}
        }
    }
    (flags == number).then_some(opens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minesweeper::notation::parse_board;
    use minesweeper::solver::strategies::MineStrategy;

    fn press(board: &str, flags: bool, chords: bool) -> Option<MineMove> {
        let board = parse_board(board).unwrap();
        let analysis = Analysis::of(&board, MineStrategy::Best, (0, 0)).unwrap();
        next(&board, &analysis, flags, chords)
    }

    #[test]
    fn mines_are_flagged_only_if_asked() {
        let board = ".1. / 11. / ... ; mines 1";
        assert_eq!(press(board, true, true), Some(MineMove::Flag((0, 0))));
        let open = press(board, false, true);
        assert!(matches!(open, Some(MineMove::Open { certain: true, .. })), "{open:?}");
    }

    #[test]
    fn a_number_opens_its_neighbours_where_that_saves_presses() {
        let board = "F1. / 11. / ... ; mines 1";
        assert_eq!(press(board, false, true), Some(MineMove::Chord((1, 1))));
        let open = press(board, false, false);
        assert!(matches!(open, Some(MineMove::Open { certain: true, .. })), "{open:?}");
        // One cell is opened as quickly by itself.
        let open = press("F1. / 110 / 000 ; mines 1", false, true);
        assert!(!matches!(open, Some(MineMove::Chord(_))), "{open:?}");
    }

    #[test]
    fn a_number_with_a_wrong_flag_is_not_pressed() {
        // The mine is in the corner, the flag on a safe cell.
        let open = press(".1F / 11. / ... ; mines 1", false, true);
        assert_eq!(open, Some(MineMove::Open { cell: (1, 2), certain: true }));
    }

    #[test]
    fn a_flag_on_a_safe_cell_is_taken_away_first() {
        assert_eq!(press("F10 / 110 / 000 ; mines 1", false, true), None);
        let unflag = press(".1F / 110 / 000 ; mines 1", false, true);
        assert_eq!(unflag, Some(MineMove::Unflag((0, 2))));
    }
}
