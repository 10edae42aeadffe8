//! The specification of a lattice to search for.

/// The cells along one axis of a lattice. Lengths are native pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellSpec {
    /// The number of cells.
    pub cells: usize,
    /// The distance from a cell's edge to the next cell's.
    pub pitch: f64,
    /// The length of a cell, its dark rim included.
    pub cell: f64,
    /// The width of the dark rim.
    pub rim: f64,
    /// The width of the light frame around a cell; the gap between two cells holds two.
    pub frame: f64,
}

/// A lattice to search for. Rows and columns may differ in number, pitch and cell.
#[derive(Clone, Copy, Debug)]
pub struct LatticeSpec {
    /// The columns, along the horizontal axis.
    pub x: CellSpec,
    /// The rows, along the vertical axis.
    pub y: CellSpec,
    /// The brightness of frame, rim, cell and of what lies between the frames.
    pub shades: [f32; 4],
    /// The smallest and largest scale, in picture pixels per native pixel, that one pyramid level
    /// looks for along the horizontal axis; at least a factor of 2 apart.
    pub scales: (f64, f64),
    /// The smallest and largest scale along the vertical axis, of that along the horizontal one: (1, 1) for
    /// a picture that is not stretched.
    pub stretch: (f64, f64),
}

impl CellSpec {
    /// The length from the first cell's edge to the last one's far edge, in native pixels.
    pub fn span(&self) -> f64 {
        self.pitch * (self.cells - 1) as f64 + self.cell
    }
    /// The length of all cells, each with the gap behind it.
    pub(super) fn reach(&self) -> f64 {
        self.pitch * self.cells as f64
    }
}

impl LatticeSpec {
    /// The cells along an axis, and those across it.
    pub(super) fn along(&self, along: Along) -> (&CellSpec, &CellSpec) {
        match along {
            Along::X => (&self.x, &self.y),
            Along::Y => (&self.y, &self.x),
        }
    }
}

/// The axis that a profile runs along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Along {
    X,
    Y,
}
