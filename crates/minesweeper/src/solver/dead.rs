//! Cells that tell nothing: in all layouts in which such a cell is safe it shows the same number. Opening one before
//! another cell gains nothing, however safe it is.

use super::chances::{Chances, Counter};
use super::knowledge::{Knowledge, Status};
use super::lookahead::opened;

/// The dead cells among those that may be a mine or not, ascending.
pub(super) fn dead(counter: &mut Counter, knowledge: &Knowledge, chances: &Chances) -> Vec<u16> {
    let topology = knowledge.topology();
    let open = |cell: &u16| (0.0..1.0).contains(&chances.mine[usize::from(*cell)]);
    // Where mines may lie anywhere, cells with as many neighbours are alike.
    let is_rest = |cell: &u16| chances.border.rest.binary_search(cell).is_ok();
    let mut of_rest = [None; 9];
    let mut is_dead = |cell: &u16| {
        let around = topology.around(*cell);
        if is_rest(cell) && around.iter().all(is_rest) {
            *of_rest[around.len()]
                .get_or_insert_with(|| shows_one_number(counter, knowledge, *cell))
        } else {
            shows_one_number(counter, knowledge, *cell)
        }
    };
    knowledge.cells(Status::Unknown).filter(open).filter(|cell| is_dead(cell)).collect()
}

/// What cannot be counted may show more.
fn shows_one_number(counter: &mut Counter, knowledge: &Knowledge, cell: u16) -> bool {
    let mut shown = opened(counter, knowledge, cell);
    matches!((shown.next(), shown.next()), (Some(Ok(_)), None))
}

#[cfg(test)]
mod tests {
    use crate::notation::parse_board;
    use crate::solver::advice::advise;
    use crate::solver::brute;
    use crate::solver::topology::Topology;

    #[test]
    fn a_pair_in_a_corner_is_dead() {
        let advice = advise(&parse_board("001../0013./0001.; mines 3").unwrap(), &|| true).unwrap();
        assert!(!advice.dead.is_empty(), "{advice:?}");
        // All mines lie around the middle.
        let advice = advise(&parse_board(".../.../...; mines 3").unwrap(), &|| true).unwrap();
        assert_eq!(advice.dead, [4_u16]);
    }

    #[test]
    fn dead_cells_are_those_that_show_one_number_in_all_layouts() {
        let (mut compared, mut found) = (0, 0);
        for index in 0..600 {
            let mut stream = brute::case(5_000_000 + index);
            let (rows, columns) = [(3, 4), (2, 6), (5, 3), (4, 4)][index as usize % 4];
            let topology = Topology::new(rows, columns);
            let mines = 2 + stream.next_u64() as usize % 4;
            let board = brute::random_position(&topology, mines, &mut stream);
            let advice = advise(&board, &|| true).unwrap();
            if advice.guess.is_none() {
                continue;
            }
            let closed: Vec<u16> = (0..topology.cells() as u16)
                .filter(|&cell| board.cells[topology.place(cell)].is_closed())
                .collect();
            let is_mine = |set: u32, cell: u16| {
                closed.iter().position(|&c| c == cell).is_some_and(|i| set >> i & 1 == 1)
            };
            let layouts = brute::layouts(&board);
            let number = |set: u32, cell: u16| {
                topology.around(cell).iter().filter(|&&near| is_mine(set, near)).count()
            };
            let expected: Vec<u16> = closed
                .iter()
                .copied()
                .filter(|&cell| {
                    let safe = layouts.iter().filter(|&&set| !is_mine(set, cell));
                    let mut numbers: Vec<usize> = safe.map(|&set| number(set, cell)).collect();
                    let may_be_mine = numbers.len() < layouts.len();
                    numbers.sort_unstable();
                    numbers.dedup();
                    may_be_mine && numbers.len() == 1
                })
                .collect();
            assert_eq!(advice.dead, expected, "{board}");
            compared += 1;
            found += usize::from(!expected.is_empty());
        }
        assert!(compared > 100 && found > 20, "{compared} {found}");
    }
}
