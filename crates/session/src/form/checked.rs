//! What a form says of a board that is being entered.

use super::{Place, Side};
use grid::{Cell, Grid};
use serde::Serialize;
use serde_json::{Map, Value};

/// Something that cannot be, and where it stands: rows and columns from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// What, in a sentence.
    pub text: String,
    /// The headers of these rows.
    pub rows: Vec<usize>,
    /// The headers of these columns.
    pub cols: Vec<usize>,
    /// These cells.
    pub cells: Vec<Cell>,
    /// The choice beside the board, by its name.
    pub choice: Option<&'static str>,
}

impl Misfit {
    /// Whether it stands nowhere in particular: it is a matter of the whole board.
    pub fn is_of_all(&self) -> bool {
        let places = self.rows.len() + self.cols.len() + self.cells.len();
        places == 0 && self.choice.is_none()
    }

    /// Whether it is about this place.
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
    /// Whether it is a position that can be asked about.
    pub complete: bool,
    /// How many numbers are missing.
    pub missing: usize,
    /// What cannot be.
    pub misfits: Vec<Misfit>,
    /// What the lines alone prove of each cell: a letter of the form, "safe", or "useless".
    pub proven: Option<Grid<Option<String>>>,
    /// The header that follows from the others.
    pub implied: Option<Implied>,
    /// What is the game's own.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Checked {
    /// A board of which nothing is missing; what cannot be in it.
    pub fn whole(misfits: Vec<Misfit>) -> Self {
        Self { complete: misfits.is_empty(), misfits, ..Self::default() }
    }
}
