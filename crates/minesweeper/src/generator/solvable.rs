//! Boards that can be won without a guess: whether a layout is one, and random ones.

use super::{FirstClick, Layout, stream};
use crate::play::{FinishedGame, Play, play};
use crate::solver::knowledge::Knowledge;
use crate::solver::strategies::MineStrategy;
use crate::solver::topology::Topology;
use crate::solver::{Decider, Limits};
use std::sync::Arc;

/// Plays a layout by proof alone: every cell that can be proven safe is opened, and no other. The
/// proofs are complete: a cell is left only if a layout that fits has a mine in it.
pub fn by_proof(topology: &Arc<Topology>, layout: &Layout, first: u16) -> FinishedGame {
    play(topology, layout, first, Play::MineProof, |knowledge: &Knowledge| {
        Decider::new(MineStrategy::Probability, Limits::default(), knowledge)
    })
}

/// The first of the random layouts of a stream that is won by proof, and how many were tried.
/// `None` if that are more than `tries`, or the mines do not fit. `of` is the seed and the index of
/// the board: another index gives another board.
pub fn generate(
    topology: &Arc<Topology>,
    mines: usize,
    rule: FirstClick,
    first: u16,
    of: (u64, u64),
    tries: u64,
) -> Option<(Layout, u64)> {
    let mut stream = stream(of.0, of.1);
    for tried in 1..=tries {
        let layout = Layout::random(topology, mines, rule, first, &mut stream)?;
        if by_proof(topology, &layout, first).won {
            return Some((layout, tried));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_boards_are_won_without_a_guess() {
        let topology = Arc::new(Topology::new(9, 9));
        let first = topology.number((2, 2));
        for index in 0..20 {
            let made = generate(&topology, 14, FirstClick::Opening, first, (1, index), 10_000);
            let (layout, _) = made.unwrap();
            let played = by_proof(&topology, &layout, first);
            assert_eq!((played.won, played.guesses, played.opened), (true, 0, 81 - 14));
        }
        assert_eq!(generate(&topology, 73, FirstClick::Opening, first, (1, 0), 10), None);
    }

    /// One mine in two cells that the same numbers look at.
    #[test]
    fn a_board_that_needs_a_guess_is_told() {
        let topology = Arc::new(Topology::new(2, 3));
        let mines = vec![true, false, false, false, false, false];
        let layout = Layout::new(&topology, mines);
        let played = by_proof(&topology, &layout, topology.number((0, 2)));
        assert_eq!((played.won, played.opened), (false, 4));
    }
}
