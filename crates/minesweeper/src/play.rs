//! A game played in memory: a decider against a layout.

use super::generator::Layout;
use super::solver::knowledge::Knowledge;
use super::solver::topology::Topology;
use super::solver::{Decider, Decision};
use std::sync::Arc;

/// A game that has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinishedGame {
    /// Whether every safe cell was opened.
    pub won: bool,
    /// How many cells were opened, the mine left out.
    pub opened: usize,
    /// How many of them could have been mines, the first click left out.
    pub guesses: usize,
}

/// What a player does where nothing is certain, and what it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// It guesses.
    Guess,
    /// It gives up: only what is proven is opened.
    MineProof,
    /// It gives up, and is not told how many mines there are.
    ProofWithoutCount,
}

/// Plays a layout from its first click to its end. A game that is given up is not won.
pub fn play(
    topology: &Arc<Topology>,
    layout: &Layout,
    first: u16,
    play: Play,
    decider: impl FnOnce(&Knowledge) -> Decider,
) -> FinishedGame {
    let mines = layout.mines.iter().filter(|&&mine| mine).count();
    let told = (play != Play::ProofWithoutCount).then_some(mines);
    let mut knowledge = Knowledge::new(topology.clone(), told);
    let mut decider = decider(&knowledge);
    let mut played = FinishedGame::default();
    let mut next = vec![first];
    loop {
        while let Some(cell) = next.pop() {
            if layout.mines[usize::from(cell)] {
                return played;
            }
            knowledge.open(cell, layout.numbers[usize::from(cell)]);
            played.opened += 1;
        }
        if knowledge.propagate().is_err() {
            return played;
        }
        while let Some(cell) = knowledge.next_safe() {
            next.push(cell);
        }
        if !next.is_empty() {
            continue;
        }
        if played.opened == topology.cells() - mines {
            return FinishedGame { won: true, ..played };
        }
        match decider.decide(&knowledge) {
            Ok(Decision::Safe(cells)) => next = cells,
            Ok(Decision::Guess(guess)) if play == Play::Guess => {
                played.guesses += 1;
                next.push(guess.cell);
            }
            Ok(Decision::Guess(_) | Decision::Done) | Err(_) => return played,
        }
    }
}
