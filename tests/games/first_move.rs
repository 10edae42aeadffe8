//! The solver against a table of boards that two other programs solved: the compatible boards, the
//! best chance to clear and the best expected coins at the first move.

use crate::support::require::shared;
use voltorb_flip::board::{Board, Position, headers, parse_board};
use voltorb_flip::levels::Level;
use voltorb_flip::solver::{Advice, Objective, Solver, never};

/// A row of the table: a board, its level, and the three figures. The coins may be missing.
struct Row {
    board: Board,
    level: Level,
    solutions: u128,
    clear: f64,
    coins: Option<f64>,
}

fn rows() -> Option<Vec<Row>> {
    let text = std::fs::read_to_string(shared("reference/first-move.tsv")?).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            board: parse_board(fields[0]).unwrap(),
            level: Level::try_from(fields[1].parse::<u8>().unwrap()).unwrap(),
            solutions: fields[2].parse().unwrap(),
            clear: fields[3].parse().unwrap(),
            coins: fields.get(4).and_then(|coins| coins.parse().ok()),
        }
    });
    // The debug build is some ten times slower: it takes the boards that are quickly done.
    let small = |row: &Row| !cfg!(debug_assertions) || row.solutions < 300;
    Some(rows.filter(small).collect())
}

fn first_move(row: &Row, objective: Objective) -> Advice {
    let (rows, cols) = headers(&row.board);
    let tiles = row.board.map(|_| None);
    let position = Position { level: Some(row.level), rows, cols, tiles };
    Solver::new(objective).best_move(&position, &never).unwrap()
}

#[test]
fn chances_to_clear_agree() {
    for row in rows().into_iter().flatten() {
        let advice = first_move(&row, Objective::Clear);
        assert!(advice.exact);
        assert_eq!(advice.solutions, row.solutions, "{:?}", row.board);
        assert!((advice.value - row.clear).abs() < 1e-6, "{:?}: {}", row.board, advice.value);
    }
}

#[test]
fn expected_coins_agree() {
    for row in rows().into_iter().flatten() {
        let Some(coins) = row.coins else { continue };
        let advice = first_move(&row, Objective::Coins);
        assert!(advice.exact);
        assert!((advice.value - coins).abs() < 1e-6, "{:?}: {}", row.board, advice.value);
    }
}
