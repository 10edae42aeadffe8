//! The truth about a picture, from its folder's `truth.json`.

use super::observation::{cell_name, state_name};
use super::screen::MineReading;
use minesweeper::board::{CellState, GameState, NoSuchCellState, check_size};
use serde::Deserialize;
use serde_json::{Map, Value};
use session::observation::Observation;
use session::truth::entry::check_name;
use session::truth::{Expected, Truth};
use std::any::Any;

/// The truth about one picture. Fields that are `None` are not compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MineTruth {
    /// The state of the game; `Some(None)` if the picture shows no Minesweeper.
    pub state: Option<Option<GameState>>,
    /// The cells, row by row; `None` for a cell that is not judged.
    pub cells: Option<Vec<Vec<Option<CellState>>>>,
    /// The counter of mines.
    pub mines_left: Option<i64>,
    /// The clock, in seconds.
    pub clock: Option<u32>,
}

/// The fields of an entry.
#[derive(Deserialize)]
struct Entry {
    state: Option<String>,
    rows: Option<usize>,
    cols: Option<usize>,
    cells: Option<Vec<String>>,
    mines_left: Option<i64>,
    clock: Option<u32>,
}

const FIELDS: [&str; 6] = ["state", "rows", "cols", "cells", "mines_left", "clock"];

/// The names of remarks for people, which are not compared.
const REMARKS: [&str; 7] = ["look", "box", "cropped", "note", "source", "commit_or_frame", "theme"];

impl MineTruth {
    /// Parses an entry of `truth.json`.
    ///
    /// # Errors
    /// A sentence: an unknown field, or an impossible value.
    pub fn from_json(entry: &Map<String, Value>) -> Result<Self, String> {
        let known = [&FIELDS[..], &REMARKS].concat();
        for name in entry.keys() {
            check_name(name, &known)?;
        }
        let entry: Entry = serde_json::from_value(Value::Object(entry.clone()))
            .map_err(|error| error.to_string())?;
        let state = match entry.state.as_deref() {
            None => None,
            Some("none") => Some(None),
            Some(name) => Some(Some(state_of(name)?)),
        };
        let cells = entry.cells.filter(|_| state != Some(None));
        let cells = cells.map(|rows| rows.iter().map(|row| row_of(row)).collect()).transpose()?;
        let truth = Self { state, cells, mines_left: entry.mines_left, clock: entry.clock };
        truth.fits(entry.rows, entry.cols)?;
        Ok(truth)
    }

    /// That the cells are as many as `rows` and `cols` say, in each row.
    fn fits(&self, rows: Option<usize>, cols: Option<usize>) -> Result<(), String> {
        let Some(cells) = &self.cells else {
            return match (self.state, rows.or(cols)) {
                (Some(None), _) | (_, None) => Ok(()),
                _ => Err("rows and cols say how many cells there are: cells is missing".to_owned()),
            };
        };
        let columns = cells.first().map_or(0, Vec::len);
        check_size(cells.len(), columns).map_err(|error| format!("cells: {error}"))?;
        if let Some((row, found)) =
            cells.iter().map(Vec::len).enumerate().find(|(_, found)| *found != columns)
        {
            return Err(format!("cells: row {row} has {found} letters, the first has {columns}"));
        }
        for (name, told, found) in [("rows", rows, cells.len()), ("cols", cols, columns)] {
            if let Some(told) = told.filter(|told| *told != found) {
                return Err(format!("{name} is {told}, but the cells have {found}"));
            }
        }
        Ok(())
    }
}

fn state_of(name: &str) -> Result<GameState, String> {
    let all = [GameState::Fresh, GameState::Playing, GameState::Won, GameState::Lost];
    all.into_iter().find(|state| state_name(*state) == name).ok_or_else(|| {
        format!(
            "state: {name:?} is none: write \"fresh\", \"playing\", \"won\", \"lost\" or \"none\""
        )
    })
}

fn row_of(row: &str) -> Result<Vec<Option<CellState>>, String> {
    let cell = |letter: char| match letter {
        '-' => Ok(None),
        letter => CellState::try_from(letter).map(Some),
    };
    row.chars()
        .map(cell)
        .collect::<Result<_, NoSuchCellState>>()
        .map_err(|error| format!("cells: {error}, - for one that is not to be judged"))
}

impl Truth for MineTruth {
    fn expected(&self, seen: &dyn Observation) -> Vec<Expected> {
        match (seen as &dyn Any).downcast_ref::<MineReading>() {
            Some(seen) => self.expected_of(seen),
            None => vec![Expected::Wrong("the game: another one was read".to_owned())],
        }
    }

    fn is_empty(&self) -> bool {
        // A picture without the game is right if nothing is found in it: there is nothing to miss.
        *self == Self::default()
    }

    fn shows_nothing(&self) -> bool {
        self.state == Some(None)
    }
}

impl MineTruth {
    fn expected_of(&self, seen: &MineReading) -> Vec<Expected> {
        let state = match self.state {
            Some(None) => {
                return vec![Expected::Wrong("the board: there is none in the picture".to_owned())];
            }
            Some(Some(state)) => Some(Expected::field("state", state_name(state), false)),
            None => None,
        };
        let mut all: Vec<Expected> = state.into_iter().collect();
        if let Some(left) = self.mines_left {
            all.push(Expected::field("mines left", left.to_string(), false));
        }
        if let Some(clock) = self.clock {
            all.push(Expected::field("clock", clock.to_string(), false));
        }
        let Some(cells) = &self.cells else { return all };
        let (rows, columns) = (seen.cells.rows(), seen.cells.columns());
        let truly = (cells.len(), cells.first().map_or(0, Vec::len));
        if (rows, columns) != truly {
            let found = format!("{rows} x {columns} cells, there are {} x {}", truly.0, truly.1);
            all.push(Expected::Wrong(found));
            return all;
        }
        for (r, row) in cells.iter().enumerate() {
            for (c, state) in row.iter().enumerate() {
                if let Some(state) = state {
                    all.push(Expected::field(cell_name((r, c)), state.letter(), false));
                }
            }
        }
        all
    }
}
