//! What a game contributes to the loop.

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
    /// What one picture shows.
    type Sight: Clone;
    /// What can be done in the game; displayed as a sentence's end: "flip the card (2, 3)".
    type Move: Clone + PartialEq + Debug + Display + 'static;
    /// Why a picture shows nothing of the game.
    type NotVisible: std::error::Error + 'static;

    /// Reads one picture.
    ///
    /// # Errors
    /// When the game is not to be seen in it.
    fn look(&mut self, frame: &Frame) -> Result<Self::Sight, Self::NotVisible>;

    /// What a picture shows, in the form that all games tell it in.
    fn observation<'s>(&self, sight: &'s Self::Sight) -> &'s dyn Observation;

    /// Whether two pictures, taken one after the other, show the same thing, and nothing in motion.
    fn at_rest(&self, before: &Self::Sight, now: &Self::Sight) -> bool;

    /// What two pictures that a camera took one after the other show together, field by field; of what lies elsewhere
    /// now, such as the screens, what `now` says. `None` if they do not show the same: something changed or moves. Asked
    /// only of pictures of a camera, where glare, noise and a hand that shakes make each a bit different.
    fn together(&self, before: &Self::Sight, now: &Self::Sight) -> Option<Self::Sight> {
        self.at_rest(before, now).then(|| now.clone())
    }

    /// What else than motion keeps this picture from being one at rest, and what to do about it: as an end of the
    /// sentence "waiting for". `None` if nothing else is known.
    fn hindrance(&self, sight: &Self::Sight) -> Option<String> {
        let _ = sight;
        None
    }

    /// Takes in what a still picture shows and says what is to be done about it. Called again for
    /// the same picture as long as it stands; `now` is when it was seen last, on the source's
    /// clock.
    fn decide(&mut self, sight: &Self::Sight, now: Duration) -> Intent<Self::Move>;

    /// How a move is made on a picture: where its target lies there.
    fn aim(&self, what: &Self::Move, sight: &Self::Sight) -> Gesture;

    /// Whether a picture taken after an act shows that it took effect.
    fn took_effect(&self, what: &Self::Move, before: &Self::Sight, now: &Self::Sight) -> bool;

    /// Whether holding the press of `what` on is of use: `before` and `now` are two pictures taken
    /// one after the other while it is held. Asked only of acts with [`Act::hold_on`](super::Act).
    fn gains(&self, what: &Self::Move, before: &Self::Sight, now: &Self::Sight) -> bool {
        let _ = (what, before, now);
        false
    }

    /// Drops what is known of the round: it may have gone on unseen.
    fn forget(&mut self);

    /// Replaces what was read of a field by the value that a person typed, as sure as can be.
    ///
    /// # Errors
    /// The field cannot have that value, or cannot be typed over: in a sentence.
    fn correct(&self, sight: &mut Self::Sight, field: &str, value: &str) -> Result<(), String> {
        let _ = (sight, value);
        Err(format!("{field} cannot be corrected in this game"))
    }

    /// Takes up what a person typed over a field of this picture, if its look was never shown the
    /// like: other pictures that show it are then read. What came of it, in a sentence; `None` if
    /// there is nothing to learn.
    fn learn(&mut self, frame: &Frame, sight: &Self::Sight, field: &str) -> Option<String> {
        let _ = (frame, sight, field);
        None
    }

    /// Drops what [`Self::learn`] took up of a field, which was taken back. What came of it, in a
    /// sentence; `None` if nothing was learned from it.
    fn unlearn(&mut self, field: &str) -> Option<String> {
        let _ = field;
        None
    }

    /// Drops what earlier pictures said of the round, because a person has typed over what they
    /// showed. What is known of the rounds before stays.
    fn reread(&mut self) {
        self.forget();
    }

    /// Chooses another value of one of [`View::settings`].
    ///
    /// # Errors
    /// There is no such value: in a sentence.
    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        Err(format!("this game has no {setting} to choose, so not {value} either"))
    }

    /// All that is remembered, if a picture shows a new beginning: a player that has seen nothing but
    /// [recalls](Self::recall) this goes on from there as this one does. Asked before each decision; not given
    /// again before something was done.
    fn checkpoint(&self, sight: &Self::Sight) -> Option<Value> {
        let _ = sight;
        None
    }

    /// Remembers nothing but this, which [`Self::checkpoint`] gave.
    ///
    /// # Errors
    /// It is of another game, or needs a look that is not there: in a sentence.
    fn recall(&mut self, memory: &Value) -> Result<(), String> {
        let _ = memory;
        Err("this game has no rounds to remember".to_owned())
    }

    /// The round that has ended since this was last asked, if one has.
    fn round_end(&mut self) -> Option<RoundEnd>;

    /// What is worth telling since this was last asked, in sentences.
    fn notes(&mut self) -> Vec<String>;
}

/// What a player knows and advises, for observers of any game.
pub trait View {
    /// What is counted in this game.
    fn units(&self) -> Units;

    /// What is known and advised now, for people.
    fn panel(&self) -> Panel;

    /// What is known and advised now, for the session log.
    fn record(&self) -> serde_json::Value;

    /// Why this is advised, at length: a sentence or two each.
    fn reasons(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether the advice may still improve when it is thought on.
    fn may_improve(&self) -> bool {
        false
    }

    /// What can be chosen while it is played, and how it is chosen now.
    fn settings(&self) -> Vec<Setting> {
        Vec::new()
    }

    /// The values that a person can type over a field of the observation, as [`Player::correct`]
    /// takes them: empty where there are too many to list, `None` where it cannot be typed over.
    fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        let _ = field;
        None
    }
}

/// What a game counts, in the plural, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// What a score is counted in.
    pub score: &'static str,
    /// What a move uncovers.
    pub moves: &'static str,
}

/// What so many are called, of units in the plural whose first word ends with an s: "1 coin", "1 game won".
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
