//! Converts a reading into an [`Observation`], the form that views, `check` and logs share.

use super::report::MineReport;
use super::screen::{CELL, MineReader, MineReading, NoMineBoard};
use grid::Cell;
use grid::reading::{Reading, SURE, whole_percent};
use image::RgbImage;
use minesweeper::board::{CellState, GameState};
use session::observation::{self, Field, NotFound, Observation, Screen, Summary, fact};

const LEGEND: &str = ". closed, 0 to 8 open, F flag, ? question mark, + marked as safe, * mine, \
X exploded mine, W wrong flag, - not read; then the confidence in % where it is below 95";

impl observation::Reader for MineReader {
    fn fresh(&self) -> Box<dyn observation::Reader> {
        Box::new(self.anew())
    }

    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
        match Self::read(self, picture) {
            Ok(seen) => Ok(Box::new(seen)),
            Err(why) => Err(why.into()),
        }
    }
}

impl From<NoMineBoard> for NotFound {
    fn from(why: NoMineBoard) -> Self {
        Self { why: why.to_string(), is_near: why != NoMineBoard::NoCells }
    }
}

/// The name of a cell's field, such as `cell (1, 3)`: row and column, counted from 1.
pub fn cell_name((row, column): Cell) -> String {
    format!("cell ({}, {})", row + 1, column + 1)
}

/// The name of a state in `truth.json`.
pub const fn state_name(state: GameState) -> &'static str {
    match state {
        GameState::Fresh => "fresh",
        GameState::Playing => "playing",
        GameState::Won => "won",
        GameState::Lost => "lost",
    }
}

impl Observation for MineReading {
    fn look(&self) -> &str {
        &self.look
    }

    fn narrowest_target(&self) -> f64 {
        f64::from(CELL)
    }

    fn screens(&self) -> Vec<Screen> {
        let state = self.state.value.map_or("?", state_name);
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        let caption =
            format!("{rows} x {columns} {state} {}%", whole_percent(self.state.confidence));
        vec![Screen { caption, placement: self.placement }]
    }

    fn fields(&self) -> Vec<Field> {
        let mut fields = vec![
            Field::of("state", &self.state, |state| state_name(*state).to_owned()),
            Field::of("mines left", &self.mines_left, i64::to_string),
            Field::of("clock", &self.clock, u32::to_string),
        ];
        fields.extend(self.cells.cells().map(|(cell, reading)| {
            let field = Field::of(cell_name(cell), reading, |state| state.letter().to_string());
            field.at(0, self.cell_area(cell))
        }));
        fields
    }

    fn summary(&self) -> Summary {
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        let area = self.placement.area;
        let (pitch_x, pitch_y) = (area.w / columns as f64, area.h / rows as f64);
        let unread: Vec<String> = self
            .cells
            .cells()
            .filter_map(|((row, column), reading)| {
                let why = reading.why?;
                Some(format!("({}, {}) {why}", row + 1, column + 1))
            })
            .collect();
        let light = if self.in_own_light { "" } else { ", dimmed or tinted" };
        let mut facts = vec![
            ("theme", format!("{}{light}", self.look)),
            ("state", fact(&self.state, |state| state_name(*state).to_owned())),
            ("size", format!("{rows} rows x {columns} columns")),
            ("mines left", fact(&self.mines_left, i64::to_string)),
            ("clock", fact(&self.clock, |seconds| format!("{seconds} s"))),
            (
                "cells",
                format!("at ({:.1}, {:.1}), {pitch_x:.2} x {pitch_y:.2} pixels", area.x, area.y),
            ),
        ];
        if !unread.is_empty() {
            facts.push(("unread", unread.join(", ")));
        }
        let entry = |reading: &Reading<CellState>| match reading.value {
            Some(state) if reading.confidence < SURE => {
                format!("{} {}", state.letter(), whole_percent(reading.confidence))
            }
            Some(state) => state.letter().to_string(),
            None => "-".to_owned(),
        };
        let board = (0..rows).map(|r| self.cells.row(r).iter().map(entry).collect()).collect();
        Summary { facts, board, legend: LEGEND }
    }

    fn report(&self) -> Box<dyn erased_serde::Serialize> {
        Box::new(MineReport::of(self))
    }
}
