//! The player: what a game contributes to the loop.

use super::act::Intent;
use super::control::Setting;
use super::panel::Panel;
use crate::frame::Frame;
use crate::input::Gesture;
use crate::observation::Observation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::time::Duration;

/// A game as the loop plays it: it reads pictures, remembers what earlier ones showed, and decides.
/// It knows nothing of windows, pointers or terminals.
pub trait Player: View {
    /// The reading of one picture.
    type Sight: Clone;
    /// A move in the game, displayed as a sentence's end: "flip the card (2, 3)".
    type Move: Clone + PartialEq + Debug + Display + 'static;
    /// The error for a picture that does not show the game.
    type NotVisible: std::error::Error + 'static;

    /// Reads one picture.
    ///
    /// # Errors
    /// The game is not visible in it.
    fn look(&mut self, frame: &Frame) -> Result<Self::Sight, Self::NotVisible>;

    /// The reading in the form that all games share.
    fn observation<'s>(&self, sight: &'s Self::Sight) -> &'s dyn Observation;

    /// Whether two pictures, taken one after the other, show the same thing, and nothing in motion.
    fn at_rest(&self, before: &Self::Sight, now: &Self::Sight) -> bool;

    /// Combines the readings of two successive pictures of a camera, field by field. What lies elsewhere now, such as
    /// the screens, comes from `now`. `None` if something changed or moves. Called only for a camera, where glare,
    /// noise and a shaking hand make each picture different.
    fn together(&self, before: &Self::Sight, now: &Self::Sight) -> Option<Self::Sight> {
        self.at_rest(before, now).then(|| now.clone())
    }

    /// What besides motion keeps this picture from being at rest, and what to do about it, as an end of the sentence
    /// "waiting for". `None` if nothing else is known.
    fn hindrance(&self, sight: &Self::Sight) -> Option<String> {
        let _ = sight;
        None
    }

    /// Takes in what a still picture shows, and decides what to do about it. Called again for the same picture as
    /// long as it stands; `now` is when it was seen last, on the source's clock.
    fn decide(&mut self, sight: &Self::Sight, now: Duration) -> Intent<Self::Move>;

    /// The gesture for a move on a picture, aimed at its target there.
    fn aim(&self, what: &Self::Move, sight: &Self::Sight) -> Gesture;

    /// Whether a picture taken after an act shows that it took effect.
    fn took_effect(&self, what: &Self::Move, before: &Self::Sight, now: &Self::Sight) -> bool;

    /// Whether it helps to hold the press of `what` longer. `before` and `now` are two successive pictures while it
    /// is held. Called only for acts with [`Act::hold_on`](super::Act).
    fn gains(&self, what: &Self::Move, before: &Self::Sight, now: &Self::Sight) -> bool {
        let _ = (what, before, now);
        false
    }

    /// Forgets the round: it may have gone on unseen.
    fn forget(&mut self);

    /// Corrects a field: replaces the reading by a typed value, with full confidence.
    ///
    /// # Errors
    /// A sentence: the field cannot have that value, or cannot be corrected.
    fn correct(&self, sight: &mut Self::Sight, field: &str, value: &str) -> Result<(), String> {
        let _ = (sight, value);
        Err(format!("{field} cannot be corrected in this game"))
    }

    /// Learns from a correction of a field, if the theme does not know the like: other pictures that show it are then
    /// read. Returns a sentence with the result; `None` if there is nothing to learn.
    fn learn(&mut self, frame: &Frame, sight: &Self::Sight, field: &str) -> Option<String> {
        let _ = (frame, sight, field);
        None
    }

    /// Forgets what [`Self::learn`] learned from a field whose correction was undone. Returns a sentence with the
    /// result; `None` if nothing was learned from it.
    fn unlearn(&mut self, field: &str) -> Option<String> {
        let _ = field;
        None
    }

    /// Forgets what earlier pictures showed of the round, because a person corrected it. Earlier rounds stay known.
    fn reread(&mut self) {
        self.forget();
    }

    /// Sets one of [`View::settings`].
    ///
    /// # Errors
    /// A sentence: there is no such value.
    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        Err(format!("this game has no {setting} to choose, so not {value} either"))
    }

    /// The memory at a new beginning, if this picture shows one: a new player that [recalls](Self::recall) it goes on
    /// as this one does. Called before each decision; not returned again before something was done.
    fn checkpoint(&self, sight: &Self::Sight) -> Option<Value> {
        let _ = sight;
        None
    }

    /// Restores a memory from [`Self::checkpoint`], and forgets everything else.
    ///
    /// # Errors
    /// A sentence: it is of another game, or needs a missing theme.
    fn recall(&mut self, memory: &Value) -> Result<(), String> {
        let _ = memory;
        Err("this game has no rounds to remember".to_owned())
    }

    /// The round that ended since the last call, if one did.
    fn round_end(&mut self) -> Option<RoundEnd>;

    /// Notes since the last call, in sentences.
    fn notes(&mut self) -> Vec<String>;
}

/// What a player knows and advises, for observers of any game.
pub trait View {
    /// The units of this game.
    fn units(&self) -> Units;

    /// What is known and advised now, for people.
    fn panel(&self) -> Panel;

    /// What is known and advised now, for the session log.
    fn record(&self) -> serde_json::Value;

    /// The reasons for the advice: a sentence or two each.
    fn reasons(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the advice may still improve when it is thought on.
    fn may_improve(&self) -> bool {
        false
    }

    /// The settings that can change during play, and their current values.
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// The values that [`Player::correct`] takes for a field: empty if there are too many to list, `None` if it
    /// cannot be corrected.
    fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        let _ = field;
        None
    }
}

/// The units of a game, in the plural, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// What a score is counted in.
    pub score: &'static str,
    /// What a move uncovers.
    pub moves: &'static str,
}

/// A number's noun, from units in the plural whose first word ends with an s: "1 coin", "1 game won".
pub fn noun(number: u64, units: &str) -> Cow<'_, str> {
    let first = units.split(' ').next().unwrap_or_default();
    match first.strip_suffix('s') {
        Some(one) if number == 1 => Cow::Owned(format!("{one}{}", &units[first.len()..])),
        _ => Cow::Borrowed(units),
    }
}

impl Default for Units {
    fn default() -> Self {
        Self { score: "points", moves: "moves" }
    }
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// All was found.
    Won,
    /// All is lost.
    Lost,
    /// The player left it with what there was.
    Quit,
}

/// A round that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEnd {
    /// How.
    pub ending: Ending,
    /// What it paid, in [`Units::score`].
    pub score: u64,
    /// The level it was played at, in games that have levels.
    pub level: Option<u8>,
    /// The level that follows, as far as it is known.
    pub next_level: Option<u8>,
    /// The moves that count in the game, in [`Units::moves`].
    pub moves: u32,
}

impl Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Quit => "quit",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::noun;

    #[test]
    fn one_is_not_many() {
        let counted = |number, units| format!("{number} {}", noun(number, units));
        assert_eq!(counted(1, "cards"), "1 card");
        assert_eq!(counted(1, "games won"), "1 game won");
        assert_eq!(counted(0, "coins"), "0 coins");
        assert_eq!(counted(12, "cells"), "12 cells");
    }
}
