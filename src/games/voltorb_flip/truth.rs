//! What a picture truly shows, as written in a folder's `truth.json`, and how a reading compares.

use super::board::{Card, Line};
use super::levels::Level;
use super::screen::layout::SIZE;
use super::screen::{BoardSighting, LineSighting, Memo, Phase, Sighting, Tile};
use crate::grid::{Cell, Grid};
use crate::reading::Reading;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What one picture truly shows. Fields that are left out are not compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Truth {
    /// The phase, by the names of [`Phase`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Phase>,
    /// The level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The row headers; `Some(None)`, `null` in JSON: no board is in play, and none is to be
    /// reported.
    #[serde(default, with = "present", skip_serializing_if = "Option::is_none")]
    pub rows: Option<Option<Vec<Line>>>,
    /// The column headers, likewise.
    #[serde(default, with = "present", skip_serializing_if = "Option::is_none")]
    pub cols: Option<Option<Vec<Line>>>,
    /// The cards, likewise.
    #[serde(default, with = "present", skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Option<Grid<Tile>>>,
    /// The marks on the cards: of each card a list of `"V"`, 1, 2 and 3. `null` likewise.
    #[serde(default, with = "present", skip_serializing_if = "Option::is_none")]
    pub memos: Option<Option<Grid<Vec<Mark>>>>,
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

/// A field that is `null` is not the same as one that is left out.
mod present {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(
        field: &Option<Option<T>>,
        s: S,
    ) -> Result<S::Ok, S::Error> {
        field.as_ref().and_then(Option::as_ref).serialize(s)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        d: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(d).map(Some)
    }
}

/// The fields of a picture's truth that are compared.
const FIELDS: [&str; 11] = [
    "state",
    "level",
    "rows",
    "cols",
    "tiles",
    "memos",
    "cursor",
    "total_coins",
    "round_coins",
    "animating",
    "unreadable",
];

/// Fields that tell people more of a picture, and are not compared.
const REMARKS: [&str; 10] = [
    "note",
    "screens",
    "dimmed",
    "message",
    "memo",
    "resolution",
    "scale",
    "filter",
    "lang",
    "kind",
];

/// The fields of `unreadable`.
const HIDDEN: [&str; 4] = ["rows", "cols", "tiles", "marks"];

/// What is wrong with a picture's truth as it is written.
#[derive(Debug, thiserror::Error)]
pub enum TruthError {
    /// There is no such field.
    #[error("{field:?} is no field of a truth; is {nearest:?} meant?")]
    Unknown {
        /// What is written.
        field: String,
        /// The field that is written most like it.
        nearest: &'static str,
    },
    /// A field's value is not what is expected.
    #[error("{field}: {why}")]
    Value {
        /// The field.
        field: String,
        /// What is wrong with its value.
        why: String,
    },
}

impl TruthError {
    fn value(field: &str, why: impl ToString) -> Self {
        Self::Value { field: field.to_owned(), why: why.to_string() }
    }

    /// Refuses a field that is not among `known`.
    fn unknown(
        field: &str,
        known: impl Iterator<Item = &'static str> + Clone,
    ) -> Result<(), TruthError> {
        let likeness = |name: &&str| strsim::normalized_damerau_levenshtein(name, field);
        let nearest = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest {
            Some(nearest) if nearest != field => {
                Err(Self::Unknown { field: field.to_owned(), nearest })
            }
            _ => Ok(()),
        }
    }
}

impl Truth {
    /// The truth of a picture from its entry in a `truth.json`.
    ///
    /// # Errors
    /// [`TruthError`]: a field that there is not, or a value that a board cannot have.
    pub fn from_json(fields: Map<String, Value>) -> Result<Self, TruthError> {
        for (name, value) in &fields {
            TruthError::unknown(name, FIELDS.into_iter().chain(REMARKS))?;
            for name in value.as_object().filter(|_| name == "unreadable").into_iter().flatten() {
                TruthError::unknown(name.0, HIDDEN.into_iter())?;
            }
            // Easily written for `memos`.
            if name == "memo" && !value.is_boolean() {
                return Err(TruthError::Unknown { field: name.clone(), nearest: "memos" });
            }
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            serde_json::from_value::<Self>(alone.into())
                .map_err(|error| TruthError::value(name, error))?;
        }
        let truth: Self = serde_json::from_value(fields.into())
            .map_err(|error| TruthError::value("truth", error))?;
        truth.fits_the_board()?;
        Ok(truth)
    }

    /// Of each field of a board that is given: whether a board is in play.
    fn boards(&self) -> Vec<bool> {
        fn given<T>(field: &Option<Option<T>>) -> Option<bool> {
            field.as_ref().map(Option::is_some)
        }
        let fields = [given(&self.rows), given(&self.cols), given(&self.tiles), given(&self.memos)];
        fields.into_iter().flatten().collect()
    }

    /// That there are as many of everything as on the board, and that nothing lies beside it.
    fn fits_the_board(&self) -> Result<(), TruthError> {
        let lines = |field, lines: &Option<Option<Vec<Line>>>| match lines {
            Some(Some(lines)) if lines.len() != SIZE => {
                Err(TruthError::value(field, format!("{} headers, there are {SIZE}", lines.len())))
            }
            _ => Ok(()),
        };
        lines("rows", &self.rows)?;
        lines("cols", &self.cols)?;
        fn shape<T>(field: &str, grid: &Option<Option<Grid<T>>>) -> Result<(), TruthError> {
            match grid {
                Some(Some(grid)) if (grid.rows(), grid.columns()) != (SIZE, SIZE) => {
                    let size = format!("{} x {}", grid.rows(), grid.columns());
                    Err(TruthError::value(
                        field,
                        format!("{size} cards, there are {SIZE} x {SIZE}"),
                    ))
                }
                _ => Ok(()),
            }
        }
        shape("tiles", &self.tiles)?;
        shape("memos", &self.memos)?;
        let marks = self.memos.iter().flatten().flat_map(Grid::iter).flatten();
        let known: Vec<Mark> = Card::ALL.into_iter().map(Mark::of).collect();
        if let Some(mark) = marks.into_iter().find(|mark| !known.contains(mark)) {
            let mark = serde_json::to_string(mark).unwrap_or_default();
            return Err(TruthError::value(
                "memos",
                format!("{mark} is no mark: \"V\", 1, 2 or 3 is"),
            ));
        }
        let given = self.boards();
        if given.contains(&true) && given.contains(&false) {
            let why = "rows, cols, tiles and memos are null if no board is in play, all or none";
            return Err(TruthError::value("board", why));
        }
        let turning = self.animating.as_ref().map_or(&[][..], Animating::cells);
        let hidden = &self.unreadable;
        for (field, cells) in [
            ("cursor", self.cursor.flatten().as_slice()),
            ("animating", turning),
            ("unreadable", &hidden.tiles),
            ("unreadable", &hidden.marks),
        ] {
            if let Some((r, c)) = cells.iter().find(|(r, c)| *r >= SIZE || *c >= SIZE) {
                let why = format!("[{r}, {c}] is no card: rows and columns are 0 to {}", SIZE - 1);
                return Err(TruthError::value(field, why));
            }
        }
        let parts = hidden.rows.iter().chain(&hidden.cols);
        if let Some((line, part)) =
            parts.into_iter().find(|(line, part)| *line >= SIZE || *part > 1)
        {
            let why = format!("[{line}, {part}] is no part of a header: [line, 0 or 1] is");
            return Err(TruthError::value("unreadable", why));
        }
        Ok(())
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

    /// Headers, cards and marks, each that the truth gives.
    fn board(&mut self, truth: &Truth, turning: &[Cell], seen: Option<&BoardSighting>) {
        let Truth { rows, cols, tiles, memos, .. } = truth;
        let given = truth.boards();
        let Some(board) = seen else {
            if given.contains(&true) {
                self.unreadable.push("the board: none reported".to_owned());
            }
            return;
        };
        if given.contains(&false) {
            self.wrong.push("the board: none is in play".to_owned());
            return;
        }
        let hidden = &truth.unreadable;
        if let Some(Some(rows)) = rows {
            self.lines("row", &board.rows, rows, &hidden.rows);
        }
        if let Some(Some(cols)) = cols {
            self.lines("column", &board.cols, cols, &hidden.cols);
        }
        for (cell, tile) in board.tiles.cells() {
            let place = (cell.0 + 1, cell.1 + 1);
            let tile_hidden = hidden.tiles.contains(&cell);
            if let Some(Some(tiles)) = tiles
                && !turning.contains(&cell)
            {
                self.field(|| format!("card {place:?}"), tile, &tiles[cell], tile_hidden);
            }
            if let Some(Some(memos)) = memos {
                let memo = Memo::from_fn(|card| memos[cell].contains(&Mark::of(card)));
                let hidden = tile_hidden || hidden.marks.contains(&cell);
                self.field(|| format!("memo {place:?}"), &board.memos[cell], &memo, hidden);
            }
        }
    }
}

/// Compares a reading with the truth, field by field: those that the truth gives. A picture that was
/// not read at all is given as `None`.
pub fn compare(truth: &Truth, seen: Option<&Sighting>) -> Comparison {
    let mut result = Comparison::default();
    let Some(seen) = seen else {
        if *truth == Truth::default() {
            return result;
        }
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
    result.board(truth, turning, seen.board.as_ref());
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
