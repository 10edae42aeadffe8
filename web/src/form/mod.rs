//! What the forms ask in which positions are typed: what is still missing, what cannot be and where it stands, and
//! what a pasted text means. A form is a *draft*: JSON with the fields of the game's positions, some of them empty.

mod flip;
mod floor;
mod mines;

use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

/// Something that cannot be, and where it stands: rows and columns from 0.
#[derive(Default, Serialize)]
struct Misfit {
    /// What, in a sentence.
    text: String,
    /// The headers of these rows.
    rows: Vec<usize>,
    /// The headers of these columns.
    cols: Vec<usize>,
    /// These cells.
    cells: Vec<(usize, usize)>,
    /// The level.
    level: bool,
    /// The number of mines.
    mines: bool,
}

/// A form of a game.
trait Form {
    /// What can be said of a draft at once: `complete` (whether it is a position), `misfits`, and what is the game's
    /// own. With `deep` also what a look at all boards shows.
    ///
    /// # Errors
    /// It is no draft.
    fn check(&self, draft: &str, deep: bool) -> Result<Value, String>;

    /// The draft that a text means.
    ///
    /// # Errors
    /// It means none: in a sentence.
    fn pasted(&self, text: &str) -> Result<Value, String>;
}

fn form(game: &str) -> Result<&'static dyn Form, String> {
    match game {
        "voltorb-flip" => Ok(&flip::FlipForm),
        "minesweeper" => Ok(&mines::MineForm),
        "ice" => Ok(&floor::FloorForm),
        _ => Err(format!("the positions of {game:?} are not typed")),
    }
}

/// What can be said of a draft: JSON with `complete`, `misfits` and what is the game's own. With `deep` also what a
/// look at all boards shows, which takes as long as they are many.
///
/// # Errors
/// There is no such game, or it is no draft of it.
#[wasm_bindgen]
pub fn check(game: &str, draft: &str, deep: bool) -> Result<String, String> {
    Ok(form(game)?.check(draft, deep)?.to_string())
}

/// The draft that a pasted text means: JSON.
///
/// # Errors
/// It means none: in a sentence.
#[wasm_bindgen]
pub fn pasted(game: &str, text: &str) -> Result<String, String> {
    Ok(form(game)?.pasted(text)?.to_string())
}

/// How likely each level is, for a complete draft of Voltorb Flip without one: a list of level and chance, empty if
/// no level deals such a board or there are too many.
#[wasm_bindgen]
pub fn level_chances(draft: &str) -> String {
    json!(flip::level_chances(draft)).to_string()
}

/// The level of the next round of Voltorb Flip after these, oldest first: each has `level`, `outcome` and `flipped`.
///
/// # Errors
/// They are no rounds.
#[wasm_bindgen]
pub fn next_level(rounds: &str) -> Result<u8, String> {
    flip::next_level(rounds)
}

/// The ice floors of the games: a list of name and rows.
#[wasm_bindgen]
pub fn floors() -> String {
    json!(ice_floor::notation::FLOORS).to_string()
}
