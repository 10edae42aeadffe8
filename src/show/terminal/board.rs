//! The board as a heat map, as large as there is room for.

use crate::show::marks::mark;
use crate::show::scene::Scene;
use crate::show::theme::Palette;
use anstyle::{Effects, Style};
use grid::{Cell, Grid};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use session::{PanelCell, PanelHeader};
use std::ops::Range;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The lines of text in a cell.
    lines: u16,
    /// Whether there are lines between the cells.
    boxed: bool,
    /// Whether cells show all their lines and headers their confidence, not one number each.
    details: bool,
    /// The width of a cell's text, its mark included.
    cell: u16,
    /// The width of the headers at the right.
    header: u16,
    rows: u16,
    columns: u16,
    /// Whether there are headers below.
    below: bool,
}

impl Shape {
    /// The largest shape that fits in this many columns and rows; else the smallest there is, of
    /// which a part is shown.
    pub fn fitting(
        scene: &Scene,
        cells: &Grid<PanelCell>,
        details: bool,
        (width, height): (u16, u16),
    ) -> Self {
        // One number stands in the middle of three lines, else alone.
        let lines: Vec<usize> = match details {
            true => (1..=scene.cell_size().lines.max(1)).rev().collect(),
            false => vec![3, 1],
        };
        let boxed = lines.into_iter().map(|lines| Self::new(scene, cells, lines, true, details));
        let smallest = Self::new(scene, cells, 1, false, details);
        let fits = |shape: &Self| shape.width() <= width && shape.height() <= height;
        boxed.chain([smallest]).find(fits).unwrap_or(smallest)
    }

    fn new(
        scene: &Scene,
        cells: &Grid<PanelCell>,
        lines: usize,
        boxed: bool,
        details: bool,
    ) -> Self {
        let count = |text: &String| text.chars().count();
        let details = details && boxed;
        let size = scene.cell_size();
        let right = scene.panel.right.iter().map(|h| count(&scene.header(h, details)));
        let below = scene.panel.below.iter().map(|h| count(&scene.header(h, false)));
        let text = if details { size.line.max(size.sign) } else { size.sign };
        // A mark before the text; in a box also a space behind it, and more beside a number in three lines.
        let cell = match boxed {
            true if lines > 1 && !details => text + 4,
            true => text + 2,
            false => (text + 1).max(below.max().map_or(0, |longest| longest + 1)),
        };
        let header = right.max().map_or(0, |longest| longest + 1);
        let number = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Self {
            lines: number(lines),
            boxed,
            details,
            cell: number(cell),
            header: number(header),
            rows: number(cells.rows()),
            columns: number(cells.columns()),
            below: !scene.panel.below.is_empty(),
        }
    }

    fn pitch(self) -> (u16, u16) {
        let line = u16::from(self.boxed);
        (self.cell + line, self.lines + line)
    }

    /// The columns that the whole board takes.
    pub fn width(self) -> u16 {
        let all = self.pitch().0.saturating_mul(self.columns);
        all.saturating_add(u16::from(self.boxed) + self.header)
    }

    /// The rows that the whole board takes.
    pub fn height(self) -> u16 {
        let all = self.pitch().1.saturating_mul(self.rows);
        all.saturating_add(u16::from(self.boxed) + u16::from(self.below))
    }

    /// The rows and columns of cells that are shown in an area, around `focus`.
    fn window(self, area: Rect, focus: Cell) -> (Range<usize>, Range<usize>) {
        let around = |focus: usize, count: u16, room: u16, pitch: u16| {
            let shown = usize::from((room / pitch.max(1)).clamp(1, count.max(1)));
            let most = usize::from(count).saturating_sub(shown);
            let first = focus.saturating_sub(shown / 2).min(most);
            first..(first + shown).min(usize::from(count))
        };
        let line = u16::from(self.boxed);
        let (pitch_x, pitch_y) = self.pitch();
        let height = area.height.saturating_sub(line + u16::from(self.below));
        let width = area.width.saturating_sub(line + self.header);
        (around(focus.0, self.rows, height, pitch_y), around(focus.1, self.columns, width, pitch_x))
    }
}

/// What is drawn: a board of this shape, with a cursor on one of its places where the row or the
/// column after the last means the headers.
pub(super) struct Board<'a> {
    pub scene: &'a Scene,
    pub cells: &'a Grid<PanelCell>,
    pub shape: Shape,
    pub palette: Palette,
    pub cursor: Option<Cell>,
}

impl Board<'_> {
    /// Draws it; what does not fit is left out, farthest from the best cell or the cursor.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let best = self.cells.cells().find(|(_, cell)| cell.chosen).map(|(at, _)| at);
        let focus = self.cursor.or(best).unwrap_or((0, 0));
        let last = (self.cells.rows().saturating_sub(1), self.cells.columns().saturating_sub(1));
        let focus = (focus.0.min(last.0), focus.1.min(last.1));
        let (rows, columns) = self.shape.window(area, focus);
        let (pitch_x, pitch_y) = self.shape.pitch();
        let line = u16::from(self.shape.boxed);
        if self.shape.boxed {
            self.lines(area, buffer, &rows, &columns);
        }
        for (y, row) in rows.clone().enumerate() {
            let top = area.y + line + y as u16 * pitch_y;
            for (x, column) in columns.clone().enumerate() {
                let left = area.x + line + x as u16 * pitch_x;
                let place = Rect::new(left, top, self.shape.cell, self.shape.lines);
                self.cell((row, column), place.intersection(area), buffer);
            }
            if let Some(header) = self.scene.panel.right.get(row) {
                let left = area.x + line + columns.len() as u16 * pitch_x;
                let middle =
                    if self.shape.details { top } else { top + (self.shape.lines - 1) / 2 };
                let place = Rect::new(left, middle, self.shape.header, 1).intersection(area);
                let text = format!(" {}", self.scene.header(header, self.shape.details));
                let at = (row, self.cells.columns());
                self.header(&text, at, place, buffer);
            }
        }
        let top = area.y + line + rows.len() as u16 * pitch_y;
        for (x, column) in columns.enumerate() {
            let Some(header) = self.scene.panel.below.get(column) else { continue };
            let left = area.x + line + x as u16 * pitch_x;
            let place = Rect::new(left, top, self.shape.cell, 1).intersection(area);
            let text = self.header_text(header);
            let width = usize::from(self.shape.cell);
            self.header(&format!("{text:^width$}"), (self.cells.rows(), column), place, buffer);
        }
    }

    /// A header below a column, with its confidence if that fits.
    fn header_text(&self, header: &PanelHeader) -> String {
        let text = self.scene.header(header, self.shape.details);
        let fits = text.chars().count() <= usize::from(self.shape.cell);
        if fits { text } else { self.scene.header(header, false) }
    }

    fn header(&self, text: &str, at: Cell, place: Rect, buffer: &mut Buffer) {
        let style = self.palette.strong();
        write(text, place, self.under_cursor(style, at), buffer);
    }

    fn under_cursor(&self, style: Style, at: Cell) -> Style {
        if self.cursor != Some(at) {
            return style;
        }
        self.palette.under_cursor(style)
    }

    fn cell(&self, at: Cell, place: Rect, buffer: &mut Buffer) {
        let cell = &self.cells[at];
        let style = self.palette.cell(cell.tone, cell.chosen);
        let style = match self.cursor {
            Some(_) => self.under_cursor(style - Effects::INVERT, at),
            None => style,
        };
        buffer.set_style(place, style);
        let typed = self.scene.is_corrected(std::slice::from_ref(&cell.field));
        let sign = [cell.sign.clone()];
        let lines =
            if self.shape.details && !cell.lines.is_empty() { &cell.lines } else { &sign[..] };
        // A single line stands in the middle of a box.
        let first = (place.height.saturating_sub(lines.len() as u16)) / 2;
        for (i, line) in lines.iter().take(place.height.into()).enumerate() {
            let mark = match i {
                0 if typed => '*',
                0 => mark(cell.tone, cell.chosen),
                _ => ' ',
            };
            let text = if self.shape.boxed {
                let width = usize::from(self.shape.cell).saturating_sub(2);
                format!("{mark}{line:^width$} ")
            } else {
                let width = usize::from(self.shape.cell).saturating_sub(1);
                format!("{mark}{line:>width$}")
            };
            let row = place.y + first + i as u16;
            write(&text, Rect { y: row, height: 1, ..place }, style, buffer);
        }
    }

    /// The lines between the cells, those around the best cell heavy.
    fn lines(&self, area: Rect, buffer: &mut Buffer, rows: &Range<usize>, columns: &Range<usize>) {
        let (pitch_x, pitch_y) = self.shape.pitch();
        let (width, height) = (columns.len() as u16 * pitch_x, rows.len() as u16 * pitch_y);
        let mut put = |x: u16, y: u16, sign: &str, style: Style| {
            if let Some(cell) = buffer.cell_mut((area.x + x, area.y + y))
                && area.contains((area.x + x, area.y + y).into())
            {
                cell.set_symbol(sign).set_style(style);
            }
        };
        let dim = self.palette.dim();
        for y in (0..=height).step_by(pitch_y.into()) {
            for x in 0..=width {
                let sign = match (x % pitch_x == 0, x, y) {
                    (false, ..) => "─",
                    (_, 0, 0) => "┌",
                    (_, 0, y) if y == height => "└",
                    (_, 0, _) => "├",
                    (_, x, 0) if x == width => "┐",
                    (_, x, y) if (x, y) == (width, height) => "┘",
                    (_, x, _) if x == width => "┤",
                    (_, _, 0) => "┬",
                    (_, _, y) if y == height => "┴",
                    _ => "┼",
                };
                put(x, y, sign, dim);
            }
        }
        for x in (0..=width).step_by(pitch_x.into()) {
            for y in (0..=height).filter(|y| y % pitch_y != 0) {
                put(x, y, "│", dim);
            }
        }
        let Some((at, _)) = self.cells.cells().find(|(_, cell)| cell.chosen) else { return };
        if !rows.contains(&at.0) || !columns.contains(&at.1) {
            return;
        }
        let left = (at.1 - columns.start) as u16 * pitch_x;
        let top = (at.0 - rows.start) as u16 * pitch_y;
        let (right, bottom) = (left + pitch_x, top + pitch_y);
        let style = self.palette.advice();
        for x in left + 1..right {
            put(x, top, "━", style);
            put(x, bottom, "━", style);
        }
        for y in top + 1..bottom {
            put(left, y, "┃", style);
            put(right, y, "┃", style);
        }
        for (x, y, sign) in
            [(left, top, "┏"), (right, top, "┓"), (left, bottom, "┗"), (right, bottom, "┛")]
        {
            put(x, y, sign, style);
        }
    }
}

/// Writes text at the left of a place, cut to its width.
fn write(text: &str, place: Rect, style: Style, buffer: &mut Buffer) {
    if place.height > 0 && place.width > 0 && buffer.area.contains((place.x, place.y).into()) {
        buffer.set_stringn(place.x, place.y, text, place.width.into(), style);
    }
}
