//! Routes over floors that do not crack.

use super::super::art::Room;
use grid::{Cell, Grid};
use ice_floor::floor::Direction;
use ice_floor::plan::SECTIONS;
use std::collections::VecDeque;

/// The first step of a shortest route between two cells of the room that crosses no ice and no cell of `blocked`;
/// `None` if there is no route.
pub fn first_step(from: Cell, to: Cell, blocked: &[Cell]) -> Option<Direction> {
    let room = Room::get();
    let open = |cell: Cell| {
        let tile = room.floor.get(cell);
        tile.is_some_and(|tile| !room.solid.contains(tile) && tile != "ladder" && tile != "door")
            && !blocked.contains(&cell)
            && SECTIONS.iter().all(|section| section.tile(cell).is_none())
    };
    // Backwards, so that the first cell that reaches `from` is the one to step to.
    let mut seen: Grid<bool> = room.floor.map(|_| false);
    let mut queue = VecDeque::from([to]);
    while let Some(cell) = queue.pop_front() {
        for direction in Direction::ALL {
            let beside = direction.from(cell);
            if beside == from {
                return Direction::between(from, cell);
            }
            if open(beside) && !std::mem::replace(&mut seen[beside], true) {
                queue.push_back(beside);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_from_the_door_goes_round_what_is_in_it() {
        assert_eq!(first_step((24, 8), (20, 8), &[]), Some(Direction::Up));
        let way_round = first_step((23, 8), (20, 8), &[(22, 8)]);
        assert!(matches!(way_round, Some(Direction::Left | Direction::Right)), "{way_round:?}");
        // Over the ladder it would be shorter.
        assert_eq!(first_step((22, 12), (22, 10), &[]), Some(Direction::Up));
        assert_eq!(first_step((9, 8), (4, 4), &[]), None);
    }
}
