//! Why a floor has no walk, found without searching.
//!
//! Each of these is a necessary condition for a Hamiltonian path in a grid graph: a bipartite graph
//! whose two colours the path takes in turn. They are sound, and not complete: a floor without any
//! obstacle may still have no walk.

use super::cuts::{Cuts, Region};
use super::graph::{Graph, Node};
use crate::floor::Floor;
use grid::Cell;
use serde::Serialize;

/// A reason why a floor has no walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Obstacle {
    /// Tiles that cannot be reached.
    #[error("{} cannot be reached from {}", places(.tiles), place(.start))]
    Unreachable {
        /// The tiles.
        tiles: Vec<Cell>,
        /// Where the player stands.
        start: Cell,
    },
    /// More tiles with a single neighbour than ends to stop on.
    #[error(
        "dead ends at {}: a walk can stop on one of them only, and only where it may end",
        places(.tiles)
    )]
    DeadEnds {
        /// The tiles.
        tiles: Vec<Cell>,
    },
    /// The colours of a chessboard do not come out even.
    #[error(
        "on a chessboard's colours the floor has {same} tiles of the start's colour and {other} of the \
         other; a walk takes them in turn, so {}",
        parity(*.same, *.other)
    )]
    Parity {
        /// Tiles of the start's colour, the start among them.
        same: usize,
        /// Tiles of the other colour.
        other: usize,
    },
    /// The walk may stop only where it begins, and there are more tiles.
    #[error("the walk may end only on {}, where it begins: it would step on that tile twice", place(.start))]
    StartIsEnd {
        /// Where the player stands.
        start: Cell,
    },
    /// A tile whose removal leaves too many pieces.
    #[error("{} is a bottleneck that would have to be crossed more than once", place(.tile))]
    Bottleneck {
        /// The tile.
        tile: Cell,
    },
    /// Everything was tried.
    #[error("all walks were tried ({states} states of the search): none steps on every tile")]
    Exhausted {
        /// How many states the search had.
        states: u64,
    },
}

/// "(2, 3)": row and column from 1.
fn place((row, column): &Cell) -> String {
    format!("({}, {})", row + 1, column + 1)
}

fn places(cells: &[Cell]) -> String {
    let mut text: Vec<String> = cells.iter().take(6).map(place).collect();
    if cells.len() > 6 {
        text.push(format!("{} more", cells.len() - 6));
    }
    match text.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => text.concat(),
    }
}

fn parity(same: usize, other: usize) -> &'static str {
    match same.wrapping_sub(other) {
        0 => "it must end on the other colour, and no end has it",
        1 => "it must end on the start's colour, and no end has it",
        _ => "the start's colour may have as many as the other, or one more",
    }
}

/// The first obstacle that shows that the floor has no walk, if one of these does.
pub fn obstacle(floor: &Floor) -> Option<Obstacle> {
    let graph = Graph::of(floor);
    unreachable(&graph)
        .or_else(|| closed(&graph))
        .or_else(|| parity_of(&graph))
        .or_else(|| dead_ends(&graph))
        .or_else(|| {
            let whole = Region { graph: &graph, free: &vec![true; graph.len()], at: graph.start };
            let tile = Cuts::default().bottleneck(&whole)?;
            Some(Obstacle::Bottleneck { tile: graph.cells[tile] })
        })
}

fn unreachable(graph: &Graph) -> Option<Obstacle> {
    let mut reached = vec![false; graph.len()];
    let mut rest = vec![graph.start];
    while let Some(node) = rest.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            rest.extend(&graph.beside[node]);
        }
    }
    let tiles = cells(graph, |node| !reached[node]);
    let start = graph.cells[graph.start];
    (!tiles.is_empty()).then_some(Obstacle::Unreachable { tiles, start })
}

fn closed(graph: &Graph) -> Option<Obstacle> {
    let elsewhere = (0..graph.len()).any(|node| graph.is_end[node] && node != graph.start);
    let start = graph.cells[graph.start];
    (!elsewhere && graph.len() > 1).then_some(Obstacle::StartIsEnd { start })
}

/// The path alternates between the colours: with an even number of tiles it ends on the other colour
/// than it began with, with an odd number on the same one, of which there is one tile more.
fn parity_of(graph: &Graph) -> Option<Obstacle> {
    let colour = graph.colour(graph.start);
    let same = (0..graph.len()).filter(|&node| graph.colour(node) == colour).count();
    let other = graph.len() - same;
    let last = match same.checked_sub(other) {
        Some(0) => 1 - colour,
        Some(1) => colour,
        _ => return Some(Obstacle::Parity { same, other }),
    };
    let ends = (0..graph.len())
        .any(|node| graph.is_end[node] && node != graph.start && graph.colour(node) == last);
    (!ends && graph.len() > 1).then_some(Obstacle::Parity { same, other })
}

fn dead_ends(graph: &Graph) -> Option<Obstacle> {
    let dead = |node: Node| node != graph.start && graph.beside[node].len() == 1;
    let tiles = cells(graph, dead);
    let stuck = (0..graph.len()).any(|node| dead(node) && !graph.is_end[node]);
    (tiles.len() > 1 || stuck).then_some(Obstacle::DeadEnds { tiles })
}

fn cells(graph: &Graph, which: impl Fn(Node) -> bool) -> Vec<Cell> {
    (0..graph.len()).filter(|&node| which(node)).map(|node| graph.cells[node]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::exhaustive;
    use super::*;
    use crate::notation::{FLOORS, parse_floor};
    use grid::Grid;

    fn told(text: &str) -> String {
        obstacle(&parse_floor(text).unwrap()).map_or_else(String::new, |why| why.to_string())
    }

    #[test]
    fn each_obstacle_is_told_with_its_tiles() {
        assert!(told("E.. ### S..").starts_with("(1, 1), (1, 2) and (1, 3) cannot be reached"));
        assert!(told("S.. ... ..E").is_empty());
        assert!(told("S.. ... .E.").contains("5 tiles of the start's colour and 4"));
        assert!(told("S.E").is_empty() && told(".SE").contains("chessboard"));
        let closed = Floor::new(Grid::filled(3, 3, true), (0, 0), vec![(0, 0)]).unwrap();
        assert!(obstacle(&closed).unwrap().to_string().contains("twice"));
        assert!(told("S....E #.##.#").starts_with("dead ends at (1, 6), (2, 2) and (2, 5)"));
    }

    #[test]
    fn the_games_floors_have_none() {
        for (name, _) in FLOORS {
            assert_eq!(told(name), "", "{name}");
        }
    }

    /// Any single tile read wrong makes the games' floors impossible, and the colours prove it.
    #[test]
    fn one_misread_tile_is_always_an_obstacle() {
        for (name, _) in FLOORS {
            let floor = parse_floor(name).unwrap();
            for (cell, &ice) in floor.ice().cells() {
                let mut grid = floor.ice().clone();
                grid[cell] = !ice;
                let Ok(misread) = Floor::new(grid, floor.start(), floor.ends().to_vec()) else {
                    continue;
                };
                assert!(obstacle(&misread).is_some(), "{name} {cell:?}");
            }
        }
    }

    #[test]
    fn what_has_an_obstacle_has_no_walk() {
        let mut found = 0;
        for floor in exhaustive::random_floors(3000, 4, 5) {
            if let Some(obstacle) = obstacle(&floor) {
                found += 1;
                assert_eq!(exhaustive::search(&floor).walks, 0, "{floor:?} {obstacle}");
            }
        }
        assert!(found > 500, "{found}");
    }
}
