//! Pictures as a canvas takes them.

use image::RgbImage;

/// A picture for a canvas: its width and height, four bytes each with the lowest first, and four bytes a
/// pixel: red, green, blue and 255.
pub fn packed(picture: &RgbImage) -> Vec<u8> {
    let size = [picture.width(), picture.height()];
    let pixels = picture.pixels().flat_map(|pixel| {
        let [r, g, b] = pixel.0;
        [r, g, b, 255]
    });
    size.into_iter().flat_map(u32::to_le_bytes).chain(pixels).collect()
}

/// The picture of `width` x `height` pixels of which these are the bytes: red, green, blue and one that says
/// nothing. None if there are fewer bytes than that takes.
pub fn unpacked(rgba: &[u8], width: u32, height: u32) -> Option<RgbImage> {
    let rgb = rgba.as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    RgbImage::from_raw(width, height, rgb)
}
