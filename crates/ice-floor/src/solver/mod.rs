//! Walks over a floor: one, all of them, how many, or the proof that there is none.
//!
//! Three methods stand side by side. The pruned depth-first search (`search`) answers the games' floors
//! within some hundred steps, but now and then needs millions on large ones; the frontier dynamic
//! programme (`frontier`) always takes about the same time for a size. So the search has a few tries
//! with a limited number of steps each, and then the dynamic programme takes over; on floors that are too wide for it, walks
//! are turned around first (`rotate`).

mod cuts;
pub mod exhaustive;
mod frontier;
mod graph;
mod obstacles;
mod rotate;
mod search;

pub use frontier::NoCount;
pub use obstacles::{Obstacle, obstacle};

use super::floor::Floor;
use graph::Graph;
use grid::Cell;
use search::{Ended, Search};

/// How often the search may try, and how many steps for each tile each try has, before the dynamic
/// programme takes over: of many floors of 12 x 12 these take the least time, all together.
const TRIES: u64 = 4;
const STEPS_A_TILE: u64 = 4;

/// Floors with as many rows and columns are too wide for the dynamic programme, unless they are mostly stone.
const WIDE: usize = 15;

/// Whether a floor can be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can, like this: from the start to an end.
    Walk(Vec<Cell>),
    /// It cannot.
    Impossible(Obstacle),
    /// It was stopped, or the floor is too wide, before that was known.
    Unknown,
}

/// An answer and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub answer: Answer,
    /// Steps of the search, and turns of walks.
    pub steps: u64,
    /// States of the dynamic programme; 0 if it was not asked.
    pub states: u64,
}

/// Finds a walk, or proves that there is none. The search ends when `stop` returns true.
///
/// # Examples
/// ```
/// use ice_floor::{Answer, Floor, solve};
///
/// let floor: Floor = "S. / .E".parse()?;
/// // From one corner of four tiles the opposite one is never the last.
/// assert!(matches!(solve(&floor, &|| false).answer, Answer::Impossible(_)));
/// # Ok::<(), ice_floor::notation::FloorNotationError>(())
/// ```
pub fn solve(floor: &Floor, stop: &(dyn Fn() -> bool + Sync)) -> Solution {
    let found = |answer, steps, states| Solution { answer, steps, states };
    if let Some(obstacle) = obstacle(floor) {
        return found(Answer::Impossible(obstacle), 0, 0);
    }
    let graph = Graph::of(floor);
    let none = |states| Answer::Impossible(Obstacle::Exhausted { states });
    let limit = STEPS_A_TILE * graph.len() as u64;
    let mut steps = 0;
    for seed in 0..TRIES {
        let (ended, walk, taken) = first_walk(&graph, seed, limit, stop);
        steps += taken;
        match (ended, walk) {
            (_, Some(walk)) => return found(Answer::Walk(walk), steps, 0),
            (Ended::Complete, None) => return found(none(taken), steps, 0),
            _ => {}
        }
    }
    if floor.ice().rows().min(floor.ice().columns()) >= WIDE {
        let (walk, moves) = rotate::find(&graph, stop);
        steps += moves;
        if let Some(walk) = walk {
            return found(Answer::Walk(walk), steps, 0);
        }
    }
    match frontier::find(floor, stop) {
        Ok((walk, states)) => {
            let answer = walk.map_or_else(|| none(states), Answer::Walk);
            found(answer, steps, states)
        }
        // A walk may exist; only the search can name it.
        Err(NoCount::TooWide | NoCount::TooMany) => {
            let (ended, walk, taken) = first_walk(&graph, TRIES, u64::MAX, stop);
            let answer = match (ended, walk) {
                (_, Some(walk)) => Answer::Walk(walk),
                (Ended::Complete, None) => none(taken),
                _ => Answer::Unknown,
            };
            found(answer, steps + taken, 0)
        }
        Err(NoCount::Stopped) => found(Answer::Unknown, steps, 0),
    }
}

/// The first walk that a search finds, how it ended, and how many steps it took.
fn first_walk(
    graph: &Graph,
    seed: u64,
    limit: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> (Ended, Option<Vec<Cell>>, u64) {
    let mut search = Search::new(graph, seed, limit, stop);
    let mut walk = None;
    let ended = search.run(&mut |path| {
        walk = Some(path);
        false
    });
    (ended, walk, search.nodes)
}

/// How many walks a floor has, exactly.
///
/// # Errors
/// [`NoCount`] when `stop` said so, the floor is too wide, or the number too large.
pub fn count(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<u128, NoCount> {
    frontier::count(floor, stop)
}

/// Up to `most` walks of a floor, and whether these are all.
pub fn walks(
    floor: &Floor,
    most: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> (Vec<Vec<Cell>>, bool) {
    let graph = Graph::of(floor);
    let mut found = Vec::new();
    if obstacle(floor).is_some() {
        return (found, true);
    }
    let mut search = Search::new(&graph, 0, u64::MAX, stop);
    let ended = search.run(&mut |path| {
        if found.len() < most {
            found.push(path);
            return true;
        }
        false
    });
    (found, ended == Ended::Complete)
}

#[cfg(test)]
mod tests {
    use super::super::floor::keys;
    use super::super::notation::{FLOORS, parse_floor};
    use super::*;
    use grid::Grid;

    fn never() -> bool {
        false
    }

    #[test]
    fn the_games_floors_are_walked_as_published() {
        let published = [
            vec!["RULLUR"],
            vec!["LLLUURRDRRRDRUULLL"],
            vec![
                "RRURRDRUUULLDLULDDLLDLULDLULUURDRURDRUR",
                "RRUURDRDRUUULLLLDDLLDLULDLULUURDRURDRUR",
            ],
            vec!["LURRUL"],
            vec!["LLLUURRDRRDRRUULLL", "RRRUULLDLLDLLUURRR"],
            vec![
                "LLLLLUUURDRDRUURDRDRDRURRDRUUULLDLULL",
                "LLLLLUUURDRDRUURDRDRDRUURDRDRUUULLLLL",
                "LLULDLLUUURDRRURDRDRDRURRDRUUULLDLULL",
                "LLULDLLUUURDRRURDRDRDRUURDRDRUUULLLLL",
            ],
        ];
        for ((name, _), published) in FLOORS.iter().zip(published) {
            let floor = parse_floor(name).unwrap();
            let (walks, all) = walks(&floor, 10, &never);
            let mut found: Vec<String> = walks.iter().map(|walk| keys(walk)).collect();
            found.sort();
            assert!(all);
            assert_eq!(found, published, "{name}");
            let solution = solve(&floor, &never);
            assert!(matches!(solution.answer, Answer::Walk(walk) if floor.is_walk(&walk)));
            assert_eq!(solution.states, 0, "{name} should not need the dynamic programme");
        }
    }

    #[test]
    fn search_and_dynamic_programme_agree() {
        for floor in exhaustive::random_floors(3000, 6, 6) {
            let walks = count(&floor, &never).unwrap();
            let solution = solve(&floor, &never);
            match &solution.answer {
                Answer::Walk(walk) => assert!(walks > 0 && floor.is_walk(walk), "{floor:?}"),
                Answer::Impossible(_) => assert_eq!(walks, 0, "{floor:?}"),
                Answer::Unknown => panic!("{floor:?}"),
            }
        }
    }

    #[test]
    fn as_many_walks_are_listed_as_there_are() {
        for floor in exhaustive::random_floors(2000, 5, 5) {
            let walks = count(&floor, &never).unwrap();
            let (listed, all) = super::walks(&floor, 50, &never);
            assert_eq!(listed.len() as u128, walks.min(50), "{floor:?}");
            assert_eq!(all, walks <= 50);
        }
    }

    /// Every step of a walk leaves a floor that can be walked on from there.
    #[test]
    fn mid_walk_the_rest_is_a_floor_too() {
        let floor = parse_floor("ruby-3").unwrap();
        let Answer::Walk(walk) = solve(&floor, &never).answer else { panic!("no walk") };
        let mut left = floor.ice().clone();
        for step in walk.windows(2) {
            left[step[0]] = false;
            let rest = Floor::new(left.clone(), step[1], floor.ends().to_vec()).unwrap();
            assert!(matches!(solve(&rest, &never).answer, Answer::Walk(_)), "{rest:?}");
        }
    }

    #[test]
    fn a_wide_open_floor_is_walked() {
        for (size, stones) in [(20, &[][..]), (32, &[]), (32, &[(3, 4), (20, 9), (25, 31), (7, 7)])]
        {
            let mut ice = Grid::filled(size, size, true);
            stones.iter().for_each(|&stone| ice[stone] = false);
            let ends = (0..size).map(|column| (0, column)).collect();
            let floor = Floor::new(ice, (size - 1, size / 2), ends).unwrap();
            let Answer::Walk(walk) = solve(&floor, &never).answer else { panic!("no walk") };
            assert!(floor.is_walk(&walk), "{size}");
        }
    }

    #[test]
    fn a_large_floor_is_answered_either_way() {
        let floor = Floor::new(Grid::filled(15, 12, true), (14, 5), vec![(0, 5), (0, 6)]).unwrap();
        let Answer::Walk(walk) = solve(&floor, &never).answer else { panic!("no walk") };
        assert!(floor.is_walk(&walk));
    }
}
