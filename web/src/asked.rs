//! A position that is typed, and thought about.

use serde_json::json;
use session::question::Question;
use std::time::Duration;
use voltsight::game::Game;
use voltsight::games::{GAMES, by_name};
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::Instant;

/// A position that is typed. All that is told of it is JSON.
#[wasm_bindgen]
pub struct Asked {
    game: &'static dyn Game,
    question: Box<dyn Question>,
}

#[wasm_bindgen]
impl Asked {
    /// The position of this text, in the game of this name, or in the first that has such positions if
    /// it is empty.
    ///
    /// # Errors
    /// There is no such game, or it is not a position of it: in a sentence.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Err("type a position first".to_owned());
        }
        let games = match game {
            "" => GAMES.to_vec(),
            name => vec![by_name(name).ok_or_else(|| format!("there is no game {name:?}"))?],
        };
        let mut refused = None;
        for game in games {
            let Some(positions) = game.positions() else { continue };
            match positions.ask(text) {
                Ok(question) => return Ok(Self { game, question }),
                Err(why) => {
                    refused.get_or_insert(why);
                }
            }
        }
        Err(refused.unwrap_or_else(|| "this game's positions are not typed".to_owned()))
    }

    /// Thinks for so many milliseconds, and tells what is known then.
    pub fn think(&mut self, time: f64) -> String {
        let (start, time) = (Instant::now(), Duration::from_secs_f64(time.max(0.0) / 1e3));
        let why = self.question.think(&|| start.elapsed() >= time).err();
        let panel = self.question.panel();
        json!({
            "game": self.game.name(),
            "title": self.game.title(),
            "advice": panel.advice.clone().filter(|_| why.is_none()),
            "on": self.question.record(),
            "improves": why.is_none() && self.question.may_improve(),
            "why": why,
            "reasons": self.question.reasons(),
            "settings": self.question.settings(),
            "panel": panel,
        })
        .to_string()
    }

    /// Chooses another value of a setting.
    ///
    /// # Errors
    /// There is no such value: in a sentence.
    pub fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        self.question.choose(setting, value)
    }
}
