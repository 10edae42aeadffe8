//! Counting the layouts of a component by dynamic programming along its frontier: boxes are filled
//! one after the other, and all fillings that leave the numbers which are not finished with the same
//! needs are one state. The states of a step are few where their listing would be billions.
//!
//! A count is a polynomial in the number of mines. It is generic in its coefficients: `f64` for
//! chances, exact big integers for the number of layouts.

use super::border::{CellBox, Component};
use super::order::{Slots, order};
use rustc_hash::FxHashMap;

/// The most states of one step. A position that needs more is refused as too tangled.
pub const MOST_STATES: usize = 1 << 20;

/// Why a component was not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCounted {
    /// No layout meets its numbers.
    Impossible,
    /// Its frontier is too wide.
    TooTangled,
}

/// What a coefficient of the counts has to do.
pub trait Weight: Clone {
    /// Nothing.
    fn zero() -> Self;
    /// Adds `a * b`.
    fn add_product(&mut self, a: &Self, b: &Self);
}

impl Weight for f64 {
    fn zero() -> Self {
        0.0
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
}

impl Weight for num_bigint::BigUint {
    fn zero() -> Self {
        Self::ZERO
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self += a * b;
    }
}

/// A partial layout: what the unfinished numbers still need, and the range of its mines.
#[derive(Clone, Copy, Debug)]
struct State {
    needs: u128,
    /// The fewest and the most mines placed so far.
    low: u16,
    high: u16,
}

#[derive(Clone, Copy, Debug)]
struct Transition {
    from: u32,
    to: u32,
    mines: u8,
}

/// One box filled.
#[derive(Clone, Debug)]
struct Step {
    /// Which box.
    filled: usize,
    /// The first state before it, in [`Frontier::states`].
    before: usize,
    /// Its transitions.
    transitions: std::ops::Range<usize>,
}

/// The states and transitions of a component; numbers come into it with [`Frontier::totals`] and
/// [`Frontier::counts`].
#[derive(Clone, Debug)]
pub struct Frontier {
    states: Vec<State>,
    transitions: Vec<Transition>,
    steps: Vec<Step>,
}

/// The weights of a component's layouts, by the number of mines in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Totals<N> {
    /// The fewest mines that it can hold.
    pub low: usize,
    /// The weight of all layouts with `low + i` mines, divided by e^`ln_scale`.
    pub weights: Vec<N>,
    /// The natural logarithm of what the weights were divided by; 0 for exact ones.
    pub ln_scale: f64,
}

/// For each box and number of mines of the component: the weights of the layouts times the mines of
/// the box, and times its safe cells.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxCounts {
    /// The numbers of mines that the component can hold, from [`Totals::low`] on.
    width: usize,
    mines: Vec<f64>,
    safe: Vec<f64>,
}

impl BoxCounts {
    fn new(boxes: usize, width: usize) -> Self {
        Self { width, mines: vec![0.0; boxes * width], safe: vec![0.0; boxes * width] }
    }

    /// The mines of a box, by the mines of the component.
    pub fn mines(&self, of: usize) -> &[f64] {
        &self.mines[of * self.width..][..self.width]
    }

    /// The safe cells of a box, by the mines of the component.
    pub fn safe(&self, of: usize) -> &[f64] {
        &self.safe[of * self.width..][..self.width]
    }
}

impl Frontier {
    /// Works out the states.
    ///
    /// # Errors
    /// No layout, or too many states.
    pub fn new(component: &Component, boxes: &[CellBox]) -> Result<Self, NotCounted> {
        let mut frontier = Self {
            states: vec![State { needs: 0, low: 0, high: 0 }],
            transitions: Vec::with_capacity(4 * boxes.len()),
            steps: Vec::with_capacity(boxes.len()),
        };
        let mut slots = Slots::new(component, boxes);
        let mut index: FxHashMap<u128, u32> = FxHashMap::default();
        let mut before = 0;
        for filled in order(component, boxes) {
            let size = boxes[filled].cells.len() as u8;
            let (opened, touched) =
                slots.fill(&boxes[filled], component).ok_or(NotCounted::TooTangled)?;
            let unit: u128 = touched.iter().map(|&(slot, _)| 1 << (4 * slot)).sum();
            let after = frontier.states.len();
            let first = frontier.transitions.len();
            index.clear();
            for from in before..after {
                let state = frontier.states[from];
                let needs = state.needs + opened;
                let (mut fewest, mut most) = (0, size);
                for &(slot, room) in &touched {
                    let need = (needs >> (4 * slot)) as u8 & 15;
                    fewest = fewest.max(need.saturating_sub(room));
                    most = most.min(need);
                }
                for mines in fewest..=most {
                    let (low, high) = (state.low + u16::from(mines), state.high + u16::from(mines));
                    let new = State { needs: needs - unit * u128::from(mines), low, high };
                    let to = frontier.place(new, after, &mut index);
                    let from = from as u32;
                    frontier.transitions.push(Transition { from, to, mines });
                }
            }
            let states = frontier.states.len() - after;
            if states == 0 {
                return Err(NotCounted::Impossible);
            }
            if states > MOST_STATES {
                return Err(NotCounted::TooTangled);
            }
            let transitions = first..frontier.transitions.len();
            frontier.steps.push(Step { filled, before, transitions });
            before = after;
        }
        Ok(frontier)
    }

    /// The place of a state among those from `first` on; it is added or widened.
    fn place(&mut self, new: State, first: usize, index: &mut FxHashMap<u128, u32>) -> u32 {
        /// Up to so many states a search in order is faster than a table.
        const FEW: usize = 12;
        let states = self.states.len() - first;
        let found = if states <= FEW {
            self.states[first..].iter().position(|state| state.needs == new.needs)
        } else {
            if index.is_empty() {
                let known = self.states[first..].iter().enumerate();
                index.extend(known.map(|(i, state)| (state.needs, i as u32)));
            }
            index.get(&new.needs).map(|&i| i as usize)
        };
        let Some(found) = found else {
            self.states.push(new);
            if !index.is_empty() {
                index.insert(new.needs, states as u32);
            }
            return (first + states) as u32;
        };
        let state = &mut self.states[first + found];
        state.low = state.low.min(new.low);
        state.high = state.high.max(new.high);
        (first + found) as u32
    }

    fn last(&self) -> State {
        self.states[self.states.len() - 1]
    }

    /// Where each state's polynomial begins in a common list, and the list's length.
    fn offsets(&self) -> (Vec<u32>, usize) {
        let mut end = 0;
        let offsets = self.states.iter().map(|state| {
            let at = end;
            end += usize::from(state.high - state.low) + 1;
            at as u32
        });
        (offsets.collect(), end)
    }

    /// The polynomials of all states: weights of the partial layouts that lead to each.
    fn forward<N: Weight>(
        &self,
        offsets: &[u32],
        length: usize,
        one: N,
        ways: &impl Fn(usize, u8) -> N,
        mut after_step: impl FnMut(&mut [N]),
    ) -> Vec<N> {
        let mut sums = vec![N::zero(); length];
        sums[0] = one;
        for (i, step) in self.steps.iter().enumerate() {
            for transition in &self.transitions[step.transitions.clone()] {
                let (from, to) =
                    (self.states[transition.from as usize], self.states[transition.to as usize]);
                let ways = ways(step.filled, transition.mines);
                let source = offsets[transition.from as usize] as usize;
                let target = offsets[transition.to as usize] as usize
                    + usize::from(from.low + u16::from(transition.mines) - to.low);
                let (sources, targets) = sums.split_at_mut(target);
                for k in 0..=usize::from(from.high - from.low) {
                    targets[k].add_product(&sources[source + k], &ways);
                }
            }
            let end = self.steps.get(i + 2).map_or(length, |step| offsets[step.before] as usize);
            let first = self
                .steps
                .get(i + 1)
                .map_or(offsets[self.states.len() - 1], |next| offsets[next.before]);
            after_step(&mut sums[first as usize..end]);
        }
        sums
    }

    /// The weights of all layouts, where `ways(b, m)` is the weight of `m` mines in box `b`.
    pub fn totals<N: Weight>(&self, one: N, ways: &impl Fn(usize, u8) -> N) -> Totals<N> {
        let (offsets, length) = self.offsets();
        let sums = self.forward(&offsets, length, one, ways, |_| ());
        let last = offsets[self.states.len() - 1] as usize;
        Totals { low: self.last().low.into(), weights: sums[last..].to_vec(), ln_scale: 0.0 }
    }

    /// The weights of all layouts, and of each box's mines and safe cells in them. Every partial
    /// layout's weight is joined with that of its completions. Both are scaled step by step to a
    /// largest weight of 1, so that no component is too large for floating-point numbers.
    pub fn counts(
        &self,
        boxes: &[CellBox],
        ways: &impl Fn(usize, u8) -> f64,
    ) -> (Totals<f64>, BoxCounts) {
        let (offsets, length) = self.offsets();
        let mut ln_scale = 0.0;
        let sums = self.forward(&offsets, length, 1.0, ways, |sums| ln_scale += scale(sums).ln());
        let last = self.last();
        let (low, width) = (usize::from(last.low), usize::from(last.high - last.low) + 1);
        let end = offsets[self.states.len() - 1] as usize;
        let totals = Totals { low, weights: sums[end..].to_vec(), ln_scale };
        // completions[state][K - low]: the weight of the ways to go on from the state's partial
        // layout with fewest mines to K mines in all. With j mines more it is that shifted by j.
        let mut completions = vec![0.0; self.states.len() * width];
        completions[(self.states.len() - 1) * width] = 1.0;
        let mut counts = BoxCounts::new(boxes.len(), width);
        let mut after = self.states.len() - 1;
        for step in self.steps.iter().rev() {
            let size = boxes[step.filled].cells.len();
            let of_box = step.filled * width..(step.filled + 1) * width;
            let count_mines = &mut counts.mines[of_box.clone()];
            let count_safe = &mut counts.safe[of_box];
            for transition in &self.transitions[step.transitions.clone()] {
                let (f, t) = (transition.from as usize, transition.to as usize);
                let (from, to) = (self.states[f], self.states[t]);
                let ways = ways(step.filled, transition.mines);
                let shift = usize::from(from.low + u16::from(transition.mines) - to.low);
                let (mines, safe) =
                    (f64::from(transition.mines), (size - usize::from(transition.mines)) as f64);
                let partial = &sums[offsets[f] as usize..][..usize::from(from.high - from.low) + 1];
                let (earlier, later) = completions.split_at_mut(t * width);
                let (ahead, behind) = (&later[..width], &mut earlier[f * width..][..width]);
                for total in shift..width {
                    let rest = ahead[total - shift] * ways;
                    if rest == 0.0 {
                        continue;
                    }
                    behind[total] += rest;
                    for (k, &weight) in partial.iter().enumerate().take(width - total) {
                        let product = weight * rest;
                        count_mines[total + k] += mines * product;
                        count_safe[total + k] += safe * product;
                    }
                }
            }
            scale(&mut completions[step.before * width..after * width]);
            after = step.before;
            // In every layout each cell of the box is a mine or safe: that undoes the scaling.
            for (i, total) in totals.weights.iter().enumerate() {
                let sum = count_mines[i] + count_safe[i];
                if sum > 0.0 {
                    let factor = total * size as f64 / sum;
                    count_mines[i] *= factor;
                    count_safe[i] *= factor;
                }
            }
        }
        (totals, counts)
    }
}

/// Divides by the largest weight, which is returned.
fn scale(weights: &mut [f64]) -> f64 {
    let largest = weights.iter().copied().fold(0.0, f64::max);
    if largest <= 0.0 {
        return 1.0;
    }
    for weight in weights {
        *weight /= largest;
    }
    largest
}
