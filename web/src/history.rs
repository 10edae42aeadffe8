//! Rounds that were played, for the page, which keeps them: JSON as [`session::history`] has it.

use serde_json::{Value, json};
use session::history::{Played, Sums, course, parse, restored, to_csv, to_json, with};
use wasm_bindgen::prelude::wasm_bindgen;

/// What the page's rounds pay.
const UNIT: &str = "coins";

pub(crate) fn read(rounds: &str) -> Vec<Played> {
    restored(&serde_json::from_str::<Value>(rounds).unwrap_or_default())
}

/// What rounds come to: JSON with the `rounds` themselves, oldest first and without what is none; `brief`; `facts`, a
/// list of name and value; the `course` of the coins.
#[wasm_bindgen]
pub fn summed(rounds: &str) -> String {
    let rounds = read(rounds);
    let sums = Sums::of(&rounds);
    let (brief, facts) = (sums.brief(UNIT), sums.facts(UNIT));
    json!({ "course": course(&rounds), "brief": brief, "facts": facts, "rounds": rounds })
        .to_string()
}

/// Rounds as the text of a file: a table, or JSON.
#[wasm_bindgen]
pub fn exported(rounds: &str, as_table: bool) -> String {
    let rounds = read(rounds);
    if as_table { to_csv(&rounds) } else { to_json(&rounds) }
}

/// The rounds with those of a file's text.
///
/// # Errors
/// They are none: in a sentence's end.
#[wasm_bindgen]
pub fn imported(rounds: &str, text: &str) -> Result<String, String> {
    Ok(json!(with(&read(rounds), parse(text)?)).to_string())
}
