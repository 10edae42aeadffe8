//! Whether a text box is open: a plain light area, almost as wide as the screen, at its bottom.

use crate::vision::photometry::{Colour, luminance, median, near};
use image::RgbImage;

/// Where the text stands, in native pixels: left, top, width, height.
const TEXT: (u32, u32, u32, u32) = (24, 122, 192, 28);

/// The share of it that has the paper's colour.
const LEAST_PLAIN: f32 = 0.55;

/// How far its channels may be from the usual colour and from each other, and how bright it is at least.
const NEAR: f32 = 7.0;
const GREY: f32 = 13.0;
const BRIGHT: f32 = 150.0;

/// Whether a native picture shows one.
pub fn is_open(native: &RgbImage) -> bool {
    let (left, top, width, height) = TEXT;
    let colours: Vec<Colour> = (0..width * height)
        .map(|i| native.get_pixel(left + i % width, top + i / width).0.map(f32::from))
        .collect();
    let paper = median(colours.clone());
    let plain = colours.iter().filter(|c| near(c, &paper, NEAR)).count() as f32;
    let spread = paper.iter().copied().fold(f32::MIN, f32::max)
        - paper.iter().copied().fold(f32::MAX, f32::min);
    luminance(paper) >= BRIGHT && spread <= GREY && plain >= LEAST_PLAIN * colours.len() as f32
}
