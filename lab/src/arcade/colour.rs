//! Colours of drawings.

use image::Rgb;

/// A colour as it is written on web pages, 0xRRGGBB.
pub(crate) const fn hex(colour: u32) -> Rgb<u8> {
    let [_, r, g, b] = colour.to_be_bytes();
    Rgb([r, g, b])
}
