//! A fingerprint of the text box, which shows that a text changed without reading it.

use grid::geometry::{Placement, Point};
use image::RgbImage;

/// The part of both kinds of box that holds only text, in native pixels: left of the mark that blinks.
const TEXT: (std::ops::Range<u32>, std::ops::Range<u32>) = (16..208, 152..184);
/// From one sample to the next, in native pixels.
const STEP: usize = 2;
/// The difference from which a sample has another shade, of 255. Text on the box's white differs by 150 and more.
const OTHER_SHADE: u8 = 60;
/// The share of samples that must differ: one letter is about 1 in 100.
const OTHER_TEXT: f64 = 0.003;

/// Shades of the text box, sampled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextFingerprint(Vec<u8>);

impl TextFingerprint {
    /// The box of a touch screen that lies at `touch`.
    pub fn of(picture: &RgbImage, touch: &Placement) -> Self {
        let (xs, ys) = TEXT;
        let sample = |x: u32, y: u32| {
            let p = touch.to_picture(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            picture
                .get_pixel_checked(p.x.max(0.0) as u32, p.y.max(0.0) as u32)
                .map_or(0, |pixel| pixel[1])
        };
        Self(
            ys.step_by(STEP)
                .flat_map(|y| xs.clone().step_by(STEP).map(move |x| (x, y)))
                .map(|(x, y)| sample(x, y))
                .collect(),
        )
    }

    /// Whether the text is another.
    pub fn differs_from(&self, other: &Self) -> bool {
        let different =
            self.0.iter().zip(&other.0).filter(|(a, b)| a.abs_diff(**b) > OTHER_SHADE).count();
        different as f64 > OTHER_TEXT * self.0.len() as f64
    }
}
