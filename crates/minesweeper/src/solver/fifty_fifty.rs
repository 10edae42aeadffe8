//! Pairs of cells that hold one mine between them, and that no other cell can separate.
//!
//! Every cell that can still be opened lies beside both or beside neither: no number will ever say
//! which of the two it is. Such a pair is guessed right half of the time, now or later, and it says
//! nothing of other cells. If a cell that lies beside only one of them may still turn out
//! safe, the pair is a pseudo 50/50: it can be resolved by opening that cell, and must be guessed only
//! if all such cells are mines.

use super::border::MineBorder;
use super::knowledge::{Knowledge, Status};

/// Two cells with one mine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The two cells, ascending.
    pub cells: [u16; 2],
    /// Unknown cells that lie beside only one of them. None: the guess is forced.
    pub tells: Vec<u16>,
}

impl Pair {
    /// Whether no cell can separate them, so that the guess is forced.
    pub fn is_forced(&self) -> bool {
        self.tells.is_empty()
    }
}

/// All such pairs: two cells are left to a number that needs one mine. `mines` are the cells, ascending, that are mines
/// in every layout: they are never opened, also where only several numbers together prove them.
pub fn pairs(knowledge: &Knowledge, border: &MineBorder, mines: &[u16]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let topology = knowledge.topology();
    let unknown = |cell: &u16| knowledge.status(*cell) == Status::Unknown;
    for &(number, need) in border.components.iter().flat_map(|component| &component.numbers) {
        if need != 1 || knowledge.unknown_around(number) != 2 {
            continue;
        }
        let mut cells = topology.around(number).iter().copied().filter(unknown);
        let (Some(a), Some(b)) = (cells.next(), cells.next()) else { continue };
        if pairs.iter().any(|pair| pair.cells == [a, b]) {
            continue;
        }
        // A closed cell beside one of them only will show a different number for each.
        let beside = |one: u16, other: u16| {
            topology
                .around(one)
                .iter()
                .copied()
                .filter(move |&cell| cell != other && !topology.around(other).contains(&cell))
        };
        let can_open = |cell: &u16| {
            matches!(knowledge.status(*cell), Status::Unknown | Status::Safe)
                && mines.binary_search(cell).is_err()
        };
        let tells: Vec<u16> = beside(a, b).chain(beside(b, a)).filter(can_open).collect();
        // A number beside one of them that is not finished decides it together with other cells.
        let linked = beside(a, b).chain(beside(b, a)).any(|cell| {
            matches!(knowledge.status(cell), Status::Open(_)) && knowledge.unknown_around(cell) > 0
        });
        if !linked {
            pairs.push(Pair { cells: [a, b], tells });
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;

    fn found(text: &str) -> Vec<([u16; 2], usize)> {
        let mut knowledge = Knowledge::of(&parse_board(text).unwrap()).unwrap();
        knowledge.propagate().unwrap();
        let pairs = pairs(&knowledge, &MineBorder::of(&knowledge), &[]);
        pairs.into_iter().map(|pair| (pair.cells, pair.tells.len())).collect()
    }

    #[test]
    fn a_pair_in_a_corner_is_forced_and_one_beside_closed_cells_is_not() {
        assert_eq!(found(".10/.31/**1"), [([0, 3], 0)]);
        assert_eq!(found(".1/.2/.."), [([0, 2], 2)]);
        // The 2 of the third row lies beside the lower cell only.
        assert_eq!(found(".10/.10/121/..."), []);
    }
}
