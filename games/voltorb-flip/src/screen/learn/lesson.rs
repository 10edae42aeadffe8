//! The input and the result of learning a theme.

use crate::screen::looks::{self, Look, LookError};
use crate::truth::Comparison;
use image::RgbImage;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vision::learn::Likeness;
use voltorb_flip::board::Position;

/// A picture with what it shows.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture.
    pub picture: RgbImage,
    /// The headers and cards that it shows.
    pub shows: Position,
}

/// The error for pictures from which no theme can be learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// No picture was given.
    #[error("show at least one picture")]
    NoPicture,
    /// The position given is not five by five.
    #[error("picture {0}: a board has five rows and five columns of headers and cards")]
    Size(usize),
    /// The position given is impossible.
    #[error("picture {picture}: {what} is impossible: check the numbers")]
    Impossible {
        /// The number of the picture, from 1.
        picture: usize,
        /// What is impossible.
        what: String,
    },
    /// The picture shows no cards.
    #[error(
        "picture {0}: nothing in it looks like five by five cards with a light frame and a dark edge \
         each; only themes that draw the game's cards can be learned, at native size or larger"
    )]
    NoCards(usize),
    /// The digits in the picture are not the given ones.
    #[error(
        "picture {0}: the digits next to its cards are not those you gave: digits that should be equal \
         differ. Check the numbers, and show the headers uncovered"
    )]
    Unlike(usize),
    /// The base is not a built-in theme.
    #[error("{0:?} is not a built-in theme: build on {names}", names = looks::names())]
    Base(String),
    /// The learned templates do not make a usable theme.
    #[error(transparent)]
    Look(#[from] LookError),
}

/// How a picture reads after learning.
#[derive(Clone, Debug)]
pub struct Validation {
    /// The reading compared with what the picture shows.
    pub comparison: Comparison,
    /// Why the picture was refused, if it was.
    pub refused: Option<String>,
}

/// A learned theme, and how well it reads.
#[derive(Debug)]
pub struct Lesson {
    /// The theme's files by name: `look.json` and sheets.
    pub files: BTreeMap<String, String>,
    /// The learned theme.
    pub look: Arc<Look>,
    /// How similar the digits of the headers are, if there are several.
    pub likeness: Option<Likeness>,
    /// Digits of the headers that no picture shows.
    pub unseen_digits: BTreeSet<u8>,
    /// Faces of cards that no picture shows; 0 is the Voltorb.
    pub unseen_faces: BTreeSet<u8>,
    /// Whether built-in templates stand in for the digits that no picture shows.
    pub digits_filled: bool,
    /// Whether built-in templates stand in for the faces that no picture shows.
    pub faces_filled: bool,
    /// Each picture, read with what was learned.
    pub trials: Vec<Validation>,
    /// Each picture, read with what the others taught; empty with a single picture.
    pub cross: Vec<Validation>,
}
