//! Expectimax over sets of boards, with bounds.
//!
//! A state is the set of boards still possible. Cards that are safe for sure are flipped at once, so
//! a state where the player has to decide, a [`Part`], has only open tiles that may be a Voltorb.
//! Its value is not normalised: the weights of the boards are summed, so that the value of a flip is
//! the sum of the values of the parts it leads to.
//!
//! A part is worth at most what a cover with rivals leaves for the best of its tiles. A flip is worth at
//! most the sum of these bounds of its parts; flips are tried best bound first, and a flip is given
//! up once its bound falls to what is reached already.

use super::goal::{Goal, Weights};
use super::memo::{Interval, Memo};
use super::symmetry::{Closure, Symmetry};
use super::universe::{Universe, Visitor, number};
use crate::games::voltorb_flip::solver::boards::Code;
use crate::games::voltorb_flip::solver::monitor::{Monitor, Progress};
use arrayvec::ArrayVec;
use std::ops::Range;
use std::rc::Rc;

/// A state in which no card is safe but unknown.
#[derive(Clone, Debug)]
pub struct Part<Set> {
    pub set: Set,
    pub count: usize,
    pub closure: Closure,
    /// The weight of the boards.
    pub win: f64,
    /// What is known of the value.
    pub value: Interval,
    /// The name of the state, 0 if its value was known from the start or time was up before that.
    key: u128,
    /// Whether the bounds of its flips have been taken into account.
    covered: bool,
    /// The tiles of which a flip can be of use.
    useful: u64,
    /// The bounds of its flips by tile, if they were worked out.
    covers: Option<Rc<[f64; 36]>>,
}

/// What all states of a round share.
#[derive(Debug)]
pub struct Tree<'a> {
    pub goal: Goal,
    pub weights: &'a Weights,
    pub symmetry: &'a Symmetry,
    pub tiles: usize,
    pub memo: &'a mut Memo,
    pub clock: Clock<'a>,
}

/// Whether time is up, asked now and then.
pub struct Clock<'a> {
    monitor: &'a dyn Monitor,
    work: usize,
    pub stopped: bool,
    /// States looked into.
    pub nodes: u64,
    /// What is known of the position's value, not normalised, and the weight of all its boards.
    pub bounds: Interval,
    pub whole: f64,
}

impl std::fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock after {} states", self.nodes)
    }
}

/// Parts of so few boards are worked out exactly whenever they are gone into.
const SMALL: usize = 32;

/// Sets of so many boards take so long to go through that the clock is looked at.
const LARGE: usize = 1 << 12;

/// Boards looked at between two looks at the clock.
const PATIENCE: usize = 1 << 14;

impl<'a> Clock<'a> {
    /// For boards that weigh `whole` together.
    pub fn new(monitor: &'a dyn Monitor, whole: f64) -> Self {
        let bounds = Interval { lower: 0.0, upper: whole };
        Self { monitor, work: 0, stopped: monitor.time_is_up(), nodes: 0, bounds, whole }
    }

    /// Counts a state that is looked into, with this number of boards.
    pub fn tick(&mut self, boards: usize) {
        self.nodes += 1;
        self.work += 64 + boards;
        if self.work > PATIENCE {
            self.look();
        }
    }

    /// Counts work that is done outside of states, in boards looked at.
    fn toil(&mut self, boards: usize) {
        self.work += boards;
        if self.work > PATIENCE {
            self.look();
        }
    }

    fn look(&mut self) {
        self.work = 0;
        self.stopped = self.stopped || self.monitor.time_is_up();
        let share = |weight: f64| (weight / self.whole).max(0.0);
        let (lower, upper) = (share(self.bounds.lower), share(self.bounds.upper));
        self.monitor.report(Progress::Searching { nodes: self.nodes, lower, upper });
    }
}

/// A flip that has not been worked out.
struct Flip {
    upper: f64,
    tile: usize,
    /// The parts that it leads to, once they were looked at.
    parts: Option<Range<usize>>,
}

fn most_promising(flips: &[Flip]) -> Option<usize> {
    let flips = flips.iter().enumerate().map(|(number, flip)| (flip.upper, number));
    flips.reduce(|best, flip| if flip.0 >= best.0 { flip } else { best }).map(|best| best.1)
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// The values other than a Voltorb of which a bit is set.
pub fn values(seen: u8) -> impl Iterator<Item = usize> {
    (1..4).filter(move |value| seen >> value & 1 == 1)
}

/// What is known of the value of a flip that leads to these parts.
pub fn sum<Set>(parts: &[Part<Set>]) -> Interval {
    let upper = parts.iter().map(|part| part.value.upper).sum();
    if parts.iter().all(|part| part.value.is_exact()) {
        Interval::exact(upper)
    } else {
        Interval { lower: parts.iter().map(|part| part.value.lower).sum(), upper }
    }
}

impl Tree<'_> {
    /// Flips all cards of a set of boards that are safe for sure, and appends the parts that this
    /// leads to.
    ///
    /// Gives up when time is up: then the parts may have cards that are safe but unknown, and no key.
    pub fn close<U: Universe>(
        &mut self,
        universe: &U,
        set: U::Set,
        mut closure: Closure,
        parts: &mut Vec<Part<U::Set>>,
    ) {
        let (count, weight) = universe.measure(&set);
        let mut useful = 0;
        if count > LARGE {
            self.clock.toil(count / 2);
        }
        if count > LARGE && self.clock.stopped {
            let value = Interval { lower: 0.0, upper: weight.0 };
            let (key, covered, covers) = (0, true, None);
            let part =
                Part { set, count, closure, win: weight.0, value, key, covered, useful, covers };
            parts.push(part);
            return;
        }
        if count > 1 {
            let seen = universe.seen_at(&set, count, closure.open);
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
                    self.close(universe, universe.with(&set, tile, value), closure, parts);
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
            let risk = bits(tiles).map(|tile| universe.risk(&set, tile)).fold(weight.0, f64::min);
            Interval::exact(stop.max(weight.0 - risk))
        } else {
            Interval { lower: stop, upper: weight.0 }
        };
        let mut key = 0;
        if !value.is_exact() {
            // Named at once: then the table's lines are there when the part is looked up.
            key = self.symmetry.key(&closure);
            self.memo.prefetch(key);
        }
        parts.push(Part {
            set,
            count,
            closure,
            win: weight.0,
            value,
            key,
            covered: false,
            useful,
            covers: None,
        });
    }

    /// Appends the parts that a flip leads to if it shows no Voltorb.
    fn flip<U: Universe>(
        &mut self,
        universe: &U,
        part: &Part<U::Set>,
        tile: usize,
        parts: &mut Vec<Part<U::Set>>,
    ) {
        for value in values(universe.seen(&part.set, tile)) {
            self.close(universe, universe.with(&part.set, tile, value), part.closure, parts);
        }
    }

    /// Takes up what is remembered of a part.
    pub fn recall<Set>(&self, part: &mut Part<Set>) {
        if part.value.is_exact() || part.key == 0 {
            return;
        }
        if let Some(value) = self.memo.get(part.key) {
            part.value = value;
            part.covered = true;
        }
    }

    /// The tiles of a part of which a flip can be of use.
    fn flips<Set>(&self, part: &Part<Set>) -> u64 {
        if self.goal.counts_ones() { part.closure.open } else { part.useful }
    }

    /// Whether boards that are rivals bound the values: not if there are other ways to reach the goal than
    /// to clear the board.
    fn has_rivals(&self) -> bool {
        !self.goal.counts_ones()
    }

    /// For each of those tiles a bound of its flip: by a cover with rivals, or else by its risk.
    fn covers<U: Universe>(&self, universe: &U, part: &Part<U::Set>) -> Rc<[f64; 36]> {
        if let Some(covers) = &part.covers {
            return covers.clone();
        }
        let covers = self
            .has_rivals()
            .then(|| universe.covers(&part.set, part.useful))
            .flatten()
            .unwrap_or_else(|| {
                let mut covers = [0.0; 36];
                bits(self.flips(part)).for_each(|tile| {
                    covers[tile] = part.win - universe.risk(&part.set, tile);
                });
                covers
            });
        Rc::new(covers)
    }

    /// Bounds a part by the best of its flips, if that was not done yet.
    pub fn cover<U: Universe>(&mut self, universe: &U, part: &mut Part<U::Set>) {
        if part.covered || part.value.is_exact() {
            return;
        }
        let covers = self.covers(universe, part);
        part.covered = true;
        let bound = bits(self.flips(part)).map(|tile| covers[tile]).fold(0.0, f64::max);
        part.covers = Some(covers);
        let upper = part.value.upper.min(bound);
        part.value = if upper <= part.value.lower {
            Interval::exact(part.value.lower)
        } else {
            Interval { upper, ..part.value }
        };
        self.memo.set(part.key, part.value);
    }

    /// An upper bound of a flip from those of its parts, no tighter than needed to tell that it is
    /// at most `alpha`.
    fn bound<U: Universe>(&mut self, universe: &U, parts: &mut [Part<U::Set>], alpha: f64) -> f64 {
        let upper = |parts: &[Part<_>]| parts.iter().map(|part| part.value.upper).sum();
        let mut bound: f64 = upper(parts);
        if bound > alpha {
            for part in parts.iter_mut() {
                self.recall(part);
            }
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

    /// Works out the parts of a flip, those first that are worth the most for their work, until its
    /// value is known or at most `alpha`, or time is up. Gives an upper bound of it.
    pub fn refine<U: Universe>(
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
            if parts[i].value.is_exact() || self.clock.stopped {
                continue;
            }
            let upper = sum(parts).upper;
            if upper <= alpha {
                return upper;
            }
            // A small one is soon known for good.
            let small = parts[i].count <= SMALL;
            let rest = upper - parts[i].value.upper;
            let target = if small { f64::NEG_INFINITY } else { alpha - rest };
            parts[i].value = self.descend(universe, &parts[i], Task::Solve(target));
            if !parts[i].value.is_exact() && !self.clock.stopped {
                // Proven, whatever rounding makes of the sum.
                return alpha.min(sum(parts).upper);
            }
        }
        sum(parts).upper
    }

    /// The value of a part, exactly if it is more than `alpha`; otherwise an interval that may end
    /// anywhere up to `alpha`. When time is up, an interval that may be wider.
    fn solve<U: Universe>(&mut self, universe: &U, part: &Part<U::Set>, alpha: f64) -> Interval {
        self.clock.tick(part.count);
        let covers = self.covers(universe, part);
        // The flips not yet done with.
        let mut flips: ArrayVec<Flip, 36> = ArrayVec::new();
        for tile in bits(self.flips(part) & self.symmetry.distinct(&part.closure)) {
            flips.push(Flip { upper: covers[tile], tile, parts: None });
        }
        // What stopping, or a flip whose value is known, reaches; what any flip surely reaches;
        // and what those that were given up might still reach.
        let (mut best, mut lower) = (part.value.lower, part.value.lower);
        let mut rest = best;
        let mut alpha = alpha.max(best);
        let mut parts = Vec::with_capacity(16);
        while let Some(next) = most_promising(&flips) {
            let flip = &mut flips[next];
            if flip.upper <= alpha || self.clock.stopped {
                rest = rest.max(flip.upper);
                break;
            }
            let Some(range) = flip.parts.clone() else {
                let start = parts.len();
                self.flip(universe, part, flip.tile, &mut parts);
                flip.upper = flip.upper.min(self.bound(universe, &mut parts[start..], alpha));
                flip.parts = Some(start..parts.len());
                if flip.upper > alpha && parts[start..].iter().all(|part| part.value.is_exact()) {
                    // Known from before: what is worth less need not be gone into.
                    best = flip.upper;
                    alpha = best;
                    flips.swap_remove(next);
                }
                continue;
            };
            flips.swap_remove(next);
            let parts = &mut parts[range];
            let upper = self.refine(universe, parts, alpha);
            let value = sum(parts);
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
            Interval { lower: lower.max(best), upper: rest.min(part.value.upper) }
        };
        self.memo.set(part.key, value);
        value
    }
}

impl Tree<'_> {
    /// Raises the lower bound of a part to what a plain policy reaches: the flip of the best bound.
    pub fn follow<U: Universe>(&mut self, universe: &U, part: &mut Part<U::Set>) {
        self.recall(part);
        if !part.value.is_exact() && !self.clock.stopped {
            part.value = self.descend(universe, part, Task::Follow);
        }
    }

    fn follow_in<U: Universe>(&mut self, universe: &U, part: &Part<U::Set>) -> Interval {
        self.clock.tick(part.count);
        let covers = self.covers(universe, part);
        let flips = bits(self.flips(part) & self.symmetry.distinct(&part.closure));
        let best = flips.map(|tile| (covers[tile], tile)).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some(best) = best else { return part.value };
        let mut parts = Vec::with_capacity(8);
        self.flip(universe, part, best.1, &mut parts);
        let mut lower = 0.0;
        for part in &mut parts {
            self.recall(part);
            // A lower bound above 0 comes from a policy already.
            if !part.value.is_exact() && part.value.lower == 0.0 && !self.clock.stopped {
                part.value = self.descend(universe, part, Task::Follow);
            }
            lower += part.value.lower;
        }
        let lower = part.value.lower.max(lower);
        // No flip is worth more than the best bound.
        let upper = part.value.upper.min(best.0.max(part.value.lower));
        let value = if lower >= upper { Interval::exact(upper) } else { Interval { lower, upper } };
        self.memo.set(part.key, value);
        value
    }
}

/// What is asked of a part.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// Its value, exactly if it is more than this.
    Solve(f64),
    /// What a plain policy reaches.
    Follow,
}

impl Tree<'_> {
    /// Carries out a task for a part, with its boards numbered anew if that pays.
    fn descend<U: Universe>(&mut self, universe: &U, part: &Part<U::Set>, task: Task) -> Interval {
        if universe.suits(part.count) {
            return self.carry_out(universe, part, task);
        }
        let (tiles, weights) = (self.tiles, self.weights);
        let boards = universe.list(&part.set, self.has_rivals());
        let visitor = Descent { tree: self, part: &part.renumbered(()), task };
        number(boards, tiles, weights, visitor)
    }

    fn carry_out<U: Universe>(
        &mut self,
        universe: &U,
        part: &Part<U::Set>,
        task: Task,
    ) -> Interval {
        match task {
            Task::Solve(alpha) => self.solve(universe, part, alpha),
            Task::Follow => self.follow_in(universe, part),
        }
    }
}

/// Goes on in a universe that holds just the part's boards.
struct Descent<'t, 'a> {
    tree: &'t mut Tree<'a>,
    part: &'t Part<()>,
    task: Task,
}

impl Visitor for Descent<'_, '_> {
    type Output = Interval;

    fn visit<U: Universe>(self, universe: &U, all: U::Set) -> Interval {
        self.tree.carry_out(universe, &self.part.renumbered(all), self.task)
    }
}

impl<Set> Part<Set> {
    fn renumbered<Other>(&self, set: Other) -> Part<Other> {
        let Self { count, closure, win, value, key, covered, useful, .. } = *self;
        let covers = self.covers.clone();
        Part { set, count, closure, win, value, key, covered, useful, covers }
    }
}
