//! The first flip: the value of the position, and of each of its tiles.

use super::Memory;
use super::goal::{Goal, Weights};
use super::memo::Interval;
use super::strict::{Strict, Up};
use super::symmetry::Closure;
use super::tree::{Clock, Part, Tree, sum, values};
use super::universe::{Universe, arrange};
use super::wide::{Wide, WideSet};
use crate::games::voltorb_flip::board::Position;
use crate::games::voltorb_flip::solver::boards::{self, Boards, Code};
use crate::games::voltorb_flip::solver::choice::{best_two, is_tie};
use crate::games::voltorb_flip::solver::{Advice, Depth, Monitor, RunnerUp};

/// What the search found, as chances or coins.
#[derive(Debug)]
pub struct Answer {
    value: Interval,
    /// The value of stopping.
    stop: f64,
    /// The tiles face down.
    tiles: Vec<Tile>,
    columns: usize,
}

#[derive(Clone, Copy, Debug)]
struct Tile {
    tile: usize,
    value: Interval,
    safe: bool,
    /// Whether a flip can be of use at all.
    useful: bool,
}

type Parts = Vec<Part<WideSet>>;

/// Searches a position that is not over, with the boards that fit it.
pub fn search(
    position: &Position,
    boards: &Boards,
    memory: &mut Memory,
    monitor: &dyn Monitor,
    depth: Depth,
) -> Answer {
    let goal = memory.aim.goal;
    let weights = Weights::new(&boards.classes, goal);
    let columns = position.cols.len();
    let number = columns * position.rows.len();
    let mut tree = Tree {
        goal,
        weights: &weights,
        symmetry: &memory.symmetry,
        tiles: number,
        memo: &mut memory.memo,
        clock: Clock::new(monitor, boards.weight()),
    };
    let mut numbered = boards.numbered(&weights.order);
    arrange(&mut numbered);
    let (universe, all) = Wide::new(numbered, number, &weights);
    let whole = universe.weigh(&all);
    tree.clock.bounds.upper = whole.0;
    let totals = boards::total(&position.rows);
    let excess = totals.0 + totals.1 - number as u32;
    let start = Closure::new(number);
    if excess == 0 {
        let rewarded = memory.aim.strict.is_none_or(|strict| strict.cards <= 1);
        return without_multipliers(&universe, &all, number, columns, rewarded);
    }
    if let Some(rules) = memory.aim.strict {
        let strict = Strict { tree: &mut tree, rules, excess, memo: &mut memory.strict };
        return search_strict(position, &universe, &all, strict, depth);
    }
    let mut base = Vec::new();
    tree.close(&universe, all.clone(), start, &mut base);

    // Every tile face down, with what its flip leads to.
    let views = (0..number).filter(|&t| position.tiles[(t / columns, t % columns)].is_none());
    let mut room = ROOM;
    let mut tiles: Vec<(Tile, Option<Parts>)> = views
        .map(|tile| {
            let seen = universe.seen(&all, tile);
            let parts = open(&mut tree, &universe, &all, tile);
            let value = sum(&parts);
            let useful = seen > 3 || goal.counts_ones() && seen != 1;
            let left = room.checked_sub(parts.iter().map(bytes).sum());
            room = left.unwrap_or(room);
            (Tile { tile, value, safe: seen & 1 == 0, useful }, left.map(|_| parts))
        })
        .collect();
    let bare = position.tiles.iter().all(Option::is_none);
    if bare && goal == Goal::Coins {
        // The first card pays at least a coin, even a 1; without it there is nothing to take.
        let safe = tiles.iter().any(|(tile, _)| tile.safe);
        let sure_voltorb = |tile: &Tile| universe.seen(&all, tile.tile) == 1;
        for (tile, _) in tiles.iter_mut().filter(|(tile, _)| !sure_voltorb(tile)) {
            tile.useful |= tile.safe || !safe;
        }
    }
    let up = position.tiles.iter().enumerate();
    let up: Code = up.filter_map(|(tile, card)| Some((tile, (*card)?))).collect();
    let stop = if bare { 0.0 } else { goal.stop(up, whole) };

    if memory.aim.outlasts_a_loss && stop == whole.0 {
        // Nothing can be lost any more.
        let kept = |tile: &Tile| Tile { value: Interval::exact(stop), ..*tile };
        let tiles = tiles.iter().map(|(tile, _)| kept(tile)).collect();
        return Answer::new(Interval::exact(stop), stop, tiles, whole.1, true, columns);
    }

    // A safe card that is certainly a 1 leaves the choice among the others open.
    let has_safe = tiles.iter().any(|(tile, _)| tile.safe && tile.useful);
    let value;
    if has_safe {
        // Safe cards come first, and which of them does not matter.
        tree.refine(&universe, &mut base, f64::NEG_INFINITY);
        value = sum(&base);
        tree.clock.bounds = value;
        for (tile, _) in tiles.iter_mut().filter(|(tile, _)| tile.safe) {
            tile.value = value;
        }
    } else {
        value = best_of(&mut tree, &universe, &all, &mut tiles, stop);
    }
    if depth == Depth::EveryTile {
        tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
        for (tile, parts) in tiles.iter_mut().filter(|(tile, _)| !tile.value.is_exact()) {
            if let Some(parts) = opened(&mut tree, &universe, &all, tile, parts).as_mut() {
                tree.refine(&universe, parts, f64::NEG_INFINITY);
                tile.value = sum(parts);
            }
        }
    }
    // No flip exceeds the best one.
    for (tile, _) in &mut tiles {
        if !tile.value.is_exact() {
            tile.value.upper = tile.value.upper.min(value.upper);
        }
    }
    let tiles = tiles.into_iter().map(|(tile, _)| tile).collect();
    Answer::new(value, stop, tiles, whole.1, goal != Goal::Coins, columns)
}

/// A board without any 2 or 3 is won by the first card that is no Voltorb, for one coin.
fn without_multipliers<U: Universe>(
    universe: &U,
    all: &U::Set,
    number: usize,
    columns: usize,
    rewarded: bool,
) -> Answer {
    let whole = universe.weigh(all).0;
    let tile = |tile| {
        let (seen, risk) = (universe.seen(all, tile), universe.risk(all, tile));
        let value = Interval::exact(if rewarded { whole - risk } else { 0.0 });
        Tile { tile, value, safe: seen & 1 == 0, useful: seen != 1 }
    };
    let tiles: Vec<Tile> = (0..number).map(tile).collect();
    let best = tiles.iter().map(|tile| tile.value.upper).fold(0.0, f64::max);
    Answer::new(Interval::exact(best), 0.0, tiles, whole, true, columns)
}

/// The same for an objective for which a flip can come too early.
fn search_strict<U: Universe>(
    position: &Position,
    universe: &U,
    all: &U::Set,
    mut strict: Strict,
    depth: Depth,
) -> Answer {
    let columns = position.cols.len();
    let whole = universe.weigh(all).1;
    let mut up = Up::NONE;
    let mut tiles = Vec::new();
    for (number, (_, card)) in position.tiles.cells().enumerate() {
        match card {
            Some(card) => up = up.with(number, usize::from(card.value())),
            None => {
                let (seen, risk) = (universe.seen(all, number), universe.risk(all, number));
                let value = Interval { lower: 0.0, upper: whole - risk };
                let safe = seen & 1 == 0;
                tiles.push((Tile { tile: number, value, safe, useful: seen != 1 }, seen));
            }
        }
    }
    let reached = !strict.rules.clear && up.count() >= u32::from(strict.rules.cards);
    let stop = if reached { whole } else { 0.0 };
    tiles.sort_by(|(a, _), (b, _)| b.value.upper.total_cmp(&a.value.upper));
    let mut value = Interval::exact(stop);
    for (tile, seen) in tiles.iter_mut().filter(|(tile, _)| tile.useful) {
        let alpha = match depth {
            Depth::EveryTile => f64::NEG_INFINITY,
            Depth::BestMove => value.lower,
        };
        if tile.value.upper > alpha && !strict.tree.clock.stopped {
            let found = strict.flip(universe, all, up, (tile.tile, *seen), alpha);
            let upper = found.upper.min(tile.value.upper);
            if found.is_exact() {
                tile.value = found;
            } else if strict.tree.clock.stopped {
                tile.value = Interval { lower: found.lower.min(upper), upper };
            } else {
                tile.value = Interval { lower: found.lower, upper: upper.min(alpha) };
            }
        }
        value.lower = value.lower.max(tile.value.lower);
        value.upper = value.upper.max(tile.value.upper);
        strict.tree.clock.bounds.lower = value.lower;
    }
    if !strict.tree.clock.stopped {
        value = Interval::exact(value.lower);
    }
    let tiles = tiles.into_iter().map(|(tile, _)| tile).collect();
    Answer::new(value, stop, tiles, whole, true, columns)
}

impl Answer {
    /// From values that are not normalised, chances or coins.
    fn new(
        mut value: Interval,
        stop: f64,
        tiles: Vec<Tile>,
        total: f64,
        chance: bool,
        columns: usize,
    ) -> Self {
        if !value.is_exact() {
            let flips = tiles.iter().filter(|tile| tile.useful).map(|tile| tile.value.lower);
            value.lower = flips.fold(value.lower, f64::max);
        }
        // Differences of weights may be off by a rounding; no value is less than 0, and no chance more
        // than 1.
        let most = if chance { 1.0 } else { f64::INFINITY };
        let share = |weight: f64| (weight / total).clamp(0.0, most) + 0.0;
        let scale = |value: Interval| {
            let upper = share(value.upper);
            if value.is_exact() {
                Interval::exact(upper)
            } else {
                Interval { lower: share(value.lower).min(upper), upper }
            }
        };
        let tiles =
            tiles.into_iter().map(|tile| Tile { value: scale(tile.value), ..tile }).collect();
        Self { value: scale(value), stop: stop / total, tiles, columns }
    }
}

/// For so many flips, the most promising ones, a plain policy is looked for before anything else.
const FOLLOWED: usize = 3;

/// The parts that a tile's flip leads to are kept while they take no more than this, in bytes; those of
/// further tiles are made again when they are asked for.
const ROOM: usize = 256 << 20;

fn bytes(part: &Part<WideSet>) -> usize {
    size_of_val(part) + part.set.bytes()
}

/// The parts that the flip of a tile leads to, with their bounds. Those whose values are known are one.
fn open(tree: &mut Tree, universe: &Wide, all: &WideSet, tile: usize) -> Parts {
    let start = Closure::new(tree.tiles);
    let mut parts: Parts = Vec::new();
    for value in values(universe.seen(all, tile)) {
        tree.close(universe, universe.with(all, tile, value), start, &mut parts);
    }
    for part in &mut parts {
        tree.recall(part);
        tree.cover(universe, part);
    }
    let known = parts.iter().filter(|part| part.value.is_exact());
    let value: f64 = known.map(|part| part.value.upper).sum();
    let mut first = true;
    parts.retain_mut(|part| {
        if !part.value.is_exact() {
            return true;
        }
        part.value = Interval::exact(value);
        std::mem::replace(&mut first, false)
    });
    parts.shrink_to_fit();
    parts
}

/// The parts of a tile as they were kept, or made again; none when time is up.
fn opened<'p>(
    tree: &mut Tree,
    universe: &Wide,
    all: &WideSet,
    tile: &Tile,
    kept: &'p mut Option<Parts>,
) -> Kept<'p> {
    match kept {
        Some(parts) => Kept::Here(parts),
        None if tree.clock.stopped => Kept::Gone,
        None => Kept::Again(open(tree, universe, all, tile.tile)),
    }
}

/// Parts that were kept, made again, or not to be had.
enum Kept<'p> {
    Here(&'p mut Parts),
    Again(Parts),
    Gone,
}

impl Kept<'_> {
    fn as_mut(&mut self) -> Option<&mut Parts> {
        match self {
            Self::Here(parts) => Some(parts),
            Self::Again(parts) => Some(parts),
            Self::Gone => None,
        }
    }
}

/// The best of several risky flips, or stopping.
fn best_of(
    tree: &mut Tree,
    universe: &Wide,
    all: &WideSet,
    tiles: &mut [(Tile, Option<Parts>)],
    stop: f64,
) -> Interval {
    let mut best = stop;
    let mut lower = stop;
    let mut rest = stop;
    // First a plain policy for some, so that there is something to fall back on.
    tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
    for (tile, parts) in tiles.iter_mut().filter(|(tile, _)| tile.useful).take(FOLLOWED) {
        if tile.value.upper > best
            && let Some(parts) = opened(tree, universe, all, tile, parts).as_mut()
        {
            for part in parts.iter_mut() {
                tree.follow(universe, part);
            }
            tile.value = sum(parts);
            lower = lower.max(tile.value.lower);
        }
    }
    tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
    let bound = tiles.first().map_or(0.0, |(tile, _)| tile.value.upper);
    tree.clock.bounds = Interval { lower, upper: bound.max(lower) };
    for (tile, parts) in tiles.iter_mut().filter(|(tile, _)| tile.useful) {
        // What is reached for sure need not be found again, but it must be found once.
        let goal = best.max(lower * (1.0 - 1e-12));
        let mut upper = tile.value.upper;
        if let Some(parts) = opened(tree, universe, all, tile, parts).as_mut() {
            upper = tree.refine(universe, parts, goal);
            tile.value = sum(parts);
        }
        lower = lower.max(tile.value.lower);
        tree.clock.bounds.lower = lower;
        if tile.value.is_exact() {
            best = best.max(tile.value.upper);
        } else {
            rest = rest.max(upper);
        }
    }
    if rest <= best {
        Interval::exact(best)
    } else {
        Interval { lower: lower.max(best), upper: rest }
    }
}

impl Answer {
    /// Writes what was found into the advice for the position, of which these are the boards.
    pub fn fill(&self, advice: &mut Advice, boards: &Boards) {
        for tile in &self.tiles {
            let advice = &mut advice.tiles[self.cell(tile)];
            advice.value = tile.value.is_exact().then_some(tile.value.upper);
            advice.lower = tile.value.lower;
            advice.upper = tile.value.upper;
        }
        let useful = self.tiles.iter().filter(|tile| tile.useful).map(|tile| self.cell(tile));
        let useful: Vec<_> = useful.map(|cell| (cell, advice.tiles[cell])).collect();
        let [best, second] = best_two(&useful, advice.objective, Some(boards));
        advice.best = best;
        advice.runner_up = second.map(|cell| RunnerUp {
            cell,
            margin: (self.value.lower - advice.tiles[cell].upper).max(0.0),
        });
        advice.exact = self.value.is_exact();
        advice.value = self.value.lower;
        advice.lower = self.value.lower;
        advice.upper = self.value.upper;
        let flip = best.map(|cell| &advice.tiles[cell]);
        let (worth, safe) = flip.map_or((0.0, false), |tile| (tile.lower, tile.safe));
        let no_better = self.stop >= worth || is_tie(self.stop, worth);
        advice.quit = self.stop > 0.0 && no_better && !safe;
    }

    fn cell(&self, tile: &Tile) -> (usize, usize) {
        (tile.tile / self.columns, tile.tile % self.columns)
    }
}
