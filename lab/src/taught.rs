//! Looks that one picture teaches a reader, and how their other pictures are read.

use session::truth::Comparison;

/// A look that chance drew, and what came of teaching it by one picture.
#[derive(Clone, Debug)]
pub struct TaughtTrial {
    /// What chance drew it from.
    pub seed: u32,
    /// The picture that was to teach it.
    pub picture: image::RgbImage,
    /// Why it could not be learned, if so.
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
    /// Whether the board was found.
    pub is_found: bool,
    /// How it was read.
    pub comparison: Comparison,
}
