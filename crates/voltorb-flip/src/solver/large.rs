//! Advice where there are too many boards to list: the chances are exact, found by counting, or, where
//! that takes too long, estimated; the search for the best move is not made.

use super::count::{CountError, LONGEST_SIDE, MOST_STATES, count_within};
use super::estimate::estimate;
use super::rules::{Rule, deduce};
use super::{
    Advice, Conflict, Monitor, NotListed, RunnerUp, Solver, choice, conflict, most, outline,
};
use crate::board::{Position, totals};

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAdvice {
    /// No board fits.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// Too many fit to be listed, and they cannot be counted either.
    #[error(transparent)]
    TooLarge(#[from] CountError),
    /// The objective depends on what is not known.
    #[error(transparent)]
    Unknown(NotListed),
}

/// [`Solver::advise`], and where the boards are too many to list, or the board is larger than those
/// that are listed (without a level): the exact chances, and the useful tile of least risk with the
/// bounds that follow from them. Where they cannot be counted either, or not in time: estimates.
///
/// # Errors
/// No board fits, or the position is not one that can be asked about.
pub fn advise(
    solver: &mut Solver,
    position: &Position,
    monitor: &dyn Monitor,
) -> Result<Advice, NoAdvice> {
    match solver.advise(position, monitor) {
        Ok(advice) => Ok(advice),
        Err(NotListed::TooMany(_)) => by_counting(solver, position, monitor),
        Err(NotListed::Conflict(Conflict::Shape { .. })) if is_large(position) => {
            by_counting(solver, position, monitor)
        }
        Err(NotListed::Conflict(conflict)) => Err(conflict.into()),
        Err(NotListed::TimeUp { boards }) => Ok(estimated(solver, position, boards as u128)),
        Err(error @ NotListed::LevelUnknown) => Err(NoAdvice::Unknown(error)),
    }
}

/// A sound position of a size that is counted though not listed.
fn is_large(position: &Position) -> bool {
    let (rows, columns) = (position.tiles.rows(), position.tiles.columns());
    let sides = 2..=LONGEST_SIDE;
    position.level.is_none()
        && (position.rows.len(), position.cols.len()) == (rows, columns)
        && sides.contains(&rows)
        && sides.contains(&columns)
}

fn by_counting(
    solver: &Solver,
    position: &Position,
    monitor: &dyn Monitor,
) -> Result<Advice, NoAdvice> {
    let (rows, columns) = (totals(&position.rows), totals(&position.cols));
    if rows.0 != columns.0 {
        return Err(Conflict::Sums { rows: rows.0, columns: columns.0 }.into());
    }
    if rows.1 != columns.1 {
        return Err(Conflict::Voltorbs { rows: rows.1, columns: columns.1 }.into());
    }
    conflict::single_lines(position)?;
    match count_within(position, MOST_STATES, monitor) {
        Ok(found) if found.boards == 0 => Err(Conflict::Headers.into()),
        Ok(found) => Ok(outline(solver.objective, position, &found.chances, found.boards, None)),
        Err(CountError::TimeUp | CountError::TooManyStates(_) | CountError::TooManyBoards) => {
            Ok(estimated(solver, position, 0))
        }
        Err(error) => Err(error.into()),
    }
}

/// Advice by estimated chances, of which nothing is proven but what single lines show.
fn estimated(solver: &Solver, position: &Position, found: u128) -> Advice {
    let candidates = deduce(position, &Rule::ALL).candidates;
    let odds = estimate(position, &candidates);
    let mut advice = outline(solver.objective, position, &odds, found, None);
    let most = most(solver.objective, position, None);
    let ended = advice.over.is_some();
    advice.counted = false;
    advice.exact = ended;
    (advice.value, advice.lower) = (0.0, 0.0);
    advice.upper = if ended { 0.0 } else { most };
    for (cell, candidates) in candidates.cells() {
        let tile = &mut advice.tiles[cell];
        tile.safe = !tile.face_up && candidates.is_safe();
        tile.useful = !tile.face_up && !candidates.is_useless();
        (tile.value, tile.lower) = (None, 0.0);
        tile.upper = if tile.face_up || ended { 0.0 } else { most };
    }
    let useful = advice.tiles.cells().filter(|(_, tile)| tile.useful && !ended);
    let useful: Vec<_> = useful.map(|(cell, &tile)| (cell, tile)).collect();
    let [best, second] = choice::best_two(&useful, solver.objective, None);
    advice.best = best;
    advice.runner_up = second.map(|cell| RunnerUp { cell, margin: 0.0 });
    advice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::testing::typed;
    use crate::solver::{Objective, never};

    #[test]
    fn a_7x7_board_has_exact_chances_and_honest_bounds() {
        let mut solver = Solver::new(Objective::Clear);
        let position = typed(&[[7, 1]; 7], &[[7, 1]; 7]);
        let advice = advise(&mut solver, &position, &never).unwrap();
        // Each line has a Voltorb and a 2: permutations, and permutations that differ everywhere.
        assert_eq!(advice.solutions, 5040 * 1854);
        assert!(!advice.exact && advice.lower == 0.0);
        // All rows and columns are alike.
        for tile in advice.tiles.iter() {
            assert!((tile.odds[0] - 1.0 / 7.0).abs() < 1e-12);
        }
        assert!((advice.upper - 6.0 / 7.0).abs() < 1e-12);
        let advice = advise(&mut Solver::new(Objective::Coins), &position, &never).unwrap();
        assert_eq!(advice.upper, 128.0);
    }

    #[test]
    fn what_cannot_be_counted_in_time_is_estimated() {
        let mut solver = Solver::new(Objective::Clear);
        let mut rows = [[15, 3]; 10];
        let position = typed(&rows, &rows);
        let at_once = || true;
        let advice = advise(&mut solver, &position, &at_once).unwrap();
        assert!(!advice.counted && !advice.exact && advice.best.is_some(), "{advice:?}");
        assert_eq!((advice.lower, advice.upper), (0.0, 1.0));
        assert!(advice.tiles.iter().all(|tile| (tile.odds[0] - 0.3).abs() < 1e-3 && !tile.safe));
        // What a line proves is known all the same: a row without Voltorbs.
        rows[3] = [15, 0];
        let mut columns = [[15, 3]; 10];
        columns[..3].fill([15, 2]);
        let advice = advise(&mut solver, &typed(&rows, &columns), &at_once).unwrap();
        assert!(advice.best.is_some_and(|(row, _)| row == 3), "{:?}", advice.best);
    }

    #[test]
    fn conflicts_of_large_boards_are_named() {
        let mut solver = Solver::new(Objective::Clear);
        let mut rows = [[7, 1]; 7];
        rows[0] = [8, 1];
        let error = advise(&mut solver, &typed(&rows, &[[7, 1]; 7]), &never).unwrap_err();
        assert_eq!(error, Conflict::Sums { rows: 50, columns: 49 }.into());
        rows[0] = [7, 2];
        let error = advise(&mut solver, &typed(&rows, &[[7, 1]; 7]), &never).unwrap_err();
        assert_eq!(error, Conflict::Voltorbs { rows: 8, columns: 7 }.into());
    }
}
