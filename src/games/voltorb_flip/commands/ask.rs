//! `voltsight solve` without a position: asks for one, and then for each card that is flipped.

use crate::games::voltorb_flip::board::{Card, Line, Position};
use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::notation::{
    looks_like_a_position, parse_card, parse_header, parse_level, parse_position, parse_tiles,
};
use crate::games::voltorb_flip::solver::Advice;
use crate::games::voltorb_flip::solver::explain::place;
use crate::grid::{Cell, Grid};
use crate::output::{Exit, print};
use std::io::BufRead;

/// Asks on the terminal; `answer` solves a position and gives the text to print.
///
/// # Errors
/// The terminal cannot be read or written, or `answer` fails.
pub fn ask(
    level: Option<Level>,
    mut answer: impl FnMut(&Position) -> anyhow::Result<(String, Option<Advice>)>,
) -> anyhow::Result<Exit> {
    let stdin = std::io::stdin();
    let mut talk = Talk { input: stdin.lock(), show: print };
    let Some(mut position) = talk.position(level)? else { return Ok(Exit::BadInput) };
    let mut before = None;
    loop {
        let (text, advice) = answer(&position)?;
        (talk.show)(&format!("\n{text}\n"))?;
        let Some(advice) = advice else {
            // What contradicts the rest was mistyped: a card that was just told, or a header.
            if let Some(last) = before.take() {
                position = last;
            } else if !talk.correct(&mut position)? {
                return Ok(Exit::No);
            }
            continue;
        };
        if advice.over.is_some() {
            return Ok(Exit::Success);
        }
        before = Some(position.clone());
        if !talk.flips(&mut position, &advice)? {
            return Ok(Exit::Success);
        }
    }
}

/// Asks on the terminal for a position; `None` when there are no more lines.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn position() -> anyhow::Result<Option<Position>> {
    Talk { input: std::io::stdin().lock(), show: print }.position(None)
}

/// Asks on the terminal whether a position is right; a line that is not empty is another one.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn confirm(position: Position) -> anyhow::Result<Option<Position>> {
    let mut talk = Talk { input: std::io::stdin().lock(), show: print };
    let question = "Enter if that is what it shows, else the position: ";
    let answer = talk.until(question, |line| match line {
        "" => Ok(None),
        line => parse_position(line).map(Some),
    })?;
    Ok(answer.map(|other| other.unwrap_or(position)))
}

/// A conversation, line by line.
struct Talk<R, W> {
    input: R,
    show: W,
}

impl<R: BufRead, W: FnMut(&str) -> anyhow::Result<()>> Talk<R, W> {
    /// Asks until `read` is content with a line; `None` when there are no more lines.
    fn until<T, E: std::fmt::Display>(
        &mut self,
        question: &str,
        mut read: impl FnMut(&str) -> Result<T, E>,
    ) -> anyhow::Result<Option<T>> {
        loop {
            (self.show)(question)?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                (self.show)("\n")?;
                return Ok(None);
            }
            match read(line.trim()) {
                Ok(value) => return Ok(Some(value)),
                Err(error) => (self.show)(&format!("{error}\n"))?,
            }
        }
    }

    fn position(&mut self, level: Option<Level>) -> anyhow::Result<Option<Position>> {
        enum First {
            Whole(Position),
            Headers(String),
        }
        let first = self.until(
            "Row headers from the top, as sum/Voltorbs, such as 6/1 7/1 4/1 4/2 4/1: ",
            |line| {
                if starts_with_a_word(line) {
                    parse_position(line).map(First::Whole).map_err(|error| error.to_string())
                } else if words(line).count() < 2 {
                    Err(TOO_FEW.to_owned())
                } else {
                    Ok(First::Headers(line.to_owned()))
                }
            },
        )?;
        let line = match first {
            None => return Ok(None),
            Some(First::Whole(mut position)) => {
                position.level = position.level.or(level);
                return Ok(Some(position));
            }
            Some(First::Headers(line)) => line,
        };
        let names = |both: bool, i: usize, count: usize| match i.checked_sub(count / 2) {
            Some(column) if both => format!("Column {}", column + 1),
            _ => format!("Row {}", i + 1),
        };
        let Some(mut rows) = self.headers(&line, |i, count| names(count >= 8, i, count))? else {
            return Ok(None);
        };
        let cols = if are_all_headers(&rows) {
            // All of them were pasted: the rows', then the columns'.
            rows.split_off(rows.len() / 2)
        } else {
            let line = self.until("Column headers from the left: ", |line| {
                if words(line).count() < 2 { Err(TOO_FEW) } else { Ok(line.to_owned()) }
            })?;
            let Some(line) = line else { return Ok(None) };
            match self.headers(&line, |i, _| format!("Column {}", i + 1))? {
                Some(cols) => cols,
                None => return Ok(None),
            }
        };
        let mut level = level;
        if level.is_none() && (rows.len(), cols.len()) == (5, 5) {
            let asked = self.until("Level, 1 to 8 (Enter if unknown): ", |line| match line {
                "" => Ok(None),
                line => parse_level(line),
            })?;
            let Some(asked) = asked else { return Ok(None) };
            level = asked;
        }
        let question =
            "Cards row by row, . for face down, such as ..2.1 (Enter if all are face down): ";
        let tiles = self.until(question, |line| {
            let words: Vec<_> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            match words.as_slice() {
                [] => Ok(Grid::filled(rows.len(), cols.len(), None)),
                words => parse_tiles(words, rows.len(), cols.len()),
            }
        })?;
        Ok(tiles.map(|tiles| Position { level, rows, cols, tiles }))
    }

    /// The headers of a line; what is none is asked for again, alone. `name` tells the place of a header
    /// among so many.
    fn headers(
        &mut self,
        line: &str,
        name: impl Fn(usize, usize) -> String,
    ) -> anyhow::Result<Option<Vec<Line>>> {
        let words: Vec<&str> = words(line).collect();
        let mut lines = Vec::with_capacity(words.len());
        for (i, word) in words.iter().enumerate() {
            match parse_header(word) {
                Ok(line) => lines.push(line),
                Err(error) => {
                    let question = format!("{error}.\n{} again: ", name(i, words.len()));
                    match self.until(&question, parse_header)? {
                        Some(line) => lines.push(line),
                        None => return Ok(None),
                    }
                }
            }
        }
        Ok(Some(lines))
    }

    /// Asks what to correct in a position that no board fits; `false` when it is to be left.
    fn correct(&mut self, position: &mut Position) -> anyhow::Result<bool> {
        let question = "What is wrong? Type it again, as in row 2 6/1, column 3 4/1, level 5 or, for a card, \
             2 4 1 (Enter ends): ";
        let change = self.until(question, |line| match line {
            "" => Ok(None),
            line => change(line, position).map(Some),
        })?;
        let Some(Some(change)) = change else { return Ok(false) };
        change.make(position);
        Ok(true)
    }

    /// Asks what was flipped and turns that card up; `false` when the round is to end.
    fn flips(&mut self, position: &mut Position, advice: &Advice) -> anyhow::Result<bool> {
        let question = match advice.best {
            Some(best) => format!(
                "What did {} show: 1, 2, 3 or V? (For another card: row column card; Enter ends): ",
                place(best)
            ),
            None => "Which card was flipped: row column card? (Enter ends): ".to_owned(),
        };
        let flipped = self.until(&question, |line| flipped(line, position, advice.best))?;
        let Some(Some(change)) = flipped else { return Ok(false) };
        change.make(position);
        Ok(true)
    }
}

const TOO_FEW: &str = "Give at least two, as in 6/1 7/1.";

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', ',', ';', '|', '\t']).filter(|word| !word.is_empty())
}

/// Whether a line is a position with words, or JSON, and not headers alone.
fn starts_with_a_word(line: &str) -> bool {
    let headers = words(line).next().is_some_and(|word| parse_header(word).is_ok());
    looks_like_a_position(line) && !headers
}

/// Whether so many headers are those of the rows and of the columns of a board: eight or more, each of
/// them possible on half as many cards.
fn are_all_headers(lines: &[Line]) -> bool {
    let cards = lines.len() / 2;
    let possible = |line: &Line| {
        let safe = cards.checked_sub(usize::from(line.voltorbs));
        safe.is_some_and(|safe| (safe..=3 * safe).contains(&usize::from(line.sum)))
    };
    lines.len() >= 8 && lines.len().is_multiple_of(2) && lines.iter().all(possible)
}

/// Something of a position that is typed anew.
enum Change {
    Row(usize, Line),
    Column(usize, Line),
    Level(Option<Level>),
    Card(Cell, Option<Card>),
}

impl Change {
    fn make(self, position: &mut Position) {
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
fn change(line: &str, position: &Position) -> Result<Change, String> {
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
        _ => Err(format!("{word:?} is no card: give 1, 2, 3, or V for a Voltorb.")),
    }
}

/// `2` for the card that was advised, or a [`change`]; `None` for an empty line.
fn flipped(line: &str, position: &Position, best: Option<Cell>) -> Result<Option<Change>, String> {
    let words: Vec<&str> = words(line).collect();
    match (words.as_slice(), best) {
        ([], _) => Ok(None),
        ([word], Some(best)) => match single_card(word)? {
            Some(card) => Ok(Some(Change::Card(best, Some(card)))),
            None => Err(format!("{word:?} is no card: give 1, 2, 3, or V for a Voltorb.")),
        },
        _ => change(line, position).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::solver::{Objective, Solver, never};

    fn talk<'a>(
        input: &'a str,
        said: &'a mut String,
    ) -> Talk<&'a [u8], impl FnMut(&str) -> anyhow::Result<()> + 'a> {
        let show = |text: &str| {
            said.push_str(text);
            Ok(())
        };
        Talk { input: input.as_bytes(), show }
    }

    #[test]
    fn a_position_is_asked_for_part_by_part_and_typos_are_asked_again() {
        let mut said = String::new();
        let input = "1/1\n1/1 x\n1/1\n1/1, y\nz\n1/1\n1. ..\n";
        let position = talk(input, &mut said).position(None).unwrap().unwrap();
        assert_eq!(position.tiles[(0, 0)], Some(Card::One));
        assert_eq!(position.level, None);
        assert!(said.contains("\"x\" is no header") && said.contains("Row 2 again"), "{said}");
        assert!(said.contains("\"z\" is no header") && said.contains("Column 2 again"), "{said}");
        let whole = "rows 1/1 1/1 cols 1/1 1/1\n";
        assert!(talk(whole, &mut said).position(None).unwrap().is_some());
        assert!(talk("1/1 1/1\n", &mut said).position(None).unwrap().is_none());
    }

    #[test]
    fn all_headers_may_be_pasted_and_one_of_them_corrected() {
        let mut said = String::new();
        let input = "6/1 4/3 5/1 5x1 5/0 6/1 6/0 7/1 2/3 4/1\n5/1\n1\n\n";
        let position = talk(input, &mut said).position(None).unwrap().unwrap();
        let whole = "rows 6/1 4/3 5/1 5/1 5/0; cols 6/1 6/0 7/1 2/3 4/1; level 1";
        assert_eq!(position, parse_position(whole).unwrap(), "{said}");
        assert!(said.contains("Row 4 again"), "{said}");
        // Ten rows, as no board of five by five has them.
        let ten = format!("{}\n{0}\n\n", ["15/3"; 10].join(" "));
        let position = talk(&ten, &mut said).position(None).unwrap().unwrap();
        assert_eq!((position.rows.len(), position.cols.len()), (10, 10));
    }

    #[test]
    fn what_contradicts_the_rest_is_corrected_alone() {
        let mut position = parse_position("rows 2/1 3/1; cols 2/1 2/1; level 1").unwrap();
        let mut said = String::new();
        let input = "2\nrow 3 2/1\nrow 2 2-1\nrow 2 2/1\nlevel -\n1 1 2\n1 1 .\n\n";
        let mut talk = talk(input, &mut said);
        for _ in 0..4 {
            assert!(talk.correct(&mut position).unwrap());
        }
        assert!(!talk.correct(&mut position).unwrap());
        drop(talk);
        assert_eq!(position, parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap());
        assert!(said.contains("There is no row 3.") && said.contains("is no header"), "{said}");
    }

    #[test]
    fn flipped_cards_are_taken_up() {
        let mut position = parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap();
        let advice = Solver::new(Objective::Next).advise(&position, &never).unwrap();
        let mut said = String::new();
        let mut talk = talk("9 9 1\n4\n2 2 2\n\n", &mut said);
        assert!(talk.flips(&mut position, &advice).unwrap());
        assert_eq!(position.tiles[(1, 1)], Some(Card::Two));
        assert!(!talk.flips(&mut position, &advice).unwrap());
        drop(talk);
        assert!(said.contains("no card in row 9") && said.contains("\"4\" is no card"), "{said}");
    }
}
