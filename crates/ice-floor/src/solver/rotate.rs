//! Walks over wide open floors, by turning ends of walks around.
//!
//! A walk that cannot go on from its last tile is turned: from a tile beside the last one on, which it has passed
//! already, it is walked the other way round, and so ends somewhere else (Pósa, "Hamiltonian circuits in random graphs",
//! 1976; on lattices "backbite", Mansfield, "Monte Carlo studies of polymer chain dimensions in the melt", 1982). By
//! chance this finds a walk soon where there are many, which is where the other methods have no end; it proves nothing.

use super::graph::{Graph, Node};
use super::search::{STEPS_BETWEEN_LOOKS, mixed};
use grid::Cell;

/// How many moves are made for each tile before it is given up.
const MOVES_A_TILE: u64 = 2000;

/// A walk that is not over each tile yet.
struct Walk<'a> {
    graph: &'a Graph,
    path: Vec<Node>,
    /// Which of the walk's tiles each is.
    place: Vec<Option<usize>>,
    moves: u64,
}

/// A walk over all tiles that ends where it may, if one was found before `stop` said so or its moves were used up, and how
/// many moves it took.
pub(super) fn find(graph: &Graph, stop: &(dyn Fn() -> bool + Sync)) -> (Option<Vec<Cell>>, u64) {
    let mut walk = Walk { graph, path: Vec::new(), place: vec![None; graph.len()], moves: 0 };
    walk.go(graph.start);
    let limit = MOVES_A_TILE * graph.len() as u64;
    while walk.moves < limit {
        if walk.moves.is_multiple_of(STEPS_BETWEEN_LOOKS) && stop() {
            break;
        }
        if walk.path.len() == graph.len() && graph.is_end[walk.last()] {
            let cells = walk.path.iter().map(|&node| graph.cells[node]).collect();
            return (Some(cells), walk.moves);
        }
        walk.moves += 1;
        walk.step();
    }
    (None, walk.moves)
}

impl Walk<'_> {
    fn last(&self) -> Node {
        self.path[self.path.len() - 1]
    }

    fn go(&mut self, node: Node) {
        self.place[node] = Some(self.path.len());
        self.path.push(node);
    }

    /// Goes on if it can, to the tile with the fewest ways on; else turns its end around, or takes some of it back.
    fn step(&mut self) {
        let beside = &self.graph.beside[self.last()];
        let ways = |node: Node| {
            self.graph.beside[node].iter().filter(|&&other| self.place[other].is_none()).count()
        };
        let free = beside.iter().copied().filter(|&node| self.place[node].is_none());
        if let Some(next) = free.min_by_key(|&node| (ways(node), self.chance(node))) {
            return self.go(next);
        }
        let passed = beside.iter().filter_map(|&node| Some((self.chance(node), self.place[node]?)));
        let before = passed.filter(|(_, at)| at + 2 < self.path.len());
        match before.min() {
            Some((_, at)) => self.turn(at + 1),
            None => self.take_back(),
        }
    }

    /// Walks the tiles from this one on the other way round.
    fn turn(&mut self, from: usize) {
        self.path[from..].reverse();
        for (at, &node) in self.path.iter().enumerate().skip(from) {
            self.place[node] = Some(at);
        }
    }

    /// Takes back all after some tile.
    fn take_back(&mut self) {
        let keep = 1 + (self.chance(self.last()) % self.path.len() as u64) as usize;
        for node in self.path.drain(keep..) {
            self.place[node] = None;
        }
    }

    fn chance(&self, node: Node) -> u64 {
        mixed(self.moves, node)
    }
}
