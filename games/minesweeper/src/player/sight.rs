//! The player's view of a picture.

use crate::observation::cell_name;
use crate::screen::MineReading;
use grid::geometry::Rect;
use grid::reading::{Reading, SURE, Unreadable};
use grid::{Cell, Grid};
use minesweeper::board::{CellState, GameState};
use std::sync::Arc;

/// One picture as the player sees it: the reading, and a dialog over the game.
#[derive(Clone)]
pub struct MineSight {
    /// The reading.
    pub seen: Arc<MineReading>,
    /// The title of an open dialog of the program, if there is one.
    pub dialog: Option<Arc<str>>,
}

/// The error for a cell that was not read surely enough to act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The cell.
    pub cell: Cell,
    /// Whether the cause passes by itself: something covers the cell, or it moves.
    pub passes: bool,
}

impl MineSight {
    /// A board that was `seen` and lies under a dialog of this title: where it is is known, and nothing that it shows.
    pub(super) fn under(dialog: &Arc<str>, seen: &MineReading) -> Self {
        let covered = MineReading {
            cells: seen.cells.map(|_| Reading::none(Unreadable::Covered)),
            mines_left: Reading::none(Unreadable::Covered),
            clock: Reading::none(Unreadable::Covered),
            state: Reading::none(Unreadable::Covered),
            ..seen.clone()
        };
        Self { seen: Arc::new(covered), dialog: Some(Arc::clone(dialog)) }
    }

    /// What a cell shows, if its confidence is high enough to act on.
    pub fn cell(&self, cell: Cell) -> Option<CellState> {
        sure(self.seen.cells.get(cell)?)
    }

    /// The state of the game, if its confidence is high enough to act on.
    pub fn state(&self) -> Option<GameState> {
        sure(&self.seen.state)
    }

    /// The counter (mines less flags), if it is shown and its confidence is high enough to act on.
    pub fn mines_left(&self) -> Option<i64> {
        sure(&self.seen.mines_left)
    }

    /// The area of a cell, in pixels of the picture.
    pub fn area(&self, cell: Cell) -> Rect {
        self.seen.in_picture(cell)
    }

    /// The area of the control that starts the next game, in pixels of the picture; `None` if none was seen.
    pub fn restart(&self) -> Option<Rect> {
        Some(self.seen.placement.rect_to_picture(self.seen.restart?))
    }

    /// All cells of the board.
    ///
    /// # Errors
    /// The first cell whose confidence is too low to act on.
    pub fn cells(&self) -> Result<Grid<CellState>, Unread> {
        if let Some((cell, reading)) =
            self.seen.cells.cells().find(|(_, reading)| sure(reading).is_none())
        {
            let why = reading.why;
            let passes = matches!(why, Some(Unreadable::Covered | Unreadable::Moving));
            return Err(Unread { cell, passes });
        }
        Ok(self.seen.cells.map(|reading| reading.value.unwrap_or(CellState::Closed)))
    }

    /// Puts a value that a person typed in the place of what was read.
    ///
    /// # Errors
    /// There is no such field, or the value cannot be one of it, in a sentence.
    pub(super) fn correct(&mut self, field: &str, value: &str) -> Result<(), String> {
        let named = |(cell, _): &(Cell, _)| cell_name(*cell) == field;
        let found = self.seen.cells.cells().find(named).map(|(cell, _)| cell);
        let cell = found.ok_or_else(|| format!("{field} cannot be corrected"))?;
        let mut letters = value.trim().chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return Err(format!("{value:?} is not a cell: type one letter, as 3, F or ."));
        };
        let state = CellState::try_from(letter).map_err(|error| error.to_string())?;
        Arc::make_mut(&mut self.seen).cells[cell] = Reading::sure(state, 1.0);
        Ok(())
    }

    /// What this picture of a camera and the one before show together of each cell. `None` if something changed.
    pub(super) fn together_with(&self, before: &Self) -> Option<Self> {
        let (a, b) = (&before.seen, &self.seen);
        let size = |seen: &MineReading| (seen.cells.rows(), seen.cells.columns());
        if before.dialog != self.dialog || a.look != b.look || size(a) != size(b) {
            return None;
        }
        let mut cells = b.cells.clone();
        for (cell, seen) in a.cells.cells() {
            cells[cell] = seen.together(&b.cells[cell])?;
        }
        let (state, mines_left) =
            (a.state.together(&b.state)?, a.mines_left.together(&b.mines_left)?);
        let seen = MineReading { cells, state, mines_left, ..MineReading::clone(b) };
        Some(Self { seen: Arc::new(seen), dialog: self.dialog.clone() })
    }

    /// Whether `other` shows the same at the same place. The clock does not count.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let (a, b) = (&self.seen, &other.seen);
        let values = |a: &Grid<Reading<CellState>>, b: &Grid<Reading<CellState>>| {
            a.iter().zip(b.iter()).all(|(a, b)| sure(a) == sure(b))
        };
        self.dialog == other.dialog
            && a.placement == b.placement
            && a.state.value == b.state.value
            && a.mines_left.value == b.mines_left.value
            && a.restart == b.restart
            && a.cells.columns() == b.cells.columns()
            && values(&a.cells, &b.cells)
    }
}

/// The values that [`MineSight::correct`] takes for a field; `None` for one that cannot be typed over.
pub(super) fn values(field: &str) -> Option<&'static [&'static str]> {
    const LETTERS: &[&str] =
        &[".", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "?", "+", "*", "X", "W"];
    field.starts_with("cell ").then_some(LETTERS)
}

/// The value, if it is sure enough to act upon.
fn sure<T: Copy>(reading: &Reading<T>) -> Option<T> {
    reading.value.filter(|_| reading.confidence >= SURE)
}
