//! The solver against plain recursion over the rules of the game, on boards small enough for it.

use super::boards::Boards;
use super::testing::hidden;
use super::{Advice, Objective, Solver, never};
use crate::games::voltorb_flip::board::{Board, Card, Position, headers};
use crate::grid::{Cell, Grid};
use std::collections::HashMap;

/// Every way to go on, card by card. Nothing is flipped for free, nothing is pruned.
struct Brute {
    boards: Vec<Board>,
    objective: Objective,
    known: HashMap<(Vec<usize>, u64), f64>,
}

impl Brute {
    /// The value of the boards left (not normalised) with these tiles face up, which show the same
    /// on all of them.
    fn value(&mut self, left: &[usize], up: u64) -> f64 {
        let state = (left.to_vec(), up);
        if let Some(&value) = self.known.get(&state) {
            return value;
        }
        let board = &self.boards[left[0]];
        let found = |tile: usize| up >> tile & 1 == 1;
        let shown: Vec<Card> =
            board.iter().enumerate().filter(|(t, _)| found(*t)).map(|(_, &card)| card).collect();
        let flips = shown.len() as u32;
        let paid =
            if flips == 0 { 0 } else { shown.iter().map(|c| u32::from(c.value())).product() };
        let won =
            flips > 0 && board.iter().enumerate().all(|(t, card)| card.value() < 2 || found(t));
        let reached = |cards: u8| f64::from(u8::from(flips >= u32::from(cards)));
        let (cleared, stop) = match self.objective {
            Objective::Clear | Objective::Next => (1.0, 0.0),
            Objective::Coins => (f64::from(paid), f64::from(paid)),
            Objective::Level => (1.0, reached(LEVEL)),
            Objective::Survive(cards) => (reached(cards), reached(cards)),
            Objective::ClearWith(cards) => (reached(cards), 0.0),
        };
        let each = if won { cleared } else { stop };
        let mut value = each * left.len() as f64;
        if !won {
            for tile in (0..board.iter().len()).filter(|&tile| !found(tile)) {
                value = value.max(self.flip(left, up, tile));
            }
        }
        self.known.insert(state, value);
        value
    }

    fn flip(&mut self, left: &[usize], up: u64, tile: usize) -> f64 {
        let columns = self.boards[0].columns();
        let mut value = 0.0;
        for card in [Card::One, Card::Two, Card::Three] {
            let shows = |board: &Board| board[(tile / columns, tile % columns)] == card;
            let part: Vec<usize> =
                left.iter().copied().filter(|&board| shows(&self.boards[board])).collect();
            if !part.is_empty() {
                value += self.value(&part, up | 1 << tile);
            }
        }
        value
    }
}

/// The level of [`Objective::Level`] here: the game itself has levels on 5 x 5 boards only.
const LEVEL: u8 = 3;

const OBJECTIVES: [Objective; 8] = [
    Objective::Clear,
    Objective::Coins,
    Objective::Survive(1),
    Objective::Survive(3),
    Objective::Survive(5),
    Objective::ClearWith(2),
    Objective::ClearWith(4),
    Objective::ClearWith(5),
];

fn assert_near(found: f64, expected: f64, what: &str, position: &Position) {
    assert!((found - expected).abs() < 1e-9, "{what}: {found}, not {expected}: {position:?}");
}

/// Checks the value of a position and of each of its tiles.
fn check(boards: &[Board], position: &Position, objective: Objective) {
    let advice = Solver::new(objective).advise(position, &never).unwrap();
    assert!(advice.exact);
    assert_eq!(advice.solutions, boards.len() as u128);
    let mut up = 0u64;
    for (tile, card) in position.tiles.iter().enumerate() {
        up |= u64::from(card.is_some()) << tile;
    }
    let mut brute = Brute { boards: boards.to_vec(), objective, known: HashMap::new() };
    let all: Vec<usize> = (0..boards.len()).collect();
    let total = boards.len() as f64;
    if advice.over.is_some() {
        return;
    }
    assert_near(advice.value, brute.value(&all, up) / total, &objective.to_string(), position);
    let mut best: f64 = 0.0;
    for (tile, (cell, found)) in advice.tiles.cells().enumerate() {
        if found.face_up {
            assert_eq!(found.value, None);
            continue;
        }
        let expected = brute.flip(&all, up, tile) / total;
        let value = found.value.unwrap();
        assert_near(value, expected, &format!("{objective} {cell:?}"), position);
        if found.useful {
            best = best.max(value);
        }
    }
    check_best(&advice, position);
}

/// The best tile has the best value, unless it is better to stop.
fn check_best(advice: &Advice, position: &Position) {
    let value = |cell: Cell| advice.tiles[cell].value.unwrap();
    if let Some(best) = advice.best {
        let stopped = advice.quit && value(best) <= advice.value + 1e-12;
        assert!(stopped || (value(best) - advice.value).abs() < 1e-12, "{advice:?} {position:?}");
    } else {
        let flips = advice.tiles.iter().filter_map(|tile| tile.value);
        assert!(flips.fold(0.0, f64::max) <= advice.value + 1e-12);
    }
}

/// All boards of a size, by headers.
fn groups(rows: usize, columns: usize) -> Vec<Vec<Board>> {
    let mut groups: HashMap<_, Vec<Board>> = HashMap::new();
    for n in 0..1usize << (2 * rows * columns) {
        let card = |r, c| Card::ALL[n >> (2 * (columns * r + c)) & 3];
        let board = Grid::from_fn(rows, columns, card);
        groups.entry(headers(&board)).or_default().push(board);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| group[0].iter().map(|card| card.value()).collect::<Vec<_>>());
    groups
}

#[test]
fn every_2x3_board_before_the_first_flip() {
    for group in groups(2, 3) {
        for objective in OBJECTIVES {
            check(&group, &hidden(&group[0], None), objective);
        }
    }
}

#[test]
fn every_2x3_board_with_one_card_face_up() {
    for group in groups(2, 3) {
        for (cell, &card) in group[0].cells().filter(|(_, card)| **card != Card::Voltorb) {
            let mut position = hidden(&group[0], None);
            position.tiles[cell] = Some(card);
            let left: Vec<Board> = group.iter().filter(|b| b[cell] == card).cloned().collect();
            for objective in [Objective::Clear, Objective::Coins, Objective::ClearWith(4)] {
                check(&left, &position, objective);
            }
        }
    }
}

#[test]
fn a_sample_of_3x3_boards() {
    // Every 997th group of those with enough boards to think about.
    let groups = groups(3, 3);
    let worth = groups.iter().filter(|group| (12..60).contains(&group.len()));
    for group in worth.step_by(if cfg!(debug_assertions) { 997 } else { 97 }) {
        for objective in OBJECTIVES {
            check(group, &hidden(&group[0], None), objective);
        }
    }
}

#[test]
fn the_tree_keeps_a_level_as_the_rules_do() {
    use super::Depth;
    use super::search::{Aim, Memory, search};
    for group in groups(2, 3).iter().step_by(3) {
        let position = hidden(&group[0], None);
        let boards = Boards::list(&position, 1000).unwrap();
        let mut advice = Solver::new(Objective::Next).advise(&position, &never).unwrap();
        let mut memory = Memory::new(&position, Aim::reach(LEVEL), 1 << 20);
        search(&position, &boards, &mut memory, &never, Depth::EveryTile).fill(&mut advice);
        let all: Vec<usize> = (0..group.len()).collect();
        let mut brute =
            Brute { boards: group.clone(), objective: Objective::Level, known: HashMap::new() };
        let expected = brute.value(&all, 0) / group.len() as f64;
        assert_near(advice.value, expected, "level", &position);
    }
}
