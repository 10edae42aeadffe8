//! What is typed to change a position: a header, the level, a card.

use grid::Cell;
use voltorb_flip::board::{Card, Line, Position};
use voltorb_flip::levels::Level;
use voltorb_flip::notation::{parse_card, parse_header, parse_level};

/// The words of a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', ',', ';', '|', '\t']).filter(|word| !word.is_empty())
}

/// Something of a position that is typed anew.
pub(super) enum Change {
    Row(usize, Line),
    Column(usize, Line),
    Level(Option<Level>),
    Card(Cell, Option<Card>),
}

impl Change {
    pub(super) fn make(self, position: &mut Position) {
        match self {
            Self::Row(row, line) => position.rows[row] = line,
            Self::Column(column, line) => position.cols[column] = line,
            Self::Level(level) => position.level = level,
            Self::Card(cell, card) => position.tiles[cell] = card,
        }
    }
}

/// `row 2 6/1`, `column 3 4/1`, `level 5`, or `2 4 1` for the card 1 in row 2, column 4 (`2 4 .` turns it
/// face down).
pub(super) fn change(line: &str, position: &Position) -> Result<Change, String> {
    let words: Vec<&str> = words(line).collect();
    let number = |text: &str, most: usize| {
        let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        number.filter(|&n| n < most)
    };
    let header = |word: &str| parse_header(word).map_err(|error| error.to_string());
    let (rows, columns) = (position.rows.len(), position.cols.len());
    match words.as_slice() {
        ["row" | "rows", place, word] => match number(place, rows) {
            Some(row) => Ok(Change::Row(row, header(word)?)),
            None => Err(format!("There is no row {place}.")),
        },
        ["column" | "col" | "columns" | "cols", place, word] => match number(place, columns) {
            Some(column) => Ok(Change::Column(column, header(word)?)),
            None => Err(format!("There is no column {place}.")),
        },
        ["level", word] => parse_level(word).map(Change::Level).map_err(|error| error.to_string()),
        [row, column, word] => match number(row, rows).zip(number(column, columns)) {
            Some(cell) => Ok(Change::Card(cell, single_card(word)?)),
            None => Err(format!("There is no card in row {row}, column {column}.")),
        },
        _ => Err("Give a line and its header, as in row 2 6/1, or row, column and card, as in \
                  2 4 1."
            .to_owned()),
    }
}

/// A card by itself; `None` for one that is face down.
fn single_card(word: &str) -> Result<Option<Card>, String> {
    let mut letters = word.chars();
    match (letters.next().map(parse_card), letters.next()) {
        (Some(Ok(card)), None) => Ok(card),
        _ => Err(format!("{word:?} is not a card: give 1, 2, 3, or V for a Voltorb.")),
    }
}

/// `2` for the card that was advised, or a [`change`]; `None` for an empty line.
pub(super) fn flipped(
    line: &str,
    position: &Position,
    best: Option<Cell>,
) -> Result<Option<Change>, String> {
    let words: Vec<&str> = words(line).collect();
    match (words.as_slice(), best) {
        ([], _) => Ok(None),
        ([word], Some(best)) => match single_card(word)? {
            Some(card) => Ok(Some(Change::Card(best, Some(card)))),
            None => Err(format!("{word:?} is not a card: give 1, 2, 3, or V for a Voltorb.")),
        },
        _ => change(line, position).map(Some),
    }
}
