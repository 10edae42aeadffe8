//! Which of several flips to advise, among those that are equally good.
//!
//! Where the flip of a safe card never costs anything, a safe card that may be a 2 or 3 comes before all
//! others. Then the value counts; and of values that differ by no more than a rounding: the safe card,
//! the least risk, the most information, the most coins, the most cards that are safe afterwards, since
//! the level of the next round goes by the number of cards flipped.

use super::boards::Boards;
use super::{Objective, TileAdvice};
use grid::Cell;

/// Values that differ by no more than this, in relation to the larger one or to 1, are taken for equal.
pub(super) const TOLERANCE: f64 = 1e-9;

/// The flips to be compared, each with what is known of its tile, put in order: the best and the second
/// best come first. `boards` are those that fit, if they are listed.
pub(super) fn best_two(
    flips: &[(Cell, TileAdvice)],
    objective: Objective,
    boards: Option<&Boards>,
) -> [Option<Cell>; 2] {
    let mut left: Vec<usize> = (0..flips.len()).collect();
    let best = best(flips, &left, objective, boards);
    left.retain(|&flip| Some(flip) != best);
    let second = self::best(flips, &left, objective, boards);
    [best, second].map(|flip| flip.map(|flip| flips[flip].0))
}

fn best(
    flips: &[(Cell, TileAdvice)],
    among: &[usize],
    objective: Objective,
    boards: Option<&Boards>,
) -> Option<usize> {
    let mut left = among.to_vec();
    let mut keep = |worth: &dyn Fn(&TileAdvice) -> f64| {
        keep_best(&mut left, |flip| worth(&flips[flip].1));
    };
    let free = |tile: &TileAdvice| objective.is_never_early() && tile.safe && tile.useful;
    keep(&|tile| f64::from(u8::from(free(tile))));
    keep(&|tile| tile.lower);
    keep(&|tile| f64::from(u8::from(tile.safe)));
    // Only while time was up before these were known exactly.
    keep(&|tile| tile.upper);
    keep(&|tile| -tile.odds[0]);
    keep(&|tile| information(&tile.odds));
    keep(&|tile| tile.odds[1] + 2.0 * tile.odds[2] + 3.0 * tile.odds[3]);
    if let Some(boards) = boards.filter(|_| left.len() > 1) {
        let safe: Vec<f64> = left.iter().map(|&flip| boards.safe_after(flips[flip].0)).collect();
        let cards = left.iter().copied().zip(safe).collect::<Vec<_>>();
        keep_best(&mut left, |flip| {
            cards.iter().find(|card| card.0 == flip).map_or(0.0, |card| card.1)
        });
    }
    left.first().copied()
}

/// Keeps those that are worth the most, or as much but for a rounding.
fn keep_best(left: &mut Vec<usize>, worth: impl Fn(usize) -> f64) {
    let most = left.iter().map(|&flip| worth(flip)).fold(f64::NEG_INFINITY, f64::max);
    left.retain(|&flip| is_tie(worth(flip), most));
}

/// Whether two values differ by no more than a rounding.
pub(super) fn is_tie(a: f64, b: f64) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs()).max(1.0)
}

/// What a flip tells, in bits: the entropy of the card. The card follows from the board, so that this is
/// the mutual information of the card and the board (Cover and Thomas, Elements of Information Theory).
fn information(odds: &[f64; 4]) -> f64 {
    odds.iter().filter(|&&chance| chance > 0.0).map(|chance| -chance * chance.log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(value: f64, odds: [f64; 4]) -> TileAdvice {
        TileAdvice {
            odds,
            face_up: false,
            safe: odds[0] == 0.0,
            useful: odds[2] + odds[3] > 0.0,
            value: Some(value),
            lower: value,
            upper: value,
        }
    }

    fn chosen(objective: Objective, tiles: &[TileAdvice]) -> [Option<usize>; 2] {
        let flips: Vec<_> = tiles.iter().enumerate().map(|(i, &tile)| ((0, i), tile)).collect();
        best_two(&flips, objective, None).map(|cell| cell.map(|cell| cell.1))
    }

    #[test]
    fn a_rounding_decides_nothing() {
        let gamble = tile(0.5 + 1e-12, [0.2, 0.3, 0.5, 0.0]);
        let safe = tile(0.5, [0.0, 0.0, 1.0, 0.0]);
        for objective in [Objective::Clear, Objective::Survive(3)] {
            assert_eq!(chosen(objective, &[gamble, safe]), [Some(1), Some(0)]);
        }
        // A safe card that is worth less: it comes too early, or its value is not known yet.
        let dear = TileAdvice { lower: 0.1, ..safe };
        assert_eq!(chosen(Objective::Survive(3), &[gamble, dear]), [Some(0), Some(1)]);
        assert_eq!(chosen(Objective::Clear, &[gamble, dear]), [Some(1), Some(0)]);
    }

    #[test]
    fn ties_are_decided_one_by_one() {
        let of = |odds| tile(0.5, odds);
        let order = [
            of([0.4, 0.1, 0.5, 0.0]),
            of([0.3, 0.0, 0.7, 0.0]),
            of([0.3, 0.3, 0.4, 0.0]),
            of([0.3, 0.3, 0.0, 0.4]),
            of([0.0, 0.0, 1.0, 0.0]),
            of([0.0, 0.5, 0.5, 0.0]),
        ];
        for n in 1..=order.len() {
            let expected = [Some(n - 1), n.checked_sub(2)];
            assert_eq!(chosen(Objective::Clear, &order[..n]), expected);
        }
        assert_eq!(chosen(Objective::Clear, &[]), [None, None]);
    }
}
