//! Objectives for which a flip can come too early: to flip a number of cards, or to clear the board
//! with a number of cards. Finding the last 2 or 3 ends the round.
//!
//! Here a safe card is not always flipped at once. What is free: a card that is a 1 for sure; and,
//! while a card that is known to be a 2, or known to be a 3, is left for later (an *anchor*), every
//! other safe card. The round cannot end before the anchor is flipped, and its flip tells nothing, so
//! that whatever a play does, the same play with the anchor last does as well. A card that is a 2 or a
//! 3, it is not known which, is not an anchor: its flip may tell which card to leave for last.
//!
//! Once the cards cannot run out too early any more, [`Tree`] takes over with the goal that is left;
//! before, its value for that goal is an upper bound.

use super::board_index::BoardIndex;
use super::goal::Strictness;
use super::node::{sum, values};
use super::symmetry::Closure;
use super::transposition::{Interval, TranspositionTable};
use super::tree::Tree;

/// The search of one position.
pub struct Strict<'t, 'a> {
    /// Searches what is left of the goal once the round cannot end too early.
    pub tree: &'t mut Tree<'a>,
    pub rules: Strictness,
    /// What the sums of all cards exceed 1 for each safe card by.
    pub excess: u32,
    /// States are named by the values of the cards flipped, see [`Up::name`].
    pub table: &'t mut TranspositionTable,
}

/// The cards that are face up.
#[derive(Clone, Copy, Debug)]
pub struct Up {
    tiles: u64,
    /// Three bits for each tile, and a bit above all of them, so that it is never 0.
    name: u128,
    /// The sum over 1 for each card.
    excess: u32,
    multipliers: u32,
}

impl Up {
    /// No cards yet.
    pub const NONE: Self = Self { tiles: 0, name: 1 << 127, excess: 0, multipliers: 0 };

    /// With one more card.
    pub fn with(self, tile: usize, value: usize) -> Self {
        Self {
            tiles: self.tiles | 1 << tile,
            name: self.name | (value as u128) << (3 * tile),
            excess: self.excess + value as u32 - 1,
            multipliers: self.multipliers + u32::from(value > 1),
        }
    }

    pub fn count(self) -> u32 {
        self.tiles.count_ones()
    }
}

impl Strict<'_, '_> {
    /// The value of a set of boards with these cards face up: exactly if it is more than `alpha`.
    pub fn value<U: BoardIndex>(
        &mut self,
        index: &U,
        set: &U::Set,
        mut up: Up,
        alpha: f64,
    ) -> Interval {
        let (boards, (win, _)) = index.measure(set);
        self.tree.clock.tick(boards);
        let cards = u32::from(self.rules.cards);
        let over = up.excess == self.excess && up.tiles != 0;
        if over || (up.count() >= cards && !self.rules.clear) {
            return Interval::exact(if up.count() >= cards { win } else { 0.0 });
        }
        let down = |up: Up| (0..self.tree.tiles).filter(move |tile| up.tiles >> tile & 1 == 0);
        let views: Vec<_> = down(up).map(|tile| (tile, index.seen(set, tile))).collect();
        for (tile, _) in views.iter().filter(|(_, seen)| *seen == 1 << 1) {
            up = up.with(*tile, 1);
        }
        if up.count() >= cards || index.fewest(set) >= cards - up.count() + up.multipliers {
            return self.relaxed(index, set, up, alpha);
        }
        let views: Vec<_> =
            views.into_iter().filter(|(tile, _)| up.tiles >> tile & 1 == 0).collect();
        let anchor = views.iter().find(|(_, seen)| matches!(seen, 0b0100 | 0b1000));
        let anchor = anchor.map(|anchor| anchor.0);
        let safe = |tile: usize, seen: u8| seen & 1 == 0 && anchor.is_some_and(|a| a != tile);
        if let Some(&free) = views.iter().find(|&&(tile, seen)| safe(tile, seen)) {
            return self.flip(index, set, up, free, alpha);
        }
        self.decide(index, set, up, win, alpha, &views, anchor)
    }

    /// The value of a flip, exactly if it is more than `alpha`.
    pub fn flip<U: BoardIndex>(
        &mut self,
        index: &U,
        set: &U::Set,
        up: Up,
        (tile, seen): (usize, u8),
        alpha: f64,
    ) -> Interval {
        let children: Vec<_> = values(seen)
            .map(|value| (index.with(set, tile, value), up.with(tile, value)))
            .collect();
        let mut rest: f64 = children.iter().map(|(set, _)| index.weigh(set).0).sum();
        let (mut lower, mut upper, mut exact) = (0.0, 0.0, true);
        for (set, up) in &children {
            rest -= index.weigh(set).0;
            let value = self.value(index, set, *up, alpha - upper - rest.max(0.0));
            lower += value.lower;
            upper += value.upper;
            exact &= value.is_exact();
            if !exact && upper + rest <= alpha {
                return Interval { lower, upper: (upper + rest.max(0.0)).max(lower) };
            }
        }
        if exact { Interval::exact(upper) } else { Interval { lower, upper } }
    }

    #[expect(clippy::too_many_arguments)]
    fn decide<U: BoardIndex>(
        &mut self,
        index: &U,
        set: &U::Set,
        up: Up,
        win: f64,
        alpha: f64,
        views: &[(usize, u8)],
        anchor: Option<usize>,
    ) -> Interval {
        let mut known = self.table.get(up.name);
        if known.is_none_or(|known| !known.is_exact() && known.upper > alpha) {
            let bound = self.relaxed(index, set, up, alpha).upper.min(win);
            let last = known.map_or(bound, |known| known.upper.min(bound));
            known = Some(Interval { lower: known.map_or(0.0, |known| known.lower), upper: last });
        }
        let Some(known) = known else { return Interval { lower: 0.0, upper: win } };
        if known.is_exact() || known.upper <= alpha || self.tree.clock.stopped {
            return known;
        }
        // A flip that ends the round too early is as bad as a Voltorb.
        let mut flips: Vec<(f64, usize, u8)> = Vec::with_capacity(views.len());
        for &(tile, seen) in views.iter().filter(|(tile, seen)| *seen != 1 && anchor != Some(*tile))
        {
            let early = (self.excess - up.excess + 1) as usize;
            let early = match early {
                2 | 3 if seen >> early & 1 == 1 && up.count() + 1 < u32::from(self.rules.cards) => {
                    index.weigh(&index.with(set, tile, early)).0
                }
                _ => 0.0,
            };
            let bound = win - index.risk(set, tile) - early;
            flips.push((bound.min(known.upper), tile, seen));
        }
        flips.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut best, mut lower, mut rest) = (0.0, known.lower, 0.0);
        for (bound, tile, seen) in flips {
            let goal = f64::max(alpha, best);
            if bound <= goal {
                rest = f64::max(rest, bound);
                break;
            }
            let value = self.flip(index, set, up, (tile, seen), goal);
            lower = f64::max(lower, value.lower);
            if value.is_exact() {
                best = f64::max(best, value.upper);
            } else if self.tree.clock.stopped {
                rest = f64::max(rest, value.upper.max(bound));
                break;
            } else {
                rest = f64::max(rest, value.upper.min(goal));
            }
        }
        if self.tree.clock.stopped {
            rest = known.upper;
        }
        let value = if rest <= best {
            Interval::exact(best)
        } else {
            Interval { lower: lower.max(best), upper: rest.min(known.upper).max(lower) }
        };
        self.table.set(up.name, value);
        value
    }

    /// The value if a flip could not come too early: an upper bound, and the value itself once that
    /// is so.
    fn relaxed<U: BoardIndex>(&mut self, index: &U, set: &U::Set, up: Up, alpha: f64) -> Interval {
        let closure = Closure::new(self.tree.tiles);
        debug_assert!(up.tiles & !closure.open == 0);
        let mut children = Vec::new();
        self.tree.close(index, set.clone(), closure, &mut children);
        children.iter_mut().for_each(|node| self.tree.recall(node));
        let upper = self.tree.refine(index, &mut children, alpha);
        let value = sum(&children);
        if value.is_exact() { value } else { Interval { upper, ..value } }
    }
}
