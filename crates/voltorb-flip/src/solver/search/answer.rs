//! The result of the search, and its scale for the caller.

use super::transposition::Interval;
use crate::solver::advice::{Advice, RunnerUp};
use crate::solver::boards::Boards;
use crate::solver::choice::{best_two, is_tie};

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

/// What was found of a tile face down.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub tile: usize,
    pub value: Interval,
    pub safe: bool,
    /// Whether a flip can be of use at all.
    pub useful: bool,
}

impl Answer {
    /// From values that are not normalised, chances or coins.
    pub fn new(
        value: Interval,
        stop: f64,
        tiles: Vec<Tile>,
        total: f64,
        chance: bool,
        columns: usize,
    ) -> Self {
        // Differences of weights may be off by a rounding; no value is less than 0, and no chance more
        // than 1.
        let most = if chance { 1.0 } else { f64::INFINITY };
        let share = |weight: f64| (weight / total).clamp(0.0, most) + 0.0;
        Self::scaled(value, stop / total, tiles, share, columns)
    }

    /// From values on the scale of the search, which `share` converts; `stop` is converted already.
    pub fn scaled(
        mut value: Interval,
        stop: f64,
        tiles: Vec<Tile>,
        share: impl Fn(f64) -> f64,
        columns: usize,
    ) -> Self {
        if !value.is_exact() {
            let flips = tiles.iter().filter(|tile| tile.useful).map(|tile| tile.value.lower);
            value.lower = flips.fold(value.lower, f64::max);
        }
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
        Self { value: scale(value), stop, tiles, columns }
    }

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
