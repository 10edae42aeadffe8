//! Which numbers prove something: a smallest set of open cells from which a contradiction, a safe
//! cell or a mine follows. No number of the set can be left out.

use super::chances::Counter;
use super::knowledge::{Knowledge, Status};
use super::topology::Topology;
use crate::board::{CellState, MineBoard};
use std::sync::Arc;

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No layout fits.
    Contradiction,
    /// The cell is not a mine.
    Safe(u16),
    /// The cell is a mine.
    Mine(u16),
}

/// What a claim follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineProof {
    /// The open cells whose numbers are needed, ascending.
    pub numbers: Vec<u16>,
    /// Whether the number of all mines is needed too.
    pub mine_count: bool,
}

/// The proof of a claim, or `None` if it does not hold.
pub fn prove(board: &MineBoard, claim: Claim) -> Option<MineProof> {
    let mines = board.total_mines().ok()?;
    let topology = Arc::new(Topology::new(board.cells.rows(), board.cells.columns()));
    let case = Case { board, topology, claim };
    let all: Vec<u16> = board
        .cells
        .cells()
        .filter(|(_, state)| state.number().is_some())
        .map(|(cell, _)| case.topology.number(cell))
        .collect();
    let mine_count = !case.holds(&all, None);
    let mines = mines.filter(|_| mine_count);
    if mine_count && !case.holds(&all, mines) {
        return None;
    }
    Some(MineProof { numbers: case.shrink(all, mines), mine_count })
}

struct Case<'a> {
    board: &'a MineBoard,
    topology: Arc<Topology>,
    claim: Claim,
}

impl Case<'_> {
    /// Whether the claim follows if of the open cells only these show their numbers.
    fn holds(&self, numbers: &[u16], mines: Option<usize>) -> bool {
        let mut knowledge = Knowledge::new(self.topology.clone(), mines);
        for (place, state) in self.board.cells.cells() {
            let cell = self.topology.number(place);
            match state.number() {
                Some(number) if numbers.binary_search(&cell).is_ok() => {
                    knowledge.open(cell, number);
                }
                Some(_) => knowledge.mark(cell, Status::Safe),
                None if state.is_mine() => knowledge.mark(cell, Status::Mine),
                None if *state == CellState::Safe => knowledge.mark(cell, Status::Safe),
                None => {}
            }
        }
        let chances = match knowledge.propagate() {
            Err(_) => None,
            Ok(()) => Counter::new(&knowledge).chances(&knowledge).ok(),
        };
        let chance = |cell: u16| chances.as_ref().map(|chances| chances.mine[usize::from(cell)]);
        match self.claim {
            Claim::Contradiction => chances.is_none(),
            Claim::Safe(cell) => chance(cell) == Some(0.0),
            Claim::Mine(cell) => chance(cell) == Some(1.0),
        }
    }

    /// Leaves out numbers, many at once as long as that goes, until none can be left out.
    fn shrink(&self, mut numbers: Vec<u16>, mines: Option<usize>) -> Vec<u16> {
        let mut block = numbers.len().div_ceil(2);
        while block > 0 {
            let mut start = 0;
            while start < numbers.len() {
                let mut fewer = numbers.clone();
                fewer.drain(start..(start + block).min(numbers.len()));
                if self.holds(&fewer, mines) {
                    numbers = fewer;
                } else {
                    start += block;
                }
            }
            block = if block == 1 { 0 } else { block.div_ceil(2) };
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;
    use crate::solver::brute;

    fn proof(text: &str, claim: Claim) -> Option<(Vec<u16>, bool)> {
        prove(&parse_board(text).unwrap(), claim).map(|proof| (proof.numbers, proof.mine_count))
    }

    #[test]
    fn a_proof_names_the_numbers_that_it_needs() {
        // 1-1 from the edge: the second 1 sees all that the first sees, and the third cell.
        assert_eq!(proof("..../11.1/0...", Claim::Safe(2)), Some((vec![4, 5], false)));
        assert_eq!(proof("..../.1.1/....", Claim::Safe(2)), None);
        assert_eq!(proof(".../111/000", Claim::Safe(2)), Some((vec![3, 4], false)));
        assert_eq!(proof(".../111/000", Claim::Mine(1)), Some((vec![3, 4, 5], false)));
        assert_eq!(proof("1.../.... mines 2", Claim::Safe(3)), None);
        assert_eq!(proof("1../... mines 1", Claim::Safe(5)), Some((vec![0], true)));
    }

    #[test]
    fn a_contradiction_names_its_numbers() {
        assert_eq!(proof("1.3/...", Claim::Contradiction), Some((vec![0, 2], false)));
        assert_eq!(proof("1.1/...", Claim::Contradiction), None);
        assert_eq!(proof("1.../...1 mines 3", Claim::Contradiction), Some((vec![0, 7], true)));
    }

    /// On random positions: what is claimed with certainty has a proof, and no number of it can go.
    #[test]
    fn every_certainty_has_a_proof_without_a_superfluous_number() {
        let mut proven = 0;
        for index in 0..150 {
            let mut stream = brute::case(3_000_000 + index);
            let topology = Topology::new(4, 5);
            let board = brute::random_position(&topology, 4, &mut stream);
            let mut knowledge = Knowledge::of(&board).unwrap();
            knowledge.propagate().unwrap();
            let chances = Counter::new(&knowledge).chances(&knowledge).unwrap();
            let closed = board.cells.cells().filter(|(_, state)| state.is_closed());
            for cell in closed.map(|(place, _)| topology.number(place)) {
                let chance = chances.mine[usize::from(cell)];
                let (safe, mine) =
                    (prove(&board, Claim::Safe(cell)), prove(&board, Claim::Mine(cell)));
                assert_eq!((safe.is_some(), mine.is_some()), (chance == 0.0, chance == 1.0));
                let Some(proof) = safe else { continue };
                proven += 1;
                let case =
                    Case { board: &board, topology: topology_of(&board), claim: Claim::Safe(cell) };
                let mines = knowledge.mines().filter(|_| proof.mine_count);
                for i in 0..proof.numbers.len() {
                    let mut fewer = proof.numbers.clone();
                    fewer.remove(i);
                    assert!(!case.holds(&fewer, mines), "{board}");
                }
            }
        }
        assert!(proven > 200, "{proven}");
    }

    fn topology_of(board: &MineBoard) -> Arc<Topology> {
        Arc::new(Topology::new(board.cells.rows(), board.cells.columns()))
    }
}
