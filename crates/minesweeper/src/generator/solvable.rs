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

/// The openings of a layout: of each area of cells without a mine in them or beside them the first, row by row.
pub fn openings(topology: &Topology, layout: &Layout) -> Vec<u16> {
    let is_blank = |cell: u16| {
        let cell = usize::from(cell);
        !layout.mines[cell] && layout.numbers[cell] == 0
    };
    let mut seen = vec![false; topology.cells()];
    let mut first = Vec::new();
    for cell in (0..topology.cells() as u16).filter(|cell| is_blank(*cell)) {
        if std::mem::replace(&mut seen[usize::from(cell)], true) {
            continue;
        }
        first.push(cell);
        let mut next = vec![cell];
        while let Some(cell) = next.pop() {
            for &other in topology.around(cell).iter().filter(|&&other| is_blank(other)) {
                if !std::mem::replace(&mut seen[usize::from(other)], true) {
                    next.push(other);
                }
            }
        }
    }
    first
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

    /// Two areas, one in a corner, that a diagonal of mines parts.
    #[test]
    fn each_opening_is_told_once() {
        let topology = Topology::new(5, 5);
        let mines = (0..25).map(|i| i / 5 + i % 5 == 4).collect();
        let layout = Layout::new(&topology, mines);
        let told: Vec<_> =
            openings(&topology, &layout).into_iter().map(|c| topology.place(c)).collect();
        assert_eq!(told, [(0, 0), (3, 4)]);
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
