//! The first flip of a round that is played for its worth within a campaign.

use super::answer::{Answer, Tile};
use super::board_index::BoardIndex;
use super::campaign::Campaign;
use super::node::{Node, sum};
use super::symmetry::Closure;
use super::transposition::Interval;
use crate::board::Position;
use crate::solver::advice::Depth;
use crate::solver::worth::COUNTED;

/// For so many flips, the most promising ones, a plain policy is looked for before anything else.
const FOLLOWED: usize = 3;

/// A tile, what a Voltorb at it takes away, and the nodes that its flip leads to.
struct Opened<Set> {
    tile: Tile,
    penalty: f64,
    children: Vec<Node<Set>>,
}

impl<Set> Opened<Set> {
    /// Tells the value of the flip from those of its children.
    fn sum_up(&mut self) {
        let Interval { lower, upper } = sum(&self.children);
        let exact = lower == upper;
        let upper = upper + self.penalty;
        let lower = if exact { upper } else { lower + self.penalty };
        self.tile.value = Interval { lower, upper };
    }
}

/// Searches a position that is not over. Values are relative to a round lost with no card flipped.
pub fn search<U: BoardIndex>(
    position: &Position,
    index: &U,
    all: &U::Set,
    mut campaign: Campaign,
    depth: Depth,
) -> Answer {
    let (columns, worth) = (position.cols.len(), campaign.worth);
    let total = index.weigh(all).1;
    let start = Closure::new(campaign.tree.tiles);
    let up = position.tiles.iter().flatten().count();
    let mut tiles: Vec<Opened<U::Set>> = Vec::new();
    for (number, card) in position.tiles.iter().enumerate() {
        if card.is_some() {
            continue;
        }
        let (seen, lost) = (index.seen(all, number), index.weigh(&index.with(all, number, 0)).1);
        let mut children = Vec::new();
        campaign.open(index, all, start, number, &mut children);
        let useful = seen > 3 || up < COUNTED && seen != 1;
        let value = Interval::exact(0.0);
        let tile = Tile { tile: number, value, safe: seen & 1 == 0, useful };
        let mut opened = Opened { tile, penalty: campaign.penalty(up, lost), children };
        opened.sum_up();
        tiles.push(opened);
    }
    let coins = position.coins() as f64;
    let quit = coins + worth.quit(up);
    let stop = total * (quit - worth.lost[COUNTED]);
    let value = if tiles.iter().any(|opened| opened.tile.safe && opened.tile.useful) {
        // Safe cards come first, and which of them does not matter.
        let mut base = Vec::new();
        campaign.tree.close(index, all.clone(), start, &mut base);
        base.iter_mut().for_each(|node| campaign.assess(index, node));
        base.iter_mut().for_each(|node| campaign.follow(index, node));
        campaign.tree.clock.bounds = sum(&base);
        campaign.refine(index, &mut base, f64::NEG_INFINITY);
        let value = sum(&base);
        for opened in tiles.iter_mut().filter(|opened| opened.tile.safe) {
            opened.tile.value = value;
        }
        value
    } else {
        best_of(&mut campaign, index, &mut tiles, stop)
    };
    if depth == Depth::EveryTile {
        tiles.sort_by(|a, b| b.tile.value.upper.total_cmp(&a.tile.value.upper));
        for opened in tiles.iter_mut().filter(|opened| !opened.tile.value.is_exact()) {
            campaign.refine(index, &mut opened.children, f64::NEG_INFINITY);
            opened.sum_up();
        }
    }
    for Opened { tile, .. } in &mut tiles {
        if !tile.value.is_exact() {
            tile.value.upper = tile.value.upper.min(value.upper);
            tile.value.lower = tile.value.lower.min(tile.value.upper);
        }
    }
    let tiles = tiles.into_iter().map(|opened| opened.tile).collect();
    let nothing = worth.lost[COUNTED] - worth.lost[0];
    let share = |weight: f64| (weight / total + nothing).max(0.0);
    // Before the first card there is nothing to take.
    let stop_told = if up == 0 { 0.0 } else { quit - worth.lost[0] };
    Answer::scaled(value, stop_told, tiles, share, columns)
}

/// The best of several risky flips, or stopping.
fn best_of<U: BoardIndex>(
    campaign: &mut Campaign,
    index: &U,
    tiles: &mut [Opened<U::Set>],
    stop: f64,
) -> Interval {
    let by_bound = |tiles: &mut [Opened<U::Set>]| {
        tiles.sort_by(|a, b| b.tile.value.upper.total_cmp(&a.tile.value.upper));
    };
    let (mut best, mut lower, mut rest) = (stop, stop, stop);
    by_bound(tiles);
    for opened in tiles.iter_mut().filter(|opened| opened.tile.useful).take(FOLLOWED) {
        if opened.tile.value.upper > best {
            opened.children.iter_mut().for_each(|node| campaign.follow(index, node));
            opened.sum_up();
            lower = lower.max(opened.tile.value.lower);
        }
    }
    by_bound(tiles);
    let bound = tiles.first().map_or(stop, |opened| opened.tile.value.upper);
    campaign.tree.clock.bounds = Interval { lower, upper: bound.max(lower) };
    for opened in tiles.iter_mut().filter(|opened| opened.tile.useful) {
        // What is reached for sure need not be found again, but it must be found once.
        let goal = best.max(lower - 1e-12 * lower.abs());
        let target = goal - opened.penalty;
        let upper = campaign.refine(index, &mut opened.children, target);
        let upper = if upper <= target { goal } else { upper + opened.penalty };
        opened.sum_up();
        lower = lower.max(opened.tile.value.lower);
        campaign.tree.clock.bounds.lower = lower;
        if opened.tile.value.is_exact() {
            best = best.max(opened.tile.value.upper);
        } else {
            rest = rest.max(upper);
        }
    }
    if rest <= best {
        Interval::exact(best)
    } else {
        Interval { lower: lower.max(best).min(rest), upper: rest }
    }
}
