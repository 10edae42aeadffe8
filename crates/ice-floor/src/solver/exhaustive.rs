//! The plain search that the article's programme makes: every path from the start that never steps on
//! a tile twice. It is what the others are checked against and measured beside.
//!
//! Source: "Solving Sootopolis City", evoniuk.github.io, whose calls on the third floors are counted
//! as 1,988,992 (Ruby and Sapphire) and 45,535 (Emerald); [`SearchCounts::calls`] counts the same calls.

use super::graph::{Graph, Node};
use crate::floor::Floor;
use std::ops::ControlFlow;

/// What the plain search found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Tiles stepped on, all paths together: the calls of the article's `traverse`.
    pub calls: u64,
    /// Walks.
    pub walks: u64,
}

/// Tries all paths. It takes exponential time.
pub fn search(floor: &Floor) -> SearchCounts {
    search_within(floor, u64::MAX).0
}

/// Tries all paths, but makes `most` calls at the most. Whether these were all.
pub fn search_within(floor: &Floor, most: u64) -> (SearchCounts, bool) {
    let graph = Graph::of(floor);
    let mut stepped = vec![false; graph.len()];
    let mut count = SearchCounts::default();
    let flow = step(&graph, (graph.start, 1), most, &mut stepped, &mut count);
    (count, flow.is_continue())
}

fn step(
    graph: &Graph,
    (at, length): (Node, usize),
    most: u64,
    stepped: &mut [bool],
    count: &mut SearchCounts,
) -> ControlFlow<()> {
    if count.calls == most {
        return ControlFlow::Break(());
    }
    count.calls += 1;
    if length == graph.len() {
        count.walks += u64::from(graph.is_end[at]);
        return ControlFlow::Continue(());
    }
    stepped[at] = true;
    for &next in &graph.beside[at] {
        if !stepped[next] {
            step(graph, (next, length + 1), most, stepped, count)?;
        }
    }
    stepped[at] = false;
    ControlFlow::Continue(())
}

/// Floors of up to `rows` x `columns` with random stones, starts and one to three ends, seeded.
#[cfg(test)]
pub(super) fn random_floors(
    count: usize,
    rows: usize,
    columns: usize,
) -> impl Iterator<Item = Floor> {
    let mut dice = rand_mt::Mt::new(7);
    let mut below = move |n: usize| dice.next_u32() as usize % n;
    std::iter::from_fn(move || {
        let (rows, columns) = (1 + below(rows), 1 + below(columns));
        let stones = below(4);
        let ice = grid::Grid::from_fn(rows, columns, |_, _| below(10) >= stones);
        let start = (below(rows), below(columns));
        let ends = (0..1 + below(3)).map(|_| (below(rows), below(columns))).collect();
        Some(Floor::new(ice, start, ends))
    })
    .filter_map(Result::ok)
    .take(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_floor;

    #[test]
    fn the_articles_counts_are_reproduced() {
        let count = |name: &str| search(&parse_floor(name).unwrap());
        assert_eq!(count("ruby-3"), SearchCounts { calls: 1_988_992, walks: 2 });
        assert_eq!(count("emerald-3"), SearchCounts { calls: 45_535, walks: 4 });
        let ruby = parse_floor("ruby-3").unwrap();
        assert_eq!(search_within(&ruby, 1_988_992), (search(&ruby), true));
        let (stopped, is_whole) = search_within(&ruby, 1_988_991);
        assert!(stopped.calls == 1_988_991 && !is_whole);
        let walks = ["ruby-1", "ruby-2", "emerald-1", "emerald-2"].map(|name| count(name).walks);
        assert_eq!(walks, [1, 1, 1, 2]);
    }
}
