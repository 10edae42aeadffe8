//! The exact chance of a mine in every unknown cell: the components' counts and the unconstrained
//! rest, combined by convolution over the number of mines.
//!
//! All layouts with the right number of mines are equally likely. Weights are floating-point numbers
//! scaled by the board's density d: a mine weighs d, a safe cell 1 - d. They are sums and products of
//! positive numbers, so chances are right to about 1e-12.
//! Whether a cell is *certainly* safe or a mine is decided by which counts are zero, not by a
//! rounded chance. Without a known number of mines every cell is taken to be a mine with the chance
//! [`DENSITY`], as if the board had been filled cell by cell.

use super::border::{CellBox, Component, MineBorder, boxes};
use super::frontier::{BoxCounts, Frontier, NotCounted, Totals};
use super::knowledge::{Knowledge, Status};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The density that is assumed where the number of mines is not known: about that of Expert.
pub const DENSITY: f64 = 0.2;

/// After so many components the table of counts is emptied.
const MOST_REMEMBERED: usize = 20_000;

/// The counts of a component.
#[derive(Debug)]
pub struct Counted {
    /// Its boxes.
    pub boxes: Vec<CellBox>,
    /// The weight of its layouts.
    pub totals: Totals<f64>,
    /// The mines of each box in them.
    pub counts: BoxCounts,
}

/// Counts components, and remembers the counts of those seen before: between two moves of a game
/// most components stay as they are.
#[derive(Debug)]
pub struct Counter {
    density: f64,
    known: FxHashMap<Box<[u16]>, Result<Arc<Counted>, NotCounted>>,
}

/// The chances of a position.
#[derive(Clone, Debug)]
pub struct Chances {
    /// For every cell of the board the chance of a mine: 0 and 1 exactly where it is certain.
    pub mine: Vec<f64>,
    /// The natural logarithm of the weight of all layouts. The weights of two positions of one game
    /// are in the ratio of their layouts.
    pub ln_weight: f64,
    /// The components of the border and the unknown cells beside no number.
    pub border: MineBorder,
}

impl Chances {
    /// The unknown cells that are certainly no mines.
    pub fn safe<'a>(&'a self, knowledge: &'a Knowledge) -> impl Iterator<Item = u16> + 'a {
        knowledge.cells(Status::Unknown).filter(|&cell| self.mine[usize::from(cell)] == 0.0)
    }
}

impl Counter {
    /// A counter for a game on the board of `knowledge`.
    pub fn new(knowledge: &Knowledge) -> Self {
        let cells = knowledge.topology().cells() as f64;
        let density = knowledge.mines().map_or(DENSITY, |mines| mines as f64 / cells);
        // All cells or none: any density between will do.
        let density = if density > 0.0 && density < 1.0 { density } else { 0.5 };
        Self { density, known: FxHashMap::default() }
    }

    /// The number of layouts that a weight stands for, if the number of mines is known. Rounded:
    /// see [`super::exact`] for the number itself.
    pub fn layouts(&self, knowledge: &Knowledge, ln_weight: f64) -> Option<f64> {
        let mines = knowledge.mines()? as f64;
        let safe = knowledge.topology().cells() as f64 - mines;
        let one = mines * self.density.ln() + safe * (1.0 - self.density).ln();
        Some((ln_weight - one).exp())
    }

    /// The chances of a position to which the trivial rules were applied.
    ///
    /// # Errors
    /// No layout fits, or there are too many states to count.
    pub fn chances(&mut self, knowledge: &Knowledge) -> Result<Chances, NotCounted> {
        let border = MineBorder::of(knowledge);
        let counted = border
            .components
            .iter()
            .map(|component| self.count(component, knowledge))
            .collect::<Result<Vec<_>, _>>()?;
        self.combine(knowledge, &counted, border)
    }

    fn count(
        &mut self,
        component: &Component,
        knowledge: &Knowledge,
    ) -> Result<Arc<Counted>, NotCounted> {
        let key = component.key();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        let boxes = boxes(component, knowledge);
        let counted = Frontier::new(component, &boxes).map(|frontier| {
            let d = self.density;
            let ways = |b: usize, mines: u8| {
                let size = boxes[b].cells.len();
                let safe = (size - usize::from(mines)) as i32;
                choose(size, mines.into()) * d.powi(mines.into()) * (1.0 - d).powi(safe)
            };
            let (totals, counts) = frontier.counts(&boxes, &ways);
            Arc::new(Counted { boxes, totals, counts })
        });
        self.known.insert(key, counted.clone());
        counted
    }

    fn combine(
        &self,
        knowledge: &Knowledge,
        components: &[Arc<Counted>],
        border: MineBorder,
    ) -> Result<Chances, NotCounted> {
        let rest = &border.rest;
        let left = knowledge.mines_left();
        if left.is_some_and(|left| left < 0) {
            return Err(NotCounted::Impossible);
        }
        let tail = Tail::new(left.map(|left| left as usize), rest.len(), self.density);
        // after[i][k]: the weight of filling the components from i on and the rest, when those
        // before i hold k mines more than their fewest.
        let mut low = 0;
        let mut lows = vec![0];
        let mut widths = vec![1];
        for component in components {
            low += component.totals.low;
            lows.push(low);
            widths.push(widths[widths.len() - 1] + component.totals.weights.len() - 1);
        }
        let n = components.len();
        let mut after = vec![Vec::new(); n + 1];
        let (tails, ln_tail) = tail.weights(low, widths[n]);
        after[n] = tails;
        for i in (0..n).rev() {
            let totals = &components[i].totals.weights;
            let sums = (0..widths[i]).map(|k| {
                totals.iter().enumerate().map(|(j, &w)| after[i + 1][k + j].times(w)).sum()
            });
            after[i] = sums.collect();
        }
        let all: Completion = after[0][0];
        if !all.possible {
            return Err(NotCounted::Impossible);
        }
        let mut mine = vec![0.0; knowledge.topology().cells()];
        for cell in knowledge.cells(Status::Mine) {
            mine[usize::from(cell)] = 1.0;
        }
        let mut before = vec![Completion::ONE];
        for (i, component) in components.iter().enumerate() {
            let width = component.totals.weights.len();
            let others: Vec<Completion> = (0..width)
                .map(|j| before.iter().enumerate().map(|(k, b)| after[i + 1][k + j].and(*b)).sum())
                .collect();
            for (b, one) in component.boxes.iter().enumerate() {
                let chance = share(&others, component.counts.mines(b), component.counts.safe(b));
                for &cell in &one.cells {
                    mine[usize::from(cell)] = chance;
                }
            }
            let mut next = vec![Completion::NONE; widths[i + 1]];
            for (k, b) in before.iter().enumerate() {
                for (j, &w) in component.totals.weights.iter().enumerate() {
                    next[k + j] = [next[k + j], b.times(w)].into_iter().sum();
                }
            }
            before = next;
        }
        if !rest.is_empty() {
            let mines: Vec<f64> = (0..widths[n]).map(|k| tail.mines(low + k)).collect();
            let safe: Vec<f64> =
                mines.iter().map(|mines| (rest.len() as f64 - mines).max(0.0)).collect();
            let weighted: Vec<Completion> =
                before.iter().zip(&after[n]).map(|(b, a)| b.and(*a)).collect();
            let chance = share(&weighted, &mines, &safe);
            for &cell in rest {
                mine[usize::from(cell)] = chance;
            }
        }
        // What is known weighs as well: positions of one game are then comparable.
        let known_mines = knowledge.marked_mines() as i32;
        let cells = knowledge.topology().cells() - knowledge.unknowns();
        let known_safe = cells as i32 - known_mines;
        let ln_weight = all.weight.ln()
            + ln_tail
            + components.iter().map(|component| component.totals.ln_scale).sum::<f64>()
            + f64::from(known_mines) * self.density.ln()
            + f64::from(known_safe) * (1.0 - self.density).ln();
        Ok(Chances { mine, ln_weight, border })
    }
}

/// The weight of some layouts, and whether there is one at all: a weight may be too small for a
/// floating-point number and still not be zero.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Completion {
    weight: f64,
    possible: bool,
}

impl Completion {
    const NONE: Self = Self { weight: 0.0, possible: false };
    const ONE: Self = Self { weight: 1.0, possible: true };

    fn times(self, weight: f64) -> Self {
        Self { weight: self.weight * weight, possible: self.possible && weight > 0.0 }
    }

    fn and(self, other: Self) -> Self {
        let possible = self.possible && other.possible;
        Self { weight: self.weight * other.weight, possible }
    }
}

impl std::iter::Sum for Completion {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::NONE, |a, b| Self {
            weight: a.weight + b.weight,
            possible: a.possible || b.possible,
        })
    }
}

/// The share of mines among mines and safe cells: exactly 0 or 1 where one of them is impossible.
fn share(completions: &[Completion], mines: &[f64], safe: &[f64]) -> f64 {
    let (mut all_mines, mut all_safe) = (Completion::NONE, Completion::NONE);
    for (completion, (&m, &s)) in completions.iter().zip(mines.iter().zip(safe)) {
        all_mines = [all_mines, completion.times(m)].into_iter().sum();
        all_safe = [all_safe, completion.times(s)].into_iter().sum();
    }
    match (all_mines.possible, all_safe.possible) {
        (false, _) => 0.0,
        (_, false) => 1.0,
        _ => {
            let share = all_mines.weight / (all_mines.weight + all_safe.weight);
            // Both are too small for floating-point numbers: nothing is known of their ratio.
            let share = if share.is_nan() { 0.5 } else { share };
            share.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON)
        }
    }
}

/// The unconstrained cells: the weight of all ways to put the remaining mines into them.
struct Tail {
    left: Option<usize>,
    cells: usize,
    density: f64,
    /// ln of i! for i up to `cells`.
    ln_factorial: Vec<f64>,
}

impl Tail {
    fn new(left: Option<usize>, cells: usize, density: f64) -> Self {
        let mut ln_factorial = vec![0.0; cells + 1];
        if left.is_some() {
            for i in 1..=cells {
                ln_factorial[i] = ln_factorial[i - 1] + (i as f64).ln();
            }
        }
        Self { left, cells, density, ln_factorial }
    }

    /// When the components hold `used` mines: the weight's logarithm, if there is a way.
    fn ln_weight(&self, used: usize) -> Option<f64> {
        let Some(left) = self.left else { return Some(0.0) };
        let mines = left.checked_sub(used).filter(|&mines| mines <= self.cells)?;
        let f = &self.ln_factorial;
        let ln_ways = f[self.cells] - f[mines] - f[self.cells - mines];
        let safe = (self.cells - mines) as f64;
        Some(ln_ways + mines as f64 * self.density.ln() + safe * (1.0 - self.density).ln())
    }

    /// The weights for `used` and the next mines, `width` in all, divided by the largest, and that
    /// one's logarithm.
    fn weights(&self, used: usize, width: usize) -> (Vec<Completion>, f64) {
        let ln: Vec<_> = (used..used + width).map(|used| self.ln_weight(used)).collect();
        let largest = ln.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = ln.iter().map(|ln| match ln {
            Some(ln) => Completion { weight: (ln - largest).exp(), possible: true },
            None => Completion::NONE,
        });
        (weights.collect(), largest)
    }

    /// The mean number of mines in them when the components hold `used`.
    fn mines(&self, used: usize) -> f64 {
        match self.left {
            Some(left) => left.saturating_sub(used).min(self.cells) as f64,
            None => self.density * self.cells as f64,
        }
    }
}

/// The number of ways to choose `k` of up to 8 cells of a box.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64)
}
