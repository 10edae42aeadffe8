//! Frontier dynamic programming ("plug" or broken-profile dynamic programming): counts walks exactly,
//! proves that there is none, and has no heavy tail; its time grows with the shorter side only.
//!
//! The tiles are gone through row by row. A *state* says how the parts of walks among the tiles so far
//! cross the frontier to those that follow: each of the frontier's places holds a plug, which is
//! absent, the left or the right end of a part that comes back to the frontier elsewhere (they nest
//! like brackets, since the floor is flat), or the only loose end of a part whose other end is an end
//! of the walk. States that agree are counted together.
//!
//! To find a walk, two sweeps from opposite sides meet where they have about as many states: most
//! states of a single sweep come late, and few of them lead to an end. There is a walk if a state of
//! the one and a state of the other have plugs at the same places and their parts join into one.
//!
//! Source: the method is that of Knuth's Simpath (The Art of Computer Programming 4A, exercise
//! 7.1.4-225), with connectivity written as brackets (Conway, Enting and Guttmann, "Algebraic
//! techniques for enumerating self-avoiding walks", 1993); two sweeps that meet are the bidirectional
//! search of Pohl ("Bi-directional search", 1971), which goes on at the side with fewer states.

mod layer;
mod limits;
mod meeting;
mod orientation;
mod state;
mod step;
mod sweep;

use crate::floor::Floor;
use grid::Cell;
pub use limits::NoCount;
use meeting::Meeting;
use orientation::Oriented;
use sweep::Sweep;

/// Counts the walks of a floor, in one sweep.
///
/// # Errors
/// [`NoCount`] when `stop` said so, or the floor is too wide.
pub(super) fn count(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<u128, NoCount> {
    if floor.tiles() == 1 {
        return Ok(1);
    }
    let expected = |way: &Oriented| -> usize {
        (1..=way.ice.rows()).map(|rows| way.states_behind(rows)).sum()
    };
    let way = Oriented::ways(floor).min_by_key(expected).ok_or(NoCount::TooWide)?;
    let mut sweep = Sweep::<u128>::new(way)?;
    while sweep.rows < sweep.floor.ice.rows() {
        sweep.advance(stop)?;
    }
    Ok(sweep.finished.map_or(0, |(walks, ..)| walks))
}

/// Finds a walk of a floor, or that there is none, in two sweeps that meet; says how many states there
/// were, too.
///
/// # Errors
/// As [`count`], but never [`NoCount::TooMany`].
pub(super) fn find(
    floor: &Floor,
    stop: &dyn Fn() -> bool,
) -> Result<(Option<Vec<Cell>>, u64), NoCount> {
    if floor.tiles() == 1 {
        return Ok((Some(vec![floor.start()]), 0));
    }
    let meeting = Meeting::of(floor, stop)?;
    Ok((meeting.walk(stop)?, meeting.states()))
}

#[cfg(test)]
mod tests {
    use super::super::exhaustive;
    use super::*;
    use crate::notation::{FLOORS, parse_floor};
    use grid::Grid;

    fn walks(floor: &Floor) -> u128 {
        count(floor, &|| false).unwrap()
    }

    #[test]
    fn the_games_floors_have_as_many_walks_as_published() {
        let walks = FLOORS.map(|(name, _)| walks(&parse_floor(name).unwrap()));
        assert_eq!(walks, [1, 1, 2, 1, 2, 4]);
    }

    #[test]
    fn it_agrees_with_the_plain_search() {
        let (mut with, mut without) = (0, 0);
        for floor in exhaustive::random_floors(4000, 5, 5) {
            let walks = walks(&floor);
            assert_eq!(walks, u128::from(exhaustive::search(&floor).walks), "{floor:?}");
            let walk = find(&floor, &|| false).unwrap().0;
            assert_eq!(walk.is_some(), walks > 0, "{floor:?}");
            assert!(walk.is_none_or(|walk| floor.is_walk(&walk)), "{floor:?}");
            if walks > 0 { with += 1 } else { without += 1 }
        }
        assert!(with > 200 && without > 200, "{with} {without}");
    }

    /// One sweep and two that meet go over different halves of a floor in different orders.
    #[test]
    fn one_sweep_and_two_that_meet_agree() {
        let (mut with, mut without) = (0, 0);
        for floor in exhaustive::random_floors(1500, 9, 9) {
            let is_walked = walks(&floor) > 0;
            let walk = find(&floor, &|| false).unwrap().0;
            assert_eq!(walk.is_some(), is_walked, "{floor:?}");
            assert!(walk.is_none_or(|walk| floor.is_walk(&walk)), "{floor:?}");
            if is_walked { with += 1 } else { without += 1 }
        }
        assert!(with > 100 && without > 100, "{with} {without}");
    }

    #[test]
    fn a_walk_is_a_step_and_a_walk_from_there() {
        let ice = Grid::filled(7, 8, true);
        let whole = Floor::new(ice.clone(), (6, 0), vec![(0, 7)]).unwrap();
        let after = |next: Cell| {
            let mut rest = ice.clone();
            rest[(6, 0)] = false;
            walks(&Floor::new(rest, next, vec![(0, 7)]).unwrap())
        };
        let all = walks(&whole);
        assert!(all > 1000);
        assert_eq!(all, after((5, 0)) + after((6, 1)));
    }

    #[test]
    fn several_ends_count_as_their_sum() {
        let ice = Grid::filled(5, 4, true);
        let to = |ends: &[Cell]| walks(&Floor::new(ice.clone(), (4, 1), ends.to_vec()).unwrap());
        assert_eq!(to(&[(0, 0), (0, 2), (2, 3)]), to(&[(0, 0)]) + to(&[(0, 2)]) + to(&[(2, 3)]));
    }
}
