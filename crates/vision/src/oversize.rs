//! Reduces pictures that are larger than any display: what 50 megapixels add to 12 is noise, and takes four times as
//! long.

use image::{RgbImage, imageops};
use std::borrow::Cow;

/// The most pixels that are read: more than a display of 5120 x 2880 has.
const MOST_PIXELS: u64 = 1 << 24;

/// The picture to read, and the width of one of its pixels in the original: 1, unless that has more than 16.8
/// megapixels.
pub fn reduced(picture: &RgbImage) -> (Cow<'_, RgbImage>, f64) {
    let (width, height) = picture.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let by = (1..).find(|by| pixels <= MOST_PIXELS * by * by).unwrap_or(1) as u32;
    let (w, h) = (width / by, height / by);
    if by == 1 || w == 0 || h == 0 {
        return (Cow::Borrowed(picture), 1.0);
    }
    // What is left over at the right and below would shift what is beside it.
    let whole = imageops::crop_imm(picture, 0, 0, w * by, h * by);
    (Cow::Owned(imageops::thumbnail(&*whole, w, h)), f64::from(by))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn only_what_is_larger_than_a_display_is_reduced() {
        let (same, by) = (RgbImage::new(5120, 2880), 1.0);
        assert_eq!(reduced(&same), (Cow::Borrowed(&same), by));
        // Strips of three pixels, and two left over.
        let strips = RgbImage::from_fn(150_002, 601, |x, _| Rgb([(x / 3 % 200) as u8; 3]));
        let (reduced, by) = reduced(&strips);
        assert_eq!((reduced.dimensions(), by), ((50_000, 200), 3.0));
        assert!(reduced.enumerate_pixels().all(|(x, _, p)| p.0 == [(x % 200) as u8; 3]));
        let line = RgbImage::new(1, (MOST_PIXELS + 1) as u32);
        assert_eq!(super::reduced(&line).1, 1.0);
    }
}
