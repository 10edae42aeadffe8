//! Positions as people type them.
//!
//! ```text
//! rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1
//! ```
//!
//! Headers are `sum/Voltorbs`, rows from the top, columns from the left. Tiles are given row by row:
//! `.` face down, `1` `2` `3`, and `0` or `V` for a Voltorb; without them all cards are face down.
//! The level may be left out. Commas and line ends may stand for spaces, the `;` may be left out,
//! and the parts may come in any order. The words `rows` and `cols` may be left out where there are as
//! many headers for the columns as, before them, for the rows.

use super::board::{Card, Line, Position};
use super::levels::Level;
use super::truth::Hidden;
use crate::grid::Grid;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NotationError {
    #[error(
        "{0:?} stands before any of the words rows, cols, tiles and level: begin with one, as in \"rows 6/1 4/2; cols 8/0 2/3\""
    )]
    NoPart(String),
    #[error(
        "{0} headers without the words rows and cols: give as many for the rows as, after them, for \
         the columns, or write rows and cols before them"
    )]
    Halves(usize),
    #[error("{0} is given twice: give it once")]
    Twice(&'static str),
    #[error("the {0} are missing: give them as sum/Voltorbs, as in \"{0} 6/1 7/1 4/1 4/2 4/1\"")]
    Missing(&'static str),
    #[error("{0:?} is no header: a header is sum/Voltorbs, as in 6/1")]
    Header(String),
    #[error(
        "{0:?} is no card: a card is . (face down), 1, 2, 3, or 0 or V (Voltorb), the cards of a row together, as in ..2.1"
    )]
    Card(char),
    #[error("{rows} x {columns} cards are needed for these headers, a word for each row: {found}")]
    Tiles { rows: usize, columns: usize, found: String },
    #[error("{0:?} is no level: give one number from 1 to 8, or leave it out")]
    Level(String),
    #[error("{0} was not read: read a picture that shows it, or fill it in")]
    Unread(String),
    #[error(
        "the JSON is no position: {0}; expected {{\"level\": 3 or null, \"rows\": [[sum, voltorbs], ...], \
         \"cols\": [...], \"tiles\": [[null, 2, ...], ...]}}"
    )]
    Json(String),
}

const ROWS: &str = "rows";
const COLS: &str = "cols";
const TILES: &str = "tiles";
const LEVEL: &str = "level";

/// The part that a word begins, if it is the name of one.
fn part(word: &str) -> Option<&'static str> {
    match word.trim_end_matches(':').to_ascii_lowercase().as_str() {
        "rows" | "row" => Some(ROWS),
        "cols" | "col" | "columns" | "column" => Some(COLS),
        "tiles" | "cards" => Some(TILES),
        "level" | "lv" => Some(LEVEL),
        _ => None,
    }
}

/// Whether a text looks like a position rather than the name of a file.
pub fn looks_like_a_position(text: &str) -> bool {
    let text = trimmed(text);
    let mut words = words(text);
    let first = words.next();
    text.starts_with('{')
        || first.is_some_and(|word| part(word).is_some())
        // Headers alone, of which a board has four at least.
        || first.is_some_and(|word| parse_header(word).is_ok()) && words.count() >= 3
}

/// A text without the mark of its encoding, which some programs write first, and without blanks around it.
fn trimmed(text: &str) -> &str {
    text.trim_start_matches('\u{feff}').trim()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'))
        .filter(|word| !word.is_empty())
}

/// A word as a message tells it: not all of one that is long.
fn told(word: &str) -> String {
    const LONGEST: usize = 40;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &word[..end]),
        None => word.to_owned(),
    }
}

/// Reads a position: JSON if it begins with `{`, else the compact notation.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let text = trimmed(text);
    if text.starts_with('{') { parse_json(text) } else { parse_compact(text) }
}

/// JSON as the fields of `truth.json` or as `voltsight read --json` prints it; without `tiles` all
/// cards are face down.
fn parse_json(text: &str) -> Result<Position, NotationError> {
    #[derive(serde::Deserialize)]
    struct Fields {
        #[serde(default)]
        level: Option<Level>,
        rows: Option<Vec<[Option<u8>; 2]>>,
        cols: Option<Vec<[Option<u8>; 2]>>,
        #[serde(default)]
        tiles: Option<Grid<Option<Card>>>,
        #[serde(default)]
        unreadable: Hidden,
        /// Only a reading has it: there a card that was not read is no card face down.
        #[serde(default)]
        confidence: Option<serde::de::IgnoredAny>,
        /// Only a reading has it.
        #[serde(default)]
        look: Option<Look>,
    }
    #[derive(serde::Deserialize)]
    struct Look {
        dealt: bool,
    }
    let fields: Fields =
        serde_json::from_str(text).map_err(|error| NotationError::Json(error.to_string()))?;
    let lines = |lines: Option<Vec<[Option<u8>; 2]>>, name: &'static str, noun| {
        let lines = lines.ok_or(NotationError::Missing(name))?.into_iter().enumerate();
        let line = |(i, [sum, voltorbs]): (usize, [Option<u8>; 2])| match (sum, voltorbs) {
            (Some(sum), Some(voltorbs)) => Ok(Line { sum, voltorbs }),
            _ => Err(NotationError::Unread(format!("the header of {noun} {}", i + 1))),
        };
        lines.map(line).collect::<Result<Vec<Line>, _>>()
    };
    let rows = lines(fields.rows, ROWS, "row")?;
    let cols = lines(fields.cols, COLS, "column")?;
    let tiles = fields.tiles.unwrap_or_else(|| Grid::filled(rows.len(), cols.len(), None));
    if (tiles.rows(), tiles.columns()) != (rows.len(), cols.len()) {
        let found = format!("there are {} x {}", tiles.rows(), tiles.columns());
        return Err(NotationError::Tiles { rows: rows.len(), columns: cols.len(), found });
    }
    if fields.confidence.is_some()
        && let Some((row, column)) = fields.unreadable.tiles.first()
    {
        let card = format!("the card in row {}, column {}", row + 1, column + 1);
        return Err(NotationError::Unread(card));
    }
    // The levels of a game that deals other boards say nothing of this one.
    let level = fields.level.filter(|_| fields.look.is_none_or(|look| look.dealt));
    Ok(Position { level, rows, cols, tiles })
}

fn parse_compact(text: &str) -> Result<Position, NotationError> {
    let mut parts: Vec<(&'static str, Vec<&str>)> = Vec::new();
    // The headers that stand before any part: those of the rows, then those of the columns.
    let mut bare = Vec::new();
    for word in words(text) {
        if let Some(name) = part(word) {
            if parts.iter().any(|(known, _)| *known == name) {
                return Err(NotationError::Twice(name));
            }
            parts.push((name, Vec::new()));
        } else if let Some((_, words)) = parts.last_mut() {
            words.push(word);
        } else {
            bare.push(word);
        }
    }
    if !bare.is_empty() {
        let (rows, cols) = halves(&bare)?;
        for (name, words) in [(ROWS, rows), (COLS, cols)] {
            if parts.iter().any(|(known, _)| *known == name) {
                return Err(NotationError::NoPart(told(bare[0])));
            }
            parts.push((name, words.to_vec()));
        }
    }
    let find = |name| parts.iter().find(|(known, _)| *known == name).map(|(_, words)| words);
    let lines = |name| match find(name) {
        Some(words) if !words.is_empty() => words.iter().map(|word| parse_header(word)).collect(),
        _ => Err(NotationError::Missing(name)),
    };
    let rows: Vec<Line> = lines(ROWS)?;
    let cols: Vec<Line> = lines(COLS)?;
    let tiles = match find(TILES) {
        Some(words) => parse_tiles(words, rows.len(), cols.len())?,
        None => Grid::filled(rows.len(), cols.len(), None),
    };
    let level = match find(LEVEL).map(Vec::as_slice) {
        None => None,
        Some([word]) => parse_level(word)?,
        Some(words) => return Err(NotationError::Level(told(&words.join(" ")))),
    };
    Ok(Position { level, rows, cols, tiles })
}

/// Headers without words: the first half is that of the rows.
fn halves<'a, 'w>(bare: &'w [&'a str]) -> Result<(&'w [&'a str], &'w [&'a str]), NotationError> {
    // Something else than headers at the beginning: it is not that words were left out.
    if parse_header(bare[0]).is_err() {
        return Err(NotationError::NoPart(told(bare[0])));
    }
    bare.iter().try_for_each(|word| parse_header(word).map(drop))?;
    if bare.len() < 4 || bare.len() % 2 == 1 {
        return Err(NotationError::Halves(bare.len()));
    }
    Ok(bare.split_at(bare.len() / 2))
}

/// A header, as in `6/1` or `06:1`.
///
/// # Errors
/// [`NotationError::Header`].
pub fn parse_header(word: &str) -> Result<Line, NotationError> {
    let number = |text: &str| {
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u8>().ok()).flatten()
    };
    word.split_once(['/', ':'])
        .and_then(|(sum, voltorbs)| Some(Line { sum: number(sum)?, voltorbs: number(voltorbs)? }))
        .ok_or_else(|| NotationError::Header(told(word)))
}

/// Headers separated by spaces or commas.
///
/// # Errors
/// [`NotationError::Header`] for the first that is none.
pub fn parse_headers(text: &str) -> Result<Vec<Line>, NotationError> {
    words(text).map(parse_header).collect()
}

/// A level, or `None` for `?` or `-`.
///
/// # Errors
/// [`NotationError::Level`].
pub fn parse_level(word: &str) -> Result<Option<Level>, NotationError> {
    if matches!(word, "?" | "-" | "none" | "null") {
        return Ok(None);
    }
    let level = word.parse::<u8>().ok().and_then(|number| Level::try_from(number).ok());
    level.map(Some).ok_or_else(|| NotationError::Level(told(word)))
}

/// A card: `None` for one that is face down.
///
/// # Errors
/// [`NotationError::Card`].
pub fn parse_card(letter: char) -> Result<Option<Card>, NotationError> {
    Ok(match letter {
        '.' | '?' | '_' => None,
        '0' | 'v' | 'V' => Some(Card::Voltorb),
        '1' => Some(Card::One),
        '2' => Some(Card::Two),
        '3' => Some(Card::Three),
        _ => return Err(NotationError::Card(letter)),
    })
}

/// Reads rows of cards.
///
/// # Errors
/// [`NotationError::Card`] and [`NotationError::Tiles`].
pub fn parse_tiles(
    words: &[&str],
    rows: usize,
    columns: usize,
) -> Result<Grid<Option<Card>>, NotationError> {
    let cards: Vec<Vec<_>> = words
        .iter()
        .map(|word| word.chars().map(parse_card).collect())
        .collect::<Result<_, _>>()?;
    let wrong = |found: String| NotationError::Tiles { rows, columns, found };
    if cards.len() != rows {
        return Err(wrong(format!("there are {} rows", cards.len())));
    }
    if let Some(bad) = cards.iter().position(|row| row.len() != columns) {
        return Err(wrong(format!(
            "row {} ({}) has {}",
            bad + 1,
            told(words[bad]),
            cards[bad].len()
        )));
    }
    Ok(Grid::from_fn(rows, columns, |r, c| cards[r][c]))
}

/// Writes a position in the compact notation, on one line.
pub fn write_position(position: &Position) -> String {
    let lines = |lines: &[Line]| {
        let words: Vec<_> = lines.iter().map(|l| format!("{}/{}", l.sum, l.voltorbs)).collect();
        words.join(" ")
    };
    let mut text = format!("rows {}; cols {}", lines(&position.rows), lines(&position.cols));
    if position.tiles.iter().any(Option::is_some) {
        let letter = |tile: &Option<Card>| match tile {
            None => '.',
            Some(card) => char::from(b'0' + card.value()),
        };
        let rows: Vec<String> = (0..position.tiles.rows())
            .map(|r| position.tiles.row(r).iter().map(letter).collect())
            .collect();
        text += &format!("; tiles {}", rows.join(" "));
    }
    if let Some(level) = position.level {
        text += &format!("; level {level}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = "rows 6/1 7/1 4/1; cols 8/0 4/1 5/2; tiles ..2 0.. 1.3; level 3";
        let position = parse_position(text).unwrap();
        assert_eq!(position.rows[1], Line { sum: 7, voltorbs: 1 });
        assert_eq!(position.tiles[(1, 0)], Some(Card::Voltorb));
        assert_eq!(position.level, Level::try_from(3).ok());
        assert_eq!(write_position(&position), text);
        let other = "LEVEL: 3\ncolumns: 08:0, 4/1, 5/2\nrows 6/1,7/1,4/1 tiles ..2,v..,1.3";
        assert_eq!(parse_position(other).unwrap(), position);
        let json = serde_json::to_string(&position).unwrap();
        assert_eq!(parse_position(&json).unwrap(), position);
    }

    #[test]
    fn headers_alone_are_those_of_the_rows_and_then_those_of_the_columns() {
        let expected = parse_position("rows 6/1 7/1 4/1; cols 8/0 4/1 5/2").unwrap();
        for text in [
            "6/1 7/1 4/1 8/0 4/1 5/2",
            "6/1, 7/1, 4/1, 8/0, 4/1, 5/2",
            "06:1\n07:1\n04:1\n\n08:0 04:1 05:2\n",
            "6/1 7/1 4/1 | 8/0 4/1 5/2",
        ] {
            assert!(looks_like_a_position(text), "{text}");
            assert_eq!(parse_position(text).unwrap(), expected, "{text}");
        }
        let more = parse_position("6/1 7/1 4/1 8/0 4/1 5/2 level 3 tiles ..2 0.. 1.3").unwrap();
        assert_eq!(more.level, Level::try_from(3).ok());
        assert_eq!(more.tiles[(0, 2)], Some(Card::Two));
    }

    #[test]
    fn a_mark_of_the_encoding_is_passed_over() {
        let json = r#"{"rows": [[0, 2], [2, 0]], "cols": [[1, 1], [1, 1]]}"#;
        for text in [json, "rows 0/2 2/0; cols 1/1 1/1", "0/2 2/0 1/1 1/1"] {
            let marked = format!("\u{feff}{text}");
            assert!(looks_like_a_position(&marked), "{text}");
            assert_eq!(parse_position(&marked).unwrap(), parse_position(text).unwrap());
        }
    }

    #[test]
    fn tiles_and_level_may_be_left_out() {
        let json = r#"{"rows": [[0, 2], [2, 0]], "cols": [[1, 1], [1, 1]]}"#;
        let position = parse_position(json).unwrap();
        assert_eq!(position, parse_position("rows 0/2, 2/0; cols 1/1, 1/1").unwrap());
        assert_eq!((position.level, position.tiles.iter().flatten().next()), (None, None));
    }

    #[test]
    fn typos_are_named() {
        assert!(error("..2 6/1 7/1").contains("\"..2\" stands before any of the words"));
        assert!(error("6/1 7/1 8/2").contains("3 headers without the words"));
        assert!(error("6/1 7-1 8/2 9/2").contains("\"7-1\" is no header"));
        let long = error(&format!("rows 6/{}", "1".repeat(1000)));
        assert!(long.len() < 200, "{long}");
        assert!(error("rows 6/1").contains("the cols are missing"));
        assert!(error("rows 6-1 cols 6/1").contains("\"6-1\" is no header"));
        assert!(error("rows 6/300 cols 6/1").contains("\"6/300\" is no header"));
        assert!(error("rows 6/1 rows 6/1").contains("rows is given twice"));
        assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles ..").contains("there are 1 rows"));
        assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles .. .").contains("row 2 (.) has 1"));
        assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles .. .x").contains("'x' is no card"));
        assert!(error("rows 1/1 1/1 cols 1/1 1/1 level 9").contains("\"9\" is no level"));
        assert!(error("{\"rows\": 5}").contains("expected {\"level\""));
        assert!(
            error("{\"rows\": [[1,1]], \"cols\": [[1,1]], \"tiles\": [[1, 2]]}").contains("1 x 2")
        );
        assert!(error("").contains("the rows are missing"));
        assert!(error("{\"rows\": null, \"cols\": null}").contains("the rows are missing"));
    }

    #[test]
    fn what_a_reader_left_out_is_not_taken_for_a_card_face_down() {
        let reading = r#"{"state": "msg", "rows": [[1, 1], [1, 1]], "cols": [[1, 1], [1, 1]],
            "tiles": [[null, null], [null, 1]], "unreadable": {"tiles": [[0, 1]]}"#;
        let truth = reading.to_owned() + "}";
        assert!(parse_position(&truth).is_ok());
        let reading = reading.to_owned() + ", \"confidence\": {\"level\": 0}}";
        assert!(error(&reading).contains("the card in row 1, column 2 was not read"));
        let covered = reading.replace("\"cols\": [[1, 1]", "\"cols\": [[null, 1]");
        assert!(error(&covered).contains("the header of column 1 was not read"));
    }

    #[test]
    fn files_and_positions_are_told_apart() {
        for text in ["rows 6/1", " {\"rows\"", "Cols: 5", "level 3"] {
            assert!(looks_like_a_position(text), "{text}");
        }
        for text in ["board.json", "-", "rowsfile", ""] {
            assert!(!looks_like_a_position(text), "{text}");
        }
    }
}
