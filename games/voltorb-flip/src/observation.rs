//! Converts a reading into an [`Observation`], the form that views, `check` and logs share.

use super::field_text::{card_name, cell_text, header_name, letter, memo_text, tile_text};
use super::report::Report;
use super::screen::{BoardReading, FlipReader, FlipReading, LineReading, NoBoard, layout};
use grid::Cell;
use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, whole_percent};
use image::RgbImage;
use session::observation::{self, Field, NotFound, Observation, Screen, Summary, fact};

/// The indices of the screens in [`Observation::screens`].
pub const TOUCH: usize = 0;
pub const TOP: usize = 1;

const LEGEND: &str =
    ". face down, V Voltorb, (V12) memo marks; headers sum/Voltorbs; then the confidence in %";

impl observation::Reader for FlipReader {
    fn fresh(&self) -> Box<dyn observation::Reader> {
        Box::new(Self::fresh(self))
    }

    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
        match Self::read(self, picture) {
            Ok(seen) => Ok(Box::new(seen)),
            Err(why) => Err(why.into()),
        }
    }
}

impl From<NoBoard> for NotFound {
    fn from(why: NoBoard) -> Self {
        Self::nothing(why.to_string())
    }
}

impl Observation for FlipReading {
    fn look(&self) -> &str {
        self.look.name()
    }

    fn screens(&self) -> Vec<Screen> {
        let phase = self.phase.value.map_or("?", |phase| phase.name());
        let confidence = whole_percent(self.phase.confidence);
        let touch = Screen { caption: format!("{phase} {confidence}%"), placement: self.touch };
        let top = self.top.map(|placement| Screen { caption: "top screen".into(), placement });
        std::iter::once(touch).chain(top).collect()
    }

    fn targets(&self) -> Option<Rect> {
        // The centres of the cards.
        Some(Rect::spanning(20.0, 148.0, 20.0, 148.0))
    }

    /// A button of the memo.
    fn narrowest_target(&self) -> f64 {
        12.0
    }

    fn fields(&self) -> Vec<Field> {
        let panel = self.look.fields();
        let on_top = |field: Field, area: Rect| match self.top {
            Some(_) => field.at(TOP, area),
            None => field,
        };
        let coins = |name: &str, coins, area| on_top(Field::of(name, coins, u32::to_string), area);
        let level = Field::of("level", &self.level, ToString::to_string);
        let level = match self.level.value {
            Some(number) => level.labelled(format!("Lv {number}")),
            None => level,
        };
        let mut fields = vec![
            Field::of("state", &self.phase, |phase| phase.name().to_owned()),
            coins("total coins", &self.total_coins, panel.total_coins),
            coins("round coins", &self.round_coins, panel.round_coins),
            on_top(level, panel.level),
        ];
        if let Some(board) = &self.board {
            fields.extend(cards(board));
            for (i, line) in board.rows.iter().enumerate() {
                fields.extend(header("row", i, line, self.headers.rows[i]));
            }
            for (i, line) in board.cols.iter().enumerate() {
                fields.extend(header("column", i, line, self.headers.cols[i]));
            }
        }
        let cursor = Field::of("cursor", &self.cursor, |cell| cell_text(*cell));
        fields.push(match self.cursor.value {
            Some(cell) => {
                let Rect { x, y, w, h } = layout::card(cell);
                cursor.at(TOUCH, Rect::new(x - 3.0, y - 3.0, w + 6.0, h + 6.0)).labelled("")
            }
            None => cursor,
        });
        fields
    }

    fn summary(&self) -> Summary {
        let mut facts = vec![
            ("theme", self.look.to_string()),
            ("state", fact(&self.phase, |phase| phase.name().to_owned())),
            ("level", fact(&self.level, ToString::to_string)),
            ("total coins", fact(&self.total_coins, ToString::to_string)),
            ("round coins", fact(&self.round_coins, ToString::to_string)),
            ("cursor", fact(&self.cursor, |(r, c)| format!("row {}, column {}", r + 1, c + 1))),
            ("touch screen", place(&self.touch)),
            ("top screen", self.top.as_ref().map_or("not in the picture".to_owned(), place)),
        ];
        let Some(board) = &self.board else {
            let none = match self.phase.value {
                Some(_) => "none in play",
                None => "not readable; `voltsight look learn` learns another theme",
            };
            facts.push(("board", none.to_owned()));
            return Summary { facts, ..Summary::default() };
        };
        Summary { facts, board: table(board), legend: LEGEND }
    }

    fn report(&self) -> Box<dyn erased_serde::Serialize> {
        Box::new(Report::of(self))
    }
}

/// Cards and the marks on them.
fn cards(board: &BoardReading) -> impl Iterator<Item = Field> {
    board.tiles.cells().flat_map(|(cell, tile)| {
        let (row, column) = (cell.0 + 1, cell.1 + 1);
        let marks = marks(board, cell);
        let shown = tile.value.map(|tile| match tile {
            None => format!("-{marks}"),
            Some(card) => letter(card).to_string(),
        });
        let card = Field::of(card_name(cell), tile, |tile| tile_text(*tile));
        let memo = Field::of(format!("memo ({row}, {column})"), &board.memos[cell], |memo| {
            memo_text(*memo)
        });
        [card.at(TOUCH, layout::card(cell)).labelled(shown.unwrap_or_default()), memo]
    })
}

/// The two numbers of a line's header.
fn header(what: &str, i: usize, line: &LineReading, [upper, lower]: [Rect; 2]) -> [Field; 2] {
    let sum = Field::of(header_name(what, i, 0), &line.sum, u8::to_string);
    let voltorbs = Field::of(header_name(what, i, 1), &line.voltorbs, u8::to_string);
    let label = voltorbs.value.as_ref().map(|number| format!("V{number}"));
    [sum.at(TOUCH, upper), voltorbs.at(TOUCH, lower).labelled(label.unwrap_or_default())]
}

fn table(board: &BoardReading) -> Vec<Vec<String>> {
    let row = |(r, header): (usize, &LineReading)| {
        let tiles = (0..board.tiles.columns()).map(|c| {
            let marks = marks(board, (r, c));
            entry(&board.tiles[(r, c)], |tile| match tile {
                None if marks.is_empty() => ".".to_owned(),
                None => format!(".({marks})"),
                Some(card) => letter(*card).to_string(),
            })
        });
        tiles.chain([headers(header)]).collect()
    };
    let below = board.cols.iter().map(headers).collect();
    board.rows.iter().enumerate().map(row).chain([below]).collect()
}

fn marks(board: &BoardReading, cell: Cell) -> String {
    board.memos[cell].value.iter().flat_map(|memo| memo.marks()).map(letter).collect()
}

fn entry<T>(field: &Reading<T>, show: impl Fn(&T) -> String) -> String {
    match &field.value {
        Some(value) => format!("{} {}", show(value), whole_percent(field.confidence)),
        None => "?".to_owned(),
    }
}

fn headers(line: &LineReading) -> String {
    let part = |field: &Reading<u8>| field.value.map_or("?".to_owned(), |v| v.to_string());
    let least = line.sum.confidence.min(line.voltorbs.confidence);
    format!("{}/{} {}", part(&line.sum), part(&line.voltorbs), whole_percent(least))
}

fn place(placement: &Placement) -> String {
    let (sx, sy) = placement.scale();
    let area = placement.area;
    format!("at ({:.1}, {:.1}), scale {sx:.3} x {sy:.3}", area.x, area.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_field_has_a_name_of_its_own_and_lies_on_a_screen() {
        let picture = crate::screen::sample();
        let seen = observation::Reader::read(&mut FlipReader::new(), &picture).unwrap();
        let (fields, screens) = (seen.fields(), seen.screens());
        let names: BTreeSet<_> = fields.iter().map(|field| &field.name).collect();
        assert_eq!(names.len(), fields.len());
        assert!(fields.iter().all(|field| field.place.is_none_or(|(i, _)| i < screens.len())));
        assert!(fields.iter().all(|field| field.value.is_some() == (field.confidence > 0.0)));
    }
}
