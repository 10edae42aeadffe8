//! A reading as JSON: the fields of `truth.json`, with a confidence for each. `docs/reference/json.md` describes the
//! format, which does not change within a major version.

use super::screen::{BoardReading, FlipReading, LineReading, Memo, Phase};
use super::truth::{Hidden, Mark};
use grid::geometry::Placement;
use grid::reading::Reading;
use grid::{Cell, Grid};
use serde::Serialize;
use std::collections::BTreeMap;
use voltorb_flip::levels::Level;

/// A header: the sum and the number of Voltorbs, `null` if unread.
type Header<T> = [Option<T>; 2];

/// A reading as JSON, for other programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The theme that fitted.
    pub look: LookReport,
    /// The state of the game.
    pub state: Option<Phase>,
    /// The game's level.
    pub level: Option<Level>,
    /// The coins in the wallet.
    pub total_coins: Option<u32>,
    /// The coins of this round.
    pub round_coins: Option<u32>,
    /// The card with the cursor.
    pub cursor: Option<Cell>,
    /// Row headers, top to bottom; `null` when no board is in play.
    pub rows: Option<Vec<Header<u8>>>,
    /// Column headers, left to right.
    pub cols: Option<Vec<Header<u8>>>,
    /// The cards: `null` face down or unread (then listed in `unreadable`), 0 a Voltorb, 1 to 3.
    pub tiles: Option<Grid<Option<u8>>>,
    /// The marks on the cards.
    pub memos: Option<Grid<Vec<Mark>>>,
    /// The unread headers and cards.
    pub unreadable: Hidden,
    /// The reason for each unread field, by its name.
    pub why: BTreeMap<String, String>,
    /// The confidence of each field.
    pub confidence: Confidence,
    /// Where the screens lie in the picture.
    pub screens: Screens,
}

/// The theme of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LookReport {
    /// The theme's name: `ds`, `essentials`, or that of a profile.
    pub name: String,
    /// Whether it was learned by the user.
    #[serde(rename = "learnt")]
    pub learned: bool,
    /// Whether the game deals the boards of HeartGold and SoulSilver, level by level.
    pub dealt: bool,
}

/// The confidence of each field, 0 to 1; 0 if it is unread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Confidence {
    state: f32,
    level: f32,
    total_coins: f32,
    round_coins: f32,
    cursor: f32,
    rows: Option<Vec<[f32; 2]>>,
    cols: Option<Vec<[f32; 2]>>,
    tiles: Option<Grid<f32>>,
    memos: Option<Grid<f32>>,
}

/// Where the screens lie in the picture.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Screens {
    /// The touch screen.
    pub touch: Placement,
    /// The top screen, if it was found.
    pub top: Option<Placement>,
}

impl Report {
    /// Creates the report of a reading.
    pub fn of(seen: &FlipReading) -> Self {
        let board = seen.board.as_ref();
        let headers = |lines: &[LineReading]| -> Vec<Header<u8>> {
            lines.iter().map(|l| [l.sum.value, l.voltorbs.value]).collect()
        };
        let confidences = |lines: &[LineReading]| -> Vec<[f32; 2]> {
            lines.iter().map(|l| [l.sum.confidence, l.voltorbs.confidence]).collect()
        };
        let (unreadable, why) = left_out(seen);
        Self {
            look: LookReport {
                name: seen.look.name().to_owned(),
                learned: seen.look.learned(),
                dealt: seen.look.dealt(),
            },
            state: seen.phase.value,
            level: seen.level.value,
            total_coins: seen.total_coins.value,
            round_coins: seen.round_coins.value,
            cursor: seen.cursor.value,
            rows: board.map(|b| headers(&b.rows)),
            cols: board.map(|b| headers(&b.cols)),
            tiles: board.map(|b| b.tiles.map(|t| t.value.flatten().map(u8::from))),
            memos: board.map(|b| b.memos.map(|m| marks(m.value.unwrap_or_default()))),
            unreadable,
            why,
            confidence: Confidence {
                state: seen.phase.confidence,
                level: seen.level.confidence,
                total_coins: seen.total_coins.confidence,
                round_coins: seen.round_coins.confidence,
                cursor: seen.cursor.confidence,
                rows: board.map(|b| confidences(&b.rows)),
                cols: board.map(|b| confidences(&b.cols)),
                tiles: board.map(|b| b.tiles.map(|t| t.confidence)),
                memos: board.map(|b| b.memos.map(|m| m.confidence)),
            },
            screens: Screens { touch: seen.touch, top: seen.top },
        }
    }
}

fn marks(memo: Memo) -> Vec<Mark> {
    memo.marks().map(Mark::of).collect()
}

/// The fields without a value: those of the board by place, and all with the reason.
fn left_out(seen: &FlipReading) -> (Hidden, BTreeMap<String, String>) {
    fn note<T>(why: &mut BTreeMap<String, String>, name: String, field: &Reading<T>) -> bool {
        if let Some(reason) = field.why {
            why.insert(name, reason.to_string());
        }
        field.value.is_none()
    }
    let (mut hidden, mut why) = (Hidden::default(), BTreeMap::new());
    note(&mut why, "state".into(), &seen.phase);
    note(&mut why, "level".into(), &seen.level);
    note(&mut why, "total_coins".into(), &seen.total_coins);
    note(&mut why, "round_coins".into(), &seen.round_coins);
    note(&mut why, "cursor".into(), &seen.cursor);
    let Some(BoardReading { rows, cols, tiles, .. }) = &seen.board else {
        return (hidden, why);
    };
    for (name, lines, list) in [("rows", rows, &mut hidden.rows), ("cols", cols, &mut hidden.cols)]
    {
        for (i, line) in lines.iter().enumerate() {
            for (part, field) in [&line.sum, &line.voltorbs].into_iter().enumerate() {
                if note(&mut why, format!("{name}[{i}][{part}]"), field) {
                    list.push((i, part));
                }
            }
        }
    }
    for (cell, tile) in tiles.cells() {
        if note(&mut why, format!("tiles[{}][{}]", cell.0, cell.1), tile) {
            hidden.tiles.push(cell);
        }
    }
    (hidden, why)
}
