//! `voltsight solve` without a position: asks for one, and then for each card that is flipped.

mod change;

use crate::output::{Exit, print};
use change::{change, flipped, words};
use grid::Grid;
use std::io::BufRead;
use voltorb_flip::board::{Line, Position};
use voltorb_flip::levels::Level;
use voltorb_flip::notation::{
    looks_like_a_position, parse_header, parse_level, parse_position, parse_tiles,
};
use voltorb_flip::solver::Advice;
use voltorb_flip::solver::explain::place;
use voltorb_flip_game::screen::Tile;

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

/// Asks on the terminal what a card shows: `.` is face down. `None` when there are no more lines.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn card(question: &str) -> anyhow::Result<Option<Tile>> {
    let mut talk = Talk { input: std::io::stdin().lock(), show: print };
    talk.until(question, |line| parse_tiles(&[line], 1, 1).map(|tiles| tiles[(0, 0)]))
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

    /// The headers of a line; what is none is asked for again, alone. `name` tells the place of a
    /// header among so many.
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

/// Whether a line is a position with words, or JSON, and not headers alone.
fn starts_with_a_word(line: &str) -> bool {
    let headers = words(line).next().is_some_and(|word| parse_header(word).is_ok());
    looks_like_a_position(line) && !headers
}

/// Whether so many headers are those of the rows and of the columns of a board: eight or more, each
/// of them possible on half as many cards.
fn are_all_headers(lines: &[Line]) -> bool {
    let cards = lines.len() / 2;
    let possible = |line: &Line| {
        let safe = cards.checked_sub(usize::from(line.voltorbs));
        safe.is_some_and(|safe| (safe..=3 * safe).contains(&usize::from(line.sum)))
    };
    lines.len() >= 8 && lines.len().is_multiple_of(2) && lines.iter().all(possible)
}

#[cfg(test)]
mod tests;
