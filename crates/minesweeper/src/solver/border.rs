//! The border: unknown cells beside open numbers, split into components that share no number, and
//! within a component into boxes of cells that lie beside the same numbers.

use super::knowledge::{Knowledge, Status};
use arrayvec::ArrayVec;

/// Cells whose numbers are linked: counted apart from all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The unknown cells, ascending.
    pub cells: Vec<u16>,
    /// The open cells beside them, ascending, each with the mines that it needs among them.
    pub numbers: Vec<(u16, u8)>,
}

impl Component {
    /// What the component's counts depend on, in one list: a key for a table.
    pub fn key(&self) -> Box<[u16]> {
        let numbers = self.numbers.iter().flat_map(|&(cell, need)| [cell, need.into()]);
        self.cells.iter().copied().chain([u16::MAX]).chain(numbers).collect()
    }
}

/// The components of a position, and the unknown cells that are beside no number.
#[derive(Clone, Debug, Default)]
pub struct MineBorder {
    /// The components, by their first number.
    pub components: Vec<Component>,
    /// All other unknown cells, ascending.
    pub rest: Vec<u16>,
}

impl MineBorder {
    /// Splits the unknown cells of a position to which the trivial rules were applied.
    pub fn of(knowledge: &Knowledge) -> Self {
        let topology = knowledge.topology();
        let mut seen = vec![false; topology.cells()];
        let mut border = Self::default();
        let mut stack = Vec::new();
        for first in 0..topology.cells() as u16 {
            if seen[usize::from(first)] || !is_active(knowledge, first) {
                continue;
            }
            let mut component = Component { cells: Vec::new(), numbers: Vec::new() };
            seen[usize::from(first)] = true;
            stack.push(first);
            while let Some(number) = stack.pop() {
                let need = knowledge.need(number).unwrap_or(0);
                component.numbers.push((number, u8::try_from(need).unwrap_or(0)));
                for &cell in topology.around(number) {
                    if knowledge.status(cell) != Status::Unknown
                        || std::mem::replace(&mut seen[usize::from(cell)], true)
                    {
                        continue;
                    }
                    component.cells.push(cell);
                    for &other in topology.around(cell) {
                        if !seen[usize::from(other)] && is_active(knowledge, other) {
                            seen[usize::from(other)] = true;
                            stack.push(other);
                        }
                    }
                }
            }
            component.cells.sort_unstable();
            component.numbers.sort_unstable();
            border.components.push(component);
        }
        let unknown = knowledge.cells(Status::Unknown);
        border.rest = unknown.filter(|&cell| !seen[usize::from(cell)]).collect();
        border
    }
}

/// Whether it is an open number with unknown neighbours.
fn is_active(knowledge: &Knowledge, cell: u16) -> bool {
    knowledge.unknown_around(cell) > 0 && matches!(knowledge.status(cell), Status::Open(_))
}

/// Cells of a component that lie beside the same numbers: any of them can stand for any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellBox {
    /// The cells, ascending.
    pub cells: ArrayVec<u16, 8>,
    /// The places of its numbers in [`Component::numbers`], ascending.
    pub numbers: ArrayVec<u16, 8>,
}

/// The boxes of a component, by their first cell.
pub fn boxes(component: &Component, knowledge: &Knowledge) -> Vec<CellBox> {
    let mut boxes: Vec<CellBox> = Vec::with_capacity(component.cells.len());
    for &cell in &component.cells {
        let around = knowledge.topology().around(cell).iter();
        let numbers: ArrayVec<u16, 8> = around
            .filter(|&&near| is_active(knowledge, near))
            .filter_map(|near| component.numbers.binary_search_by_key(near, |&(n, _)| n).ok())
            .map(|n| n as u16)
            .collect();
        match boxes.iter_mut().find(|b| b.numbers == numbers) {
            Some(found) => found.cells.push(cell),
            None => boxes.push(CellBox { cells: [cell].into_iter().collect(), numbers }),
        }
    }
    boxes
}
