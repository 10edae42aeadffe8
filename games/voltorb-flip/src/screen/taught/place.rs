//! Where a board of equal cells lies in a picture.

use crate::screen::layout::{self, SIZE};
use grid::Cell;
use grid::geometry::{Placement, Rect};

/// Where a board lies: its cells fill it without gaps, each with its card in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct BoardPlace {
    /// The left edge of the first cell, in pixels.
    pub left: f64,
    /// Its top edge.
    pub top: f64,
    /// The width and height of a cell.
    pub pitch: (f64, f64),
}

impl BoardPlace {
    /// A point that is given in cells from the corner of the first.
    pub fn point(&self, column: f64, row: f64) -> (f64, f64) {
        (self.left + column * self.pitch.0, self.top + row * self.pitch.1)
    }

    /// A rectangle that is given in cells from the corner of the first.
    pub fn area(&self, part: Rect) -> Rect {
        let (x, y) = self.point(part.x, part.y);
        Rect::new(x, y, part.w * self.pitch.0, part.h * self.pitch.1)
    }

    /// The place one or more cells further.
    pub fn moved(&self, columns: f64, rows: f64) -> Self {
        let (left, top) = self.point(columns, rows);
        Self { left, top, ..*self }
    }

    /// A rectangle within a cell, given in cells.
    pub fn in_cell(&self, (row, column): Cell, part: Rect) -> Rect {
        self.area(Rect { x: part.x + column as f64, y: part.y + row as f64, ..part })
    }

    /// Whether the cells lie in a picture of this size.
    pub fn is_inside(&self, (width, height): (u32, u32)) -> bool {
        let (right, bottom) = self.point(SIZE as f64, SIZE as f64);
        // A cell reaches a little beyond its card.
        let slack = 0.25 * self.pitch.0.max(self.pitch.1);
        self.left >= -slack
            && self.top >= -slack
            && right <= f64::from(width) + slack
            && bottom <= f64::from(height) + slack
    }

    /// The placement of a touch screen whose cards have their centres at these cells.
    pub fn touch(&self) -> Placement {
        let pitch = f64::from(layout::PITCH);
        let (sx, sy) = (self.pitch.0 / pitch, self.pitch.1 / pitch);
        let first = layout::card((0, 0)).centre();
        let (x, y) = self.point(0.5, 0.5);
        let (w, h) = layout::SCREEN;
        let area =
            Rect::new(x - first.x * sx, y - first.y * sy, f64::from(w) * sx, f64::from(h) * sy);
        Placement::upright(layout::SCREEN, area)
    }
}

/// In cells from the corner of the first: where the line's header is looked for, `reach` cells beside
/// the board.
pub(in super::super) fn slot(line: LineAt, before: bool, reach: f64) -> Rect {
    let along = if before { -reach } else { SIZE as f64 };
    match line {
        LineAt::Row(i) => Rect::new(along, i as f64, reach, 1.0),
        LineAt::Column(i) => Rect::new(i as f64, along, 1.0, reach),
    }
}

/// A row or a column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum LineAt {
    /// From the top.
    Row(usize),
    /// From the left.
    Column(usize),
}

impl LineAt {
    /// Where the line begins, in cells: what its header is measured from.
    pub fn origin(self) -> (f64, f64) {
        match self {
            Self::Row(i) => (0.0, i as f64),
            Self::Column(i) => (i as f64, 0.0),
        }
    }
}
