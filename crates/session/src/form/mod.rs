//! Forms: boards that people enter, field by field. A game describes its board, so that one form serves all games.

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
    /// Its letter in a [`Sheet`].
    pub letter: char,
    /// The keys that enter it.
    pub keys: &'static str,
    /// The sign that is drawn.
    pub sign: &'static str,
    /// Its name, for a button and for screen readers.
    pub name: &'static str,
    /// Its tone.
    pub tone: Tone,
    /// Whether only one cell can hold it.
    pub single: bool,
}

impl Letter {
    /// Creates a letter that any number of cells can hold.
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
    /// What it counts, such as "sum".
    pub name: &'static str,
    /// Its largest value.
    pub most: u8,
}

/// The rules of a form: what can be entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The letters that cells can hold. The first is the blank one.
    pub letters: &'static [Letter],
    /// The numbers of a header, if the board has headers.
    pub header: Option<[Part; 2]>,
    /// Whether cells take marks: letters that the player thinks possible.
    pub marks: bool,
    /// Whether a press paints the chosen letter. Otherwise it chooses the cell.
    pub paints: bool,
    /// The most rows and columns of the board; `None` if the game fixes its size.
    pub sides: Option<usize>,
}

impl Rules {
    /// The letter of a cell in which nothing was entered.
    pub fn blank(&self) -> char {
        self.letters.first().map_or('.', |letter| letter.letter)
    }

    /// The description of a letter; `None` if the form does not have it.
    pub fn letter(&self, letter: char) -> Option<&'static Letter> {
        self.letters.iter().find(|known| known.letter == letter)
    }
}

/// A choice next to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A choice among these values, each with its text.
    Among {
        /// What is chosen.
        name: &'static str,
        /// The values, and how they are shown.
        values: Vec<(String, String)>,
        /// Whether it may be left open; otherwise the first value is the default.
        open: bool,
    },
    /// A number within bounds, or nothing if it is unknown.
    Number {
        /// What is chosen.
        name: &'static str,
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
}

/// How the boards of a game are entered. A form produces a *draft*: the JSON of a position, with `null` for a missing
/// number.
pub trait Form: Sync {
    /// What can be entered.
    fn rules(&self) -> &'static Rules;

    /// The empty board.
    fn blank(&self) -> Sheet;

    /// An empty board with the choices of `sheet`.
    fn cleared(&self, sheet: &Sheet) -> Sheet {
        let mut blank = self.blank();
        blank.chosen.extend(sheet.chosen.clone());
        blank
    }

    /// Boards to start with, by name: sizes, or boards of the game.
    fn presets(&self) -> Vec<(String, Sheet)> {
        Vec::new()
    }

    /// The choices next to the board. The value of each is in [`Sheet::chosen`].
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// The settings of the game's [`Question`](crate::question::Question) that follow from the choices.
    fn settings(&self, sheet: &Sheet) -> Vec<(&'static str, String)> {
        let _ = sheet;
        Vec::new()
    }

    /// Adjusts what depends on a painted cell, which held `before`.
    fn painted(&self, sheet: &mut Sheet, before: char, now: char) {
        let _ = (sheet, before, now);
    }

    /// The draft of a sheet.
    fn draft(&self, sheet: &Sheet) -> Value;

    /// The sheet of a draft; `None` if the draft is of another game.
    fn sheet(&self, draft: &Value) -> Option<Sheet>;

    /// Checks a draft at once. With `deep` it also examines all boards, until `is_up` says that time is up.
    ///
    /// # Errors
    /// It is not a draft.
    fn check(
        &self,
        draft: &str,
        deep: bool,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Result<Checked, String>;

    /// The draft of a pasted text.
    ///
    /// # Errors
    /// A sentence: the text is not a board.
    fn pasted(&self, text: &str) -> Result<Value, String>;

    /// The sheet of a reading, from the player's panel and the reader's report; `None` if no board is in play.
    /// `before` is what was entered so far.
    fn read(&self, panel: &Panel, report: &Value, before: &Sheet) -> Option<Sheet>;

    /// The chances of the values of an open choice, until `is_up` says that time is up: the choice, and its possible
    /// values with their chances. `None` if no choice is open.
    fn likely(
        &self,
        sheet: &Sheet,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Option<(&'static str, Vec<(String, f64)>)> {
        let _ = (sheet, is_up);
        None
    }

    /// The board of the next round, and the round that ended, if a move was made; `None` in a game without rounds.
    /// `rounds` are the earlier ones, oldest first. The caller sets the round's time and chance.
    fn next(&self, sheet: &Sheet, rounds: &[Played]) -> Option<(Sheet, Option<Played>)> {
        let _ = (sheet, rounds);
        None
    }

    /// The chance to win the round of a position, 0 to 1, from the record of its
    /// [`Question`](crate::question::Question); `None` after a move, or if it is not exact.
    fn chance(&self, record: &Value) -> Option<f64> {
        let _ = record;
        None
    }
}
