//! For tests: every layout of a small position, listed one by one, and an independent count of
//! large ones by filling cells in order.

use super::knowledge::Knowledge;
use super::topology::Topology;
use crate::board::{CellState, MineBoard, MineCount};
use crate::generator::{FirstClick, Layout, stream};
use grid::Grid;
use num_bigint::BigUint;
use rand_mt::Mt64;
use std::collections::HashMap;

/// A random position: a board of which some safe cells are open, as in play or scattered.
pub fn random_position(topology: &Topology, mines: usize, stream: &mut Mt64) -> MineBoard {
    let cells = topology.cells();
    let layout = Layout::random(topology, mines, FirstClick::None, 0, stream).unwrap();
    let opened = stream.next_u64() as usize % cells;
    let mut states = Grid::filled(topology.rows(), topology.columns(), CellState::Closed);
    for _ in 0..opened {
        let cell = (stream.next_u64() as usize % cells) as u16;
        if !layout.mines[usize::from(cell)] {
            let number = layout.numbers[usize::from(cell)];
            states[topology.place(cell)] = CellState::Open(number);
        } else if stream.next_u64().is_multiple_of(4) {
            states[topology.place(cell)] = CellState::Flag;
        }
    }
    MineBoard { cells: states, mines: MineCount::Total(mines) }
}

/// All layouts that fit, by going through every subset of the closed cells (at most 20).
pub fn layouts(board: &MineBoard) -> Vec<u32> {
    let knowledge = Knowledge::of(board).unwrap();
    let topology = knowledge.topology();
    let closed: Vec<u16> = (0..topology.cells() as u16)
        .filter(|&cell| board.cells[topology.place(cell)].is_closed())
        .collect();
    assert!(closed.len() <= 20, "{} closed cells", closed.len());
    let mut found = Vec::new();
    for set in 0..1_u32 << closed.len() {
        if knowledge.mines().is_some_and(|mines| mines != set.count_ones() as usize) {
            continue;
        }
        let mine =
            |cell: u16| closed.iter().position(|&c| c == cell).is_some_and(|i| set >> i & 1 == 1);
        let fits = board.cells.cells().all(|(place, state)| {
            state.number().is_none_or(|number| {
                let around = topology.around(topology.number(place));
                around.iter().filter(|&&cell| mine(cell)).count() == usize::from(number)
            })
        });
        if fits {
            found.push(set);
        }
    }
    found
}

/// The number of layouts, by filling the cells row by row: a state is what the last two rows' numbers
/// still need and the mines used. Nothing of the solver's is used; for boards of few columns.
pub fn count_by_rows(board: &MineBoard) -> BigUint {
    let (rows, columns) = (board.cells.rows(), board.cells.columns());
    // What a state keeps: for every number seen or ahead that is touched, its remaining need.
    type State = (Vec<(usize, u8)>, usize);
    let mut states: HashMap<State, BigUint> = HashMap::from([((Vec::new(), 0), 1_u8.into())]);
    for index in 0..rows * columns {
        let place = (index / columns, index % columns);
        let state = board.cells[place];
        let (fewest, most) =
            (usize::from(state.is_mine()), usize::from(state.is_closed() || state.is_mine()));
        let around: Vec<(usize, u8)> = (0..rows * columns)
            .filter_map(|other| {
                let at = (other / columns, other % columns);
                let near =
                    at != place && at.0.abs_diff(place.0) <= 1 && at.1.abs_diff(place.1) <= 1;
                board.cells[at].number().filter(|_| near).map(|number| (other, number))
            })
            .collect();
        let mut next = HashMap::new();
        for ((needs, used), count) in states {
            for mine in fewest..=most {
                let mut needs: HashMap<usize, u8> = needs.iter().copied().collect();
                let mut fits = true;
                for &(number, all) in &around {
                    let need = needs.entry(number).or_insert(all);
                    fits &= mine == 0 || *need > 0;
                    *need = need.saturating_sub(mine as u8);
                }
                // A number is finished once its last neighbour, below and to the right, is passed.
                let last = |number: usize| {
                    let (r, c) = (number / columns, number % columns);
                    let last = ((r + 1).min(rows - 1), (c + 1).min(columns - 1));
                    let last = last.0 * columns + last.1;
                    if last == number { index >= number.saturating_sub(1) } else { index >= last }
                };
                fits &= needs.iter().all(|(&number, &need)| need == 0 || !last(number));
                if fits {
                    needs.retain(|&number, _| !last(number));
                    let mut needs: Vec<_> = needs.into_iter().collect();
                    needs.sort_unstable();
                    *next.entry((needs, used + mine)).or_insert_with(|| BigUint::ZERO) += &count;
                }
            }
        }
        states = next;
    }
    let mines = board.total_mines().unwrap();
    states
        .into_iter()
        .filter(|((_, used), _)| mines.is_none_or(|m| m == *used))
        .map(|(_, n)| n)
        .sum()
}

/// A stream for the `index`-th case of a test.
pub fn case(index: u64) -> Mt64 {
    stream(20, index)
}
