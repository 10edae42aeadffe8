//! Boards that people enter, field by field: what a game says of its own, so that one form serves them all.

mod checked;
mod sheet;
mod typing;

pub use checked::{Checked, Implied, Misfit};
pub use sheet::{Header, Place, Sheet, Side};
pub use typing::{Key, Typing};

use crate::history::Played;
use crate::{Panel, Tone};
use serde_json::Value;

/// What a cell can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letter {
    /// How a [`Sheet`] has it.
    pub letter: char,
    /// The keys that enter it.
    pub keys: &'static str,
    /// What is drawn.
    pub sign: &'static str,
    /// What it is, for a button and for screen readers.
    pub name: &'static str,
    /// How it is meant.
    pub tone: Tone,
    /// Whether only one cell can hold it.
    pub single: bool,
}

impl Letter {
    /// One that any number of cells can hold.
    pub const fn new(
        letter: char,
        keys: &'static str,
        sign: &'static str,
        name: &'static str,
        tone: Tone,
    ) -> Self {
        Self { letter, keys, sign, name, tone, single: false }
    }
}

/// A number of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it counts: "sum".
    pub name: &'static str,
    /// The largest that it can be.
    pub most: u8,
}

/// What can be entered in a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// What cells can hold. The first is the blank one: nothing was entered.
    pub letters: &'static [Letter],
    /// The numbers of a header, where the board has headers.
    pub header: Option<[Part; 2]>,
    /// Whether cells take marks: letters that a player holds possible.
    pub marks: bool,
    /// Whether a press paints the letter that was chosen before. Otherwise it chooses the cell.
    pub paints: bool,
    /// The most rows and columns that the board can be given; `None` if its size is the game's.
    pub sides: Option<usize>,
}

impl Rules {
    /// The letter of a cell in which nothing was entered.
    pub fn blank(&self) -> char {
        self.letters.first().map_or('.', |letter| letter.letter)
    }

    /// What is to be known of a letter.
    pub fn letter(&self, letter: char) -> Option<&'static Letter> {
        self.letters.iter().find(|known| known.letter == letter)
    }
}

/// Something that can be chosen beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// One of these values, each with its text.
    Among {
        /// What is chosen.
        name: &'static str,
        /// The values, and how they are shown.
        values: Vec<(String, String)>,
        /// Whether it may be left open. Otherwise nothing chosen means the first value.
        open: bool,
    },
    /// A number in these bounds, or nothing where it is not known.
    Number {
        /// What is chosen.
        name: &'static str,
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
}

/// How the boards of a game are entered. A form hands on a *draft*: the JSON of a position, with `null` for a number
/// that is missing.
pub trait Form: Sync {
    /// What can be entered.
    fn rules(&self) -> &'static Rules;

    /// The board before anything was entered.
    fn blank(&self) -> Sheet;

    /// An empty board in place of this one, with what was chosen beside it.
    fn cleared(&self, sheet: &Sheet) -> Sheet {
        let mut blank = self.blank();
        blank.chosen.extend(sheet.chosen.clone());
        blank
    }

    /// What the board can be begun with, by name: sizes, or boards of the game.
    fn presets(&self) -> Vec<(String, Sheet)> {
        Vec::new()
    }

    /// What can be chosen beside the board. The value of each is that of [`Sheet::chosen`].
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// The values of settings of the game's [`Question`](crate::question::Question) that follow from what was chosen.
    fn settings(&self, sheet: &Sheet) -> Vec<(&'static str, String)> {
        let _ = sheet;
        Vec::new()
    }

    /// Adjusts what goes with a cell that was painted, `before` being what it held.
    fn painted(&self, sheet: &mut Sheet, before: char, now: char) {
        let _ = (sheet, before, now);
    }

    /// What was entered as a draft.
    fn draft(&self, sheet: &Sheet) -> Value;

    /// The board of a draft; `None` if it is none of this game.
    fn sheet(&self, draft: &Value) -> Option<Sheet>;

    /// What can be said of a draft at once. With `deep` also what a look at all boards shows, until `is_up` says that
    /// time is up.
    ///
    /// # Errors
    /// It is not a draft.
    fn check(
        &self,
        draft: &str,
        deep: bool,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, String>;

    /// The draft that a pasted text means.
    ///
    /// # Errors
    /// It means none: in a sentence.
    fn pasted(&self, text: &str) -> Result<Value, String>;

    /// What was read of a picture, as a game's player shows it and its reader reports it; `None` if no
    /// board is in play. `before` is what was entered so far.
    fn read(&self, panel: &Panel, report: &Value, before: &Sheet) -> Option<Sheet>;

    /// How likely each value of a choice is that was left open, until `is_up` says that time is up: the choice, and the
    /// values that are possible with their chances. Nothing if nothing was left open.
    fn likely(
        &self,
        sheet: &Sheet,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Option<(&'static str, Vec<(String, f64)>)> {
        let _ = (sheet, is_up);
        None
    }

    /// The board of the next round, and what this one came to if a move was made; `None` in a game without rounds.
    /// `rounds` are those before, oldest first. Its time and its chance are left to who keeps the round.
    fn next(&self, sheet: &Sheet, rounds: &[Played]) -> Option<(Sheet, Option<Played>)> {
        let _ = (sheet, rounds);
        None
    }

    /// The chance to win the round of a position, 0 to 1, by what a [`Question`](crate::question::Question) records of
    /// it; `None` after a move, or while it is not exact.
    fn chance(&self, record: &Value) -> Option<f64> {
        let _ = record;
        None
    }
}
