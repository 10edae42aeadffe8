//! A state of the search.

use super::symmetry::Closure;
use super::transposition::Interval;
use std::rc::Rc;

/// A state in which no card is safe but unknown.
#[derive(Clone, Debug)]
pub struct Node<Set> {
    pub set: Set,
    pub count: usize,
    pub closure: Closure,
    /// The weight of the boards.
    pub win: f64,
    /// What is known of the value.
    pub value: Interval,
    /// The name of the state, 0 if its value was known from the start or time was up before that.
    pub key: u128,
    /// Whether the bounds of its flips have been taken into account.
    pub bounded: bool,
    /// The tiles of which a flip can be of use.
    pub useful: u64,
    /// The bounds of its flips by tile, if they were worked out.
    pub flip_bounds: Option<Rc<[f64; 36]>>,
}

/// The values other than a Voltorb of which a bit is set.
pub fn values(seen: u8) -> impl Iterator<Item = usize> {
    (1..4).filter(move |value| seen >> value & 1 == 1)
}

/// What is known of the value of a flip that leads to these children.
pub fn sum<Set>(children: &[Node<Set>]) -> Interval {
    let upper = children.iter().map(|node| node.value.upper).sum();
    if children.iter().all(|node| node.value.is_exact()) {
        Interval::exact(upper)
    } else {
        Interval { lower: children.iter().map(|node| node.value.lower).sum(), upper }
    }
}

impl<Set> Node<Set> {
    /// The node with its boards numbered in another index.
    pub fn renumbered<Other>(&self, set: Other) -> Node<Other> {
        let Self { count, closure, win, value, key, bounded, useful, .. } = *self;
        let flip_bounds = self.flip_bounds.clone();
        Node { set, count, closure, win, value, key, bounded, useful, flip_bounds }
    }
}
