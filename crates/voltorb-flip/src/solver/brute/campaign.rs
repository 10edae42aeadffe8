//! The worth of a round within a campaign against plain recursion.

use super::*;
use crate::solver::values::{CampaignValues, Minutes, Per};
use crate::standing::Standing;
use std::sync::Arc;

/// Values by chance, higher for higher levels; longer streaks are worth more if `streaks` says so.
fn any_values(stream: &mut Stream, streaks: bool) -> CampaignValues {
    let step = 1 + stream.below(80);
    let mut worth = vec![[0.0; 5]; 8];
    let mut at = 0.0;
    for level in &mut worth {
        let mut more = 0.0;
        for worth in level {
            *worth = at + more;
            more += if streaks { stream.below(step) as f64 / 3.0 } else { 0.0 };
        }
        at += stream.below(step) as f64;
    }
    let minutes = vec![Minutes { won: 0.4, lost: 0.2, quit: 0.25 }; 8];
    let per = if stream.below(2) == 0 { Per::Round } else { Per::Minute };
    CampaignValues {
        per,
        gain: 40.0,
        gain_error: 0.0,
        boards: 0,
        seed: 0,
        residual: 0.0,
        worth,
        occupancy: vec![[0.0; 5]; 8],
        minutes,
    }
}

/// Checks positions by chance; how many were worked out, and in how many of them recursion found more.
fn check_many(seed: u32, positions: usize, most_boards: usize, streaks: bool) -> (usize, usize) {
    let mut stream = Stream::new(seed);
    let (mut worked_out, mut better) = (0, 0);
    while worked_out < positions {
        let position = any_position(&mut stream);
        let Some(level) = position.level else { continue };
        if Boards::list(&position, most_boards).is_err() || position.excess() == 0 {
            continue;
        }
        let boards = all_boards(&position, most_boards).unwrap();
        let values = Arc::new(any_values(&mut stream, streaks));
        let long = Round { level: Level::LAST, outcome: Outcome::Quit, flipped: 9 };
        let history = vec![long; stream.below(5)];
        let standing = Standing::at(level, &history);
        let ends = values.end_worth(standing);
        let objective = Objective::Campaign(values.per);
        let rules = Rules { objective, level: Some(level), history: &history, ends: Some(ends) };
        let mut solver = Solver::with_values(values);
        solver.set_history(&history);
        let advice = solver.advise(&position, &never).unwrap();
        if advice.over.is_some() {
            continue;
        }
        assert!(advice.exact);
        let mut brute = Brute::new(&boards, rules);
        let all = (0..boards.len()).fold(0, |all, board| all | 1 << board);
        let up = position.tiles.iter().enumerate();
        let up = up.fold(0u64, |up, (tile, card)| up | u64::from(card.is_some()) << tile);
        let total = brute.weight(all);
        let Some(expected) = brute.value(all, up) else { continue };
        let expected = expected / total;
        worked_out += 1;
        let shown = up.count_ones();
        // Only a last 2 or 3 left for later can be worth more, where clearing with more cards is.
        let waits = shown < 8 && ends.won.iter().any(|won| *won != ends.won[0]);
        if expected > advice.value + 1e-9 * expected && waits {
            better += 1;
            continue;
        }
        assert_near(advice.value, expected, "campaign", &position);
        for (tile, (_, found)) in advice.tiles.cells().enumerate() {
            if let Some(value) = found.value {
                let Some(expected) = brute.flip(all, up, tile) else { continue };
                if !waits && !found.safe {
                    assert_near(value, expected / total, "a flip in a campaign", &position);
                }
            }
        }
        let mut fresh = Solver::with_values(solver.values.clone().unwrap());
        fresh.set_history(&history);
        let quick = fresh.best_move(&position, &never).unwrap();
        assert_near(quick.value, advice.value, "the best move of a campaign", &position);
        // A policy that is cut short is worth no more, and its bounds hold.
        let looks = std::sync::atomic::AtomicUsize::new(stream.below(4));
        let hurried = move || {
            use std::sync::atomic::Ordering::Relaxed;
            looks.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err()
        };
        fresh = Solver::with_values(solver.values.clone().unwrap());
        fresh.set_history(&history);
        if let Ok(early) = fresh.best_move(&position, &hurried) {
            let tolerance = 1e-9 * advice.value.max(1.0);
            let within =
                early.lower <= advice.value + tolerance && early.upper >= advice.value - tolerance;
            assert!(within, "{early:?} {}: {position:?}", advice.value);
        }
    }
    (worked_out, better)
}

#[test]
fn the_worth_of_a_round_is_that_of_plain_recursion() {
    let positions = if cfg!(debug_assertions) { 40 } else { 400 };
    let (worked_out, better) = check_many(7, positions, 40, false);
    assert!(better * 50 <= worked_out, "{better} of {worked_out}");
    let (worked_out, better) = check_many(8, positions, 40, true);
    assert!(better * 20 <= worked_out, "{better} of {worked_out}");
}
