//! Expectimax over sets of boards, with bounds.
//!
//! A state is the set of boards still possible. Cards that are safe for sure are flipped at once, so
//! a state where the player has to decide, a [`Node`], has only open tiles that may be a Voltorb. Values are
//! not normalised: weights of boards are summed, so that with `S[t = v]` the boards of `S` that show `v` at
//! the tile `t`,
//!
//! ```text
//! value(S, t) = value(S[t = 1]) + value(S[t = 2]) + value(S[t = 3])
//! value(S) = max { stop(S), value(S, t) : t face down }
//! value(S) = weight(S) if every 2 and 3 is known
//! ```
//!
//! where `stop` is what quitting is worth, 0 where nothing is gained by it. (Michie, Game-playing and
//! game-learning automata, 1966, names the method; Ballard, The *-minimax search procedure for trees
//! containing chance nodes, 1983, prunes by bounds of the outcomes as is done here.)
//!
//! A node is worth at most what a clique cover leaves for the best of its tiles ([`super::clique_cover`]). A flip
//! is worth at most the sum of these bounds of the nodes that it leads to, its children. Flips are tried
//! best bound first, and one is given up once its bound falls to what is reached already.

use super::bits::bits;
use super::board_index::{BoardIndex, Visitor};
use super::clock::Clock;
use super::goal::{Goal, Weights};
use super::node::{Node, sum, values};
use super::numbering::number;
use super::symmetry::{Closure, Symmetry};
use super::transposition::{Interval, TranspositionTable};
use crate::solver::boards::Code;
use arrayvec::ArrayVec;
use std::ops::Range;
use std::rc::Rc;

/// What all states of a round share.
#[derive(Debug)]
pub struct Tree<'a> {
    pub goal: Goal,
    pub weights: &'a Weights,
    pub symmetry: &'a Symmetry,
    pub tiles: usize,
    pub table: &'a mut TranspositionTable,
    pub clock: Clock<'a>,
}

/// Children of so few boards are worked out exactly whenever they are gone into.
const SMALL: usize = 32;

/// Sets of so many boards take so long to go through that the clock is looked at.
const LARGE: usize = 1 << 12;

/// A flip that has not been worked out.
struct Flip {
    upper: f64,
    tile: usize,
    /// The children that it leads to, once they were looked at.
    children: Option<Range<usize>>,
}

fn most_promising(flips: &[Flip]) -> Option<usize> {
    let flips = flips.iter().enumerate().map(|(number, flip)| (flip.upper, number));
    flips.reduce(|best, flip| if flip.0 >= best.0 { flip } else { best }).map(|best| best.1)
}

impl Tree<'_> {
    /// Flips all cards of a set of boards that are safe for sure, and appends the children that this
    /// leads to.
    ///
    /// Gives up when time is up: then the children may have cards that are safe but unknown, and no key.
    pub fn close<U: BoardIndex>(
        &mut self,
        index: &U,
        set: U::Set,
        mut closure: Closure,
        children: &mut Vec<Node<U::Set>>,
    ) {
        let (count, weight) = index.measure(&set);
        let mut useful = 0;
        if count > LARGE {
            self.clock.add_work(count / 2);
        }
        if count > LARGE && self.clock.stopped {
            let value = Interval { lower: 0.0, upper: weight.0 };
            let (key, bounded, flip_bounds) = (0, true, None);
            let node = Node {
                set,
                count,
                closure,
                win: weight.0,
                value,
                key,
                bounded,
                useful,
                flip_bounds,
            };
            children.push(node);
            return;
        }
        if count > 1 {
            let seen = index.seen_at(&set, count, closure.open);
            let [voltorbs, ones, twos, threes] = seen;
            useful = voltorbs & (twos | threes);
            let several =
                voltorbs & (ones | twos | threes) | ones & (twos | threes) | twos & threes;
            let sure = closure.open & !several;
            closure.determine(sure, Code { low: ones | threes, high: twos | threes });
            let safe = several & !voltorbs;
            if safe != 0 {
                let tile = safe.trailing_zeros() as usize;
                for value in (1..4).filter(|&value| seen[value] >> tile & 1 == 1) {
                    self.close(index, index.with(&set, tile, value), closure, children);
                }
                return;
            }
        }
        let stop = self.goal.stop(closure.known, weight);
        let value = if useful == 0 {
            Interval::exact(weight.0)
        } else if count == 2 {
            // One flip, and the board is known.
            let tiles = if self.goal.counts_ones() { closure.open } else { useful };
            let risk = bits(tiles).map(|tile| index.risk(&set, tile)).fold(weight.0, f64::min);
            Interval::exact(stop.max(weight.0 - risk))
        } else {
            Interval { lower: stop, upper: weight.0 }
        };
        let mut key = 0;
        if !value.is_exact() {
            // Named at once: then the table's lines are there when the node is looked up.
            key = self.symmetry.key(&closure);
            self.table.prefetch(key);
        }
        children.push(Node {
            set,
            count,
            closure,
            win: weight.0,
            value,
            key,
            bounded: false,
            useful,
            flip_bounds: None,
        });
    }

    /// Appends the children that a flip leads to if it shows no Voltorb.
    fn flip<U: BoardIndex>(
        &mut self,
        index: &U,
        node: &Node<U::Set>,
        tile: usize,
        children: &mut Vec<Node<U::Set>>,
    ) {
        for value in values(index.seen(&node.set, tile)) {
            self.close(index, index.with(&node.set, tile, value), node.closure, children);
        }
    }

    /// Takes up what is remembered of a node.
    pub fn recall<Set>(&self, node: &mut Node<Set>) {
        if node.value.is_exact() || node.key == 0 {
            return;
        }
        if let Some(value) = self.table.get(node.key) {
            node.value = value;
            node.bounded = true;
        }
    }

    /// The tiles of a node of which a flip can be of use.
    fn flips<Set>(&self, node: &Node<Set>) -> u64 {
        if self.goal.counts_ones() { node.closure.open } else { node.useful }
    }

    /// Whether a clique cover bounds the values: not if there are other ways to reach the goal than
    /// to clear the board.
    fn has_clique_bound(&self) -> bool {
        !self.goal.counts_ones()
    }

    /// For each of those tiles a bound of its flip: by a clique cover, or else by its risk.
    pub fn flip_bounds<U: BoardIndex>(&self, index: &U, node: &Node<U::Set>) -> Rc<[f64; 36]> {
        if let Some(flip_bounds) = &node.flip_bounds {
            return flip_bounds.clone();
        }
        let flip_bounds = self
            .has_clique_bound()
            .then(|| index.clique_cover_bounds(&node.set, node.useful))
            .flatten()
            .unwrap_or_else(|| {
                let mut flip_bounds = [0.0; 36];
                bits(self.flips(node)).for_each(|tile| {
                    flip_bounds[tile] = node.win - index.risk(&node.set, tile);
                });
                flip_bounds
            });
        Rc::new(flip_bounds)
    }

    /// Bounds a node by the best of its flips, if that was not done yet.
    pub fn bound_by_flips<U: BoardIndex>(&mut self, index: &U, node: &mut Node<U::Set>) {
        if node.bounded || node.value.is_exact() {
            return;
        }
        let flip_bounds = self.flip_bounds(index, node);
        node.bounded = true;
        let bound = bits(self.flips(node)).map(|tile| flip_bounds[tile]).fold(0.0, f64::max);
        node.flip_bounds = Some(flip_bounds);
        let upper = node.value.upper.min(bound);
        node.value = if upper <= node.value.lower {
            Interval::exact(node.value.lower)
        } else {
            Interval { upper, ..node.value }
        };
        self.table.set(node.key, node.value);
    }

    /// An upper bound of a flip from those of its children, no tighter than needed to tell that it is
    /// at most `alpha`.
    fn bound<U: BoardIndex>(
        &mut self,
        index: &U,
        children: &mut [Node<U::Set>],
        alpha: f64,
    ) -> f64 {
        let upper = |children: &[Node<_>]| children.iter().map(|node| node.value.upper).sum();
        let mut bound: f64 = upper(children);
        if bound > alpha {
            for node in children.iter_mut() {
                self.recall(node);
            }
            bound = upper(children);
        }
        for i in 0..children.len() {
            if bound > alpha {
                self.bound_by_flips(index, &mut children[i]);
                bound = upper(children);
            }
        }
        bound
    }

    /// Works out the children of a flip, those first that are worth the most for their work, until its
    /// value is known or at most `alpha`, or time is up. Gives an upper bound of it.
    pub fn refine<U: BoardIndex>(
        &mut self,
        index: &U,
        children: &mut [Node<U::Set>],
        alpha: f64,
    ) -> f64 {
        let density = |node: &Node<U::Set>| node.value.upper / node.count as f64;
        children.sort_unstable_by(|a, b| density(b).total_cmp(&density(a)));
        for i in 0..children.len() {
            // What came before may have come upon it.
            self.recall(&mut children[i]);
            if children[i].value.is_exact() || self.clock.stopped {
                continue;
            }
            let upper = sum(children).upper;
            if upper <= alpha {
                return upper;
            }
            // A small one is soon known for good.
            let small = children[i].count <= SMALL;
            let rest = upper - children[i].value.upper;
            let target = if small { f64::NEG_INFINITY } else { alpha - rest };
            children[i].value = self.descend(index, &children[i], Task::Solve(target));
            if !children[i].value.is_exact() && !self.clock.stopped {
                // Proven, whatever rounding makes of the sum.
                return alpha.min(sum(children).upper);
            }
        }
        sum(children).upper
    }

    /// The value of a node, exactly if it is more than `alpha`; otherwise an interval that may end
    /// anywhere up to `alpha`. When time is up, an interval that may be wider.
    fn solve<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>, alpha: f64) -> Interval {
        self.clock.tick(node.count);
        let flip_bounds = self.flip_bounds(index, node);
        // The flips not yet done with.
        let mut flips: ArrayVec<Flip, 36> = ArrayVec::new();
        for tile in bits(self.flips(node) & self.symmetry.distinct(&node.closure)) {
            flips.push(Flip { upper: flip_bounds[tile], tile, children: None });
        }
        // What stopping, or a flip whose value is known, reaches; what any flip surely reaches;
        // and what those that were given up might still reach.
        let (mut best, mut lower) = (node.value.lower, node.value.lower);
        let mut rest = best;
        let mut alpha = alpha.max(best);
        let mut children = Vec::with_capacity(16);
        while let Some(next) = most_promising(&flips) {
            let flip = &mut flips[next];
            if flip.upper <= alpha || self.clock.stopped {
                rest = rest.max(flip.upper);
                break;
            }
            let Some(range) = flip.children.clone() else {
                let start = children.len();
                self.flip(index, node, flip.tile, &mut children);
                flip.upper = flip.upper.min(self.bound(index, &mut children[start..], alpha));
                flip.children = Some(start..children.len());
                if flip.upper > alpha && children[start..].iter().all(|node| node.value.is_exact())
                {
                    // Known from before: what is worth less need not be gone into.
                    best = flip.upper;
                    alpha = best;
                    flips.swap_remove(next);
                }
                continue;
            };
            flips.swap_remove(next);
            let children = &mut children[range];
            let upper = self.refine(index, children, alpha);
            let value = sum(children);
            lower = lower.max(value.lower);
            if upper > alpha && value.is_exact() {
                best = upper;
                alpha = upper;
            } else {
                rest = rest.max(upper);
            }
        }
        let value = if rest <= best {
            Interval::exact(best)
        } else {
            Interval { lower: lower.max(best), upper: rest.min(node.value.upper) }
        };
        self.table.set(node.key, value);
        value
    }
}

impl Tree<'_> {
    /// Raises the lower bound of a node to what a plain policy reaches: the flip of the best bound.
    pub fn follow<U: BoardIndex>(&mut self, index: &U, node: &mut Node<U::Set>) {
        self.recall(node);
        if !node.value.is_exact() && !self.clock.stopped {
            node.value = self.descend(index, node, Task::Follow);
        }
    }

    fn follow_in<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>) -> Interval {
        self.clock.tick(node.count);
        let flip_bounds = self.flip_bounds(index, node);
        let flips = bits(self.flips(node) & self.symmetry.distinct(&node.closure));
        let best = flips.map(|tile| (flip_bounds[tile], tile)).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some(best) = best else { return node.value };
        let mut children = Vec::with_capacity(8);
        self.flip(index, node, best.1, &mut children);
        let mut lower = 0.0;
        for node in &mut children {
            self.recall(node);
            // A lower bound above 0 comes from a policy already.
            if !node.value.is_exact() && node.value.lower == 0.0 && !self.clock.stopped {
                node.value = self.descend(index, node, Task::Follow);
            }
            lower += node.value.lower;
        }
        let lower = node.value.lower.max(lower);
        // No flip is worth more than the best bound.
        let upper = node.value.upper.min(best.0.max(node.value.lower));
        let value = if lower >= upper { Interval::exact(upper) } else { Interval { lower, upper } };
        self.table.set(node.key, value);
        value
    }
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub enum Task {
    /// Its value, exactly if it is more than this.
    Solve(f64),
    /// What a plain policy reaches.
    Follow,
}

impl Tree<'_> {
    /// Carries out a task for a node, with its boards numbered anew if that pays.
    pub fn descend<U: BoardIndex>(
        &mut self,
        index: &U,
        node: &Node<U::Set>,
        task: Task,
    ) -> Interval {
        if index.suits(node.count) {
            return self.carry_out(index, node, task);
        }
        let (tiles, weights) = (self.tiles, self.weights);
        let boards = index.list(&node.set, self.has_clique_bound());
        let visitor = Descent { tree: self, node: &node.renumbered(()), task };
        number(boards, tiles, weights, visitor)
    }

    fn carry_out<U: BoardIndex>(&mut self, index: &U, node: &Node<U::Set>, task: Task) -> Interval {
        match task {
            Task::Solve(alpha) => self.solve(index, node, alpha),
            Task::Follow => self.follow_in(index, node),
        }
    }
}

/// Goes on in an index that holds just the node's boards.
struct Descent<'t, 'a> {
    tree: &'t mut Tree<'a>,
    node: &'t Node<()>,
    task: Task,
}

impl Visitor for Descent<'_, '_> {
    type Output = Interval;

    fn visit<U: BoardIndex>(self, index: &U, all: U::Set) -> Interval {
        self.tree.carry_out(index, &self.node.renumbered(all), self.task)
    }
}
