//! Typed positions: what every game answers about one.

use crate::View;
use grid::Cell;

/// A game whose positions are typed.
pub trait Positions: Sync {
    /// How a position is written: an example.
    fn example(&self) -> &'static str;

    /// Whether a text can only be meant as a position of this game, be it right or not.
    fn claims(&self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// How names of files end that hold boards of this game and no text, in small letters.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The question what to do in the position of this text.
    ///
    /// # Errors
    /// The text is not a position: a sentence that says what to do.
    fn ask(&self, text: &str) -> Result<Box<dyn Question>, String>;
}

/// The value of a choice, compared with the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Whether no other was better.
    pub is_best: bool,
    /// By how much it is worth less than the best.
    pub cost: f64,
    /// The unit of the cost: "%" of a chance, or the points of the score.
    pub unit: &'static str,
    /// The verdict in a sentence.
    pub words: String,
}

/// A question: what to do in a position. What is known so far is its [`View`].
pub trait Question: View {
    /// Works on it, from where it stopped, until nothing better exists or `is_up` says that time is up.
    ///
    /// # Errors
    /// The position is impossible: what contradicts what.
    fn think(&mut self, is_up: &(dyn Fn() -> bool + Sync)) -> Result<(), String>;

    /// The value of choosing this cell, after [`Question::think`]; `None` if it is unknown.
    fn judge(&self, cell: Cell) -> Option<Judged> {
        let _ = cell;
        None
    }

    /// Sets one of [`View::settings`].
    ///
    /// # Errors
    /// A sentence: there is no such value.
    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        Err(format!("this game has no {setting} to choose, so not {value} either"))
    }
}
