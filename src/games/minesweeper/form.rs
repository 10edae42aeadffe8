//! How a board is entered: its cells are painted.

use super::typed::FIRST_CLICK;
use minesweeper::board::{CellState, MineBoard, MineCount};
use minesweeper::notation::parse_board;
use minesweeper::solver::proof::{Claim, prove};
use minesweeper_game::words;
use serde_json::{Value, json};
use session::form::{Checked, Choice, Form, Letter, Misfit, Rules, Sheet};
use session::{Panel, Tone};

/// The form.
pub struct MineForm;

/// The choice of the game's own counter of mines.
const LEFT: &str = "mines left";

/// The sizes of the game: rows, columns and mines.
const SIZES: [(&str, usize, usize, i64); 3] =
    [("Beginner", 9, 9, 10), ("Intermediate", 16, 16, 40), ("Expert", 16, 30, 99)];

const fn number(letter: char, sign: &'static str) -> Letter {
    Letter::new(letter, sign, sign, sign, Tone::Known)
}

static RULES: Rules = Rules {
    letters: &[
        Letter::new('.', ".", "", "closed", Tone::Plain),
        number('1', "1"),
        number('2', "2"),
        number('3', "3"),
        number('4', "4"),
        number('5', "5"),
        number('6', "6"),
        number('7', "7"),
        number('8', "8"),
        Letter::new('0', "0", "", "empty", Tone::Known),
        Letter::new('F', "fF", "F", "flag", Tone::Plain),
        Letter::new('*', "*mM", "*", "mine", Tone::Fatal),
        Letter::new('?', "?", "?", "question mark", Tone::Plain),
        Letter::new('+', "+", "+", "marked as safe", Tone::Plain),
        Letter::new('X', "X", "X", "exploded mine", Tone::Fatal),
        Letter::new('W', "W", "W", "wrong flag", Tone::Fatal),
    ],
    header: None,
    marks: false,
    paints: true,
    sides: Some(60),
};

fn board(rows: usize, columns: usize, left: Option<i64>, rule: Option<&str>) -> Sheet {
    let mut sheet = Sheet::blank(&RULES, rows, columns);
    sheet.choose(LEFT, left.map(|left| left.to_string()));
    sheet.choose(FIRST_CLICK, rule.map(str::to_owned));
    sheet
}

/// A board with these cells; `None` if it is larger than the form takes.
fn sheet_of(cells: &[String], left: Option<i64>, rule: Option<&str>) -> Option<Sheet> {
    let mut sheet = board(cells.len(), cells.first()?.chars().count(), left, rule);
    for (r, row) in cells.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            if sheet.cells.get((r, c)).is_some() {
                // A cell that was not read is one about which nothing is known.
                sheet.cells[(r, c)] = if letter == '-' { '.' } else { letter };
            }
        }
    }
    Some(sheet).filter(|sheet| sheet.is_of(&RULES, &MineForm.blank()))
}

fn rows(board: &MineBoard) -> Vec<String> {
    let letters = |row: usize| board.cells.row(row).iter().map(|state| state.letter()).collect();
    (0..board.cells.rows()).map(letters).collect()
}

impl Form for MineForm {
    fn rules(&self) -> &'static Rules {
        &RULES
    }

    fn blank(&self) -> Sheet {
        let (_, rows, columns, left) = SIZES[0];
        board(rows, columns, Some(left), Some("opening"))
    }

    /// Of the same size. The mines below the flags are left again.
    fn cleared(&self, sheet: &Sheet) -> Sheet {
        let flags = sheet.cells.iter().filter(|&&letter| letter == 'F').count();
        let left = sheet.choice(LEFT).and_then(|left| left.parse::<i64>().ok());
        let left = left.map(|left| left + flags as i64);
        board(sheet.cells.rows(), sheet.cells.columns(), left, sheet.choice(FIRST_CLICK))
    }

    fn presets(&self) -> Vec<(String, Sheet)> {
        let of = |(name, rows, columns, left): (&str, usize, usize, i64)| {
            (name.to_owned(), board(rows, columns, Some(left), None))
        };
        SIZES.map(of).to_vec()
    }

    fn choices(&self) -> Vec<Choice> {
        let rules =
            [("opening", "opens an area"), ("safe", "is not a mine"), ("none", "may be a mine")];
        let values = rules.map(|(value, text)| (value.to_owned(), text.to_owned())).to_vec();
        vec![
            Choice::Number { name: LEFT, least: -9999, most: 9999 },
            Choice::Among { name: FIRST_CLICK, values, open: false },
        ]
    }

    fn settings(&self, sheet: &Sheet) -> Vec<(&'static str, String)> {
        let rule = sheet.choice(FIRST_CLICK).map(|rule| (FIRST_CLICK, rule.to_owned()));
        Vec::from_iter(rule)
    }

    /// The game's counter goes with the flags.
    fn painted(&self, sheet: &mut Sheet, before: char, now: char) {
        let flags = i64::from(now == 'F') - i64::from(before == 'F');
        if let Some(left) = sheet.choice(LEFT).and_then(|left| left.parse::<i64>().ok()) {
            sheet.choose(LEFT, Some((left - flags).to_string()));
        }
    }

    fn draft(&self, sheet: &Sheet) -> Value {
        let left = sheet.choice(LEFT).and_then(|left| left.parse::<i64>().ok());
        match left {
            Some(left) => json!({ "cells": sheet.rows(), "mines_left": left }),
            None => json!({ "cells": sheet.rows() }),
        }
    }

    fn sheet(&self, draft: &Value) -> Option<Sheet> {
        let board = parse_board(&draft.to_string()).ok()?;
        let flags = board.count(|state| state == CellState::Flag);
        let left = match board.mines {
            MineCount::Total(mines) => Some(mines as i64 - flags as i64),
            MineCount::Left(left) => Some(left),
            MineCount::Unknown => None,
        };
        sheet_of(&rows(&board), left, Some("opening"))
    }

    fn check(
        &self,
        text: &str,
        deep: bool,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, String> {
        let mut misfits = Vec::new();
        match parse_board(text) {
            Err(error) => {
                let choice = Some(LEFT);
                misfits.push(Misfit { text: error.to_string(), choice, ..Misfit::default() });
            }
            Ok(board) if deep => {
                if let Some(proof) = prove(&board, Claim::Contradiction) {
                    let columns = board.cells.columns();
                    let place =
                        |&cell: &u16| (usize::from(cell) / columns, usize::from(cell) % columns);
                    misfits.push(Misfit {
                        text: words::contradiction(&board, &proof),
                        cells: proof.numbers.iter().map(place).collect(),
                        choice: proof.mine_count.then_some(LEFT),
                        ..Misfit::default()
                    });
                }
            }
            Ok(_) => {}
        }
        Ok(Checked::whole(misfits))
    }

    fn pasted(&self, text: &str) -> Result<Value, String> {
        parse_board(text).map(|board| json!(board)).map_err(|error| error.to_string())
    }

    fn read(&self, _: &Panel, report: &Value, before: &Sheet) -> Option<Sheet> {
        let cells: Vec<String> = serde_json::from_value(report["cells"].clone()).ok()?;
        let rule = before.choice(FIRST_CLICK);
        sheet_of(&cells, report["mines_left"].as_i64(), rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::form::{Place, Typing};

    fn check(sheet: &Sheet) -> Checked {
        MineForm.check(&MineForm.draft(sheet).to_string(), true, &|| false).unwrap()
    }

    #[test]
    fn the_counter_goes_with_the_flags() {
        let mut typing = Typing::new(&MineForm);
        typing.set_brush('F');
        for left in ["9", "10"] {
            typing.press(Place::Cell((0, 0)));
            assert_eq!(typing.sheet().choice(LEFT), Some(left));
        }
        typing.press(Place::Cell((0, 0)));
        typing.set_brush('1');
        typing.press(Place::Cell((0, 0)));
        assert_eq!(typing.sheet().choice(LEFT), Some("10"));
    }

    #[test]
    fn a_cleared_board_keeps_its_size_and_its_mines() {
        let mut typing = Typing::new(&MineForm);
        typing.replace(board(2, 3, Some(4), Some("safe")), std::collections::BTreeMap::new());
        typing.set_brush('F');
        typing.press(Place::Cell((1, 2)));
        typing.clear();
        assert_eq!(*typing.sheet(), board(2, 3, Some(4), Some("safe")));
    }

    #[test]
    fn what_cannot_be_is_marked_where_it_stands() {
        let sheet = MineForm.sheet(&MineForm.pasted("1.3 / ... ; mines 3").unwrap()).unwrap();
        let checked = check(&sheet);
        assert!(!checked.complete && !checked.misfits[0].cells.is_empty(), "{checked:?}");
        let mut many = MineForm.blank();
        many.choose(LEFT, Some("99".to_owned()));
        assert_eq!(check(&many).misfits[0].choice, Some(LEFT));
        assert!(check(&MineForm.blank()).complete);
        assert!(MineForm.pasted("hello").is_err());
    }

    #[test]
    fn flags_in_a_text_are_counted() {
        let sheet = MineForm.sheet(&MineForm.pasted("F.1 / ..1 ; mines 2").unwrap()).unwrap();
        assert_eq!(sheet.choice(LEFT), Some("1"));
        assert_eq!(sheet.rows(), ["F.1", "..1"]);
    }
}
