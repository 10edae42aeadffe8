//! What a game shows of itself to people: a table and a few facts, without saying how to draw them.

use grid::Grid;
use serde::Serialize;

/// How something is meant, for a view to choose colours by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
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

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PanelCell {
    /// What is known of it, or the chance of its danger in percent, in at most four characters: all
    /// that a small view shows.
    pub sign: String,
    /// The same and more for a larger view, the most important line first. May be empty: then the
    /// sign is all.
    pub lines: Vec<String>,
    /// How it is meant.
    pub tone: Tone,
    /// Whether it is the advised one.
    pub chosen: bool,
    /// The field of the observation that it was read as: what a person types over. Empty if there is
    /// none.
    pub field: String,
}

/// What stands beside a row or below a column of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PanelHeader {
    /// What it says, the values of its fields with `/` between them.
    pub text: String,
    /// The fields of the observation that it was read as, in this order.
    pub fields: Vec<String>,
}

/// What is known and advised, for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Panel {
    /// The game's name.
    pub title: &'static str,
    /// The board; `None` while none is in play.
    pub cells: Option<Grid<PanelCell>>,
    /// What stands at the right of each row; may be empty.
    pub right: Vec<PanelHeader>,
    /// What stands below each column; may be empty.
    pub below: Vec<PanelHeader>,
    /// What the cells' signs and the headers mean: a sign, its meaning.
    pub legend: Vec<(&'static str, &'static str)>,
    /// What the cells' lines mean, for views that show them: a sign, its meaning.
    pub details: Vec<(&'static str, &'static str)>,
    /// Facts: what, how much, the most important first.
    pub facts: Vec<(&'static str, String)>,
    /// The advice in a sentence, or how the game stands where there is no move to advise.
    pub advice: Option<String>,
    /// Whether the advice is to end the round and keep what there is.
    pub ends_round: bool,
}

impl Panel {
    /// Whether `other` advises the same for the same board.
    pub(super) fn is_same_advice(&self, other: &Self) -> bool {
        self.cells == other.cells && self.advice == other.advice
    }
}
