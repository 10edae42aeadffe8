//! A reading as JSON: the fields of `truth.json`, with a confidence for each. `docs/reference/json.md` describes it.

use super::screen::MineReading;
use grid::geometry::Rect;
use grid::reading::Unreadable;
use grid::{Cell, Grid};
use minesweeper::board::GameState;
use serde::Serialize;

/// A reading as JSON, for other programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MineReport {
    /// The name of the theme.
    pub look: String,
    /// The state of the game.
    pub state: Option<GameState>,
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The cells, one string a row: `.` closed, `0` to `8` open, `F` flag, `?` question mark, `+` marked as safe, `*`
    /// mine, `X` exploded mine, `W` wrong flag, `-` unread.
    pub cells: Vec<String>,
    /// The counter of mines.
    pub mines_left: Option<i64>,
    /// The clock, in seconds.
    pub clock: Option<u32>,
    /// The unread cells, each with the reason.
    pub unreadable: Vec<UnreadCell>,
    /// The confidence of each field, 0 to 1.
    pub confidence: MineConfidence,
    /// Where the cells lie in the picture: x, y, width, height in pixels.
    pub r#box: [f64; 4],
    /// Where the control that starts the next game lies, in the same form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<[f64; 4]>,
}

/// An unread cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnreadCell {
    /// (row, column), both from 0.
    pub cell: Cell,
    /// The reason.
    pub why: Unreadable,
}

/// The confidence of each field, 0 to 1; 0 if it is unread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MineConfidence {
    state: f32,
    mines_left: f32,
    clock: f32,
    cells: Grid<f32>,
}

impl MineReport {
    /// Creates the report of a reading.
    pub fn of(seen: &MineReading) -> Self {
        let (rows, cols) = (seen.cells.rows(), seen.cells.columns());
        let letters = |row: usize| {
            let cells = seen.cells.row(row).iter();
            cells.map(|cell| cell.value.map_or('-', |state| state.letter())).collect()
        };
        let unread = seen.cells.cells().filter(|(_, reading)| reading.value.is_none());
        let bounds = |r: Rect| [r.x, r.y, r.w, r.h];
        Self {
            look: seen.look.clone(),
            state: seen.state.value,
            rows,
            cols,
            cells: (0..rows).map(letters).collect(),
            mines_left: seen.mines_left.value,
            clock: seen.clock.value,
            unreadable: unread
                .map(|(cell, reading)| UnreadCell {
                    cell,
                    why: reading.why.unwrap_or(Unreadable::Doubtful),
                })
                .collect(),
            confidence: MineConfidence {
                state: seen.state.confidence,
                mines_left: seen.mines_left.confidence,
                clock: seen.clock.confidence,
                cells: seen.cells.map(|cell| cell.confidence),
            },
            r#box: bounds(seen.placement.area),
            restart: seen.restart.map(|r| bounds(seen.placement.rect_to_picture(r))),
        }
    }
}
