//! What a person who looks on can ask of the loop.

use serde::{Deserialize, Serialize};

/// A request to the loop, from a key or a button of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Control {
    /// Pause, or go on after a pause or a halt.
    Pause,
    /// Make one move that counts, with what has to be dismissed before and after it, and pause before
    /// the next.
    Step,
    /// End the session.
    Stop,
    /// Save a report of what came before.
    Report,
    /// Choose another value of a [`Setting`].
    Choose {
        /// The setting's name.
        setting: String,
        /// One of its values.
        value: String,
    },
    /// Type a value over what the reader says of a field.
    Correct {
        /// The field's name in the observation.
        field: String,
        /// The value as it was typed.
        value: String,
    },
    /// Take the last correction back.
    Undo,
}

/// Something of a game that can be chosen while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// What it is: "objective".
    pub name: &'static str,
    /// The key that chooses the next value.
    pub key: char,
    /// The value that is in force.
    pub value: String,
    /// All values, in the order in which they are offered.
    pub values: Vec<String>,
    /// What each of them means to a player: a name and a sentence. Empty where the values speak for themselves.
    pub words: Vec<[&'static str; 2]>,
}

impl Setting {
    /// The name of the present value for a player.
    pub fn title(&self) -> &str {
        let words = self.values.iter().zip(&self.words);
        let mut words = words.filter(|(value, _)| **value == self.value);
        words.next().map_or(&self.value, |(_, [name, _])| name)
    }

    /// The value that follows the present one, in a circle; the first, if the present one is not among
    /// them.
    pub fn next(&self) -> Option<&str> {
        let at = self.values.iter().position(|value| *value == self.value);
        let next = at.map_or(0, |at| (at + 1) % self.values.len());
        self.values.get(next).map(String::as_str)
    }
}
