//! Chances where the boards that fit are too many to be counted in time: an estimate.
//!
//! Of all ways to give each card chances whose expected sums and Voltorbs are those of the headers, the
//! one of maximum entropy (Jaynes, Information Theory and Statistical Mechanics, 1957). There a card of
//! row `r` and column `c` is a Voltorb in proportion to `v[r] v[c]`, a 1 to 1, a 2 to `e[r] e[c]` and a 3 to
//! the square of that; the factors are found by iterative scaling (Darroch and Ratcliff, Generalized
//! Iterative Scaling for Log-Linear Models, 1972). What single lines prove is taken into account.

use super::rules::Candidates;
use crate::board::{Card, Line, Position};
use grid::Grid;

/// Rounds of scaling: more change the chances by less than a thousandth.
const ROUNDS: usize = 200;

/// What the Voltorbs and the excess (the sum over 1 for each other card) of a line are multiplied by.
#[derive(Clone, Copy)]
struct Factors {
    voltorbs: f64,
    excess: f64,
}

/// The chances of each tile to be a Voltorb, a 1, a 2, a 3, if it can only be one of the candidates.
pub(super) fn estimate(position: &Position, candidates: &Grid<Candidates>) -> Grid<[f64; 4]> {
    let (height, width) = (position.rows.len(), position.cols.len());
    let mut rows = vec![Factors { voltorbs: 1.0, excess: 1.0 }; height];
    let mut columns = vec![Factors { voltorbs: 1.0, excess: 1.0 }; width];
    let chances = |candidates: Candidates, row: Factors, column: Factors| {
        let (voltorbs, excess) = (row.voltorbs * column.voltorbs, row.excess * column.excess);
        let weights = [voltorbs, 1.0, excess, excess * excess];
        let weights = Card::ALL.map(|card| {
            if candidates.contains(card) { weights[usize::from(card.value())] } else { 0.0 }
        });
        let total: f64 = weights.iter().sum();
        weights.map(|weight| if total > 0.0 { weight / total } else { 0.25 })
    };
    for _ in 0..ROUNDS {
        for (r, line) in position.rows.iter().enumerate() {
            let cells = (0..width).map(|c| chances(candidates[(r, c)], rows[r], columns[c]));
            rows[r] = scaled(rows[r], *line, width, cells);
        }
        for (c, line) in position.cols.iter().enumerate() {
            let cells = (0..height).map(|r| chances(candidates[(r, c)], rows[r], columns[c]));
            columns[c] = scaled(columns[c], *line, height, cells);
        }
    }
    Grid::from_fn(height, width, |r, c| chances(candidates[(r, c)], rows[r], columns[c]))
}

/// The factors of a line, brought nearer to what its header asks for.
fn scaled(
    factors: Factors,
    line: Line,
    cards: usize,
    chances: impl Iterator<Item = [f64; 4]>,
) -> Factors {
    let (mut voltorbs, mut excess) = (0.0, 0.0);
    for [voltorb, _, two, three] in chances {
        voltorbs += voltorb;
        excess += two + 2.0 * three;
    }
    let wanted = f64::from(line.sum) + f64::from(line.voltorbs) - cards as f64;
    // A little is added so that nothing is divided by 0; the root keeps the steps from overshooting.
    let step = |wanted: f64, found: f64| ((wanted + 1e-6) / (found + 1e-6)).sqrt();
    let bounded = |factor: f64| factor.clamp(1e-9, 1e9);
    Factors {
        voltorbs: bounded(factors.voltorbs * step(f64::from(line.voltorbs), voltorbs)),
        excess: bounded(factors.excess * step(wanted, excess)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::count::count;
    use super::super::rules::{Rule, deduce};
    use super::super::testing::{Stream, hidden, random_board};
    use super::*;

    /// Beside the exact chances, on boards that can be counted.
    #[test]
    fn estimates_come_near_the_chances() {
        let mut stream = Stream::new(5);
        let (mut errors, mut tiles) = (0.0, 0);
        for _ in 0..20 {
            let position = hidden(&random_board(6, 5, &mut stream), None);
            let exact = count(&position).unwrap();
            let found = estimate(&position, &deduce(&position, &Rule::ALL).candidates);
            for (cell, chances) in found.cells() {
                assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                errors += (chances[0] - exact.chances[cell][0]).abs();
                tiles += 1;
            }
            for (r, line) in position.rows.iter().enumerate() {
                let voltorbs: f64 = found.row(r).iter().map(|chances| chances[0]).sum();
                assert!((voltorbs - f64::from(line.voltorbs)).abs() < 0.02, "{voltorbs} {line:?}");
            }
        }
        let mean = errors / f64::from(tiles);
        assert!(mean < 0.03, "off by {mean} on average");
    }
}
