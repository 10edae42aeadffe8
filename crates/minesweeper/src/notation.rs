//! Boards as text and as JSON, as people write them and `truth.json` holds them.

use super::board::{BadBoard, CellState, MineBoard, MineCount, NoSuchCellState, check_size};
use grid::{Grid, RaggedRows};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// Text that is not a board.
#[derive(Debug, thiserror::Error)]
pub enum MineNotationError {
    /// A letter that is not a cell.
    #[error("row {row}: {letter}")]
    Letter {
        /// The row, from 1.
        row: usize,
        /// What is wrong with the letter.
        letter: NoSuchCellState,
    },
    /// Rows of different lengths.
    #[error(transparent)]
    Ragged(#[from] RaggedRows),
    /// A size or a number of mines that cannot be.
    #[error(transparent)]
    Board(#[from] BadBoard),
    /// The words around the rows.
    #[error(
        "{0:?} is not understood: write the rows, then \"mines N\" for all mines or \"left N\" for \
         the game's counter"
    )]
    Words(String),
    /// Text that looks like JSON and is none.
    #[error("this is not a board in JSON")]
    Json(#[from] serde_json::Error),
    /// `rows` or `cols` in JSON that `cells` does not have.
    #[error("the JSON says {said} {what}, but its cells have {found}")]
    Size {
        /// "rows" or "columns".
        what: &'static str,
        /// What is written.
        said: usize,
        /// What there is.
        found: usize,
    },
    /// Both numbers of mines in one text.
    #[error("give the number of all mines or of those left, not both")]
    TwoCounts,
}

/// Reads a board from rows of letters (see [`CellState`]) between white space, `/` or `;`, and
/// "mines N" or "left N" if that is known; or from JSON with the fields of `truth.json`.
///
/// # Errors
/// Text that is not a board, in a sentence that says where.
pub fn parse_board(text: &str) -> Result<MineBoard, MineNotationError> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str::<Json>(text)?.try_into();
    }
    let mut rows = Vec::new();
    let mut mines = MineCount::Unknown;
    let mut words = text.split(|c: char| c.is_whitespace() || "/;|".contains(c));
    while let Some(word) = words.next() {
        let key = word.to_ascii_lowercase();
        match key.trim_end_matches([':', '=']) {
            "" => {}
            "mines" | "left" => {
                let value = words.find(|word| !word.is_empty()).unwrap_or("");
                let bad = || MineNotationError::Words(format!("{word} {value}"));
                let count: i64 = value.trim_end_matches([',', '.']).parse().map_err(|_| bad())?;
                if mines != MineCount::Unknown {
                    return Err(MineNotationError::TwoCounts);
                }
                mines = match usize::try_from(count) {
                    _ if key.starts_with("left") => MineCount::Left(count),
                    Ok(total) => MineCount::Total(total),
                    Err(_) => return Err(bad()),
                };
            }
            _ if rows.is_empty() && !word.chars().any(|c| CellState::from_letter(c).is_some()) => {
                return Err(MineNotationError::Words(word.to_owned()));
            }
            _ => rows.push(row(rows.len(), word)?),
        }
    }
    board(rows, mines)
}

impl FromStr for MineBoard {
    type Err = MineNotationError;
    /// See [`parse_board`].
    fn from_str(text: &str) -> Result<Self, MineNotationError> {
        parse_board(text)
    }
}

/// Whether a text is meant as a board, not as the name of a file.
pub fn looks_like_a_board(text: &str) -> bool {
    let first =
        text.split(|c: char| c.is_whitespace() || "/;|".contains(c)).find(|w| !w.is_empty());
    text.trim_start().starts_with('{')
        || first.is_some_and(|word| word.chars().all(|c| CellState::from_letter(c).is_some()))
}

fn row(index: usize, text: &str) -> Result<Vec<CellState>, MineNotationError> {
    text.chars()
        .map(CellState::try_from)
        .collect::<Result<_, _>>()
        .map_err(|letter| MineNotationError::Letter { row: index + 1, letter })
}

fn board(rows: Vec<Vec<CellState>>, mines: MineCount) -> Result<MineBoard, MineNotationError> {
    check_size(rows.len(), rows.first().map_or(0, Vec::len))?;
    let board = MineBoard { cells: Grid::try_from(rows)?, mines };
    board.total_mines()?;
    Ok(board)
}

impl std::fmt::Display for MineBoard {
    /// The rows of letters, a line each, then "mines N" or "left N" if known.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.cells.rows() {
            writeln!(f, "{}", letters(self.cells.row(row)))?;
        }
        match self.mines {
            MineCount::Total(mines) => writeln!(f, "mines {mines}"),
            MineCount::Left(left) => writeln!(f, "left {left}"),
            MineCount::Unknown => Ok(()),
        }
    }
}

fn letters(row: &[CellState]) -> String {
    row.iter().map(|state| state.letter()).collect()
}

/// The JSON of a board: the fields of `truth.json`, and `mines` for the number of all mines.
#[derive(Debug, Serialize, Deserialize)]
struct Json {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cols: Option<usize>,
    cells: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mines: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mines_left: Option<i64>,
}

impl TryFrom<Json> for MineBoard {
    type Error = MineNotationError;
    fn try_from(json: Json) -> Result<Self, MineNotationError> {
        let rows = json.cells.iter().enumerate().map(|(i, text)| row(i, text));
        let mines = match (json.mines, json.mines_left) {
            (Some(mines), None) => MineCount::Total(mines),
            (None, Some(left)) => MineCount::Left(left),
            (None, None) => MineCount::Unknown,
            (Some(_), Some(_)) => return Err(MineNotationError::TwoCounts),
        };
        let board = board(rows.collect::<Result<_, _>>()?, mines)?;
        let (rows, columns) = (board.cells.rows(), board.cells.columns());
        for (what, said, found) in [("rows", json.rows, rows), ("columns", json.cols, columns)] {
            if let Some(said) = said.filter(|&said| said != found) {
                return Err(MineNotationError::Size { what, said, found });
            }
        }
        Ok(board)
    }
}

impl Serialize for MineBoard {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (mines, mines_left) = match self.mines {
            MineCount::Total(mines) => (Some(mines), None),
            MineCount::Left(left) => (None, Some(left)),
            MineCount::Unknown => (None, None),
        };
        let cells = (0..self.cells.rows()).map(|row| letters(self.cells.row(row))).collect();
        let (rows, cols) = (Some(self.cells.rows()), Some(self.cells.columns()));
        Json { rows, cols, cells, mines, mines_left }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MineBoard {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Json::deserialize(deserializer)?.try_into().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_json_hold_the_same_board() {
        let board = parse_board("1.F / 0?8; left 2").unwrap();
        assert_eq!(board.cells[(1, 2)], CellState::Open(8));
        assert_eq!(board.mines, MineCount::Left(2));
        assert_eq!(parse_board(&board.to_string()).unwrap(), board);
        let json = serde_json::to_string(&board).unwrap();
        assert_eq!(json, r#"{"rows":2,"cols":3,"cells":["1.F","0?8"],"mines_left":2}"#);
        assert_eq!(parse_board(&json).unwrap(), board);
    }

    #[test]
    fn bad_text_is_told_in_a_sentence() {
        for (text, word) in [
            ("", "no cells"),
            ("... ..", "row 2 has 2 entries"),
            ("..9", "row 1: '9' is not a cell"),
            ("... mines 4", "4 mines, but only 3 cells"),
            ("... mines x", "\"mines x\" is not understood"),
            ("... mines", "not understood"),
            ("... mines 1 left 1", "not both"),
            ("hallo", "not understood"),
            ("{\"cells\": [\"..\"", "this is not a board in JSON"),
            ("{\"cells\": [\"..\"], \"rows\": 2}", "says 2 rows, but its cells have 1"),
        ] {
            let error = parse_board(text).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
        let huge = vec![".".repeat(10_000); 10_000].join("\n");
        assert!(parse_board(&huge).unwrap_err().to_string().contains("too large"));
    }

    #[test]
    fn a_file_name_is_no_board() {
        assert!(looks_like_a_board("..1 11. mines 2") && looks_like_a_board("{\"cells\"..."));
        assert!(!looks_like_a_board("board.txt") && !looks_like_a_board(""));
    }
}
