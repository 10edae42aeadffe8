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

mod error;
mod json;
mod pasted;

pub use error::NotationError;
pub use pasted::parse_pasted;

use super::board::{Card, Line, Position};
use super::levels::Level;
use grid::Grid;
use json::parse_json;
use std::fmt;
use std::str::FromStr;

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
///
/// # Examples
/// ```
/// use voltorb_flip::{Card, notation::parse_position};
///
/// let position = parse_position("rows 0/2 2/0; cols 1/1 1/1; tiles .. 1.")?;
/// assert_eq!(position.rows[0].voltorbs, 2);
/// assert_eq!(position.tiles[(1, 0)], Some(Card::One));
/// assert!(parse_position("rows 0/2").is_err());
/// # Ok::<(), voltorb_flip::notation::NotationError>(())
/// ```
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let text = trimmed(text);
    if text.starts_with('{') { parse_json(text) } else { parse_compact(text) }
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

impl FromStr for Position {
    type Err = NotationError;
    /// See [`parse_position`].
    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse_position(text)
    }
}

impl fmt::Display for Position {
    /// See [`write_position`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_position(self))
    }
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
mod tests;
