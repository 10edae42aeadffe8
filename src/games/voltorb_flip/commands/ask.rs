//! `voltsight solve` without a position: asks for one, and then for each card that is flipped.

use crate::games::voltorb_flip::board::{Card, Line, Position};
use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::notation::{
    looks_like_a_position, parse_card, parse_headers, parse_level, parse_position, parse_tiles,
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
            // A card that contradicts the rest was mistyped: back to before it.
            let Some(last) = before.take() else { return Ok(Exit::No) };
            position = last;
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
            Rows(Vec<Line>),
        }
        let first = self.until(
            "Row headers from the top, as sum/Voltorbs, such as 6/1 7/1 4/1 4/2 4/1: ",
            |line| {
                if looks_like_a_position(line) {
                    parse_position(line).map(First::Whole).map_err(|error| error.to_string())
                } else {
                    headers(line).map(First::Rows)
                }
            },
        )?;
        let rows = match first {
            None => return Ok(None),
            Some(First::Whole(mut position)) => {
                position.level = position.level.or(level);
                return Ok(Some(position));
            }
            Some(First::Rows(rows)) => rows,
        };
        let Some(cols) = self.until("Column headers from the left: ", headers)? else {
            return Ok(None);
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
        let Some(Some((cell, card))) = flipped else { return Ok(false) };
        position.tiles[cell] = Some(card);
        Ok(true)
    }
}

fn headers(line: &str) -> Result<Vec<Line>, String> {
    match parse_headers(line) {
        Ok(lines) if lines.is_empty() => Err("Give at least two, as in 6/1 7/1.".to_owned()),
        Ok(lines) => Ok(lines),
        Err(error) => Err(error.to_string()),
    }
}

/// `2`, or `3 4 2` for the card 2 in row 3, column 4; `None` for an empty line.
fn flipped(
    line: &str,
    position: &Position,
    best: Option<Cell>,
) -> Result<Option<(Cell, Card)>, String> {
    let words: Vec<_> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let card = |word: &str| {
        let mut letters = word.chars();
        match (letters.next().map(parse_card), letters.next()) {
            (Some(Ok(Some(card))), None) => Ok(card),
            _ => Err(format!("{word:?} is no card: give 1, 2, 3, or V for a Voltorb.")),
        }
    };
    match (words.as_slice(), best) {
        ([], _) => Ok(None),
        ([word], Some(best)) => Ok(Some((best, card(word)?))),
        ([row, column, word], _) => {
            let number = |text: &str| text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let cell = number(row).zip(number(column));
            match cell.filter(|&cell| position.tiles.get(cell).is_some()) {
                Some(cell) => Ok(Some((cell, card(word)?))),
                None => Err(format!("There is no card in row {row}, column {column}.")),
            }
        }
        _ => Err("Give the card, or its row, its column and the card, as in 3 4 2.".to_owned()),
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
        let input = "1/1 x\n1/1, 1/1\n1/1 1/1\n1. ..\n";
        let position = talk(input, &mut said).position(None).unwrap().unwrap();
        assert_eq!(position.tiles[(0, 0)], Some(Card::One));
        assert_eq!(position.level, None);
        assert!(said.contains("\"x\" is no header"), "{said}");
        let whole = "rows 1/1 1/1 cols 1/1 1/1\n";
        assert!(talk(whole, &mut said).position(None).unwrap().is_some());
        assert!(talk("1/1 1/1\n", &mut said).position(None).unwrap().is_none());
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
