//! The solver against plain recursion over the rules of the game: every way to go on, card by card.
//! Nothing is flipped for free, nothing is pruned; all that is taken to be the same are tiles which
//! are known to show the same card. The boards are found anew, cell by cell.

mod boards;
mod campaign;
mod recursion;

use super::boards::Boards;
use super::testing::{Stream, hidden, random_board};
use super::{Advice, Depth, Objective, Solver, never};
use crate::board::{Board, Card, Position, headers};
use crate::generator::Generator;
use crate::levels::{Level, Outcome, Round};
use crate::scaled;
use boards::all_boards;
use grid::Grid;
use recursion::{Brute, Rules};
use std::collections::HashMap;

fn assert_near(found: f64, expected: f64, what: &str, position: &Position) {
    let near = (found - expected).abs() < 1e-9 * expected.abs().max(1.0);
    assert!(near, "{what}: {found}, not {expected}: {position:?}");
}

/// Checks the value of a position and of each of its tiles, and the advice. `false` if there are too many
/// states.
fn check(boards: &[(Board, f64)], position: &Position, rules: Rules) -> bool {
    let objective = rules.objective;
    let mut solver = Solver::new(objective);
    solver.set_history(rules.history);
    let advice = solver.advise(position, &never).unwrap();
    assert!(advice.exact);
    assert_eq!(advice.solutions, boards.len() as u128, "{position:?}");
    if advice.over.is_some() {
        return true;
    }
    let mut brute = Brute::new(boards, rules);
    let all = (0..boards.len()).fold(0, |all, board| all | 1 << board);
    let total = brute.weight(all);
    let mut up = 0u64;
    for (tile, card) in position.tiles.iter().enumerate() {
        up |= u64::from(card.is_some()) << tile;
    }
    let value = match objective {
        // One card ahead, among the useful ones.
        Objective::Next => {
            let tiles = (0..position.tiles.iter().len()).filter(|tile| up >> tile & 1 == 0);
            let odds = tiles.map(|tile| {
                Card::ALL.map(|card| brute.weight(brute.showing(all, tile, card)) / total)
            });
            let useful = odds.filter(|odds| odds[2] + odds[3] > 0.0);
            useful.map(|odds| 1.0 - odds[0]).fold(0.0, f64::max)
        }
        _ => match brute.value(all, up) {
            Some(value) => value / total,
            None => return false,
        },
    };
    assert_near(advice.value, value, &objective.to_string(), position);
    let mut values = Grid::filled(position.tiles.rows(), position.tiles.columns(), 0.0);
    for (tile, (cell, found)) in advice.tiles.cells().enumerate() {
        if found.face_up {
            assert_eq!(found.value, None);
            continue;
        }
        let expected = match objective {
            Objective::Next => 1.0 - found.odds[0],
            _ => match brute.flip(all, up, tile) {
                Some(value) => value / total,
                None => return false,
            },
        };
        let value = found.value.unwrap();
        assert_near(value, expected, &format!("{objective} {cell:?}"), position);
        values[cell] = expected;
    }
    check_best(&advice, &values, position);
    let mut solver = Solver::new(objective);
    solver.set_history(brute.rules.history);
    let best_move = solver.answer(position, &never, Depth::BestMove).unwrap();
    assert_near(best_move.value, value, &format!("the best move for {objective}"), position);
    check_best(&best_move, &values, position);
    true
}

/// The best tile has the best value, unless it is better to stop; and where no flip of a safe card can
/// come too early, no risk is advised while a safe card may be a 2 or 3.
fn check_best(advice: &Advice, values: &Grid<f64>, position: &Position) {
    let tolerance = 1e-9 * advice.value.max(1.0);
    if let Some(best) = advice.best {
        let stopped = advice.quit && values[best] <= advice.value + tolerance;
        let equal = (values[best] - advice.value).abs() < tolerance;
        assert!(stopped || equal, "{advice:?} {position:?}");
        let safe = |tile: &super::TileAdvice| tile.safe && tile.useful;
        let safe_ones = advice.tiles.cells().filter(|(_, tile)| safe(tile));
        let ties = |cell| (values[cell] - advice.value).abs() < tolerance;
        let as_good =
            safe_ones.filter(|&(cell, _)| advice.objective.is_never_early() || ties(cell));
        if as_good.count() > 0 {
            let best = &advice.tiles[best];
            assert!(best.safe && !advice.quit, "{advice:?} {position:?}");
        }
    } else {
        let useful = |tile: &&super::TileAdvice| advice.objective != Objective::Next || tile.useful;
        let flips = advice.tiles.iter().filter(useful).filter_map(|tile| tile.value);
        let most = flips.fold(0.0, f64::max);
        assert!(most <= advice.value + tolerance, "{advice:?} {position:?}");
    }
}

/// A position by chance: 2x2 to 5x5, first or later in the round, with a level or without.
fn any_position(stream: &mut Stream) -> Position {
    let (rows, columns) = (2 + stream.below(4), 2 + stream.below(4));
    let (board, level) = if (rows, columns) == (5, 5) && stream.below(4) > 0 {
        let level = Level::try_from(1 + stream.below(8) as u8).unwrap();
        let known = (stream.below(4) > 0).then_some(level.number());
        (Generator::new(stream.below(1 << 30) as u32).deal(level).board, known)
    } else if stream.below(4) == 0 {
        let level = Level::try_from(1 + stream.below(8) as u8).unwrap();
        let board = scaled::deal(level, rows, columns, &mut stream.0);
        (board, Some(level.number()))
    } else {
        (random_board(rows, columns, stream), None)
    };
    let mut position = hidden(&board, level);
    let safe = board.cells().filter(|(_, card)| **card != Card::Voltorb);
    let mut safe: Vec<_> = safe.map(|(cell, _)| cell).collect();
    for _ in 0..stream.below(safe.len() + 1) {
        let cell = safe.swap_remove(stream.below(safe.len()));
        position.tiles[cell] = Some(board[cell]);
    }
    position
}

/// Checks so many positions for every objective, or for the one of this name; how many checks there were,
/// and how many were given up.
fn check_many(
    seed: u32,
    positions: usize,
    most_boards: usize,
    only: Option<&str>,
) -> (HashMap<&'static str, usize>, usize) {
    let mut stream = Stream::new(seed);
    let (mut checked, mut given_up) = (HashMap::new(), 0);
    let mut tried = 0;
    while tried < positions {
        let position = any_position(&mut stream);
        if only == Some("level") && position.level.is_none() {
            continue;
        }
        if Boards::list(&position, most_boards).is_err() {
            continue;
        }
        let Some(boards) = all_boards(&position, most_boards) else { unreachable!() };
        if boards.len() == 1 && stream.below(8) > 0 {
            continue;
        }
        tried += 1;
        let safe = boards[0].0.iter().filter(|card| **card != Card::Voltorb).count();
        let cards = 1 + stream.below(safe + 2) as u8;
        let other = 1 + stream.below(safe + 2) as u8;
        let round = |outcome, flipped| Round { level: Level::LAST, outcome, flipped };
        let long = [round(Outcome::Won, 12), round(Outcome::Quit, 8)];
        let history = if stream.below(2) == 0 { [long, long].concat() } else { Vec::new() };
        for (name, objective) in [
            ("clear", Objective::Clear),
            ("coins", Objective::Coins),
            ("level", Objective::Level),
            ("next", Objective::Next),
            ("survive", Objective::Survive(cards)),
            ("clear-with", Objective::ClearWith(other)),
        ] {
            let is_asked = only.is_none_or(|only| only == name);
            if !is_asked || (objective == Objective::Level && position.level.is_none()) {
                continue;
            }
            let rules = Rules { objective, level: position.level, history: &history, ends: None };
            if check(&boards, &position, rules) {
                *checked.entry(name).or_default() += 1;
            } else {
                given_up += 1;
            }
        }
    }
    (checked, given_up)
}

#[test]
fn positions_by_chance_have_the_values_of_plain_recursion() {
    let positions = if cfg!(debug_assertions) { 40 } else { 200 };
    let (checked, given_up) = check_many(20_261_122, positions, 40, None);
    assert!(checked["survive"] + given_up / 6 > positions * 9 / 10, "{checked:?} {given_up}");
}

#[test]
#[ignore = "minutes: BRUTE_SEED=1 BRUTE_POSITIONS=10000 BRUTE_OBJECTIVE=level cargo test --release --lib -- --ignored --nocapture many_positions; without an objective: all"]
fn many_positions_have_the_values_of_plain_recursion() {
    let number = |name: &str, default| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (seed, positions) = (number("BRUTE_SEED", 1), number("BRUTE_POSITIONS", 10_000));
    let only = std::env::var("BRUTE_OBJECTIVE").ok();
    let (checked, given_up) = check_many(seed as u32, positions, 100, only.as_deref());
    println!("checked {checked:?}, given up {given_up}");
}

/// All boards of a size, by headers.
fn groups(rows: usize, columns: usize) -> Vec<Vec<(Board, f64)>> {
    let mut groups: HashMap<_, Vec<(Board, f64)>> = HashMap::new();
    for n in 0..1usize << (2 * rows * columns) {
        let card = |r, c| Card::ALL[n >> (2 * (columns * r + c)) & 3];
        let board = Grid::from_fn(rows, columns, card);
        groups.entry(headers(&board)).or_default().push((board, 1.0));
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| group[0].0.iter().map(|card| card.value()).collect::<Vec<_>>());
    groups
}

#[test]
fn every_2x3_board_before_the_first_flip() {
    for group in groups(2, 3) {
        let counted = (1..=7).flat_map(|n| [Objective::Survive(n), Objective::ClearWith(n)]);
        for objective in [Objective::Clear, Objective::Coins].into_iter().chain(counted) {
            let rules = Rules { objective, level: None, history: &[], ends: None };
            assert!(check(&group, &hidden(&group[0].0, None), rules));
        }
    }
}

/// The cards that are a 2 or 3 for sure tell which to leave for last: seen to be left out of the search.
#[test]
fn a_sure_2_or_3_is_flipped_for_what_it_tells() {
    use crate::notation::parse_position;
    for (position, objective, value) in [
        ("rows 4/1 2/2 3/1; cols 4/1 1/2 4/1", Objective::Survive(4), 0.75),
        ("rows 4/1 3/1 4/1; cols 3/1 4/1 4/1", Objective::ClearWith(5), 0.5),
    ] {
        let position = parse_position(position).unwrap();
        let advice = Solver::new(objective).advise(&position, &never).unwrap();
        assert!(advice.exact && (advice.value - value).abs() < 1e-12, "{objective}: {advice:?}");
    }
}
