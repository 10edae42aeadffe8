//! Articulation points of what is left of a floor, and what follows from them for a walk.
//!
//! Depth-first search with low points (Hopcroft and Tarjan, "Algorithm 447", 1973) from the tile that
//! the player stands on. A subtree below a tile `v` that has no edge around `v` can only be entered
//! through `v`, and not be left again: the walk must end inside it. So two such subtrees that do not
//! lie within each other rule a walk out, and so does one without an end. One pass takes time in
//! proportion to the number of tiles.

use super::graph::{Graph, Node};

/// What is left of a floor: the tiles that are `free` (the player's own among them), from `at` on.
pub(super) struct Region<'a> {
    pub graph: &'a Graph,
    pub free: &'a [bool],
    pub at: Node,
}

/// The tables of the depth-first search, kept from one call to the next.
#[derive(Default)]
pub(super) struct Cuts {
    /// When each tile was found, from 1; 0 for those not found.
    found: Vec<u32>,
    low: Vec<u32>,
    /// The tiles from the root down to the present one: tile, its parent, its next neighbour.
    path: Vec<(Node, Node, usize)>,
    /// The tiles in the order in which they were found.
    order: Vec<Node>,
}

impl Cuts {
    /// How many free tiles can be reached; at the same time fills the tables for the other questions.
    /// `cut` is told each tile with a subtree that is entered only through it, and the subtree's
    /// range in the order in which tiles are found.
    fn explore(&mut self, region: &Region<'_>, mut cut: impl FnMut(Node, u32, u32)) -> usize {
        let Region { graph, free, at } = region;
        self.found.clear();
        self.found.resize(graph.len(), 0);
        self.low.clear();
        self.low.resize(graph.len(), 0);
        self.order.clear();
        self.path.clear();
        self.find(*at, *at);
        while let Some(&mut (node, parent, ref mut next)) = self.path.last_mut() {
            let Some(&other) = graph.beside[node].get(*next) else {
                self.path.pop();
                if node != parent {
                    self.low[parent] = self.low[parent].min(self.low[node]);
                    if self.low[node] >= self.found[parent] {
                        cut(parent, self.found[node], self.order.len() as u32 + 1);
                    }
                }
                continue;
            };
            *next += 1;
            if !free[other] || other == parent {
                continue;
            }
            if self.found[other] == 0 {
                self.find(other, node);
            } else {
                self.low[node] = self.low[node].min(self.found[other]);
            }
        }
        self.order.len()
    }

    fn find(&mut self, node: Node, parent: Node) {
        self.order.push(node);
        let time = self.order.len() as u32;
        self.found[node] = time;
        self.low[node] = time;
        self.path.push((node, parent, 0));
    }

    /// Whether `left` tiles, the player's own among them, can all be reached, and no articulation
    /// point rules out that a walk ends within `ends`.
    pub fn allow(&mut self, region: &Region<'_>, left: usize, ends: &[bool]) -> bool {
        let (mut from, mut to) = (0, u32::MAX);
        let mut leaves = 0;
        let at = region.at;
        let reached = self.explore(region, |tile, first, after| {
            if tile == at {
                leaves += 1;
            } else {
                (from, to) = (from.max(first), to.min(after));
            }
        });
        if reached < left || leaves > 1 || from >= to {
            return false;
        }
        from == 0 || (from..to).any(|time| ends[self.order[time as usize - 1]])
    }

    /// A tile that a walk from `region.at` would have to cross more than once, if there is one.
    pub fn bottleneck(&mut self, region: &Region<'_>) -> Option<Node> {
        let mut cuts: Vec<(Node, u32, u32)> = Vec::new();
        self.explore(region, |tile, first, after| cuts.push((tile, first, after)));
        let disjoint = |a: &(Node, u32, u32), b: &(Node, u32, u32)| a.1 >= b.2 || b.1 >= a.2;
        let twice = cuts.iter().find(|&cut| {
            (cut.0 != region.at && !self.has_end(region.graph, cut))
                || cuts.iter().any(|other| {
                    (cut.0 == other.0 || cut.0 != region.at && other.0 != region.at)
                        && disjoint(cut, other)
                })
        });
        twice.map(|cut| cut.0)
    }

    fn has_end(&self, graph: &Graph, &(_, first, after): &(Node, u32, u32)) -> bool {
        (first..after).any(|time| graph.is_end[self.order[time as usize - 1]])
    }
}
