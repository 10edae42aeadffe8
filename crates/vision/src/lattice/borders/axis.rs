//! The borders of a lattice's columns or rows. Toolkits that share out whole pixels make some cells a
//! pixel wider than others, so each border has a place of its own.

use grid::geometry::Rect;

/// Borders along an axis, from first to last, in pixels of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct CellAxis(Vec<f64>);

impl CellAxis {
    /// Borders at an even pitch.
    #[must_use]
    pub fn even(origin: f64, pitch: f64, cells: usize) -> Self {
        Self((0..=cells).map(|i| origin + i as f64 * pitch).collect())
    }

    /// Creates an axis with these borders, at least two.
    pub fn new(borders: Vec<f64>) -> Self {
        debug_assert!(borders.len() > 1);
        Self(borders)
    }

    /// The cells between them.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.0.len() - 1
    }

    /// The first border.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.0[0]
    }

    /// The last border.
    #[must_use]
    pub fn end(&self) -> f64 {
        self.0[self.0.len() - 1]
    }

    /// The mean width of a cell.
    #[must_use]
    pub fn pitch(&self) -> f64 {
        (self.end() - self.start()) / self.cells() as f64
    }

    /// The borders of a cell.
    #[must_use]
    pub fn cell(&self, index: usize) -> (f64, f64) {
        (self.0[index], self.0[index + 1])
    }

    /// The same in a picture that is so many times as large.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        Self(self.0.iter().map(|border| by * border).collect())
    }

    /// The axis with all borders moved: the first by `start`, the last by `end`, those between in proportion.
    pub fn moved(&self, start: f64, end: f64) -> Self {
        let cells = self.cells() as f64;
        let by = |i: usize| start + (end - start) * i as f64 / cells;
        Self(self.0.iter().enumerate().map(|(i, border)| border + by(i)).collect())
    }

    /// The axis with one border moved by `by` pixels.
    #[must_use]
    pub fn with_moved(&self, border: usize, by: f64) -> Self {
        let mut borders = self.0.clone();
        borders[border] += by;
        Self(borders)
    }
}

/// A lattice of cells: their borders along both axes.
#[derive(Clone, Debug, PartialEq)]
pub struct CellLattice {
    /// The borders of the columns.
    pub x: CellAxis,
    /// The borders of the rows.
    pub y: CellAxis,
}

impl CellLattice {
    /// The lattice of equal cells that fill an area.
    #[must_use]
    pub fn even(area: Rect, rows: usize, columns: usize) -> Self {
        Self {
            x: CellAxis::even(area.x, area.w / columns as f64, columns),
            y: CellAxis::even(area.y, area.h / rows as f64, rows),
        }
    }

    /// The same in a picture that is so many times as large.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        Self { x: self.x.times(by), y: self.y.times(by) }
    }

    /// The area of all cells.
    #[must_use]
    pub fn area(&self) -> Rect {
        Rect::spanning(self.x.start(), self.x.end(), self.y.start(), self.y.end())
    }

    /// The area of a cell.
    #[must_use]
    pub fn cell(&self, (row, column): (usize, usize)) -> Rect {
        let ((left, right), (top, bottom)) = (self.x.cell(column), self.y.cell(row));
        Rect::spanning(left, right, top, bottom)
    }
}
