//! A rectangle of values, row by row.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A cell of a [`Grid`]: (row, column), both from 0.
pub type Cell = (usize, usize);

/// A rectangle of values in row-major order. In JSON: an array of equally long rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<T>>", into = "Vec<Vec<T>>", bound(serialize = "T: Clone + Serialize"))]
pub struct Grid<T> {
    columns: usize,
    values: Vec<T>,
}

/// The rows given for a [`Grid`] differ in length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "row {} has {found} entries where the first row has {expected}: all rows must be equally long",
    row + 1
)]
pub struct RaggedRows {
    /// The first row of another length, from 0.
    pub row: usize,
    /// The length of that row.
    pub found: usize,
    /// The length of the first row.
    pub expected: usize,
}

impl<T> Grid<T> {
    /// A grid whose cell (r, c) is `f(r, c)`.
    pub fn from_fn(rows: usize, columns: usize, mut f: impl FnMut(usize, usize) -> T) -> Self {
        let values = (0..rows * columns).map(|i| f(i / columns, i % columns)).collect();
        Self { columns, values }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The value at (row, column), or `None` outside.
    pub fn get(&self, (row, column): Cell) -> Option<&T> {
        let before = row.checked_mul(self.columns).filter(|_| column < self.columns)?;
        self.values.get(before.checked_add(column)?)
    }

    /// All values, row by row.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// All cells with their values, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.values.iter().enumerate().map(|(i, v)| ((i / self.columns, i % self.columns), v))
    }

    /// The values of one row.
    pub fn row(&self, row: usize) -> &[T] {
        &self.values[row * self.columns..(row + 1) * self.columns]
    }

    /// The values of one column, top to bottom.
    pub fn column(&self, column: usize) -> impl Iterator<Item = &T> {
        self.values.iter().skip(column).step_by(self.columns.max(1))
    }

    /// A grid of the same shape with `f` applied to each value.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { columns: self.columns, values: self.values.iter().map(f).collect() }
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    pub fn filled(rows: usize, columns: usize, value: T) -> Self {
        Self { columns, values: vec![value; rows * columns] }
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    fn index(&self, (row, column): Cell) -> &T {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        &self.values[row * self.columns + column]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, (row, column): Cell) -> &mut T {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        &mut self.values[row * self.columns + column]
    }
}

impl<T> TryFrom<Vec<Vec<T>>> for Grid<T> {
    type Error = RaggedRows;
    fn try_from(rows: Vec<Vec<T>>) -> Result<Self, RaggedRows> {
        let columns = rows.first().map_or(0, Vec::len);
        if let Some((row, bad)) = rows.iter().enumerate().find(|(_, r)| r.len() != columns) {
            return Err(RaggedRows { row, found: bad.len(), expected: columns });
        }
        Ok(Self { columns, values: rows.into_iter().flatten().collect() })
    }
}

impl<T: Clone> From<Grid<T>> for Vec<Vec<T>> {
    fn from(grid: Grid<T>) -> Self {
        grid.values.chunks(grid.columns.max(1)).map(<[T]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_an_array_of_rows_and_ragged_rows_are_named() {
        let grid = Grid::from_fn(2, 3, |r, c| 10 * r + c);
        let json = serde_json::to_string(&grid).unwrap();
        assert_eq!(json, "[[0,1,2],[10,11,12]]");
        assert_eq!(serde_json::from_str::<Grid<usize>>(&json).unwrap(), grid);
        let error = serde_json::from_str::<Grid<usize>>("[[1,2],[3]]").unwrap_err().to_string();
        assert!(error.contains("row 2 has 1 entries"), "{error}");
    }

    #[test]
    fn rows_columns_and_cells_agree() {
        let grid = Grid::from_fn(2, 3, |r, c| (r, c));
        assert_eq!(grid.column(2).collect::<Vec<_>>(), [&(0, 2), &(1, 2)]);
        assert_eq!(grid.row(1), [(1, 0), (1, 1), (1, 2)]);
        assert!(grid.cells().all(|(cell, value)| cell == *value && grid[cell] == cell));
        assert_eq!(grid.get((0, 3)), None);
        assert_eq!(grid.get((2, 0)), None);
    }

    /// The cells beside those of the first row and column are got by wrapping below 0.
    #[test]
    fn there_is_nothing_far_outside() {
        let grid = Grid::filled(4, 4, 7);
        for row in [usize::MAX, usize::MAX / 4 + 1, usize::MAX - 3] {
            assert_eq!(
                [(row, 0), (row, 3), (0, row), (row, row)].map(|cell| grid.get(cell)),
                [None; 4]
            );
        }
    }
}
