//! Observations: what a reader found in one picture, in a form that needs no knowledge of the game. So views,
//! `check`, logs and comparisons are written once, for all games.

use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, Unreadable, whole_percent};
use image::RgbImage;
use std::any::Any;

/// The reading of one picture, in the form that all games share.
pub trait Observation: Any + Send + Sync {
    /// The name of the theme that fitted.
    fn look(&self) -> &str;

    /// The places of the game's screens in the picture. The first is the one that is tapped.
    fn screens(&self) -> Vec<Screen>;

    /// The part of the first screen that may be tapped, or that marks are drawn on, in its native pixels; `None` for all of
    /// it.
    fn targets(&self) -> Option<Rect> {
        None
    }

    /// How wide the narrowest thing is that is tapped or marked, in native pixels.
    fn narrowest_target(&self) -> f64;

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
    /// Its caption, such as "board 99%".
    pub caption: String,
    /// Its place in the picture.
    pub placement: Placement,
}

/// One field: its value, place and confidence, or the reason why it is unread.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, unique within the observation: "row 1 sum".
    pub name: String,
    /// The screen that it is on, an index of [`Observation::screens`], and its rectangle in native
    /// pixels of that screen; `None` if it has no place that could be shown.
    pub place: Option<(usize, Rect)>,
    /// The value as text, equal for equal values; `None` if unread.
    pub value: Option<String>,
    /// The text on an annotated picture, if it is not the value.
    pub label: Option<String>,
    /// The confidence, 0 to 1; 0 without a value.
    pub confidence: f32,
    /// The reason why it is unread.
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
    /// Names and values.
    pub facts: Vec<(&'static str, String)>,
    /// The board, row by row, headers included; empty when none is in play.
    pub board: Vec<Vec<String>>,
    /// What the signs in the board mean.
    pub legend: &'static str,
}

/// A field for people: its value and how sure it is, or why it is unread.
pub fn fact<T>(field: &Reading<T>, show: impl Fn(&T) -> String) -> String {
    match (&field.value, field.why) {
        (Some(value), _) => format!("{} ({} %)", show(value), whole_percent(field.confidence)),
        (None, Some(why)) => format!("- ({why})"),
        (None, None) => "-".to_owned(),
    }
}

/// The error for a picture without the game: a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NotFound {
    /// The sentence.
    pub why: String,
    /// Whether the game was nearly recognised, so that of several games it is probably the one.
    pub is_near: bool,
}

impl NotFound {
    /// Creates the error for a picture in which nothing looks like the game.
    pub fn nothing(why: impl Into<String>) -> Self {
        Self { why: why.into(), is_near: false }
    }
}

/// A reader of successive pictures, which remembers where the game was.
pub trait Reader: Send + Sync {
    /// A reader with the same themes that has seen no picture yet.
    fn fresh(&self) -> Box<dyn Reader>;

    /// Reads one picture.
    ///
    /// # Errors
    /// [`NotFound`] if the game is not in it, or is not readable.
    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound>;
}
