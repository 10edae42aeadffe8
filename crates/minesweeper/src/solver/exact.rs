//! The exact number of layouts that fit a position, as a big integer.

use super::border::{MineBorder, boxes};
use super::frontier::{Frontier, NotCounted, Totals};
use super::knowledge::Knowledge;
use num_bigint::BigUint;

/// How many layouts fit a position to which the trivial rules were applied.
///
/// # Errors
/// None fits, or there are too many states to count.
pub fn layouts(knowledge: &Knowledge) -> Result<BigUint, NotCounted> {
    let border = MineBorder::of(knowledge);
    let one = BigUint::from(1_u8);
    let mut all = Totals { low: 0, weights: vec![one.clone()], ln_scale: 0.0 };
    for component in &border.components {
        let boxes = boxes(component, knowledge);
        let ways = |b: usize, mines: u8| choose(boxes[b].cells.len(), mines.into());
        let totals = Frontier::new(component, &boxes)?.totals(one.clone(), &ways);
        all = convolve(&all, &totals);
    }
    let rest = border.rest.len();
    let count: BigUint = match knowledge.mines_left() {
        None => all.weights.iter().sum::<BigUint>() << rest,
        Some(left) => {
            let fitting = all.weights.iter().enumerate().filter_map(|(i, weight)| {
                let mines = usize::try_from(left).ok()?.checked_sub(all.low + i)?;
                Some(weight * choose(rest, mines))
            });
            fitting.sum()
        }
    };
    if count == BigUint::ZERO { Err(NotCounted::Impossible) } else { Ok(count) }
}

fn convolve(a: &Totals<BigUint>, b: &Totals<BigUint>) -> Totals<BigUint> {
    let mut weights = vec![BigUint::ZERO; a.weights.len() + b.weights.len() - 1];
    for (i, x) in a.weights.iter().enumerate() {
        for (j, y) in b.weights.iter().enumerate() {
            weights[i + j] += x * y;
        }
    }
    Totals { low: a.low + b.low, weights, ln_scale: 0.0 }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> BigUint {
    if k > n {
        return BigUint::ZERO;
    }
    (0..k.min(n - k)).fold(1_u8.into(), |ways: BigUint, i| ways * (n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CellState;
    use crate::solver::brute;
    use crate::solver::chances::Counter;
    use crate::solver::topology::Topology;

    /// Against all subsets of the closed cells: counts and chances of 1,000 random positions.
    #[test]
    fn small_positions_agree_with_brute_force() {
        for index in 0..1000 {
            let mut stream = brute::case(index);
            let rows = 1 + stream.next_u64() as usize % 4;
            let columns = 2 + stream.next_u64() as usize % (16 / rows - 1).min(6);
            let topology = Topology::new(rows, columns);
            let mines = stream.next_u64() as usize % (rows * columns);
            let mut board = brute::random_position(&topology, mines, &mut stream);
            let first = &mut board.cells[(0, 0)];
            if let (true, Some(number)) = (index % 5 == 0, first.number()) {
                // A number that is wrong, whether that shows or not.
                *first = CellState::Open((number + 1) % 4);
            }
            let found = brute::layouts(&board);
            let mut knowledge = Knowledge::of(&board).unwrap();
            let fits = knowledge.propagate();
            let count = fits.map_err(|_| NotCounted::Impossible).and_then(|()| layouts(&knowledge));
            if found.is_empty() {
                assert_eq!(count, Err(NotCounted::Impossible), "{board}");
                continue;
            }
            assert_eq!(count, Ok(found.len().into()), "{board}");
            let chances = Counter::new(&knowledge).chances(&knowledge).unwrap();
            let closed = board.cells.cells().filter(|(_, state)| state.is_closed());
            for (i, (place, _)) in closed.enumerate() {
                let with = found.iter().filter(|&&set| set >> i & 1 == 1).count();
                let chance = chances.mine[usize::from(topology.number(place))];
                let expected = with as f64 / found.len() as f64;
                assert!((chance - expected).abs() < 1e-12, "{board}{place:?}: {chance}");
                assert_eq!((chance == 0.0, chance == 1.0), (with == 0, with == found.len()));
            }
        }
    }

    /// Against an independent count of 100 large positions, and of the same with a cell made a mine.
    #[test]
    fn large_positions_agree_with_a_count_by_rows() {
        for index in 0..100 {
            let mut stream = brute::case(1_000_000 + index);
            let (rows, columns) = (16 + stream.next_u64() as usize % 15, 5 + index as usize % 4);
            let topology = Topology::new(rows, columns);
            let mines = rows * columns / 5;
            let mut board = brute::random_position(&topology, mines, &mut stream);
            let all = brute::count_by_rows(&board);
            let mut knowledge = Knowledge::of(&board).unwrap();
            knowledge.propagate().unwrap();
            assert_eq!(layouts(&knowledge), Ok(all.clone()), "{board}");
            let chances = Counter::new(&knowledge).chances(&knowledge).unwrap();
            let closed: Vec<_> = board.cells.cells().filter(|(_, s)| s.is_closed()).collect();
            let place = closed[stream.next_u64() as usize % closed.len()].0;
            board.cells[place] = CellState::Mine;
            let with = brute::count_by_rows(&board);
            let expected = (with * 1_000_000_000_000_u64 / all).to_string().parse::<f64>().unwrap();
            let chance = chances.mine[usize::from(topology.number(place))];
            assert!((chance - expected / 1e12).abs() < 1e-11, "{board}{place:?}: {chance}");
        }
    }
}
