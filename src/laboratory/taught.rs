//! Looks that one picture teaches a reader, and how their other pictures are read.

use super::Comparison;
use serde::Serialize;

/// A look that chance drew, and what came of teaching it by one picture.
#[derive(Clone, Debug)]
pub struct TaughtTrial {
    /// What chance drew it from.
    pub seed: u32,
    /// The picture that was to teach it.
    pub picture: image::RgbImage,
    /// Why it taught nothing, if it did not.
    pub refused: Option<String>,
    /// The other pictures, if it was taught. What the first picture did not show may be left out.
    pub others: Vec<OtherPicture>,
}

/// Another picture of a look that was taught.
#[derive(Clone, Debug)]
pub struct OtherPicture {
    /// The picture.
    pub picture: image::RgbImage,
    /// Whether it is drawn at another size than the one that taught the look.
    pub resized: bool,
    /// How it was read.
    pub comparison: Comparison,
}

/// Pictures of taught looks, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TaughtTally {
    /// Pictures read.
    pub pictures: usize,
    /// Pictures of which all was read that the first one had shown, and nothing wrong.
    pub fully_right: usize,
    /// Fields read, and right.
    pub right: usize,
    /// Fields that the first picture had shown, and that were not read.
    pub unreadable: usize,
    /// Fields read wrong.
    pub wrong: usize,
}

impl TaughtTally {
    /// Counts one more.
    pub fn add(&mut self, comparison: &Comparison) {
        self.pictures += 1;
        self.fully_right += usize::from(comparison.fully_right());
        self.right += comparison.right;
        self.unreadable += comparison.unreadable.len();
        self.wrong += comparison.wrong.len();
    }

    /// The share of pictures that are fully right.
    pub fn share_right(&self) -> f64 {
        self.fully_right as f64 / self.pictures.max(1) as f64
    }

    /// The share of wrong fields among those that were read.
    pub fn wrong_share(&self) -> f64 {
        self.wrong as f64 / (self.right + self.wrong).max(1) as f64
    }
}
