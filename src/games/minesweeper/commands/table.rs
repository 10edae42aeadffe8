//! The answer to a board for people.

pub(super) use grid::chance::percent;
use minesweeper::board::{CellState, MineBoard};
use minesweeper::solver::advice::MineAdvice;
use minesweeper_game::words::place;

/// The whole answer.
pub(super) fn text(board: &MineBoard, advice: &MineAdvice, why: &[String]) -> String {
    let (rows, columns) = (board.cells.rows(), board.cells.columns());
    let mines = match board.total_mines() {
        Ok(Some(mines)) => format!("{mines} mines"),
        _ => "number of mines not known".to_owned(),
    };
    let layouts = match advice.layouts.to_string() {
        one if one == "1" => "1 layout fits".to_owned(),
        many if many.len() > 15 => {
            format!("{many} (about 10^{}) layouts fit", many.len() - 1)
        }
        many => format!("{many} layouts fit"),
    };
    let mut text = format!("{rows} x {columns}, {mines}: {layouts}.\n\n");
    for row in 0..rows {
        for (column, &state) in board.cells.row(row).iter().enumerate() {
            text += &cell(state, advice.mine[row * columns + column]);
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text += "\nNumbers with two digits are the chance of a mine in %; ok is safe, ** a mine.\n";
    for (cell, state) in board.cells.cells() {
        if state == &CellState::Flag && advice.mine[cell.0 * columns + cell.1] == 0.0 {
            text += &format!(
                "The flag in row {}, column {} is wrong: there is no mine.\n",
                cell.0 + 1,
                cell.1 + 1
            );
        }
    }
    text += &verdict(board, advice);
    for reason in why {
        text += &format!("  * {reason}.\n");
    }
    text
}

/// Three characters.
fn cell(state: CellState, chance: f64) -> String {
    match state {
        CellState::Closed | CellState::Flag | CellState::Question | CellState::Safe => {
            if chance == 0.0 {
                " ok".to_owned()
            } else if chance == 1.0 {
                " **".to_owned()
            } else {
                format!(" {:02.0}", (100.0 * chance).clamp(1.0, 99.0))
            }
        }
        state => format!("  {}", state.letter()),
    }
}

fn verdict(board: &MineBoard, advice: &MineAdvice) -> String {
    if let Some(&first) = advice.safe.first() {
        return match advice.safe.len() {
            1 => format!("Safe: {}.\n", place(board, first)),
            n => format!("{n} cells are safe, the first: {}.\n", place(board, first)),
        };
    }
    let Some(guess) = advice.guess else {
        return "No cell is left to open.\n".to_owned();
    };
    let mut text = format!(
        "Nothing is certainly safe. Best: {} (mine: {}).\n",
        place(board, guess.cell),
        percent(guess.mine),
    );
    if let Some((all, value)) = guess.tree {
        let share = |count: u32| percent(f64::from(count) / f64::from(all));
        text += &if value.is_exact() {
            format!("Chance to win: {} ({} of {all} layouts).\n", share(value.low), value.low)
        } else {
            let (low, high) = (share(value.low), share(value.high));
            format!("Chance to win: from {low} to {high} (not worked out exactly).\n")
        };
    }
    text
}

/// What the guess promises, in sentences.
pub(super) fn promise(board: &MineBoard, advice: &MineAdvice) -> Vec<String> {
    let Some(guess) = advice.guess else { return Vec::new() };
    let mut sentences = Vec::new();
    for pair in &advice.pairs {
        let [a, b] = pair.cells.map(|cell| place(board, cell));
        sentences.push(if pair.is_forced() {
            format!("one of {a} and {b} is a mine, and nothing can tell which: a forced 50/50")
        } else {
            format!("one of {a} and {b} is a mine; only cells beside one of them can tell which")
        });
    }
    if let Some(found) = advice.prospects.iter().find(|p| p.cell == guess.cell) {
        sentences.push(format!(
            "{} is safe with {}; it makes another cell certain with {}; this and the next move are \
             survived with {}",
            place(board, found.cell),
            percent(found.safe),
            percent(found.progress),
            percent(found.survival),
        ));
    }
    let others = advice.prospects.iter().filter(|p| p.cell != guess.cell && !p.dead);
    if let Some(other) = others.clone().max_by(|a, b| a.safe.total_cmp(&b.safe)) {
        sentences.push(format!(
            "the safest other cell is {}: safe with {}, two moves with {}",
            place(board, other.cell),
            percent(other.safe),
            percent(other.survival),
        ));
    }
    match advice.dead.as_slice() {
        [] => {}
        [one] => sentences.push(format!(
            "{} would tell nothing: it can show one number only",
            place(board, *one)
        )),
        [first, ..] => sentences.push(format!(
            "{} cells would tell nothing, since each can show one number only; the first: {}",
            advice.dead.len(),
            place(board, *first)
        )),
    }
    sentences
}
