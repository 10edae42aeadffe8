//! What a reader found in one picture, in a form that needs no knowledge of the game. So views, `check`, logs and
//! comparisons are written once, for all games.

use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, Unreadable};
use image::RgbImage;
use std::any::Any;

/// What one picture shows.
pub trait Observation: Any + Send + Sync {
    /// The name of the look whose templates fitted.
    fn look(&self) -> &str;

    /// Where the game's screens lie in the picture; the first is the one that is acted upon.
    fn screens(&self) -> Vec<Screen>;

    /// The part of the first screen, in its native pixels, that is acted upon; `None`: all of it.
    fn targets(&self) -> Option<Rect> {
        None
    }

    /// All fields, those without a value too.
    fn fields(&self) -> Vec<Field>;

    /// The observation for people.
    fn summary(&self) -> Summary;

    /// The observation for programs, in the format that the game's documentation describes.
    fn report(&self) -> Box<dyn erased_serde::Serialize>;
}

/// A screen of the game in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// What is written beside it: "board 99%".
    pub caption: String,
    /// Where it lies.
    pub placement: Placement,
}

/// One field: what was read, where, how sure, or why not.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, unique within the observation: "row 1 sum".
    pub name: String,
    /// The screen that it is on, an index of [`Observation::screens`], and its rectangle in native
    /// pixels of that screen; `None` if it has no place that could be shown.
    pub place: Option<(usize, Rect)>,
    /// What was read, as text that is equal for equal values; `None` if it was not read.
    pub value: Option<String>,
    /// What is written on an annotated picture, if that is not the value itself.
    pub label: Option<String>,
    /// The chance that the value is right, 0 to 1; 0 without a value.
    pub confidence: f32,
    /// Why there is no value.
    pub why: Option<Unreadable>,
}

impl Field {
    /// The field of a reading; `text` gives equal texts for equal values only.
    pub fn of<T>(
        name: impl Into<String>,
        reading: &Reading<T>,
        text: impl FnOnce(&T) -> String,
    ) -> Self {
        Self {
            name: name.into(),
            place: None,
            value: reading.value.as_ref().map(text),
            label: None,
            confidence: reading.confidence,
            why: reading.why,
        }
    }

    /// The field with its place on a screen.
    #[must_use]
    pub fn at(self, screen: usize, area: Rect) -> Self {
        Self { place: Some((screen, area)), ..self }
    }

    /// The field with another text on annotated pictures, if it was read.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Self {
        Self { label: self.value.is_some().then(|| label.into()), ..self }
    }
}

/// An observation for people: facts, and the board as a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// What, and how it was read.
    pub facts: Vec<(&'static str, String)>,
    /// The board, row by row, headers included; empty when none is in play.
    pub board: Vec<Vec<String>>,
    /// What the signs in the board mean.
    pub legend: &'static str,
}

/// Why a picture shows nothing of a game: a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NotFound {
    /// The sentence.
    pub why: String,
    /// Whether the game was nearly recognised: of several games the one that is meant.
    pub is_near: bool,
}

impl NotFound {
    /// Nothing looks like the game.
    pub fn nothing(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_near: false }
    }
}

/// Reads pictures one after the other and remembers where the game was.
pub trait Reader: Send + Sync {
    /// A reader with the same looks that has seen no picture yet.
    fn fresh(&self) -> Box<dyn Reader>;

    /// Reads one picture.
    ///
    /// # Errors
    /// [`NotFound`] if the game is not in it, or is not readable.
    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound>;
}
