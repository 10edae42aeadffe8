//! The panel of Minesweeper: what is known and advised.

use super::MinePlayer;
use super::analysis::Analysis;
use super::clicks;
use super::moves::MineMove;
use crate::observation::cell_name;
use crate::words;
use grid::chance::{percent, short};
use grid::{Cell, Grid};
use minesweeper::board::{self, CellState, GameState, MineBoard};
use session::{Panel, PanelCell, Tone};

/// The panel for what the player knows now.
pub(super) fn panel(player: &MinePlayer) -> Panel {
    let what = player.advised();
    let panel = match &player.game.board {
        Some((board, analysis)) => about(board, analysis, what),
        None => Panel { title: TITLE, legend: LEGEND.to_vec(), ..Panel::default() },
    };
    let mut advice = panel.advice.clone().or_else(|| standing(player.state));
    if let (Some((board, _)), Some(what), Some(advice)) = (&player.game.board, what, &mut advice)
        && is_first_guess(board, what)
    {
        advice.push_str(", or none if the program keeps the first press safe");
    }
    Panel { advice, ..panel }
}

/// Whether a guess is made before any cell is open: then the program's rule counts, which no picture shows.
fn is_first_guess(board: &MineBoard, what: MineMove) -> bool {
    let is_guess = matches!(what, MineMove::Open { certain: false, .. });
    is_guess && board.cells.iter().all(|state| state.is_closed())
}

/// The panel for a board alone, with advice for the left button only.
pub fn of_board(board: &MineBoard, analysis: &Analysis) -> Panel {
    about(board, analysis, clicks::next(board, analysis, false, false))
}

const TITLE: &str = "Minesweeper";

fn about(board: &MineBoard, analysis: &Analysis, what: Option<MineMove>) -> Panel {
    let open = board.count(|state| state.number().is_some());
    let mut facts = vec![("cells open", open.to_string())];
    if let Ok(Some(mines)) = board.total_mines() {
        facts.push(("mines", mines.to_string()));
    }
    facts.push(("certainly safe", analysis.safe.len().to_string()));
    let is_wrong = |cell: &&Cell| board.cells[**cell] == CellState::Flag;
    let wrong: Vec<String> =
        analysis.safe.iter().filter(is_wrong).map(|c| words::cell(*c)).collect();
    if !wrong.is_empty() {
        facts.push(("wrong flags", wrong.join("; ")));
    }
    if let Some((low, high)) = analysis.guess.and_then(|guess| guess.win) {
        let exact = low == high;
        let (low, high) = (percent(low), percent(high));
        facts.push(("chance to win", if exact { low } else { format!("{low} to {high}") }));
    }
    Panel {
        title: TITLE,
        cells: Some(cells(board, analysis, what)),
        right: Vec::new(),
        below: Vec::new(),
        legend: LEGEND.to_vec(),
        details: Vec::new(),
        facts,
        advice: what.map(|what| sentence(what, board, analysis)),
        ends_round: false,
    }
}

/// What the signs mean.
const LEGEND: [(&str, &str); 4] = [
    ("17", "chance of a mine, in %"),
    ("ok", "certainly safe"),
    ("*", "certainly a mine"),
    ("F", "a mine with its flag"),
];

/// How the game stands where there is no move to advise.
fn standing(state: Option<GameState>) -> Option<String> {
    match state? {
        GameState::Won => Some("won: go on to the next game".to_owned()),
        GameState::Lost => Some("lost: go on to the next game".to_owned()),
        GameState::Fresh | GameState::Playing => None,
    }
}

fn cells(board: &MineBoard, analysis: &Analysis, what: Option<MineMove>) -> Grid<PanelCell> {
    let chosen = what.and_then(MineMove::cell);
    Grid::from_fn(board.cells.rows(), board.cells.columns(), |row, column| {
        let cell = (row, column);
        let mine = analysis.mine[cell];
        let (sign, tone) = match board.cells[cell] {
            CellState::Open(0) => (String::new(), Tone::Known),
            state if !state.is_closed() => (state.letter().to_string(), Tone::Known),
            CellState::Flag if mine == 1.0 => ("F".to_owned(), Tone::Fatal),
            _ if mine == 0.0 => ("ok".to_owned(), Tone::Safe),
            _ if mine == 1.0 => ("*".to_owned(), Tone::Fatal),
            _ => (short(mine), Tone::Risk(mine)),
        };
        let field = cell_name(cell);
        PanelCell { sign, lines: Vec::new(), tone, chosen: chosen == Some(cell), field }
    })
}

fn sentence(what: MineMove, board: &MineBoard, analysis: &Analysis) -> String {
    let guess = match (what, analysis.guess) {
        (MineMove::Open { cell, certain: true }, _) => {
            return format!("{what}: {}", why_safe(cell, board, analysis));
        }
        (MineMove::Flag(_), _) => return format!("{what}: a mine in all layouts that fit"),
        (MineMove::Unflag(_), _) => return format!("{what}: no mine is there"),
        (MineMove::Chord(_), _) => return format!("{what}: all its mines have flags"),
        (MineMove::Open { certain: false, .. }, Some(guess)) => guess,
        _ => return what.to_string(),
    };
    let odds = format!("{what}: {} chance of a mine", percent(guess.mine));
    match guess.win {
        Some((low, high)) if low == high => format!("{odds}, {} to win the game", percent(low)),
        _ => odds,
    }
}

/// The number beside a safe cell whose mines are all known, if there is one.
fn why_safe(cell: Cell, board: &MineBoard, analysis: &Analysis) -> String {
    if board.cells[cell] == CellState::Safe {
        return "safe, as the game marks it".to_owned();
    }
    let (rows, columns) = (board.cells.rows(), board.cells.columns());
    let around = |cell| board::neighbours(rows, columns, cell);
    let full = around(cell).find_map(|beside| {
        let number = board.cells[beside].number()?;
        let known = around(beside).filter(|&near| analysis.mine[near] == 1.0).count();
        (known == usize::from(number)).then_some((number, beside))
    });
    match full {
        Some((0, beside)) => format!("safe next to the 0 in {}", words::cell(beside)),
        Some((number, beside)) => {
            format!("safe, the {number} in {} has all its mines", words::cell(beside))
        }
        None => "safe in all layouts that fit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minesweeper::notation::parse_board;
    use minesweeper::solver::strategies::MineStrategy;

    #[test]
    fn the_first_press_may_be_safe() {
        let is_first = |board: &str| {
            let board = parse_board(board).unwrap();
            let analysis = Analysis::of(&board, MineStrategy::Best, (0, 0)).unwrap();
            is_first_guess(&board, clicks::next(&board, &analysis, false, false).unwrap())
        };
        assert!(is_first("... / ... / ... ; mines 2"));
        assert!(!is_first("1.. / ... / ... ; mines 2"));
        // What the game marks as safe is no guess, nor is a board without a mine.
        assert!(!is_first("+.. / ... / ... ; mines 2"));
        assert!(!is_first("... / ... / ... ; mines 0"));
    }

    #[test]
    fn wrong_flags_are_named() {
        let facts = |board: &str| {
            let board = parse_board(board).unwrap();
            let analysis = Analysis::of(&board, MineStrategy::Best, (0, 0)).unwrap();
            of_board(&board, &analysis).facts
        };
        let wrong = ("wrong flags", "row 1, column 3".to_owned());
        assert!(facts(".1F / 11. / ... ; mines 1").contains(&wrong));
        assert!(facts("F1. / 11. / ... ; mines 1").iter().all(|(name, _)| *name != "wrong flags"));
    }
}
