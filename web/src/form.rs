//! What the forms ask in which positions are typed: what is still missing, what cannot be and where it stands, and
//! what a pasted text means. A form is a *draft*: JSON with the fields of the game's positions, some of them empty.

use serde_json::{Value, json};
use session::form::Form;
use voltorb_flip::solver::never;
use voltsight::games::by_name;
use wasm_bindgen::prelude::wasm_bindgen;

fn form(game: &str) -> Result<&'static dyn Form, String> {
    let form = by_name(game).and_then(|game| game.form());
    form.ok_or_else(|| format!("the positions of {game:?} are not typed"))
}

/// What can be said of a draft: JSON with `complete`, `misfits` and what is the game's own. With `deep` also what a
/// look at all boards shows, which takes as long as they are many.
///
/// # Errors
/// There is no such game, or it is not a draft of it.
#[wasm_bindgen]
pub fn check(game: &str, draft: &str, deep: bool) -> Result<String, String> {
    let mut checked = json!(form(game)?.check(draft, deep, &never)?);
    for misfit in checked["misfits"].as_array_mut().into_iter().flatten() {
        for (name, choice) in [("level", "level"), ("mines", "mines left")] {
            misfit[name] = json!(misfit["choice"] == choice);
        }
    }
    Ok(checked.to_string())
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
    let chances = || {
        let form = form("voltorb-flip").ok()?;
        let draft: Value = serde_json::from_str(draft).ok()?;
        form.likely(&form.sheet(&draft)?, &never)
    };
    let chances = chances().into_iter().flat_map(|(_, chances)| chances);
    let chances = chances.filter_map(|(level, chance)| Some((level.parse::<u8>().ok()?, chance)));
    json!(chances.collect::<Vec<_>>()).to_string()
}

/// What the round of a draft came to (`played`, `null` if no move was made), and the draft of the next one (`next`), by
/// the rounds before, oldest first: JSON.
///
/// # Errors
/// It is not a draft of a game with rounds.
#[wasm_bindgen]
pub fn next(game: &str, draft: &str, rounds: &str) -> Result<String, String> {
    let form = form(game)?;
    let sheet = serde_json::from_str(draft).ok().and_then(|draft| form.sheet(&draft));
    let next = sheet.and_then(|sheet| form.next(&sheet, &crate::history::read(rounds)));
    let (next, played) = next.ok_or("it is not a position of a round")?;
    Ok(json!({ "played": played, "next": form.draft(&next) }).to_string())
}

/// The ice floors of the games: a list of name and rows.
#[wasm_bindgen]
pub fn floors() -> String {
    json!(ice_floor::notation::FLOORS).to_string()
}
