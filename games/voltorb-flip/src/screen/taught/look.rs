//! A learned theme, and its file.

use super::backdrop::{Backdrop, BackdropSample};
use super::card_picture::CardPicture;
use super::cards::{CardSample, Cards};
use super::cursor::CursorRims;
use super::glyph::{Sample, Shapes};
use super::header::HeaderPlace;
use super::shape::Shape;
use crate::screen::looks::Look;
use grid::geometry::Rect;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A theme of a board of equal cells.
#[derive(Clone, Debug)]
pub struct TaughtLook {
    /// Its name and description.
    pub(super) look: Arc<Look>,
    pub(super) cells: CellsOfLook,
    pub(super) rows: HeaderPlace,
    pub(super) columns: HeaderPlace,
    pub(super) shapes: Shapes,
    pub(super) cards: Cards,
    pub(super) backdrop: Backdrop,
    /// What its cursor draws around a card, if it is played by keys.
    pub(super) cursor: Option<CursorRims>,
}

/// The cells of a theme. Lengths are in cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CellsOfLook {
    /// The height of a cell, in widths of one.
    pub aspect: f64,
    /// The card within its cell.
    pub card: Rect,
    /// The boxes of even colour that most cells have.
    pub marks: Vec<Rect>,
    /// How much neighbouring pixels of one region may differ, of 255.
    pub tolerance: u8,
    /// How much ink differs from its ground at the least, of 255.
    pub contrast: u8,
}

/// The file of a learned theme.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    cells: CellsOfLook,
    rows: HeaderPlace,
    columns: HeaderPlace,
    digits: Vec<Sample>,
    cards: Vec<CardSample>,
    backdrop: BackdropSample,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cursor: Option<CursorRims>,
}

/// The name of the file that every learned theme has besides `look.json`.
pub const BOARD: &str = "board.json";

impl TaughtLook {
    /// Parses a theme from the text of its file; `look` gives its name.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn from_file(look: Arc<Look>, text: &str) -> Result<Self, String> {
        let file: BoardFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let BoardFile { cells, rows, columns, digits, cards, backdrop, cursor } = file;
        let lengths = [cells.aspect, cells.card.x, cells.card.y, cells.card.w, cells.card.h];
        let numbers = [rows.sum, rows.voltorbs, columns.sum, columns.voltorbs];
        let numbers = numbers.iter().flat_map(|n| [n.middle, n.height, n.left, n.right, n.widest]);
        let reaches = [rows.reach, columns.reach];
        let marks = cells.marks.iter().flat_map(|m| [m.x, m.y, m.w, m.h]);
        if !lengths.into_iter().chain(numbers).chain(reaches).chain(marks).all(|v| v.abs() < 20.0)
            || !(0.2..5.0).contains(&cells.aspect)
            || cells.card.w < 0.1
            || cells.card.h < 0.1
        {
            return Err("a length is not that of a board".to_owned());
        }
        let shape = |s: &Sample| {
            Shape::parse(&s.rows, s.pixel).map(|shape| (s.digit.map(|d| d % 10), shape))
        };
        let shapes = digits.iter().map(shape).collect::<Result<_, _>>()?;
        let card = |c: &CardSample| CardPicture::parse(&c.rows).map(|picture| (c.shows, picture));
        let cards = cards.iter().map(card).collect::<Result<_, _>>()?;
        Ok(Self {
            look,
            cells,
            rows,
            columns,
            shapes: Shapes::new(shapes),
            cards: Cards::new(cards),
            backdrop: Backdrop::parse(&backdrop)?,
            cursor,
        })
    }

    /// The theme as the text of its file.
    pub fn file(&self) -> String {
        let file = BoardFile {
            cells: self.cells.clone(),
            rows: self.rows,
            columns: self.columns,
            digits: self.shapes.samples(),
            cards: self.cards.samples(),
            backdrop: self.backdrop.sample(),
            cursor: self.cursor,
        };
        serde_json::to_string_pretty(&file).expect("numbers and texts") + "\n"
    }

    /// The theme's name and properties.
    pub fn look(&self) -> &Arc<Look> {
        &self.look
    }

    /// The theme under another name.
    #[must_use]
    pub fn named(self, look: Arc<Look>) -> Self {
        Self { look, ..self }
    }

    /// The theme's name.
    pub fn name(&self) -> &str {
        self.look.name()
    }

    /// A sentence that says what theme it is.
    pub fn about(&self) -> &str {
        self.look.about()
    }
}
