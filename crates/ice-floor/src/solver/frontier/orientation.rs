//! The side from which the dynamic programming crosses a floor.

use crate::floor::Floor;
use grid::{Cell, Grid};

/// A floor as it is gone through: perhaps with rows and columns exchanged, from below, from the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Oriented {
    pub ice: Grid<bool>,
    pub start: Cell,
    pub ends: Vec<Cell>,
    /// The last tile of ice.
    pub last: Cell,
    turned: bool,
    upwards: bool,
    leftwards: bool,
}

impl Oriented {
    /// The ways to go through a floor row by row with rows that are no longer than columns.
    pub fn ways(floor: &Floor) -> impl Iterator<Item = Self> {
        let (rows, columns) = (floor.ice().rows(), floor.ice().columns());
        [false, true]
            .into_iter()
            .filter(move |&turned| if turned { columns >= rows } else { rows >= columns })
            .flat_map(move |turned| {
                [(false, false), (false, true), (true, false), (true, true)]
                    .map(|(upwards, leftwards)| Self::new(floor, turned, upwards, leftwards))
            })
    }

    fn new(floor: &Floor, turned: bool, upwards: bool, leftwards: bool) -> Self {
        let (rows, columns) = (floor.ice().rows(), floor.ice().columns());
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let mut oriented = Self {
            ice: Grid::filled(rows, columns, false),
            start: (0, 0),
            ends: Vec::new(),
            last: (0, 0),
            turned,
            upwards,
            leftwards,
        };
        for cell in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let there = oriented.on_floor(cell);
            if !floor.ice()[there] {
                continue;
            }
            oriented.ice[cell] = true;
            oriented.last = cell;
            if there == floor.start() {
                oriented.start = cell;
            }
            if floor.ends().contains(&there) {
                oriented.ends.push(cell);
            }
        }
        oriented
    }

    /// The same floor from the opposite side: the row that was the last is the first.
    pub fn reversed(&self, floor: &Floor) -> Self {
        Self::new(floor, self.turned, !self.upwards, self.leftwards)
    }

    /// Where a cell lies on the floor.
    pub fn on_floor(&self, (row, column): Cell) -> Cell {
        let row = if self.upwards { self.ice.rows() - 1 - row } else { row };
        let column = if self.leftwards { self.ice.columns() - 1 - column } else { column };
        if self.turned { (column, row) } else { (row, column) }
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.ice.get(cell) == Some(&true)
    }

    /// About how many states there will be behind so many rows, in some unit: they grow with the rows
    /// until as many parts lie side by side as the width has room for, and each loose end multiplies
    /// them. Fitted to floors of 12 x 12.
    pub fn states_behind(&self, rows: usize) -> usize {
        let first_end = self.ends.iter().map(|end| end.0).min().unwrap_or(usize::MAX);
        let loose = usize::from(self.start.0 < rows) + usize::from(first_end < rows);
        [1, 3, 6][loose] * 5usize.pow(rows.min(3) as u32).min(50)
    }
}
