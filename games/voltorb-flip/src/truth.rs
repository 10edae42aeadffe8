//! The truth about a picture, from its folder's `truth.json`, and its comparison with a reading.

use super::screen::layout::SIZE;
use super::screen::{FlipReading, Phase, Tile};
use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use session::observation::Observation;
pub use session::truth::Comparison;
use session::truth::entry::check_name;
use std::fmt::Display;
use voltorb_flip::board::{Card, Line, Position};
use voltorb_flip::levels::Level;

/// The truth about one picture. Fields that are `None` are not compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FlipTruth {
    /// The state of the game, by the names of [`Phase`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Phase>,
    /// The level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// The row headers; `Some(None)` (`null` in JSON) if no board is in play, so none may be reported.
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
    /// The coins in the wallet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_coins: Option<u32>,
    /// The coins of this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_coins: Option<u32>,
    /// The cards in motion, which are not judged. The last picture of a turning card equals that of the card face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub animating: Option<Animating>,
    /// The fields that this picture hides.
    #[serde(default)]
    pub unreadable: Hidden,
}

/// Cards in motion: one or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Animating {
    /// One.
    One(Cell),
    /// Several.
    Many(Vec<Cell>),
}

impl Animating {
    /// The cards that move.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::One(cell) => std::slice::from_ref(cell),
            Self::Many(cells) => cells,
        }
    }
}

/// The fields that a picture hides: a reader may leave them unread, but what it reports must be right.
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

/// The names of remarks for people, which are not compared.
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

/// What is wrong with the value of a field.
fn refused(field: &str, why: impl Display) -> String {
    format!("{field}: {why}")
}

impl FlipTruth {
    /// Parses an entry of `truth.json`.
    ///
    /// # Errors
    /// A sentence: an unknown field, or a value that a board cannot have.
    pub fn from_json(entry: &Map<String, Value>) -> Result<Self, String> {
        let known = [&FIELDS[..], &REMARKS].concat();
        for (name, value) in entry {
            check_name(name, &known)?;
            for name in value.as_object().filter(|_| name == "unreadable").into_iter().flatten() {
                check_name(name.0, &HIDDEN)?;
            }
            // Easily written for `memos`.
            if name == "memo" && !value.is_boolean() {
                return Err("\"memo\" is true or false; is \"memos\" meant?".to_owned());
            }
            let alone = Map::from_iter([(name.clone(), value.clone())]);
            serde_json::from_value::<Self>(alone.into()).map_err(|error| refused(name, error))?;
        }
        let truth: Self = serde_json::from_value(Value::Object(entry.clone()))
            .map_err(|error| error.to_string())?;
        truth.fits_the_board()?;
        Ok(truth)
    }

    /// Whether a board is in play, as each field that is given says.
    pub fn boards(&self) -> Vec<bool> {
        fn given<T>(field: &Option<Option<T>>) -> Option<bool> {
            field.as_ref().map(Option::is_some)
        }
        let fields = [given(&self.rows), given(&self.cols), given(&self.tiles), given(&self.memos)];
        fields.into_iter().flatten().collect()
    }

    /// That there are as many of everything as on the board, and that nothing lies beside it.
    fn fits_the_board(&self) -> Result<(), String> {
        let lines = |field, lines: &Option<Option<Vec<Line>>>| match lines {
            Some(Some(lines)) if lines.len() != SIZE => {
                Err(refused(field, format!("{} headers, there are {SIZE}", lines.len())))
            }
            _ => Ok(()),
        };
        lines("rows", &self.rows)?;
        lines("cols", &self.cols)?;
        fn shape<T>(field: &str, grid: &Option<Option<Grid<T>>>) -> Result<(), String> {
            match grid {
                Some(Some(grid)) if (grid.rows(), grid.columns()) != (SIZE, SIZE) => {
                    let size = format!("{} x {}", grid.rows(), grid.columns());
                    Err(refused(field, format!("{size} cards, there are {SIZE} x {SIZE}")))
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
            return Err(refused("memos", format!("{mark} is not a mark: \"V\", 1, 2 or 3 is")));
        }
        let given = self.boards();
        if given.contains(&true) && given.contains(&false) {
            let why = "rows, cols, tiles and memos are null if no board is in play, all or none";
            return Err(refused("board", why));
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
                let why =
                    format!("[{r}, {c}] is not a card: rows and columns are 0 to {}", SIZE - 1);
                return Err(refused(field, why));
            }
        }
        let parts = hidden.rows.iter().chain(&hidden.cols);
        if let Some((line, part)) =
            parts.into_iter().find(|(line, part)| *line >= SIZE || *part > 1)
        {
            let why = format!("[{line}, {part}] is not a part of a header: [line, 0 or 1] is");
            return Err(refused("unreadable", why));
        }
        Ok(())
    }
}

/// The headers and cards of a board in play, and the level if it is known.
impl From<Position> for FlipTruth {
    fn from(Position { level, rows, cols, tiles }: Position) -> Self {
        Self {
            level,
            rows: Some(Some(rows)),
            cols: Some(Some(cols)),
            tiles: Some(Some(tiles)),
            ..Self::default()
        }
    }
}

/// Compares a reading with the truth; `seen` is `None` for a picture that was refused.
pub fn compare(truth: &FlipTruth, seen: Option<&FlipReading>) -> Comparison {
    session::truth::compare(truth, seen.map(|seen| seen as &dyn Observation))
}
