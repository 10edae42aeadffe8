//! Cells and numbers of a board, in words.

use grid::Cell;
use minesweeper::board::{CellState, MineBoard};
use minesweeper::solver::proof::MineProof;

/// A cell in words, such as "row 2, column 3".
pub fn cell((row, column): Cell) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The place of a cell in words; `number` counts the cells row by row.
pub fn place(board: &MineBoard, number: u16) -> String {
    cell(position(board, number))
}

fn position(board: &MineBoard, cell: u16) -> (usize, usize) {
    let (cell, columns) = (usize::from(cell), board.cells.columns());
    (cell / columns, cell % columns)
}

/// Whether the game itself marks a cell as safe; `number` counts the cells row by row.
pub fn is_marked_safe(board: &MineBoard, number: u16) -> bool {
    board.cells[position(board, number)] == CellState::Safe
}

/// The numbers of a proof in words, such as "the 1 in row 2, column 3 and the number of all mines".
pub fn numbers(board: &MineBoard, proof: &MineProof) -> String {
    let mut parts: Vec<String> = proof
        .numbers
        .iter()
        .map(|&cell| {
            let letter = board.cells[position(board, cell)].letter();
            format!("the {letter} in {}", place(board, cell))
        })
        .collect();
    if proof.mine_count {
        parts.push("the number of all mines".to_owned());
    }
    match parts.split_last() {
        None => "the board's edge".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// A sentence that says why no layout fits.
pub fn contradiction(board: &MineBoard, proof: &MineProof) -> String {
    let one = proof.numbers.len() + usize::from(proof.mine_count) == 1;
    let verb = if one { "cannot be met by the cells around it" } else { "contradict each other" };
    format!("{} {verb}", numbers(board, proof))
}
