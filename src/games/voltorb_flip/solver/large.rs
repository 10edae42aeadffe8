//! Advice where there are too many boards to list: the chances are exact, found by counting; the
//! search for the best move is not made.

use super::count::{CountError, LONGEST_SIDE, count};
use super::{Advice, Conflict, NotListed, Objective, Solver, TileAdvice, boards, outline};
use crate::games::voltorb_flip::board::Position;

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
/// bounds that follow from them.
///
/// # Errors
/// No board fits, or counting is beyond its bounds.
pub fn advise(
    solver: &mut Solver,
    position: &Position,
    time_is_up: &(dyn Fn() -> bool + Sync),
) -> Result<Advice, NoAdvice> {
    match solver.advise(position, time_is_up) {
        Ok(advice) => Ok(advice),
        Err(NotListed::TooMany(_)) => by_counting(solver, position),
        Err(NotListed::Conflict(Conflict::Shape { .. })) if is_large(position) => {
            by_counting(solver, position)
        }
        Err(NotListed::Conflict(conflict)) => Err(conflict.into()),
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

fn by_counting(solver: &Solver, position: &Position) -> Result<Advice, NoAdvice> {
    let (rows, columns) = (boards::total(&position.rows), boards::total(&position.cols));
    if rows.0 != columns.0 {
        return Err(Conflict::Sums { rows: rows.0, columns: columns.0 }.into());
    }
    if rows.1 != columns.1 {
        return Err(Conflict::Voltorbs { rows: rows.1, columns: columns.1 }.into());
    }
    let found = count(position)?;
    if found.boards == 0 {
        return Err(Conflict::Headers.into());
    }
    let mut advice = outline(solver.objective, position, &found.chances, found.boards);
    // The outline bounds what a useful flip can gain; these objectives can also gain by other
    // flips, or count in coins, of which 2s bring the most for their part of the sums.
    let most = match solver.objective {
        Objective::Clear | Objective::ClearWith(_) | Objective::Next => return Ok(advice),
        Objective::Level | Objective::Survive(_) => 1.0,
        Objective::Coins => {
            let tiles = (position.tiles.rows() * position.tiles.columns()) as u32;
            2f64.powi((rows.0 + rows.1 - tiles) as i32)
        }
    };
    advice.upper = if advice.over.is_some() { advice.upper } else { most };
    advice.tiles = advice.tiles.map(|tile| {
        let upper = if tile.face_up { tile.upper } else { most };
        TileAdvice { upper, ..*tile }
    });
    Ok(advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::solver::never;
    use crate::games::voltorb_flip::solver::testing::typed;

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
