//! Plain recursion over the rules of the game.

use crate::board::{Board, Card};
use crate::levels::{Level, Outcome, Round, next_level};
use crate::solver::Objective;
use crate::solver::worth::EndWorth;
use std::collections::HashMap;

/// What a round is played for.
pub(super) struct Rules<'a> {
    pub(super) objective: Objective,
    pub(super) level: Option<Level>,
    pub(super) history: &'a [Round],
    /// What the ends are worth, for [`Objective::Campaign`].
    pub(super) ends: Option<EndWorth>,
}

impl Rules<'_> {
    /// What an end of the round is worth, with these cards flipped: 1s, 2s and 3s.
    pub(super) fn worth(&self, outcome: Outcome, [ones, twos, threes]: [u8; 3]) -> f64 {
        let flipped = ones + twos + threes;
        let (won, lost) = (outcome == Outcome::Won, outcome == Outcome::Lost);
        let so_many = |least: u8| flipped >= least;
        let reached = match self.objective {
            Objective::Campaign(_) => {
                let ends = self.ends.unwrap();
                let cards = usize::from(flipped);
                let coins = 2f64.powi(twos.into()) * 3f64.powi(threes.into());
                let coins = if lost || flipped == 0 { 0.0 } else { coins };
                let end = match outcome {
                    Outcome::Won => ends.won(cards),
                    Outcome::Lost => ends.lost(cards),
                    Outcome::Quit => ends.quit(cards),
                };
                return coins + end - ends.lost[0];
            }
            Objective::Coins if lost || flipped == 0 => return 0.0,
            Objective::Coins => return 2f64.powi(twos.into()) * 3f64.powi(threes.into()),
            Objective::Clear | Objective::Next => won,
            Objective::Survive(least) => so_many(least) && !lost,
            Objective::ClearWith(least) => won && so_many(least),
            Objective::Level => {
                let level = self.level.unwrap();
                let history = [self.history, &[Round { level, outcome, flipped }]].concat();
                let next = next_level(&history);
                if level == Level::FIRST { next > level } else { next >= level }
            }
        };
        f64::from(u8::from(reached))
    }
}

/// More states than these are given up.
const MOST_STATES: usize = 400_000;

pub(super) struct Brute<'a> {
    boards: Vec<(Board, f64)>,
    /// For each tile and card the boards that show it there.
    showing: Vec<[u128; 4]>,
    pub(super) rules: Rules<'a>,
    /// By the boards left and the cards flipped.
    known: HashMap<(u128, [u8; 3]), f64>,
}

impl<'a> Brute<'a> {
    pub(super) fn new(boards: &[(Board, f64)], rules: Rules<'a>) -> Self {
        assert!(boards.len() <= 128);
        let mut showing = vec![[0; 4]; boards[0].0.iter().len()];
        for (board, (cards, _)) in boards.iter().enumerate() {
            for (showing, card) in showing.iter_mut().zip(cards.iter()) {
                showing[usize::from(card.value())] |= 1 << board;
            }
        }
        Self { boards: boards.to_vec(), showing, rules, known: HashMap::new() }
    }

    fn card(&self, board: usize, tile: usize) -> Card {
        let board = &self.boards[board].0;
        board[(tile / board.columns(), tile % board.columns())]
    }

    /// Of these boards those that show a card at a tile.
    pub(super) fn showing(&self, left: u128, tile: usize, card: Card) -> u128 {
        left & self.showing[tile][usize::from(card.value())]
    }

    pub(super) fn weight(&self, left: u128) -> f64 {
        (0..self.boards.len()).filter(|b| left >> b & 1 == 1).map(|b| self.boards[b].1).sum()
    }

    /// The value of the boards left (not normalised) with these tiles face up, which show the same on
    /// all of them. `None` after too many states.
    pub(super) fn value(&mut self, left: u128, up: u64) -> Option<f64> {
        let first = left.trailing_zeros() as usize;
        let tiles = self.boards[0].0.iter().len();
        let mut shown = [0; 3];
        let mut to_find = 0;
        for tile in 0..tiles {
            let card = self.card(first, tile);
            if up >> tile & 1 == 1 {
                shown[usize::from(card.value()) - 1] += 1;
            } else {
                to_find += usize::from(card >= Card::Two);
            }
        }
        if to_find == 0 && up != 0 {
            return Some(self.rules.worth(Outcome::Won, shown) * self.weight(left));
        }
        if let Some(&value) = self.known.get(&(left, shown)) {
            return Some(value);
        }
        if self.known.len() >= MOST_STATES {
            return None;
        }
        let mut value = self.rules.worth(Outcome::Quit, shown) * self.weight(left);
        let mut tried = [false; 4];
        for tile in (0..tiles).filter(|tile| up >> tile & 1 == 0) {
            let card = self.card(first, tile);
            if self.showing(left, tile, card) == left {
                // Which of the tiles that are known to show this card is flipped does not matter.
                if std::mem::replace(&mut tried[usize::from(card.value())], true) {
                    continue;
                }
            }
            value = value.max(self.flip(left, up, tile)?);
        }
        self.known.insert((left, shown), value);
        Some(value)
    }

    pub(super) fn flip(&mut self, left: u128, up: u64, tile: usize) -> Option<f64> {
        let first = left.trailing_zeros() as usize;
        let mut shown = [0; 3];
        for tile in (0..64).filter(|tile| up >> tile & 1 == 1) {
            shown[usize::from(self.card(first, tile).value()) - 1] += 1;
        }
        let lost = self.showing(left, tile, Card::Voltorb);
        let mut value = self.rules.worth(Outcome::Lost, shown) * self.weight(lost);
        for card in [Card::One, Card::Two, Card::Three] {
            let part = self.showing(left, tile, card);
            if part != 0 {
                value += self.value(part, up | 1 << tile)?;
            }
        }
        Some(value)
    }
}
