//! What holds for every position, on boards dealt as the game deals them.

use super::explain::explain;
use super::testing::hidden;
use super::{Advice, Boards, Objective, Solver, TileAdvice, never};
use crate::board::{Board, Card, Position, headers};
use crate::generator::Generator;
use crate::levels::Level;
use grid::Grid;
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::HashMap;

fn advise(position: &Position, objective: Objective) -> Advice {
    Solver::new(objective).advise(position, &never).unwrap()
}

/// A position of a dealt board with a number of its cards face up, none of them a Voltorb.
fn dealt(level: u8, seed: u32, shown: usize) -> (Board, Position) {
    let level_dealt = Level::try_from(level).unwrap();
    let board = Generator::new(seed).deal(level_dealt).board;
    let mut position = hidden(&board, Some(level));
    let safe = board.cells().filter(|(_, card)| **card != Card::Voltorb);
    // Spread over the board, another choice for each seed.
    let mut safe: Vec<_> = safe.map(|(cell, &card)| (cell, card)).collect();
    safe.sort_by_key(|((r, c), _)| (r * 7 + c * 11 + seed as usize) % 23);
    for &(cell, card) in safe.iter().take(shown) {
        position.tiles[cell] = Some(card);
    }
    (board, position)
}

fn small(position: &Position) -> bool {
    Boards::list(position, 400).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 24 } else { 300 }))]

    #[test]
    fn the_order_of_lines_changes_nothing(
        level in 1u8..=8, seed: u32, shown in 0usize..8,
        rows in Just(vec![0, 1, 2, 3, 4]).prop_shuffle(),
        columns in Just(vec![0, 1, 2, 3, 4]).prop_shuffle(),
        transposed: bool,
    ) {
        let (_, position) = dealt(level, seed, shown);
        prop_assume!(small(&position));
        let from = |r: usize, c: usize| {
            let (r, c) = if transposed { (c, r) } else { (r, c) };
            (rows[r], columns[c])
        };
        let (mut row_lines, mut column_lines): (Vec<_>, Vec<_>) = (
            rows.iter().map(|&r| position.rows[r]).collect(),
            columns.iter().map(|&c| position.cols[c]).collect(),
        );
        if transposed {
            std::mem::swap(&mut row_lines, &mut column_lines);
        }
        let other = Position {
            level: position.level,
            rows: row_lines,
            cols: column_lines,
            tiles: Grid::from_fn(5, 5, |r, c| position.tiles[from(r, c)]),
        };
        for objective in [Objective::Clear, Objective::Coins, Objective::Level] {
            let (one, two) = (advise(&position, objective), advise(&other, objective));
            let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * a.abs().max(1.0);
            prop_assert!(near(one.value, two.value));
            prop_assert_eq!(one.solutions, two.solutions);
            for (cell, tile) in two.tiles.cells() {
                let same = one.tiles[from(cell.0, cell.1)];
                prop_assert!(near(tile.lower, same.lower) && near(tile.upper, same.upper));
            }
        }
    }

    #[test]
    fn a_value_never_exceeds_the_chance_to_survive_the_flip(
        level in 1u8..=8, seed: u32, shown in 0usize..8,
    ) {
        let (_, position) = dealt(level, seed, shown);
        prop_assume!(small(&position));
        let advice = advise(&position, Objective::Clear);
        let useful = advice.tiles.iter().filter(|tile| tile.useful);
        let survive = useful.map(|tile| 1.0 - tile.odds[0]).fold(0.0, f64::max);
        if advice.over.is_none() {
            prop_assert!(advice.value <= survive + 1e-12);
        }
        for tile in advice.tiles.iter() {
            prop_assert!(tile.upper <= 1.0 - tile.odds[0] + 1e-12);
        }
    }

    /// To be told what a tile is, without having flipped it, is worth something or nothing.
    #[test]
    fn more_information_never_lowers_the_value(
        level in 1u8..=8, seed: u32, shown in 2usize..8, tile in 0usize..25,
    ) {
        let (_, position) = dealt(level, seed, shown);
        let cell = (tile / 5, tile % 5);
        prop_assume!(small(&position) && position.tiles[cell].is_none());
        let advice = advise(&position, Objective::Clear);
        prop_assume!(advice.over.is_none());
        let mut told = 0.0;
        for card in Card::ALL {
            let chance = advice.tiles[cell].odds[usize::from(card.value())];
            if chance > 0.0 {
                told += chance * value_when_told(&position, cell, card);
            }
        }
        prop_assert!(told >= advice.value - 1e-9, "{} < {}", told, advice.value);
    }
}

/// In the round that led to the rule, row 1, column 1 is a sure 2, worth as much as a gamble but for a
/// rounding.
#[test]
fn a_safe_useful_card_comes_before_every_risk() {
    let text = "rows 2/4 5/2 9/2 4/3 5/2; cols 9/1 5/2 3/4 5/2 3/4; level 7";
    let position = crate::notation::parse_position(text).unwrap();
    assert_eq!(advise(&position, Objective::Clear).best, Some((0, 0)));

    let seeds = if cfg!(debug_assertions) { 3 } else { 8 };
    let tried: usize = (0..seeds).into_par_iter().map(with_a_safe_useful_card).sum();
    assert!(tried > 15 * seeds as usize, "only {tried} positions had a safe useful card");
}

/// `SAFE_POSITIONS=10000 cargo test --release --lib -- --ignored --nocapture many_positions_advise_no_risk`
#[test]
#[ignore = "minutes of search: run in release"]
fn many_positions_advise_no_risk_beside_a_safe_card() {
    let wanted = std::env::var("SAFE_POSITIONS").map_or(10_000, |count| count.parse().unwrap());
    let (mut seeds, mut tried) = (0, 0);
    // Other boards than those that are always tried.
    for seed in 30.. {
        if tried >= wanted {
            break;
        }
        tried += with_a_safe_useful_card(seed);
        seeds += 1;
    }
    println!("{tried} positions and objectives on boards of {seeds} seeds: none advises a risk");
}

/// How many positions of boards with a seed have a safe useful card, by objective; each is checked.
fn with_a_safe_useful_card(seed: u32) -> usize {
    let mut tried = 0;
    for level in 1..=8 {
        for shown in [0, 1, 2, 3, 5, 7] {
            let (_, position) = dealt(level, 1000 * seed + u32::from(level), shown);
            let Ok(boards) = Boards::list(&position, 2000) else { continue };
            for objective in [
                Objective::Clear,
                Objective::Coins,
                Objective::Level,
                Objective::Next,
                Objective::Survive(8),
                Objective::ClearWith(9),
            ] {
                if boards.count() > 40 && !objective.is_never_early() {
                    continue;
                }
                tried += usize::from(is_no_risk_beside_a_safe_card(&position, objective));
            }
        }
    }
    tried
}

/// Checks the advice for a position, worked out in full, for the move alone, and in no time. `false` if no
/// safe card is useful, or none is worth as much as the best.
fn is_no_risk_beside_a_safe_card(position: &Position, objective: Objective) -> bool {
    let advice = advise(position, objective);
    let good = |tile: &&TileAdvice| {
        let free = objective.is_never_early() || (tile.upper - advice.value).abs() < 1e-9;
        tile.safe && tile.useful && free
    };
    if advice.over.is_some() || advice.tiles.iter().filter(good).count() == 0 {
        return false;
    }
    let mut answers = vec![advice];
    answers.push(Solver::new(objective).best_move(position, &never).unwrap());
    if objective.is_never_early() {
        answers.push(Solver::new(objective).best_move(position, &|| true).unwrap());
    }
    for advice in answers {
        let best = advice.tiles[advice.best.unwrap()];
        // Where a flip can come too early, a sure 1 may be as good, and its value known sooner.
        let useful = best.useful || !objective.is_never_early();
        assert!(best.safe && useful && !advice.quit, "{objective}: {position:?}");
        let verdict = explain(position, &advice).verdict;
        assert!(verdict.contains("certainly no Voltorb"), "{objective}: {verdict}");
    }
    true
}

/// The chance to clear a position when it is known that a tile face down is this card: the same as
/// with the card face up, but that a 2 or 3 must still be flipped, which is safe, and that a Voltorb
/// there does not end the round.
fn value_when_told(position: &Position, cell: (usize, usize), card: Card) -> f64 {
    let mut told = position.clone();
    if card != Card::Voltorb {
        told.tiles[cell] = Some(card);
        let advice = advise(&told, Objective::Clear);
        return if advice.over.is_some() { 1.0 } else { advice.value };
    }
    // A Voltorb leaves its row and column: nothing else of them changes, so take its odds from the
    // whole list. An upper bound is enough here: the chance that follows from the least risk left.
    let Ok(boards) = Boards::list(position, 1000) else { return 1.0 };
    let Some(left) = boards.with(cell, Card::Voltorb) else { return 1.0 };
    let odds = left.odds();
    let down = odds.cells().filter(|(c, _)| position.tiles[*c].is_none());
    let useful = down.filter(|(_, odds)| odds[2] + odds[3] > 0.0);
    let survive = useful.map(|(_, odds)| 1.0 - odds[0]).fold(0.0, f64::max);
    if survive == 0.0 { 1.0 } else { survive }
}

/// Deals a million boards and compares, for headers that came up often, how often each board was
/// behind them with what the solver makes of the headers.
#[test]
fn the_posterior_is_that_of_the_generator() {
    let deals = if cfg!(debug_assertions) { 100_000 } else { 400_000 };
    let level = Level::FIRST;
    let mut generator = Generator::new(20_261_121);
    let mut seen: HashMap<_, HashMap<Vec<u8>, u32>> = HashMap::new();
    let key = |board: &Board| board.iter().map(|card| card.value()).collect::<Vec<_>>();
    // Boards that differ in the order of their lines only are equally likely; with lines sorted,
    // headers come up often enough to be compared.
    for _ in 0..deals {
        let board = sorted(&generator.deal(level).board);
        *seen.entry(headers(&board)).or_default().entry(key(&board)).or_default() += 1;
    }
    let mut common: Vec<_> = seen.into_iter().collect();
    common.sort_by_key(|(headers, boards)| {
        (std::cmp::Reverse(boards.values().sum::<u32>()), headers.clone())
    });
    let (mut chi, mut freedom) = (0.0, 0.0);
    for ((rows, cols), counts) in common.into_iter().take(60) {
        let tiles = Grid::filled(5, 5, None);
        let position = Position { level: Some(level), rows, cols, tiles };
        let boards = Boards::list(&position, 100_000).unwrap();
        let dealt: u32 = counts.values().sum();
        // Boards that the sort puts in the place of several are as likely as these together.
        let mut expected: HashMap<Vec<u8>, f64> = HashMap::new();
        for (board, weight) in boards.iter() {
            *expected.entry(key(&sorted(&board))).or_default() +=
                weight / boards.weight() * f64::from(dealt);
        }
        assert!(
            counts.keys().all(|board| expected.contains_key(board)),
            "not listed: {position:?}"
        );
        // Rare boards are taken together.
        let (mut rare, mut rare_seen) = (0.0, 0.0);
        for (board, expected) in &expected {
            let seen = f64::from(counts.get(board).copied().unwrap_or(0));
            if *expected < 10.0 {
                rare += expected;
                rare_seen += seen;
            } else {
                chi += (seen - expected).powi(2) / expected;
                freedom += 1.0;
            }
        }
        if rare >= 10.0 {
            chi += (rare_seen - rare).powi(2) / rare;
            freedom += 1.0;
        }
        freedom -= 1.0;
    }
    // Chi squared is near its degrees of freedom; 5 standard deviations are allowed.
    assert!(freedom > 20.0);
    assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} of {freedom}");
}

/// The board with its rows and columns in the order of their headers; among equal headers, in an
/// order of their cards that depends on the set of lines alone as far as possible.
fn sorted(board: &Board) -> Board {
    let (rows, columns) = headers(board);
    let mut r: Vec<usize> = (0..5).collect();
    let mut c: Vec<usize> = (0..5).collect();
    r.sort_by_key(|&r| rows[r]);
    c.sort_by_key(|&c| columns[c]);
    Grid::from_fn(5, 5, |row, column| board[(r[row], c[column])])
}
