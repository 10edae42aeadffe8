//! An upper bound of the value of a set of boards, from boards that cannot all be cleared.
//!
//! Two boards are *incompatible* if no player can clear both for sure: no card that is safe in both tells
//! them apart, and they differ in where a 2 or 3 is. Where one has it the other has a Voltorb, and the
//! other way round, since the headers give both the same points over 1 per card. So whichever such card is
//! flipped first, one of the two is lost. This does not depend on which cards are face up.
//!
//! Of a clique of the graph of incompatible boards at most one board is cleared. So for any clique cover
//! `C1, C2, ...` of a set `S`, with `w(b)` the weight of a board,
//!
//! ```text
//! value(S) <= sum over cliques C of max { w(b) : b in C },
//! value(S, t) <= sum over cliques C of max { w(b) : b in C, b has no Voltorb at t }
//! ```
//!
//! where `value(S, t)` is that of flipping tile `t` now. It is the bound by which branch and bound for the
//! weighted independent set prunes (Tomita and Seki, 2003, by colouring; Kumlander, 2004, with weights): a
//! play that clears all boards of a set needs them to be independent in this graph. In practice it lies
//! about a tenth above the value for a hundred boards, a third for a thousand.
//!
//! For coins the player may quit while several boards of a clique are left. All cards found till then
//! are safe in each of them, so no more has been found than the 2s and 3s that they all have in common.
//! For those of which one board is the first, that is at most what it has in common with each: the
//! bound is the most, over all amounts, of the amount times the weight of the boards that have as much
//! in common with the first one. Where quitting has a worth of its own, it is added to the amount.

use super::bits::each;
use super::goal::{Weight, Weights};
use crate::solver::boards::Code;

/// The bounds for the boards without a Voltorb at each tile: sums over cliques.
#[derive(Debug)]
pub struct CliqueCoverBounds<'c> {
    /// The tiles that are asked about.
    tiles: u64,
    /// The weights of each class of boards, the heaviest first.
    classes: &'c [Weight],
    /// For the first classes in how many cliques the heaviest board that is safe at a tile is of that
    /// class: the binary digits of a number in each bit of the words.
    counts: [[u64; DIGITS]; COUNTED],
    /// What is not counted, by tile.
    by_tile: [f64; 36],
    /// The class of the last board of the clique, where it and those of its class are safe, and where
    /// those of classes before it are.
    class: usize,
    safe: u64,
    done: u64,
    /// The clique, if the player may quit, and what quitting is worth besides the coins.
    clique: Option<Clique>,
    quit_bonus: f64,
}

/// So many classes are counted. Hardly any position has more.
const COUNTED: usize = 4;

/// The binary digits of a count.
const DIGITS: usize = 17;

/// A clique of incompatible boards with their classes.
#[derive(Debug, Default)]
struct Clique {
    boards: Vec<(Code, usize)>,
    /// Room for the weight of each board, and for those after one: the coins that both have in common,
    /// the weight, and the tiles that are safe.
    weights: Vec<f64>,
    common: Vec<(f64, f64, u64)>,
}

impl Clique {
    /// For each tile the most that the boards without a Voltorb there are worth.
    fn most_with_quitting(&mut self, classes: &[Weight], bonus: f64) -> [f64; 36] {
        let mut most = [0.0; 36];
        self.weights.clear();
        self.weights.extend(self.boards.iter().map(|&(_, class)| classes[class].stop));
        let mut all: f64 = self.weights.iter().sum();
        let mut done = 0;
        for board in 0..self.boards.len() {
            let (first, class) = self.boards[board];
            let win = classes[class].win;
            // A heavier board was there before at the other tiles.
            first.only(!done).each_safe(|tile, _| most[tile] = f64::max(most[tile], win));
            done |= first.safe();
            // Those with less in common cannot bring quitting above the first board alone: each 2 or 3
            // that they lack halves it at least.
            let share = (win / all - bonus) / first.coins();
            let halves = std::iter::successors(Some(0.5), |half| Some(0.5 * half)).take(36);
            let lacking = halves.take_while(|&half| half > share).count();
            let like = |other: Code| {
                let lacks = first.high & !other.high;
                (0..lacking).fold(lacks, |lacks, _| lacks & lacks.wrapping_sub(1)) == 0
            };
            self.common.clear();
            if lacking > 0 {
                let others = self.boards[board + 1..].iter().zip(&self.weights[board + 1..]);
                let common =
                    others.filter(|((other, _), _)| like(*other)).map(|(other, &weight)| {
                        let other = other.0;
                        (first.only(other.high).coins(), weight, other.safe())
                    });
                self.common.extend(common.filter(|other| other.0 + bonus > win / all));
            }
            if !self.common.is_empty() {
                self.quit_with(first, win, self.weights[board], bonus, &mut most);
            }
            all -= self.weights[board];
        }
        most
    }

    /// Raises the bounds of the tiles that are safe in a board to what quitting is worth while it is
    /// left, for the boards after it with what they have in common with it.
    fn quit_with(&mut self, first: Code, win: f64, weight: f64, bonus: f64, most: &mut [f64; 36]) {
        self.common.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        // Those after which quitting can be worth more than the first board alone.
        let (mut all, mut end) = (weight, 0);
        for (i, &(common, weight, _)) in self.common.iter().enumerate() {
            all += weight;
            if (common + bonus) * all > win {
                end = i + 1;
            }
        }
        let mut weights = [weight; 36];
        for &(common, weight, safe) in &self.common[..end] {
            first.only(safe).each_safe(|tile, _| {
                weights[tile] += weight;
                most[tile] = f64::max(most[tile], (common + bonus) * weights[tile]);
            });
        }
    }
}

impl<'c> CliqueCoverBounds<'c> {
    /// Nothing yet, for these tiles.
    pub fn new(tiles: u64, weights: &'c Weights) -> Self {
        Self {
            tiles,
            classes: &weights.classes,
            counts: [[0; DIGITS]; COUNTED],
            by_tile: [0.0; 36],
            class: 0,
            safe: 0,
            done: 0,
            clique: weights.quits.then(Clique::default),
            quit_bonus: weights.quit_bonus,
        }
    }

    /// Adds a board to the clique, or begins a new one with it. Those of a clique come with the heaviest
    /// first.
    #[inline]
    pub fn join(&mut self, code: Code, class: usize, begins: bool) {
        if begins {
            self.end();
        }
        if let Some(clique) = &mut self.clique {
            clique.boards.push((code, class));
        } else {
            self.count(code, class);
        }
    }

    /// Takes a board into account where no heavier one is safe.
    #[inline]
    fn count(&mut self, code: Code, class: usize) {
        if class != self.class {
            self.carry();
            self.class = class;
        }
        self.safe |= code.safe();
    }

    /// Adds up where the boards of a class are the heaviest.
    #[inline]
    fn carry(&mut self) {
        let mut carry = self.safe & self.tiles & !self.done;
        self.done |= self.safe;
        self.safe = 0;
        let Some(digits) = self.counts.get_mut(self.class) else {
            each(carry, |tile| self.by_tile[tile] += self.classes[self.class].win);
            return;
        };
        // The first few without a branch that would be mispredicted.
        for digit in &mut digits[..4] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        if carry != 0 {
            for digit in &mut digits[4..] {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
    }

    /// Ends the clique.
    #[inline]
    fn end(&mut self) {
        if self.clique.is_some() {
            self.end_with_quitting();
        }
        self.carry();
        self.done = 0;
    }

    fn end_with_quitting(&mut self) {
        let Some(mut clique) = self.clique.take() else { return };
        if clique.boards.len() > 2 || self.quit_bonus > 0.0 && clique.boards.len() == 2 {
            let most = clique.most_with_quitting(self.classes, self.quit_bonus);
            self.by_tile.iter_mut().zip(most).for_each(|(bound, most)| *bound += most);
        } else {
            // Of two boards quitting for the coins alone is worth no more than the heavier: each has a 2
            // or 3 that the other has not, so that half of the coins of each are missing.
            clique.boards.iter().for_each(|&(code, class)| self.count(code, class));
        }
        clique.boards.clear();
        self.clique = Some(clique);
    }

    /// The bounds by tile.
    pub fn finish(mut self) -> [f64; 36] {
        self.end();
        for (digits, class) in self.counts.iter().zip(self.classes) {
            let mut worth = class.win;
            for &digit in digits {
                each(digit, |tile| self.by_tile[tile] += worth);
                worth *= 2.0;
            }
        }
        self.by_tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// More classes than are counted, and cliques enough for a carry beyond the first digits.
        #[test]
        fn bounds_are_the_sums_of_the_heaviest(
            cliques in proptest::collection::vec(proptest::collection::vec((0u64..64, 0usize..11), 1..4), 1..60),
            tiles in 0u64..64,
        ) {
            let weight = |class| Weight { win: 1.0 / f64::from(1 + class), stop: 0.0, multipliers: 1 };
            let classes = (0..11).map(weight).collect();
            let weights =
                Weights { order: (0..11).collect(), classes, quits: false, quit_bonus: 0.0 };
            let mut bounds = CliqueCoverBounds::new(tiles, &weights);
            let mut expected = [0.0; 36];
            for mut clique in cliques {
                clique.sort_by_key(|&(_, class)| class);
                for (i, &(safe, class)) in clique.iter().enumerate() {
                    bounds.join(Code { low: safe, high: 0 }, class, i == 0);
                }
                for (tile, sum) in expected.iter_mut().enumerate() {
                    let heaviest = clique.iter().find(|(safe, _)| safe & tiles & 1 << tile != 0);
                    *sum += heaviest.map_or(0.0, |&(_, class)| weights.classes[class].win);
                }
            }
            for (bound, expected) in bounds.finish().iter().zip(expected) {
                prop_assert!((bound - expected).abs() < 1e-9);
            }
        }
    }
}
