//! Depth-first search with pruning: quick on floors as the games have them, with a heavy tail on large
//! ones.
//!
//! A step is taken back as soon as what is left cannot be walked: a tile that cannot be reached or is
//! cut off ([`Cuts`]), or more dead ends than the walk may stop on. Of the next tiles that with the
//! fewest ways on comes first (Warnsdorff's rule, 1823); which of several comes first is chosen by a
//! seed. The time of such a search has a heavy tail that depends on these choices, so beginning anew
//! with another seed now and then pays (Gomes, Selman and Kautz, "Boosting combinatorial search
//! through randomization", 1998). The colours of the chessboard need no
//! attention: they come out even for what is left if they did for the whole floor.

use super::cuts::{Cuts, Region};
use super::graph::{Graph, Node};
use grid::Cell;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All walks that there are were handed out.
    Complete,
    /// The receiver of the walks had enough.
    Enough,
    /// It was not finished within its limit, or was stopped.
    Stopped,
}

/// A search under way.
pub(super) struct Search<'a> {
    graph: &'a Graph,
    free: Vec<bool>,
    /// Where the walk may end: ends of the colour that it must end on.
    ends: Vec<bool>,
    path: Vec<Node>,
    cuts: Cuts,
    /// Steps taken.
    pub nodes: u64,
    limit: u64,
    seed: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// How many steps are taken between two looks at the clock.
pub(super) const STEPS_BETWEEN_LOOKS: u64 = 1024;

/// A hash of a seed and a tile (SplitMix64).
pub(super) fn mixed(seed: u64, node: Node) -> u64 {
    let mut x = seed.wrapping_add((node as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 27
}

impl<'a> Search<'a> {
    /// A search that takes `limit` steps at the most, and ends early when `stop` says so. It finds
    /// the same walks for every `seed`, in another order.
    pub fn new(
        graph: &'a Graph,
        seed: u64,
        limit: u64,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let start = graph.colour(graph.start);
        let last = if graph.len() % 2 == 1 { start } else { 1 - start };
        let ends = (0..graph.len()).map(|v| graph.is_end[v] && graph.colour(v) == last).collect();
        let free = vec![true; graph.len()];
        Self { graph, free, ends, path: vec![], cuts: Cuts::default(), nodes: 0, limit, seed, stop }
    }

    /// Hands out walks until `receive` returns false.
    pub fn run(&mut self, receive: &mut dyn FnMut(Vec<Cell>) -> bool) -> Ended {
        match self.step(self.graph.start, receive) {
            Ok(()) => Ended::Complete,
            Err(ended) => ended,
        }
    }

    fn step(&mut self, at: Node, receive: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), Ended> {
        self.nodes += 1;
        if self.nodes > self.limit
            || self.nodes.is_multiple_of(STEPS_BETWEEN_LOOKS) && (self.stop)()
        {
            return Err(Ended::Stopped);
        }
        self.path.push(at);
        let left = self.graph.len() - self.path.len() + 1;
        let result = if left == 1 {
            let walk = || self.path.iter().map(|&node| self.graph.cells[node]).collect();
            let go_on = !self.ends[at] || receive(walk());
            if go_on { Ok(()) } else { Err(Ended::Enough) }
        } else if self.is_hopeless(at, left) {
            Ok(())
        } else {
            self.go_on(at, receive)
        };
        self.path.pop();
        result
    }

    fn go_on(&mut self, at: Node, receive: &mut dyn FnMut(Vec<Cell>) -> bool) -> Result<(), Ended> {
        self.free[at] = false;
        let graph = self.graph;
        let mut next: arrayvec::ArrayVec<(usize, u64, Node), 4> = graph.beside[at]
            .iter()
            .filter(|&&node| self.free[node])
            .map(|&node| (self.ways(node), mixed(self.seed, node), node))
            .collect();
        next.sort_unstable();
        let result = next.into_iter().try_for_each(|(_, _, node)| self.step(node, receive));
        self.free[at] = true;
        result
    }

    /// How many free tiles lie beside one.
    fn ways(&self, node: Node) -> usize {
        self.graph.beside[node].iter().filter(|&&other| self.free[other]).count()
    }

    /// Whether what is left, the player's tile `at` among it, can be seen to have no walk.
    fn is_hopeless(&mut self, at: Node, left: usize) -> bool {
        let mut dead_ends = 0;
        for node in 0..self.graph.len() {
            if self.free[node] && node != at && self.ways(node) == 1 {
                dead_ends += 1;
                if dead_ends > 1 || !self.ends[node] {
                    return true;
                }
            }
        }
        let region = Region { graph: self.graph, free: &self.free, at };
        !self.cuts.allow(&region, left, &self.ends)
    }
}
