//! What a picture truly shows, as written in a folder's `truth.json`, and how a reading compares.

use super::board::{Card, Line};
use super::levels::Level;
use super::screen::{LineSighting, Memo, Phase, Sighting, Tile};
use crate::grid::{Cell, Grid};
use crate::reading::Reading;
use serde::{Deserialize, Serialize};

/// What one picture truly shows. Fields that are left out are not compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// The phase, by the names of [`Phase`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Phase>,
    /// The level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The row headers; `None` when no board is in play, and then none is to be reported.
    pub rows: Option<Vec<Line>>,
    /// The column headers.
    pub cols: Option<Vec<Line>>,
    /// The cards.
    pub tiles: Option<Grid<Tile>>,
    /// The marks on the cards: of each card a list of `"V"`, 1, 2 and 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memos: Option<Grid<Vec<Mark>>>,
    /// The card with the cursor; `Some(None)`, `null` in JSON: there is none.
    #[serde(default, with = "present", skip_serializing_if = "Option::is_none")]
    pub cursor: Option<Option<Cell>>,
    /// The wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_coins: Option<u32>,
    /// The coins of this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_coins: Option<u32>,
    /// The cards in motion. The last picture of a turning card is that of the card lying face up:
    /// what is read of such a card is not judged, and so neither is the phase if it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animating: Option<Animating>,
    /// What this picture hides.
    #[serde(default)]
    pub unreadable: Hidden,
}

/// One card in motion, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Animating {
    /// One.
    One(Cell),
    /// Several.
    Many(Vec<Cell>),
}

impl Animating {
    /// The cards.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::One(cell) => std::slice::from_ref(cell),
            Self::Many(cells) => cells,
        }
    }
}

/// What a picture hides: a reader may leave it out, but what it reports must be right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hidden {
    /// Row headers: (row, 0 = sum or 1 = Voltorbs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(usize, usize)>,
    /// Column headers: (column, 0 = sum or 1 = Voltorbs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cols: Vec<(usize, usize)>,
    /// Cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Cell>,
    /// Cards of whose places for marks some are hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Cell>,
}

/// A mark on a card. In JSON `"V"`, 1, 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Mark {
    /// 1, 2 or 3.
    Number(u8),
    /// The letter V.
    Voltorb(char),
}

impl Mark {
    /// The mark for a card.
    pub fn of(card: Card) -> Self {
        match card {
            Card::Voltorb => Self::Voltorb('V'),
            card => Self::Number(card.value()),
        }
    }
}

/// A cursor of `null` is not the same as none given.
mod present {
    use super::Cell;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(v: &Option<Option<Cell>>, s: S) -> Result<S::Ok, S::Error> {
        v.unwrap_or_default().serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Option<Cell>>, D::Error> {
        Option::deserialize(d).map(Some)
    }
}

/// How a reading compares with the truth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Fields that were read, and right.
    pub right: usize,
    /// Fields that the picture shows but that were not read: name and reason.
    pub unreadable: Vec<String>,
    /// Fields that were read wrong: name, what was read, what is true.
    pub wrong: Vec<String>,
    /// How sure the reader was of each field that it read, and whether that was right.
    #[serde(skip)]
    pub claims: Vec<(f32, bool)>,
}

impl Comparison {
    /// Whether everything that the picture shows was read, and nothing wrong.
    pub fn fully_right(&self) -> bool {
        self.unreadable.is_empty() && self.wrong.is_empty()
    }

    fn field<T: PartialEq + std::fmt::Debug>(
        &mut self,
        name: impl Fn() -> String,
        seen: &Reading<T>,
        truth: &T,
        hidden: bool,
    ) {
        if let Some(value) = &seen.value {
            self.claims.push((seen.confidence, value == truth));
        }
        match &seen.value {
            Some(value) if value == truth => self.right += 1,
            Some(value) => self.wrong.push(format!(
                "{}: read {value:?} ({:.0} %), is {truth:?}",
                name(),
                100.0 * seen.confidence
            )),
            None if hidden => {}
            None => {
                let why = seen.why.map_or_else(String::new, |why| format!(": {why}"));
                self.unreadable.push(format!("{}{why}", name()));
            }
        }
    }

    fn lines(
        &mut self,
        what: &str,
        seen: &[LineSighting],
        truth: &[Line],
        hidden: &[(usize, usize)],
    ) {
        for (i, (seen, truth)) in seen.iter().zip(truth).enumerate() {
            let name = |part| format!("{what} {} {part}", i + 1);
            self.field(|| name("sum"), &seen.sum, &truth.sum, hidden.contains(&(i, 0)));
            self.field(
                || name("Voltorbs"),
                &seen.voltorbs,
                &truth.voltorbs,
                hidden.contains(&(i, 1)),
            );
        }
    }
}

/// Compares a reading with the truth, field by field. A picture that was not read at all is given
/// as `None`: each field that it shows counts as unreadable.
pub fn compare(truth: &Truth, seen: Option<&Sighting>) -> Comparison {
    let mut result = Comparison::default();
    let Some(seen) = seen else {
        result.unreadable.push("everything: no board found".to_owned());
        return result;
    };
    let turning = truth.animating.as_ref().map_or(&[][..], Animating::cells);
    let settled = |cell: &Cell| seen.board.as_ref().is_some_and(|b| b.tiles[*cell].value.is_some());
    if let Some(state) = &truth.state
        && !(*state == Phase::Moving && turning.iter().all(settled))
    {
        result.field(|| "state".to_owned(), &seen.phase, state, false);
    }
    match (&truth.rows, &truth.cols, &truth.tiles, &seen.board) {
        (Some(rows), Some(cols), Some(tiles), Some(board)) => {
            let hidden = &truth.unreadable;
            result.lines("row", &board.rows, rows, &hidden.rows);
            result.lines("column", &board.cols, cols, &hidden.cols);
            for (cell, tile) in tiles.cells() {
                let name = || format!("card ({}, {})", cell.0 + 1, cell.1 + 1);
                let hidden = hidden.tiles.contains(&cell);
                if !turning.contains(&cell) {
                    result.field(name, &board.tiles[cell], tile, hidden);
                }
                if let Some(memos) = &truth.memos {
                    let memo = Memo::from_fn(|card| memos[cell].contains(&Mark::of(card)));
                    let name = || format!("memo ({}, {})", cell.0 + 1, cell.1 + 1);
                    let hidden = hidden || truth.unreadable.marks.contains(&cell);
                    result.field(name, &board.memos[cell], &memo, hidden);
                }
            }
        }
        (Some(_), _, _, None) => result.unreadable.push("the board: none reported".to_owned()),
        (None, _, _, Some(_)) => result.wrong.push("the board: none is in play".to_owned()),
        _ => {}
    }
    match truth.cursor {
        Some(Some(cursor)) => result.field(|| "cursor".to_owned(), &seen.cursor, &cursor, false),
        Some(None) if seen.cursor.value.is_some() => {
            result.claims.push((seen.cursor.confidence, false));
            result.wrong.push(format!("cursor: read {:?}, there is none", seen.cursor.value));
        }
        _ => {}
    }
    // Level and coins are on the top screen; the level also in the menu's question.
    let shown = seen.top.is_some();
    if let Some(level) = &truth.level {
        let shown = shown || truth.state == Some(Phase::Menu);
        result.field(|| "level".to_owned(), &seen.level, level, !shown);
    }
    for (name, truth, seen) in [
        ("total coins", truth.total_coins, &seen.total_coins),
        ("round coins", truth.round_coins, &seen.round_coins),
    ] {
        if let Some(coins) = truth {
            result.field(|| name.to_owned(), seen, &coins, !shown);
        }
    }
    result
}
