//! What the page calls: pictures and typed positions in, readings and advice out, as JSON. It runs in a
//! worker of the browser. All but `form` knows the library's games only as those of its registry.

mod asked;
mod built_in;
mod form;
mod history;
mod page_session;
mod pixels;

pub use asked::Asked;
pub use built_in::BuiltIn;
pub use page_session::PageSession;

use serde_json::json;
use voltsight::games::GAMES;
use wasm_bindgen::prelude::wasm_bindgen;

/// The games: a list of `name`, `title`, whether there is advice for it and a built-in game (`playing`), and
/// an example of how a position is typed (`example`), or `null` if none is, and what can be chosen of the answer
/// (`settings`).
#[wasm_bindgen]
pub fn games() -> String {
    let game = |game: &&dyn voltsight::game::Game| {
        let example = game.positions().map(|positions| positions.example());
        let question = game.positions().and_then(|known| known.ask(known.example()).ok());
        let settings = question.map(|question| question.settings());
        json!({
            "name": game.name(),
            "title": game.title(),
            "playing": game.playing().is_some(),
            "example": example,
            "settings": settings,
        })
    };
    json!(GAMES.iter().map(game).collect::<Vec<_>>()).to_string()
}
