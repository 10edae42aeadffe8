//! Headers as people copy them from elsewhere: numbers in one of the usual orders.

use super::error::NotationError;
use super::{Position, parse_level, parse_position, words};
use crate::board::Line;
use crate::levels::Level;
use crate::solver::draft::Draft;
use grid::Grid;

/// The rows, and the columns, of the game's board.
const SIDE: usize = 5;

/// Reads a position as [`parse_position`] does, or else the ten headers of the game's board from numbers, whatever
/// stands between them: ten (`61` for 6/1) or twenty. Those of the rows come first, unless a word that begins with
/// "col" stands before any that begins with "row". Twenty are a sum and its Voltorbs in turn; or five sums and their
/// five Voltorbs, twice; or ten and ten; or Voltorbs before sums. The first of these that is a possible board is
/// taken; if none is, the first.
///
/// # Errors
/// That of [`parse_position`] if the text has words of the notation, else [`NotationError::Numbers`].
pub fn parse_pasted(text: &str) -> Result<Position, NotationError> {
    let refused = match parse_position(text) {
        Ok(position) => return Ok(position),
        Err(why) => why,
    };
    if text.trim_start().starts_with('{') || text.to_ascii_lowercase().contains("tiles") {
        return Err(refused);
    }
    let (level, numbers) = numbers(text);
    let orders = orders(&numbers).ok_or(NotationError::Numbers(numbers.len()))?;
    let lower = text.to_ascii_lowercase();
    let columns_first = match (lower.find("col"), lower.find("row")) {
        (Some(column), Some(row)) => column < row,
        (column, _) => column.is_some(),
    };
    let mut positions = orders.into_iter().map(|[first, second]| {
        let (rows, cols) = if columns_first { (second, first) } else { (first, second) };
        Position { level, rows, cols, tiles: Grid::filled(SIDE, SIDE, None) }
    });
    let first = positions.next().ok_or(NotationError::Numbers(numbers.len()))?;
    let fits = |position: &Position| Draft::from(position.clone()).misfits().is_empty();
    if fits(&first) {
        return Ok(first);
    }
    Ok(positions.find(fits).unwrap_or(first))
}

/// The level, if the text names one, and all other numbers.
fn numbers(text: &str) -> (Option<Level>, Vec<u8>) {
    let spaced: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let (mut level, mut numbers, mut next_is_level) = (None, Vec::new(), false);
    for word in words(&spaced) {
        if next_is_level && let Ok(found) = parse_level(word) {
            level = found;
        } else if let Ok(number) = word.parse() {
            numbers.push(number);
        }
        next_is_level = word.to_ascii_lowercase().starts_with('l');
    }
    (level, numbers)
}

type Headers = [Vec<Line>; 2];

/// What these numbers can be, in each of the usual orders.
fn orders(numbers: &[u8]) -> Option<Vec<Headers>> {
    const LINES: usize = 2 * SIDE;
    let headers = |line: &dyn Fn(usize) -> (u8, u8)| -> Headers {
        let lines = |from: usize| {
            let line = |i| {
                let (sum, voltorbs) = line(i);
                Line { sum, voltorbs }
            };
            (from..from + SIDE).map(line).collect()
        };
        [lines(0), lines(SIDE)]
    };
    match numbers.len() {
        LINES => Some(vec![headers(&|i| (numbers[i] / 10, numbers[i] % 10))]),
        20 => Some(vec![
            headers(&|i| (numbers[2 * i], numbers[2 * i + 1])),
            headers(&|i| {
                let first = i / SIDE * LINES + i % SIDE;
                (numbers[first], numbers[first + SIDE])
            }),
            headers(&|i| (numbers[i], numbers[i + LINES])),
            headers(&|i| (numbers[2 * i + 1], numbers[2 * i])),
        ]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::write_position;

    #[test]
    fn the_usual_orders_are_one_position() {
        let expected = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0";
        for text in [
            expected,
            "6/1 7/1 4/1 4/2 4/1\n8/0 4/1 6/1 1/4 6/0",
            "6 1 7 1 4 1 4 2 4 1\n8 0 4 1 6 1 1 4 6 0",
            "06:1, 07:1, 04:1, 04:2, 04:1, 08:0, 04:1, 06:1, 01:4, 06:0",
            "61 71 41 42 41 80 41 61 14 60",
            "6 7 4 4 4  1 1 1 2 1\n8 4 6 1 6  0 1 1 4 0",
            "6 7 4 4 4 8 4 6 1 6\n1 1 1 2 1 0 1 1 4 0",
            "1-6 1-7 1-4 2-4 1-4 0-8 1-4 1-6 4-1 0-6",
            "columns: 80 41 61 14 60\nrows: 61 71 41 42 41",
            "(6, 1) (7, 1) (4, 1) (4, 2) (4, 1)\n(8, 0) (4, 1) (6, 1) (1, 4) (6, 0)",
        ] {
            assert_eq!(write_position(&parse_pasted(text).unwrap()), expected, "{text}");
        }
        let level = parse_pasted("Level 1: 61 71 41 42 41 80 41 61 14 60").unwrap().level;
        assert_eq!(level, Some(Level::FIRST));
    }

    #[test]
    fn what_is_none_is_refused() {
        for (text, word) in [
            ("", "0 numbers"),
            ("hello 1 2 3", "3 numbers"),
            ("{\"rows\": 1}", "JSON"),
            ("rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..9", "is not a card"),
        ] {
            let error = parse_pasted(text).unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
