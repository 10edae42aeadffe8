//! What a look is learned from, what was learned, and why nothing was.

use crate::screen::looks::{self, Look, LookError};
use crate::truth::Comparison;
use image::RgbImage;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vision::learn::Likeness;
use voltorb_flip::board::Position;

/// A picture, and what it shows.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture.
    pub picture: RgbImage,
    /// The headers and cards that it shows.
    pub shows: Position,
}

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// No picture was given.
    #[error("show at least one picture")]
    NoPicture,
    /// What a picture is said to show is not a board of this game.
    #[error("picture {0}: a board has five rows and five columns of headers and cards")]
    Size(usize),
    /// What a picture is said to show cannot be.
    #[error("picture {picture}: {what} is impossible: check the numbers")]
    Impossible {
        /// From 1.
        picture: usize,
        /// What.
        what: String,
    },
    /// There are no cards.
    #[error(
        "picture {0}: nothing in it looks like five by five cards with a light frame and a dark edge \
         each; only themes that draw the game's cards can be learned, at native size or larger"
    )]
    NoCards(usize),
    /// The digits are not as they are said to be.
    #[error(
        "picture {0}: the digits next to its cards are not those you gave: digits that should be equal \
         differ. Check the numbers, and show the headers uncovered"
    )]
    Unlike(usize),
    /// The base is not a look that ships.
    #[error("{0:?} is not a built-in theme: build on {names}", names = looks::names())]
    Base(String),
    /// A look of these templates cannot be used.
    #[error(transparent)]
    Look(#[from] LookError),
}

/// How a picture was read after learning.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Compared with what it shows.
    pub comparison: Comparison,
    /// Why it was not read, if it was not.
    pub refused: Option<String>,
}

/// What was learned.
#[derive(Debug)]
pub struct Lesson {
    /// The files of the look by name: `look.json` and sheets.
    pub files: BTreeMap<String, String>,
    /// The look.
    pub look: Arc<Look>,
    /// How alike the digits of the headers are.
    pub likeness: Option<Likeness>,
    /// Digits of the headers that no picture shows.
    pub unseen_digits: BTreeSet<u8>,
    /// Faces of cards that no picture shows; 0 is the Voltorb.
    pub unseen_faces: BTreeSet<u8>,
    /// Whether templates that ship stand in for the digits that no picture shows.
    pub digits_filled: bool,
    /// Whether templates that ship stand in for the faces that no picture shows.
    pub faces_filled: bool,
    /// Each picture, read with what was learned.
    pub trials: Vec<Validation>,
    /// Each picture, read with what the others taught; empty with a single picture.
    pub cross: Vec<Validation>,
}
