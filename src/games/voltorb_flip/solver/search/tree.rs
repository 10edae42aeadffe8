//! Expectimax over sets of boards, with bounds.
//!
//! A state is the set of boards still possible. Cards that are safe for sure are flipped at once, so
//! a state where the player has to decide, a [`Part`], has only open tiles that may be a Voltorb.
//! Its value is not normalised: the weights of the boards are summed, so that the value of a flip is
//! the sum of the values of the parts it leads to.
//!
//! A part is worth at most its weight less the least risk among its tiles. A flip is worth at most
//! the sum of these bounds of its parts; flips are tried best bound first, and a flip is given up
//! once its bound falls to what is reached already.

use super::fixed::Fixed;
use super::goal::{Goal, Weights};
use super::memo::{Interval, Memo};
use super::symmetry::{Closure, Symmetry};
use super::universe::Universe;
use super::wide::{Wide, WideSet};
use crate::games::voltorb_flip::solver::boards::Code;
use std::ops::Range;
use std::rc::Rc;

/// A state in which no card is safe but unknown.
#[derive(Clone, Debug)]
pub struct Part<Set> {
    pub set: Set,
    pub count: usize,
    /// The tiles that differ between the boards.
    pub open: u64,
    pub closure: Closure,
    /// What the cards flipped so far amount to, see [`Goal::add`].
    pub earned: f64,
    /// The weight of the boards.
    pub win: f64,
    /// What is known of the value.
    pub value: Interval,
    /// The name of the state, 0 as long as it was not needed.
    key: u128,
    /// Whether rivals have been taken into account.
    covered: bool,
    /// The tiles of which a flip can be of use.
    useful: u64,
    /// The bounds of [`Universe::covers`], if they were worked out.
    covers: Option<Rc<[f64; 36]>>,
}

/// What all states of a round share.
#[derive(Debug)]
pub struct Tree<'a> {
    pub goal: Goal,
    pub weights: &'a Weights,
    pub symmetry: &'a Symmetry,
    pub columns: usize,
    pub tiles: usize,
    pub memo: &'a mut Memo,
    pub clock: Clock<'a>,
}

/// Whether time is up, asked now and then.
pub struct Clock<'a> {
    time_is_up: &'a (dyn Fn() -> bool + Sync),
    work: u32,
    pub stopped: bool,
    /// States looked into.
    pub nodes: u64,
}

impl std::fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock after {} states", self.nodes)
    }
}

/// Boards looked at between two looks at the clock.
const PATIENCE: u32 = 1 << 14;

impl<'a> Clock<'a> {
    pub fn new(time_is_up: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self { time_is_up, work: 0, stopped: time_is_up(), nodes: 0 }
    }

    fn tick(&mut self, work: usize) {
        self.nodes += 1;
        self.work += 64 + work as u32;
        if self.work > PATIENCE {
            self.work = 0;
            self.stopped = self.stopped || (self.time_is_up)();
        }
    }
}

/// The open tiles, what is determined, and what was earned.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub open: u64,
    pub closure: Closure,
    pub earned: f64,
}

/// A flip that has not been worked out.
struct Flip {
    upper: f64,
    tile: usize,
    seen: u8,
    /// The parts that it leads to, once they were looked at.
    parts: Option<Range<usize>>,
}

fn most_promising(flips: &[Flip]) -> Option<usize> {
    (0..flips.len()).max_by(|&a, &b| flips[a].upper.total_cmp(&flips[b].upper))
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

impl Tree<'_> {
    /// Flips all cards of a set of boards that are safe for sure, and appends the parts that this
    /// leads to.
    pub fn close<U: Universe>(
        &self,
        universe: &U,
        set: U::Set,
        mut known: Known,
        parts: &mut Vec<Part<U::Set>>,
    ) {
        let weight = universe.weigh(&set);
        let count = universe.count(&set);
        let mut least = f64::INFINITY;
        let mut useful = 0;
        if count > 1 {
            for tile in bits(known.open) {
                let view = universe.view(&set, tile);
                if view.seen.is_power_of_two() {
                    let value = view.seen.trailing_zeros() as usize;
                    known.open ^= 1 << tile;
                    known.closure.determine(tile / self.columns, tile % self.columns, value);
                    if value > 0 {
                        known.earned = self.goal.add(known.earned, value);
                    }
                } else if view.seen & 1 == 0 {
                    for value in (1..4).filter(|value| view.seen >> value & 1 == 1) {
                        self.close(universe, universe.with(&set, tile, value), known, parts);
                    }
                    return;
                } else if view.seen > 3 {
                    useful |= 1 << tile;
                    least = least.min(view.risk);
                } else if self.goal.counts_ones() {
                    least = least.min(view.risk);
                }
            }
        }
        let stop = self.goal.stop(known.earned, weight);
        let value = if useful == 0 {
            Interval::exact(weight.0)
        } else {
            let upper = weight.0 - least;
            if upper <= stop {
                Interval::exact(stop)
            } else if count == 2 {
                // One flip, and the board is known.
                Interval::exact(upper)
            } else {
                Interval { lower: stop, upper }
            }
        };
        let Known { open, closure, earned } = known;
        parts.push(Part {
            set,
            count,
            open,
            closure,
            earned,
            win: weight.0,
            value,
            key: 0,
            covered: false,
            useful,
            covers: None,
        });
    }

    /// Appends the parts that a flip leads to if it shows no Voltorb.
    fn flip<U: Universe>(
        &self,
        universe: &U,
        part: &Part<U::Set>,
        tile: usize,
        seen: u8,
        parts: &mut Vec<Part<U::Set>>,
    ) {
        let known = Known { open: part.open, closure: part.closure, earned: part.earned };
        for value in (1..4).filter(|value| seen >> value & 1 == 1) {
            self.close(universe, universe.with(&part.set, tile, value), known, parts);
        }
    }

    /// Takes up what is remembered of a part.
    pub fn recall<Set>(&self, part: &mut Part<Set>) {
        if part.value.is_exact() {
            return;
        }
        if part.key == 0 {
            part.key = self.symmetry.key(&part.closure);
        }
        if let Some(value) = self.memo.get(part.key) {
            part.value = value;
            part.covered = true;
        }
    }

    /// For each tile of a part a bound of its flip by a cover with rivals.
    fn covers<U: Universe>(&self, universe: &U, part: &Part<U::Set>) -> Rc<[f64; 36]> {
        if self.goal.counts_ones() {
            return Rc::new([f64::INFINITY; 36]);
        }
        part.covers.clone().unwrap_or_else(|| Rc::new(universe.covers(&part.set)))
    }

    /// Bounds a part by a cover with rivals, if that was not done yet.
    pub fn cover<U: Universe>(&self, universe: &U, part: &mut Part<U::Set>) {
        if part.covered || part.value.is_exact() || self.goal.counts_ones() {
            return;
        }
        part.covered = true;
        let covers = part.covers.insert(Rc::new(universe.covers(&part.set)));
        let bound = bits(part.useful).map(|tile| covers[tile]).fold(0.0, f64::max);
        let upper = part.value.upper.min(bound);
        part.value = if upper <= part.value.lower {
            Interval::exact(part.value.lower)
        } else {
            Interval { upper, ..part.value }
        };
    }

    /// An upper bound of a flip from those of its parts, no tighter than needed to tell that it is
    /// at most `alpha`.
    fn bound<U: Universe>(&self, universe: &U, parts: &mut [Part<U::Set>], alpha: f64) -> f64 {
        let upper = |parts: &[Part<_>]| parts.iter().map(|part| part.value.upper).sum();
        let mut bound: f64 = upper(parts);
        if bound > alpha {
            parts.iter_mut().for_each(|part| self.recall(part));
            bound = upper(parts);
        }
        for i in 0..parts.len() {
            if bound > alpha {
                self.cover(universe, &mut parts[i]);
                bound = upper(parts);
            }
        }
        bound
    }

    /// Works out the parts of a flip, those first that are worth the most for their work, until its value is known or at most
    /// `alpha`. Gives an upper bound of it.
    fn refine<U: Universe + Descend>(
        &mut self,
        universe: &U,
        parts: &mut [Part<U::Set>],
        alpha: f64,
    ) -> f64 {
        let density = |part: &Part<U::Set>| part.value.upper / part.count as f64;
        parts.sort_unstable_by(|a, b| density(b).total_cmp(&density(a)));
        for i in 0..parts.len() {
            // What came before may have come upon it.
            self.recall(&mut parts[i]);
            if parts[i].value.is_exact() {
                continue;
            }
            let mut upper: f64 = parts.iter().map(|part| part.value.upper).sum();
            if upper <= alpha {
                return upper;
            }
            let target = alpha - (upper - parts[i].value.upper);
            parts[i].value = universe.descend(self, &parts[i], target);
            upper = parts.iter().map(|part| part.value.upper).sum();
            if self.clock.stopped {
                break;
            }
            if !parts[i].value.is_exact() {
                // Proven, whatever rounding makes of the sum.
                return alpha.min(upper);
            }
        }
        parts.iter().map(|part| part.value.upper).sum()
    }

    /// The value of a part, exactly if it is more than `alpha`; otherwise an interval that may end
    /// anywhere up to `alpha`. When time is up, an interval that may be wider.
    pub fn solve<U: Universe + Descend>(
        &mut self,
        universe: &U,
        part: &Part<U::Set>,
        alpha: f64,
    ) -> Interval {
        self.clock.tick(part.count);
        let covers = self.covers(universe, part);
        // The flips not yet done with.
        let mut flips = Vec::with_capacity(36);
        for tile in bits(part.open & self.symmetry.distinct(&part.closure, self.columns)) {
            let view = universe.view(&part.set, tile);
            if view.seen > 3 || self.goal.counts_ones() {
                let upper = (part.win - view.risk).min(covers[tile]);
                flips.push(Flip { upper, tile, seen: view.seen, parts: None });
            }
        }
        // What stopping, or a flip whose value is known, reaches; what any flip surely reaches;
        // and what those that were given up might still reach.
        let (mut best, mut lower) = (part.value.lower, part.value.lower);
        let mut rest = best;
        let mut alpha = alpha.max(best);
        let mut parts = Vec::with_capacity(64);
        while let Some(next) = most_promising(&flips) {
            let flip = &mut flips[next];
            if flip.upper <= alpha || self.clock.stopped {
                rest = rest.max(flip.upper);
                break;
            }
            let Some(range) = flip.parts.clone() else {
                let start = parts.len();
                self.flip(universe, part, flip.tile, flip.seen, &mut parts);
                flip.upper = flip.upper.min(self.bound(universe, &mut parts[start..], alpha));
                flip.parts = Some(start..parts.len());
                continue;
            };
            flips.swap_remove(next);
            let parts = &mut parts[range];
            let upper = self.refine(universe, parts, alpha);
            lower = lower.max(parts.iter().map(|part| part.value.lower).sum());
            if upper > alpha && parts.iter().all(|part| part.value.is_exact()) {
                best = upper;
                alpha = upper;
            } else {
                rest = rest.max(upper);
            }
        }
        let value = if rest <= best {
            Interval::exact(best)
        } else {
            Interval { lower: lower.max(best), upper: rest.min(part.value.upper) }
        };
        let key = if part.key == 0 { self.symmetry.key(&part.closure) } else { part.key };
        self.memo.set(key, value);
        value
    }
}

impl Tree<'_> {
    /// Raises the lower bound of a part to what a plain policy reaches: the flip of the best bound.
    pub fn follow(&mut self, universe: &Wide, part: &mut Part<WideSet>) {
        self.recall(part);
        if !part.value.is_exact() && !self.clock.stopped {
            part.value = universe.descend_to_follow(self, part);
        }
    }

    fn follow_boards<Set>(&mut self, boards: Vec<(Code, u8)>, part: &Part<Set>) -> Interval {
        if boards.len() <= Fixed::<1>::ROOM {
            let (universe, all) = Fixed::<1>::new(boards, self.weights);
            self.follow_in(&universe, &part.renumbered(all))
        } else if boards.len() <= Fixed::<4>::ROOM {
            let (universe, all) = Fixed::<4>::new(boards, self.weights);
            self.follow_in(&universe, &part.renumbered(all))
        } else {
            let (universe, all) = Wide::new(boards, self.tiles, self.weights);
            self.follow_in(&universe, &part.renumbered(all))
        }
    }

    fn follow_in<U: Universe + Descend>(&mut self, universe: &U, part: &Part<U::Set>) -> Interval {
        self.clock.tick(part.count);
        let mut best = (f64::NEG_INFINITY, 0, 0);
        let covers = self.covers(universe, part);
        for tile in bits(part.open & self.symmetry.distinct(&part.closure, self.columns)) {
            let view = universe.view(&part.set, tile);
            let mut bound = part.win - view.risk;
            if (view.seen > 3 || self.goal.counts_ones()) && bound > best.0 {
                bound = bound.min(covers[tile]);
                if bound > best.0 {
                    best = (bound, tile, view.seen);
                }
            }
        }
        let mut parts = Vec::with_capacity(8);
        self.flip(universe, part, best.1, best.2, &mut parts);
        let mut lower = 0.0;
        for part in &mut parts {
            self.recall(part);
            // A lower bound above 0 comes from a policy already.
            if !part.value.is_exact() && part.value.lower == 0.0 && !self.clock.stopped {
                part.value = universe.descend_to_follow(self, part);
            }
            lower += part.value.lower;
        }
        let lower = part.value.lower.max(lower);
        // No flip is worth more than the best bound.
        let upper = part.value.upper.min(best.0.max(part.value.lower));
        let value = if lower >= upper { Interval::exact(upper) } else { Interval { lower, upper } };
        let key = if part.key == 0 { self.symmetry.key(&part.closure) } else { part.key };
        self.memo.set(key, value);
        value
    }
}

/// Universes that know how to go on in a part of them.
pub trait Descend: Universe {
    /// [`Tree::solve`] for a part, with its boards numbered anew if that pays.
    fn descend(&self, tree: &mut Tree, part: &Part<Self::Set>, alpha: f64) -> Interval;
    /// The same for the plain policy.
    fn descend_to_follow(&self, tree: &mut Tree, part: &Part<Self::Set>) -> Interval;
}

impl Descend for Fixed<1> {
    fn descend(&self, tree: &mut Tree, part: &Part<[u64; 1]>, alpha: f64) -> Interval {
        tree.solve(self, part, alpha)
    }

    fn descend_to_follow(&self, tree: &mut Tree, part: &Part<[u64; 1]>) -> Interval {
        tree.follow_in(self, part)
    }
}

impl Descend for Fixed<4> {
    fn descend(&self, tree: &mut Tree, part: &Part<[u64; 4]>, alpha: f64) -> Interval {
        if part.count > Fixed::<1>::ROOM {
            tree.solve(self, part, alpha)
        } else {
            tree.solve_boards(self.list(part.set), part, alpha)
        }
    }

    fn descend_to_follow(&self, tree: &mut Tree, part: &Part<[u64; 4]>) -> Interval {
        if part.count > Fixed::<1>::ROOM {
            tree.follow_in(self, part)
        } else {
            tree.follow_boards(self.list(part.set), part)
        }
    }
}

impl Descend for Wide<'_> {
    fn descend(&self, tree: &mut Tree, part: &Part<WideSet>, alpha: f64) -> Interval {
        match &part.set {
            WideSet::Words(_) if self.is_dense(part.count) => tree.solve(self, part, alpha),
            WideSet::Words(set) => tree.solve_boards(self.list(set), part, alpha),
            WideSet::Few(few, set) => few.descend(tree, &part.renumbered(*set), alpha),
            WideSet::Some(some, set) => some.descend(tree, &part.renumbered(*set), alpha),
        }
    }

    fn descend_to_follow(&self, tree: &mut Tree, part: &Part<WideSet>) -> Interval {
        match &part.set {
            WideSet::Words(set) => tree.follow_boards(self.list(set), part),
            WideSet::Few(few, set) => few.descend_to_follow(tree, &part.renumbered(*set)),
            WideSet::Some(some, set) => some.descend_to_follow(tree, &part.renumbered(*set)),
        }
    }
}

impl<Set> Part<Set> {
    fn renumbered<Other>(&self, set: Other) -> Part<Other> {
        let Self { count, open, closure, earned, win, value, key, covered, useful, .. } = *self;
        let covers = self.covers.clone();
        Part { set, count, open, closure, earned, win, value, key, covered, useful, covers }
    }
}

impl Tree<'_> {
    /// [`Tree::solve`] in a universe that holds just the part's boards.
    pub fn solve_boards<Set>(
        &mut self,
        boards: Vec<(Code, u8)>,
        part: &Part<Set>,
        alpha: f64,
    ) -> Interval {
        if boards.len() <= Fixed::<1>::ROOM {
            let (universe, all) = Fixed::<1>::new(boards, self.weights);
            self.solve(&universe, &part.renumbered(all), alpha)
        } else if boards.len() <= Fixed::<4>::ROOM {
            let (universe, all) = Fixed::<4>::new(boards, self.weights);
            self.solve(&universe, &part.renumbered(all), alpha)
        } else {
            let (universe, all) = Wide::new(boards, self.tiles, self.weights);
            self.solve(&universe, &part.renumbered(all), alpha)
        }
    }
}
