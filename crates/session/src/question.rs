//! Positions that people type, without any picture of them: what every game answers about one.

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

/// What a choice was worth against the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Whether none was better.
    pub is_best: bool,
    /// How much less it is worth than the best.
    pub cost: f64,
    /// What that is counted in: "%" of a chance, or the points of the score.
    pub unit: &'static str,
    /// The same in a sentence.
    pub words: String,
}

/// What to do in a position. What is known of it so far is its [`View`].
pub trait Question: View {
    /// Thinks about it, on from where it stopped, until nothing better will be found or `is_up` says
    /// that time is up.
    ///
    /// # Errors
    /// There cannot be such a position: what contradicts what.
    fn think(&mut self, is_up: &(dyn Fn() -> bool + Sync)) -> Result<(), String>;

    /// What choosing this cell is worth, after [`Question::think`]; `None` where that is not known.
    fn judge(&self, cell: Cell) -> Option<Judged> {
        let _ = cell;
        None
    }

    /// Chooses another value of one of [`View::settings`].
    ///
    /// # Errors
    /// There is no such value: in a sentence.
    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        Err(format!("this game has no {setting} to choose, so not {value} either"))
    }
}
