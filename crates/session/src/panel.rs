//! Panels: what a game shows to people, as a table and a few facts, without saying how to draw them.

use grid::Grid;
use serde::Serialize;

/// The tone of something, by which a view chooses colours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// Known: face up, open.
    Known,
    /// Known, and what is sought after.
    Prize,
    /// Safe.
    Safe,
    /// Dangerous with this probability, 0 to 1.
    Risk(f64),
    /// Wins nothing.
    Useless,
    /// Known, and fatal.
    Fatal,
    /// Not known.
    Dim,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PanelCell {
    /// What is known of it, or the chance of its danger in percent, in at most four characters: everything that a
    /// small view shows.
    pub sign: String,
    /// The same and more for a larger view, the most important line first. If it is empty, the sign is everything.
    pub lines: Vec<String>,
    /// How it is meant.
    pub tone: Tone,
    /// Whether it is the advised one.
    pub chosen: bool,
    /// The field of the observation that it was read as, for corrections. Empty if there is none.
    pub field: String,
}

/// A header of a row or a column of the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PanelHeader {
    /// Its text: the values of its fields with `/` between them.
    pub text: String,
    /// The fields of the observation that it was read as, in this order.
    pub fields: Vec<String>,
}

/// What a player knows and advises, for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Panel {
    /// The game's name.
    pub title: &'static str,
    /// The board; `None` while none is in play.
    pub cells: Option<Grid<PanelCell>>,
    /// The headers at the right of the rows; may be empty.
    pub right: Vec<PanelHeader>,
    /// The headers below the columns; may be empty.
    pub below: Vec<PanelHeader>,
    /// The legend of the cells' signs and the headers: a sign, its meaning.
    pub legend: Vec<(&'static str, &'static str)>,
    /// The legend of the cells' lines, for views that show them.
    pub details: Vec<(&'static str, &'static str)>,
    /// Facts: names and values, the most important first.
    pub facts: Vec<(&'static str, String)>,
    /// The advice in a sentence, or the state of the game if there is no move to advise.
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
