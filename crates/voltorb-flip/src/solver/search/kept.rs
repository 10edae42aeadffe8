//! What the flip of each tile leads to at the first move, in bounded memory.
//!
//! With rows or columns without Voltorbs that are hundreds of thousands of nodes. What does not fit is made
//! again when it is asked for.

use super::board_index::BoardIndex;
use super::node::{Node, values};
use super::symmetry::Closure;
use super::transposition::Interval;
use super::tree::Tree;
use super::wide::{WideIndex, WideSubset};

/// The nodes that a flip leads to.
pub type Children = Vec<Node<WideSubset>>;

/// What is kept of the children, in bytes.
pub const ROOM: usize = 256 << 20;

/// What a node takes in memory.
pub fn bytes(node: &Node<WideSubset>) -> usize {
    size_of_val(node) + node.set.bytes()
}

/// Of more children than these, those whose values are known are taken together.
const MANY: usize = 1024;

/// The children that the flip of a tile leads to, with their bounds.
pub fn open(tree: &mut Tree, index: &WideIndex, all: &WideSubset, tile: usize) -> Children {
    let start = Closure::new(tree.tiles);
    let mut children: Children = Vec::new();
    for value in values(index.seen(all, tile)) {
        tree.close(index, index.with(all, tile, value), start, &mut children);
    }
    for node in &mut children {
        tree.recall(node);
        tree.bound_by_flips(index, node);
    }
    if children.len() <= MANY {
        return children;
    }
    let known = children.iter().filter(|node| node.value.is_exact());
    let value: f64 = known.map(|node| node.value.upper).sum();
    let mut first = true;
    children.retain_mut(|node| {
        if !node.value.is_exact() {
            return true;
        }
        node.value = Interval::exact(value);
        std::mem::replace(&mut first, false)
    });
    children.shrink_to_fit();
    children
}

/// The children of a tile as they were kept, or made again; none when time is up.
pub fn opened<'p>(
    tree: &mut Tree,
    index: &WideIndex,
    all: &WideSubset,
    tile: usize,
    kept: &'p mut Option<Children>,
) -> Kept<'p> {
    match kept {
        Some(children) => Kept::Here(children),
        None if tree.clock.stopped => Kept::Gone,
        None => Kept::Again(open(tree, index, all, tile)),
    }
}

/// Children that were kept, made again, or are missing.
pub enum Kept<'p> {
    Here(&'p mut Children),
    Again(Children),
    Gone,
}

impl Kept<'_> {
    pub fn as_mut(&mut self) -> Option<&mut Children> {
        match self {
            Self::Here(children) => Some(children),
            Self::Again(children) => Some(children),
            Self::Gone => None,
        }
    }
}
