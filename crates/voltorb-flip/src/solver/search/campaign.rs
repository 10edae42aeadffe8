//! The worth of a round within a campaign: its coins, and what its end is worth for the rounds after
//! it, which depends on how it ends and on the cards flipped, up to eight ([`EndWorth`]).
//!
//! Values are told against a loss with eight cards. Once so many are face up only the outcome matters:
//! then [`Tree`] searches with [`Goal::Worth`], where cleared boards and quitting have a constant each
//! added to their coins. Before, a loss is worth less by what its few cards lack, a card that can only
//! be a 1 or a Voltorb may be worth its flip, and the value of the other search is an upper bound: it
//! is the same round with the eight cards given away.
//!
//! Safe cards are flipped at once. With that a board whose last 2 or 3 is known to be safe is
//! cleared at once, also with less than eight cards face up, where leaving that card for last while a
//! 1 is looked for elsewhere could be worth more.

use super::bits::bits;
use super::board_index::{BoardIndex, Visitor};
use super::node::{Node, sum, values};
use super::numbering::number;
use super::symmetry::Closure;
use super::transposition::{Interval, TranspositionTable};
use super::tree::{Task, Tree};
use crate::solver::worth::{COUNTED, EndWorth};
use std::ops::Range;

/// The search of one position.
pub struct Campaign<'t, 'a> {
    /// Searches the states with eight cards face up, and bounds the others.
    pub tree: &'t mut Tree<'a>,
    pub worth: EndWorth,
    /// What is known of the states with fewer, by the names of [`Tree`].
    pub table: &'t mut TranspositionTable,
}

/// A flip that has not been worked out.
struct Flip {
    upper: f64,
    tile: usize,
    /// The children that it leads to, once they were looked at.
    children: Option<Range<usize>>,
}

/// Nodes of so few boards are worked out exactly whenever they are gone into.
const SMALL: usize = 32;

/// How many cards are face up once every safe card is flipped.
fn cards(closure: &Closure) -> usize {
    closure.known.safe().count_ones() as usize
}

/// The same for a node, of which the only board is known as a whole.
fn known_safe<U: BoardIndex>(index: &U, node: &Node<U::Set>) -> usize {
    if node.count > 1 {
        return cards(&node.closure);
    }
    let mut safe = 0;
    index.members(&node.set, |board| {
        safe = index.numbered().boards[board].0.safe().count_ones() as usize;
    });
    safe
}

impl Campaign<'_, '_> {
    /// What quitting is worth with these cards known and face up, for boards of this weight.
    fn quit(&self, closure: &Closure, weight: f64) -> f64 {
        let cards = cards(closure);
        let coins = if cards == 0 { 0.0 } else { closure.known.coins() };
        weight * (coins + self.worth.quit(cards) - self.worth.lost[COUNTED])
    }

    /// What a Voltorb takes away, by the cards that were flipped before: for boards of this weight.
    pub fn penalty(&self, cards: usize, weight: f64) -> f64 {
        weight * (self.worth.lost(cards) - self.worth.lost[COUNTED])
    }

    /// The nodes that a flip leads to if it shows no Voltorb, with what is known of them.
    pub fn open<U: BoardIndex>(
        &mut self,
        index: &U,
        set: &U::Set,
        closure: Closure,
        tile: usize,
        children: &mut Vec<Node<U::Set>>,
    ) {
        let start = children.len();
        for value in values(index.seen(set, tile)) {
            self.tree.close(index, index.with(set, tile, value), closure, children);
        }
        for node in &mut children[start..] {
            self.assess(index, node);
        }
    }

    /// Tells what is known of a node that the tree has just opened.
    pub fn assess<U: BoardIndex>(&mut self, index: &U, node: &mut Node<U::Set>) {
        self.tree.recall(node);
        self.tree.bound_by_flips(index, node);
        let cards = known_safe(index, node);
        if cards >= COUNTED {
            return;
        }
        let weight = index.weigh(&node.set).1;
        if node.useful == 0 && !node.value.is_exact() {
            // Time was up before it was looked at.
            node.value.lower = self.quit(&node.closure, weight).min(node.value.upper);
            return;
        }
        if node.useful == 0 {
            let lacks = self.worth.won(cards) - self.worth.won[COUNTED];
            node.value = Interval::exact(node.win + weight * lacks);
            return;
        }
        let known = (node.key != 0).then(|| self.table.get(node.key)).flatten();
        let lower = known.map_or(f64::NEG_INFINITY, |known| known.lower);
        let lower = self.quit(&node.closure, weight).max(lower);
        let upper = known.map_or(node.value.upper, |known| known.upper.min(node.value.upper));
        node.value = match known {
            Some(known) if known.is_exact() => known,
            _ if lower >= upper => Interval::exact(lower),
            _ => Interval { lower, upper },
        };
    }

    /// Works out the children of a flip until the sum of their values is known or at most `alpha`, or
    /// time is up. Gives an upper bound of the sum.
    pub fn refine<U: BoardIndex>(
        &mut self,
        index: &U,
        children: &mut [Node<U::Set>],
        alpha: f64,
    ) -> f64 {
        let density = |node: &Node<U::Set>| node.value.upper / node.count as f64;
        children.sort_unstable_by(|a, b| density(b).total_cmp(&density(a)));
        for i in 0..children.len() {
            if children[i].value.is_exact() || self.tree.clock.stopped {
                continue;
            }
            let upper = sum(children).upper;
            if upper <= alpha {
                return upper;
            }
            let rest = upper - children[i].value.upper;
            let small = children[i].count <= SMALL;
            let target = if small { f64::NEG_INFINITY } else { alpha - rest };
            children[i].value = self.descend(index, &children[i], Task::Solve(target));
            if !children[i].value.is_exact() && !self.tree.clock.stopped {
                // Proven, whatever rounding makes of the sum.
                return alpha.min(sum(children).upper);
            }
        }
        sum(children).upper
    }

    /// Raises the lower bound of a node to what a plain policy reaches.
    pub fn follow<U: BoardIndex>(&mut self, index: &U, node: &mut Node<U::Set>) {
        if !node.value.is_exact() && !self.tree.clock.stopped {
            node.value = self.descend(index, node, Task::Follow);
        }
    }

    /// Carries out a task for a node, with its boards numbered anew if that pays.
    fn descend<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>, task: Task) -> Interval {
        if cards(&node.closure) >= COUNTED {
            return self.tree.descend(index, node, task);
        }
        if index.suits(node.count) {
            return self.carry_out(index, node, task);
        }
        let (tiles, weights) = (self.tree.tiles, self.tree.weights);
        let boards = index.list(&node.set, true);
        let visitor = Descent { search: self, node: &node.renumbered(()), task };
        number(boards, tiles, weights, visitor)
    }

    fn carry_out<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>, task: Task) -> Interval {
        self.tree.clock.tick(node.count);
        let value = match task {
            Task::Solve(alpha) => self.solve(index, node, alpha),
            Task::Follow => self.follow_in(index, node),
        };
        if node.key != 0 {
            self.table.set(node.key, value);
        }
        value
    }

    /// Every flip of a node with an upper bound.
    fn flips<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>) -> Vec<Flip> {
        let cards = cards(&node.closure);
        let bounds = self.tree.flip_bounds(index, node);
        let tiles = node.closure.open & self.tree.symmetry.distinct(&node.closure);
        let flip = |tile: usize| {
            let (win, weight) = index.weigh(&index.with(&node.set, tile, 0));
            let cleared = if node.useful >> tile & 1 == 1 { bounds[tile] } else { node.win - win };
            let upper = cleared.min(node.win - win) + self.penalty(cards, weight);
            Flip { upper: upper.min(node.value.upper), tile, children: None }
        };
        bits(tiles).map(flip).collect()
    }

    /// The value of a node with less than eight cards face up: exactly if it is more than `alpha`.
    fn solve<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>, alpha: f64) -> Interval {
        let count = cards(&node.closure);
        let mut flips = self.flips(index, node);
        let quit = self.quit(&node.closure, index.weigh(&node.set).1);
        let (mut best, mut lower, mut rest) = (quit, node.value.lower.max(quit), quit);
        let mut alpha = alpha.max(best);
        let mut children = Vec::with_capacity(16);
        while let Some(next) = most_promising(&flips) {
            let flip = &mut flips[next];
            if flip.upper <= alpha || self.tree.clock.stopped {
                rest = rest.max(flip.upper);
                break;
            }
            let lost = index.weigh(&index.with(&node.set, flip.tile, 0)).1;
            let penalty = self.penalty(count, lost);
            let Some(range) = flip.children.clone() else {
                let start = children.len();
                self.open(index, &node.set, node.closure, flip.tile, &mut children);
                flip.upper = flip.upper.min(sum(&children[start..]).upper + penalty);
                flip.children = Some(start..children.len());
                continue;
            };
            flips.swap_remove(next);
            let children = &mut children[range];
            let target = alpha - penalty;
            let upper = self.refine(index, children, target);
            // At most `alpha` is what is proven, whatever rounding makes of the difference.
            let upper = if upper <= target { alpha } else { upper + penalty };
            let value = sum(children);
            lower = lower.max(value.lower + penalty);
            if value.is_exact() {
                best = best.max(value.upper + penalty);
                alpha = alpha.max(best);
            } else {
                rest = rest.max(upper);
            }
        }
        if rest <= best {
            Interval::exact(best)
        } else {
            let upper = rest.min(node.value.upper);
            Interval { lower: lower.max(best).min(upper), upper }
        }
    }

    /// What the flip of the best bound leads to, or quitting.
    fn follow_in<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>) -> Interval {
        let flips = self.flips(index, node);
        let Some(best) = most_promising(&flips) else { return node.value };
        let lost = index.weigh(&index.with(&node.set, flips[best].tile, 0)).1;
        let penalty = self.penalty(cards(&node.closure), lost);
        let mut children = Vec::with_capacity(8);
        self.open(index, &node.set, node.closure, flips[best].tile, &mut children);
        children.iter_mut().for_each(|child| self.follow(index, child));
        let lower = sum(&children).lower + penalty;
        let upper = node.value.upper.min(flips[best].upper.max(node.value.lower));
        let lower = lower.max(node.value.lower);
        if lower >= upper { Interval::exact(upper) } else { Interval { lower, upper } }
    }
}

fn most_promising(flips: &[Flip]) -> Option<usize> {
    let flips = flips.iter().enumerate().map(|(number, flip)| (flip.upper, number));
    flips.reduce(|best, flip| if flip.0 >= best.0 { flip } else { best }).map(|best| best.1)
}

/// Goes on in an index that holds just the node's boards.
struct Descent<'s, 't, 'a> {
    search: &'s mut Campaign<'t, 'a>,
    node: &'s Node<()>,
    task: Task,
}

impl Visitor for Descent<'_, '_, '_> {
    type Output = Interval;

    fn visit<U: BoardIndex>(self, index: &U, all: U::Set) -> Interval {
        self.search.carry_out(index, &self.node.renumbered(all), self.task)
    }
}
