//! What a game shows of itself to people: a table and a few facts, without saying how to draw them.

use crate::grid::Grid;

/// How something is meant, for a view to choose colours by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// Known: face up, open.
    Known,
    /// Known, and what is sought after.
    Prize,
    /// Certainly harmless.
    Safe,
    /// Dangerous with this chance, 0 to 1.
    Risk(f64),
    /// Not worth a move.
    Useless,
    /// Known, and fatal.
    Fatal,
    /// Not known.
    Dim,
}

/// A cell of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelCell {
    /// Its lines of text; all cells of a table have equally many.
    pub lines: Vec<String>,
    /// How it is meant.
    pub tone: Tone,
    /// Whether it is the advised one.
    pub chosen: bool,
}

/// What is known and advised, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The game's name.
    pub title: &'static str,
    /// The board; `None` while none is in play.
    pub cells: Option<Grid<PanelCell>>,
    /// What stands at the right of each row; may be empty.
    pub right: Vec<String>,
    /// What stands below each column; may be empty.
    pub below: Vec<String>,
    /// Facts: what, how much.
    pub facts: Vec<(&'static str, String)>,
    /// The advice in a sentence, or how the game stands where there is nothing to advise.
    pub advice: Option<String>,
}

impl Panel {
    /// Whether `other` advises the same for the same board.
    pub(super) fn is_same_advice(&self, other: &Self) -> bool {
        self.cells == other.cells && self.advice == other.advice
    }
}
