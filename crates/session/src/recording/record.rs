//! The lines of a recording.

use crate::Control;
use crate::capture::CaptureError;
use crate::input::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format.
pub(super) const FORMAT: u32 = 1;

/// One line of a recording. The lines stand in the order in which the loop asked and was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Record {
    /// The first line.
    Recording(Start),
    /// A picture that differs from the one before.
    Picture(Picture),
    /// A picture like the one before, taken so many nanoseconds after the source was opened.
    Same(u64),
    /// There was no picture.
    Missing(Missing),
    /// From now on the game stands still for this reason, or does no more.
    Standstill(Option<String>),
    /// From now on the hand may not act for this reason, or may again.
    Ready(Option<Refusal>),
    /// A gesture was made, or refused.
    Gesture { made: String, refused: Option<Refusal> },
    /// The hand was told to go on after a halt: whether there was one.
    Resumed(bool),
    /// What the person asked for.
    Requests(Vec<Control>),
    /// Why the loop was to stop.
    Asked(String),
    /// What was read of the last picture.
    Read(Read),
    /// What the loop told, as in the session log.
    Event(Value),
}

/// The first line of a recording: what was recorded, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The version of the format.
    pub format: u32,
    /// The version of the program that recorded.
    pub program: String,
    /// The name of the game.
    pub game: String,
    /// The game's own options, and the values that were in force.
    pub options: Vec<(String, Vec<String>)>,
    /// The learned theme that was chosen.
    pub profile: Option<String>,
    /// What the pictures show.
    pub source: String,
    /// Whether moves were made.
    pub plays: bool,
    /// Whether each picture counts as still, as saved pictures do.
    pub stills: bool,
    /// Whether a camera took the pictures, so that readings of successive ones are combined.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub camera: bool,
    /// Whether it begins in the middle of a round, and what was remembered is not known.
    pub excerpt: bool,
    /// What was remembered at the round with which it begins, if it begins in the middle of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Value>,
}

impl Default for Start {
    fn default() -> Self {
        Self {
            format: FORMAT,
            program: String::new(),
            game: String::new(),
            options: Vec::new(),
            profile: None,
            source: String::new(),
            plays: false,
            stills: false,
            camera: false,
            excerpt: false,
            memory: None,
        }
    }
}

/// A picture that differs from the one before. The line is followed by `bytes` bytes of a PNG: the
/// pixels of `area`, each channel less the same one before, modulo 256. Before the first picture, and
/// before one of another size, all pixels are 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Picture {
    /// When it was taken, in nanoseconds since the source was opened.
    pub at: u64,
    /// Where its top-left corner lies on the desktop, in pixels.
    pub origin: Option<(f64, f64)>,
    /// How wide its pixels are in the desktop's coordinates, where that is not 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The title of the program's dialog.
    pub dialog: Option<String>,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Left, top, width and height of what changed, in pixels.
    pub area: (u32, u32, u32, u32),
    /// How long the PNG is; 0 where no pixel changed.
    pub bytes: usize,
}

/// Why there was no picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Missing {
    Lost(String),
    Hidden { window: String, why: String },
    Failed(String),
}

impl Missing {
    /// The same as it is recorded; `None` for one that is final.
    pub fn of(error: &CaptureError) -> Option<Self> {
        Some(match error {
            CaptureError::Lost(window) => Self::Lost(window.clone()),
            CaptureError::Hidden { window, why } => {
                Self::Hidden { window: window.clone(), why: why.clone() }
            }
            CaptureError::Failed(why) => Self::Failed(why.clone()),
            CaptureError::Ended(_) | CaptureError::Closed { .. } => return None,
        })
    }
}

impl From<Missing> for CaptureError {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Lost(window) => Self::Lost(window),
            Missing::Hidden { window, why } => Self::Hidden { window, why },
            Missing::Failed(why) => Self::Failed(why),
        }
    }
}

/// Why the hand did not act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Refusal {
    Refused { x: f64, y: f64, why: String },
    UserActive(String),
    Stopped(String),
    Failed(String),
}

impl From<&InputError> for Refusal {
    fn from(error: &InputError) -> Self {
        match error {
            InputError::Refused { x, y, why } => Self::Refused { x: *x, y: *y, why: why.clone() },
            InputError::UserActive(why) => Self::UserActive(why.clone()),
            InputError::Stopped(why) => Self::Stopped(why.clone()),
            InputError::Failed(why) => Self::Failed(why.clone()),
        }
    }
}

impl From<Refusal> for InputError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Refused { x, y, why } => Self::Refused { x, y, why },
            Refusal::UserActive(why) => Self::UserActive(why),
            Refusal::Stopped(why) => Self::Stopped(why),
            Refusal::Failed(why) => Self::Failed(why),
        }
    }
}

/// What was read of the last picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Read {
    /// Whether these are all fields, or those that read otherwise than before.
    pub all: bool,
    /// The name, the value, and how sure it is in percent.
    pub fields: Vec<(String, Option<String>, u8)>,
}
