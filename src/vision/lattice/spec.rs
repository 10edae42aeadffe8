//! What lattice is looked for.

/// The lattice that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct LatticeSpec {
    /// Cells along each axis.
    pub cells: usize,
    /// Native distance from a cell's edge to the next cell's.
    pub pitch: f64,
    /// Native width and height of a cell, its dark rim included.
    pub cell: f64,
    /// Native width of the dark rim.
    pub rim: f64,
    /// Native width of the light frame around a cell.
    pub frame: f64,
    /// The brightness of frame, rim, cell and of what lies between the frames.
    pub shades: [f32; 4],
    /// The smallest and largest scale, in picture pixels per native pixel, that one pyramid level
    /// looks for; at least a factor of 2 apart.
    pub scales: (f64, f64),
}

impl LatticeSpec {
    /// From the first cell's edge to the last one's far edge.
    pub(super) fn span(&self) -> f64 {
        self.pitch * (self.cells - 1) as f64 + self.cell
    }
}

/// The axis that a profile runs along.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Along {
    X,
    Y,
}
