//! What a form says of a board that is being entered.

use super::{Place, Side};
use grid::{Cell, Grid};
use serde::Serialize;
use serde_json::{Map, Value};

/// Something impossible on a board, and where it is: rows and columns from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// What is impossible, in a sentence.
    pub text: String,
    /// The headers of these rows.
    pub rows: Vec<usize>,
    /// The headers of these columns.
    pub cols: Vec<usize>,
    /// These cells.
    pub cells: Vec<Cell>,
    /// The name of the choice next to the board.
    pub choice: Option<&'static str>,
}

impl Misfit {
    /// Whether it concerns this place.
    pub fn is_about(&self, place: Place) -> bool {
        match place {
            Place::Cell(cell) => self.cells.contains(&cell),
            Place::Header { side: Side::Right, at, .. } => self.rows.contains(&at),
            Place::Header { side: Side::Below, at, .. } => self.cols.contains(&at),
        }
    }
}

/// A header that follows from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Implied {
    /// Whether it is a row's or a column's.
    pub side: Side,
    /// Which, from 0.
    pub at: usize,
    /// Its numbers.
    pub line: [u8; 2],
}

/// What a form says of a board that is being entered.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Checked {
    /// Whether it is a whole position, ready for advice.
    pub complete: bool,
    /// The number of missing numbers.
    pub missing: usize,
    /// What is impossible.
    pub misfits: Vec<Misfit>,
    /// What the lines alone prove about each cell: a letter of the form, "safe", or "useless".
    pub proven: Option<Grid<Option<String>>>,
    /// The header that follows from the others.
    pub implied: Option<Implied>,
    /// A choice and its values that are still possible; `None` while all are.
    pub possible: Option<(&'static str, Vec<String>)>,
    /// Further fields of the game's own.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Checked {
    /// Creates the result for a whole board with these misfits.
    pub fn whole(misfits: Vec<Misfit>) -> Self {
        Self { complete: misfits.is_empty(), misfits, ..Self::default() }
    }
}
