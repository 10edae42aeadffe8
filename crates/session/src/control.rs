//! Requests of a person to the loop: pause, step, stop, correct.

use serde::{Deserialize, Serialize};

/// A request to the loop, from a key or a button of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Control {
    /// Pause, or resume after a pause or a halt.
    Pause,
    /// Make one move of the game, with the messages before and after it, and pause before the next.
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
    /// Correct a field: a value in place of what the reader read.
    Correct {
        /// The field's name in the observation.
        field: String,
        /// The value as typed.
        value: String,
    },
    /// Undo the last correction.
    Undo,
}

/// A setting of a game that can be changed while it is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// Its name, such as "objective".
    pub name: &'static str,
    /// The key that chooses the next value.
    pub key: char,
    /// The current value.
    pub value: String,
    /// All values, in the order in which they are offered.
    pub values: Vec<String>,
    /// The name and the meaning of each value for a player. Empty if the values explain themselves.
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
