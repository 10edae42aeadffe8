//! A floor: which tiles are still to be stepped on, where the player stands, where the walk may end.

use grid::{Cell, Grid};
use serde::Serialize;

/// The longest side of a floor.
pub const MAX_SIDE: usize = 32;

/// A floor to be walked: a path from `start` that steps on every tile of `ice` exactly once and stops
/// on one of `ends`. The start counts as stepped on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Floor {
    ice: Grid<bool>,
    start: Cell,
    ends: Vec<Cell>,
}

/// What is not a floor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFloor {
    /// Too small or too large.
    #[error("a floor has 1 to {MAX_SIDE} rows and columns, not {rows} x {columns}")]
    Size {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// The start or an end is not ice.
    #[error("the {what} (row {}, column {}) is not ice on the floor", .cell.0 + 1, .cell.1 + 1)]
    NoIce {
        /// "start" or "end".
        what: &'static str,
        /// Where.
        cell: Cell,
    },
    /// The walk could stop nowhere.
    #[error("a floor needs a tile where the walk may end: mark it with E")]
    NoEnd,
}

impl Floor {
    /// A floor of these tiles. The tile that the player stands on is ice here, whatever it is in the game by now:
    /// mid-walk, tiles that are cracked are not.
    ///
    /// # Errors
    /// A size that is not supported, or a start or an end that is not ice.
    pub fn new(ice: Grid<bool>, start: Cell, mut ends: Vec<Cell>) -> Result<Self, BadFloor> {
        let (rows, columns) = (ice.rows(), ice.columns());
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
            return Err(BadFloor::Size { rows, columns });
        }
        ends.sort_unstable();
        ends.dedup();
        if ends.is_empty() {
            return Err(BadFloor::NoEnd);
        }
        let places = std::iter::once(("start", start)).chain(ends.iter().map(|&end| ("end", end)));
        for (what, cell) in places {
            if ice.get(cell) != Some(&true) {
                return Err(BadFloor::NoIce { what, cell });
            }
        }
        Ok(Self { ice, start, ends })
    }

    /// A floor that is walked as those of the game are: from the middle of the lowest row to the
    /// middle of the highest.
    ///
    /// # Errors
    /// As for [`Floor::new`].
    pub fn upwards(ice: Grid<bool>) -> Result<Self, BadFloor> {
        let middle = ice.columns() / 2;
        let start = (ice.rows().saturating_sub(1), middle);
        Self::new(ice, start, vec![(0, middle)])
    }

    /// The tiles to be stepped on, the start among them.
    pub fn ice(&self) -> &Grid<bool> {
        &self.ice
    }

    /// Where the player stands.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Where the walk may end, in order.
    pub fn ends(&self) -> &[Cell] {
        &self.ends
    }

    /// How many tiles the walk has, the start among them.
    pub fn tiles(&self) -> usize {
        self.ice.iter().filter(|&&ice| ice).count()
    }

    /// The tiles of ice beside a cell: above, left, right, below.
    pub fn neighbours(&self, (row, column): Cell) -> impl Iterator<Item = Cell> {
        let beside = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        beside.into_iter().filter(|&cell| self.ice.get(cell) == Some(&true))
    }

    /// Whether `path` walks the floor as it has to be walked.
    pub fn is_walk(&self, path: &[Cell]) -> bool {
        let mut stepped = self.ice.map(|_| false);
        let fresh = path.iter().all(|&cell| {
            self.ice.get(cell) == Some(&true) && !std::mem::replace(&mut stepped[cell], true)
        });
        fresh
            && path.len() == self.tiles()
            && path.first() == Some(&self.start)
            && path.last().is_some_and(|last| self.ends.contains(last))
            && path
                .windows(2)
                .all(|step| step[0].0.abs_diff(step[1].0) + step[0].1.abs_diff(step[1].1) == 1)
    }
}

/// One of the four ways to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
}

impl Direction {
    /// All four steps.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// By how many rows and columns a step goes.
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// The cell beside `cell`. Beyond the first row or column it is one that is in no grid.
    pub const fn from(self, (row, column): Cell) -> Cell {
        let (down, right) = self.delta();
        (row.wrapping_add_signed(down as isize), column.wrapping_add_signed(right as isize))
    }

    /// The way from a cell to one beside it.
    pub fn between(from: Cell, to: Cell) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.from(from) == to)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// The steps of a path as arrow keys: U, D, L, R.
pub fn keys(path: &[Cell]) -> String {
    let key = |step: &[Cell]| match (step[1].0.cmp(&step[0].0), step[1].1.cmp(&step[0].1)) {
        (std::cmp::Ordering::Less, _) => 'U',
        (std::cmp::Ordering::Greater, _) => 'D',
        (_, std::cmp::Ordering::Less) => 'L',
        _ => 'R',
    };
    path.windows(2).map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_and_the_ends_are_ice() {
        let ice = Grid::from_fn(2, 3, |r, c| (r, c) != (0, 1));
        assert_eq!(Floor::upwards(ice.clone()), Err(BadFloor::NoIce { what: "end", cell: (0, 1) }));
        assert_eq!(Floor::new(ice.clone(), (1, 1), vec![]), Err(BadFloor::NoEnd));
        assert!(Floor::new(ice, (1, 1), vec![(0, 2), (0, 2)]).is_ok_and(|f| f.ends() == [(0, 2)]));
        let large = Floor::upwards(Grid::filled(33, 1, true));
        assert_eq!(large, Err(BadFloor::Size { rows: 33, columns: 1 }));
    }

    #[test]
    fn a_walk_steps_on_every_tile_once() {
        let floor = Floor::new(Grid::filled(2, 2, true), (1, 0), vec![(1, 1)]).unwrap();
        let walk = [(1, 0), (0, 0), (0, 1), (1, 1)];
        assert!(floor.is_walk(&walk));
        assert_eq!(keys(&walk), "URD");
        assert!(!floor.is_walk(&walk[..3]));
        assert!(!floor.is_walk(&[(1, 0), (0, 1), (0, 0), (1, 1)]));
        assert!(!floor.is_walk(&[(1, 0), (0, 0), (1, 0), (1, 1)]));
    }
}
