//! The first flip: the value of the position, and of each of its tiles.

use super::answer::{Answer, Tile};
use super::board_index::{BoardIndex, arrange};
use super::campaign::Campaign;
use super::campaign_root;
use super::clock::Clock;
use super::goal::{Goal, Weights};
use super::kept::{Children, ROOM, bytes, open, opened};
use super::memory::Memory;
use super::node::sum;
use super::strict::{Strict, Up};
use super::symmetry::Closure;
use super::transposition::Interval;
use super::tree::Tree;
use super::wide::{WideIndex, WideSubset};
use crate::board::Position;
use crate::solver::advice::Depth;
use crate::solver::boards::{Boards, Code};
use crate::solver::monitor::Monitor;

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
        table: &mut memory.table,
        clock: Clock::new(monitor, boards.weight()),
    };
    let mut numbered = boards.numbered(&weights.order);
    arrange(&mut numbered);
    let (index, all) = WideIndex::new(numbered, number, &weights);
    let whole = index.weigh(&all);
    tree.clock.bounds.upper = whole.0;
    let excess = position.excess().unsigned_abs();
    let start = Closure::new(number);
    if excess == 0 {
        let rewarded = memory.aim.strict.is_none_or(|strict| strict.cards <= 1);
        return without_multipliers(&index, &all, number, columns, rewarded);
    }
    if let Some(worth) = memory.aim.worth {
        let campaign = Campaign { tree: &mut tree, worth, table: &mut memory.strict };
        return campaign_root::search(position, &index, &all, campaign, depth);
    }
    if let Some(rules) = memory.aim.strict {
        let strict = Strict { tree: &mut tree, rules, excess, table: &mut memory.strict };
        return search_strict(position, &index, &all, strict, depth);
    }
    let mut base = Vec::new();
    tree.close(&index, all.clone(), start, &mut base);

    // Every tile face down, with what its flip leads to.
    let views = (0..number).filter(|&t| position.tiles[(t / columns, t % columns)].is_none());
    let mut room = ROOM;
    let mut tiles: Vec<(Tile, Option<Children>)> = views
        .map(|tile| {
            let seen = index.seen(&all, tile);
            let children = open(&mut tree, &index, &all, tile);
            let value = sum(&children);
            let useful = seen > 3 || goal.counts_ones() && seen != 1;
            let left = room.checked_sub(children.iter().map(bytes).sum());
            room = left.unwrap_or(room);
            (Tile { tile, value, safe: seen & 1 == 0, useful }, left.map(|_| children))
        })
        .collect();
    let bare = position.tiles.iter().all(Option::is_none);
    if bare && goal == Goal::Coins {
        // The first card pays at least a coin, even a 1; without it there is nothing to take.
        let safe = tiles.iter().any(|(tile, _)| tile.safe);
        let sure_voltorb = |tile: &Tile| index.seen(&all, tile.tile) == 1;
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
        tree.refine(&index, &mut base, f64::NEG_INFINITY);
        value = sum(&base);
        tree.clock.bounds = value;
        for (tile, _) in tiles.iter_mut().filter(|(tile, _)| tile.safe) {
            tile.value = value;
        }
    } else {
        value = best_of(&mut tree, &index, &all, &mut tiles, stop);
    }
    if depth == Depth::EveryTile {
        tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
        for (tile, children) in tiles.iter_mut().filter(|(tile, _)| !tile.value.is_exact()) {
            if let Some(children) = opened(&mut tree, &index, &all, tile.tile, children).as_mut() {
                tree.refine(&index, children, f64::NEG_INFINITY);
                tile.value = sum(children);
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
fn without_multipliers<U: BoardIndex>(
    index: &U,
    all: &U::Set,
    number: usize,
    columns: usize,
    rewarded: bool,
) -> Answer {
    let whole = index.weigh(all).0;
    let tile = |tile| {
        let (seen, risk) = (index.seen(all, tile), index.risk(all, tile));
        let value = Interval::exact(if rewarded { whole - risk } else { 0.0 });
        Tile { tile, value, safe: seen & 1 == 0, useful: seen != 1 }
    };
    let tiles: Vec<Tile> = (0..number).map(tile).collect();
    let best = tiles.iter().map(|tile| tile.value.upper).fold(0.0, f64::max);
    Answer::new(Interval::exact(best), 0.0, tiles, whole, true, columns)
}

/// The same for an objective for which a flip can come too early.
fn search_strict<U: BoardIndex>(
    position: &Position,
    index: &U,
    all: &U::Set,
    mut strict: Strict,
    depth: Depth,
) -> Answer {
    let columns = position.cols.len();
    let whole = index.weigh(all).1;
    let mut up = Up::NONE;
    let mut tiles = Vec::new();
    for (number, (_, card)) in position.tiles.cells().enumerate() {
        match card {
            Some(card) => up = up.with(number, usize::from(card.value())),
            None => {
                let (seen, risk) = (index.seen(all, number), index.risk(all, number));
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
            let found = strict.flip(index, all, up, (tile.tile, *seen), alpha);
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

/// For so many flips, the most promising ones, a plain policy is looked for before anything else.
const FOLLOWED: usize = 3;

/// The best of several risky flips, or stopping.
fn best_of(
    tree: &mut Tree,
    index: &WideIndex,
    all: &WideSubset,
    tiles: &mut [(Tile, Option<Children>)],
    stop: f64,
) -> Interval {
    let mut best = stop;
    let mut lower = stop;
    let mut rest = stop;
    // First a plain policy for some, so that there is something to fall back on.
    tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
    for (tile, children) in tiles.iter_mut().filter(|(tile, _)| tile.useful).take(FOLLOWED) {
        if tile.value.upper > best
            && let Some(children) = opened(tree, index, all, tile.tile, children).as_mut()
        {
            for node in children.iter_mut() {
                tree.follow(index, node);
            }
            tile.value = sum(children);
            lower = lower.max(tile.value.lower);
        }
    }
    tiles.sort_by(|a, b| b.0.value.upper.total_cmp(&a.0.value.upper));
    let bound = tiles.first().map_or(0.0, |(tile, _)| tile.value.upper);
    tree.clock.bounds = Interval { lower, upper: bound.max(lower) };
    for (tile, children) in tiles.iter_mut().filter(|(tile, _)| tile.useful) {
        // What is reached for sure need not be found again, but it must be found once.
        let goal = best.max(lower * (1.0 - 1e-12));
        let mut upper = tile.value.upper;
        if let Some(children) = opened(tree, index, all, tile.tile, children).as_mut() {
            upper = tree.refine(index, children, goal);
            tile.value = sum(children);
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
