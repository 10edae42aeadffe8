//! What was entered.

use super::Rules;
use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The numbers of a header; `None` for one that is missing.
pub type Header = [Option<u8>; 2];

/// The sides of the board that can have headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Side {
    /// At the right of the rows.
    #[serde(rename = "rows")]
    Right,
    /// Below the columns.
    #[serde(rename = "cols")]
    Below,
}

/// A field of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A cell.
    Cell(Cell),
    /// A number of a header.
    Header {
        /// Where it stands.
        side: Side,
        /// Which row or column, from 0.
        at: usize,
        /// Which number of it, 0 or 1.
        part: usize,
    },
}

impl Place {
    /// Whether it belongs to the same cell or header.
    pub fn is_beside(self, other: Self) -> bool {
        self.with_part(0) == other.with_part(0)
    }

    /// Another number of the same header: `part`; a cell is itself.
    #[must_use]
    pub fn with_part(self, part: usize) -> Self {
        match self {
            Self::Header { side, at, .. } => Self::Header { side, at, part },
            cell => cell,
        }
    }
}

/// What was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// What the cells hold: letters of [`Rules::letters`].
    pub cells: Grid<char>,
    /// The marks on each cell, in the order of the letters.
    pub marks: Grid<String>,
    /// The headers of the rows; none in a game without.
    pub right: Vec<Header>,
    /// The headers of the columns.
    pub below: Vec<Header>,
    /// The choices next to the board, by name. Unknown ones are left out.
    pub chosen: BTreeMap<String, String>,
}

impl Sheet {
    /// Creates an empty board of this size, with the headers of the rules.
    pub fn blank(rules: &Rules, rows: usize, columns: usize) -> Self {
        let headers = |count| match rules.header {
            Some(_) => vec![[None; 2]; count],
            None => Vec::new(),
        };
        Self {
            cells: Grid::filled(rows, columns, rules.blank()),
            marks: Grid::filled(rows, columns, String::new()),
            right: headers(rows),
            below: headers(columns),
            chosen: BTreeMap::new(),
        }
    }

    /// The value that was chosen, if any.
    pub fn choice(&self, name: &str) -> Option<&str> {
        self.chosen.get(name).map(String::as_str)
    }

    /// Chooses a value, or takes it back.
    pub fn choose(&mut self, name: &str, value: Option<String>) {
        match value {
            Some(value) => drop(self.chosen.insert(name.to_owned(), value)),
            None => drop(self.chosen.remove(name)),
        }
    }

    /// The headers of a side.
    pub fn headers(&self, side: Side) -> &[Header] {
        match side {
            Side::Right => &self.right,
            Side::Below => &self.below,
        }
    }

    /// A number of a header.
    pub fn number(&self, side: Side, at: usize, part: usize) -> Option<u8> {
        self.headers(side).get(at).and_then(|header| header[part])
    }

    /// Enters a number of a header, or takes it back.
    pub fn set_number(&mut self, side: Side, at: usize, part: usize, value: Option<u8>) {
        let headers = match side {
            Side::Right => &mut self.right,
            Side::Below => &mut self.below,
        };
        if let Some(header) = headers.get_mut(at) {
            header[part] = value;
        }
    }

    /// The totals of a side's numbers, once none is missing.
    pub fn total(&self, side: Side) -> Option<[u32; 2]> {
        let mut total = [0; 2];
        for header in self.headers(side) {
            for (sum, number) in total.iter_mut().zip(header) {
                *sum += u32::from((*number)?);
            }
        }
        Some(total)
    }

    /// The rows of the cells as text.
    pub fn rows(&self) -> Vec<String> {
        (0..self.cells.rows()).map(|row| self.cells.row(row).iter().collect()).collect()
    }

    /// The sheet in another size: what lies within both stays.
    #[must_use]
    pub fn resized(&self, rules: &Rules, rows: usize, columns: usize) -> Self {
        let mut other = Self::blank(rules, rows, columns);
        for (cell, letter) in self.cells.cells() {
            if other.cells.get(cell).is_some() {
                other.cells[cell] = *letter;
                other.marks[cell].clone_from(&self.marks[cell]);
            }
        }
        Self { chosen: self.chosen.clone(), ..other }
    }

    /// Whether it obeys these rules: it may come from a file. `blank` is the form's empty one.
    pub fn is_of(&self, rules: &Rules, blank: &Self) -> bool {
        let size = |sheet: &Self| (sheet.cells.rows(), sheet.cells.columns());
        let fits = match rules.sides {
            Some(most) => (1..=most).contains(&size(self).0) && (1..=most).contains(&size(self).1),
            None => size(self) == size(blank),
        };
        let marks = (self.marks.rows(), self.marks.columns()) == size(self);
        let known = |letter: char| rules.letter(letter).is_some();
        let headers = |headers: &[Header], count: usize| match rules.header {
            None => headers.is_empty(),
            Some(parts) => {
                let fits = |header: &Header| {
                    header.iter().zip(parts).all(|(n, part)| n.is_none_or(|n| n <= part.most))
                };
                headers.len() == count && headers.iter().all(fits)
            }
        };
        fits && marks
            && self.cells.iter().all(|&letter| known(letter))
            && self.marks.iter().flat_map(|marks| marks.chars()).all(known)
            && headers(&self.right, self.cells.rows())
            && headers(&self.below, self.cells.columns())
    }
}
