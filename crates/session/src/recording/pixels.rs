//! What changed from one picture to the next, without loss.

use crate::capture::decode::{png_decoder, png_pixels};
use image::RgbImage;
use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};
use rustc_hash::FxHashMap;

/// A rectangle of pixels: left, top, width, height.
pub(super) type Area = (u32, u32, u32, u32);

/// The smallest area that holds all pixels in which pictures of one size differ; `None` if none do.
pub(super) fn changed(before: &RgbImage, now: &RgbImage) -> Option<Area> {
    let row = now.width() as usize * 3;
    if row == 0 {
        return None;
    }
    let rows = || before.as_raw().chunks_exact(row).zip(now.as_raw().chunks_exact(row));
    let top = rows().position(|(a, b)| a != b)?;
    let bottom = rows().rposition(|(a, b)| a != b)?;
    let (mut left, mut right) = (row, 0);
    for (a, b) in rows().skip(top).take(bottom - top + 1) {
        let bytes = || a.iter().zip(b);
        if let Some(first) = bytes().position(|(a, b)| a != b) {
            left = left.min(first);
            right = right.max(bytes().rposition(|(a, b)| a != b).unwrap_or(first));
        }
    }
    let (left, right) = (left / 3, right / 3);
    Some((left as u32, top as u32, (right - left + 1) as u32, (bottom - top + 1) as u32))
}

/// A PNG of an area of `now` less the same of `before`: with a palette if there are few colours, as in
/// drawn pictures, which makes it half as long.
pub(super) fn encode(
    before: &RgbImage,
    now: &RgbImage,
    area: Area,
) -> Result<Vec<u8>, EncodingError> {
    let (left, top, width, height) = area;
    let pixels =
        (0..height).flat_map(|y| (0..width).map(move |x| (left + x, top + y))).map(|(x, y)| {
            let (a, b) = (before.get_pixel(x, y), now.get_pixel(x, y));
            std::array::from_fn(|c| b.0[c].wrapping_sub(a.0[c]))
        });
    let pixels: Vec<[u8; 3]> = pixels.collect();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_depth(BitDepth::Eight);
    // What was drawn repeats itself: filters hide that.
    encoder.set_filter(Filter::NoFilter);
    match indexed(&pixels) {
        Some((palette, indices)) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette);
            encoder.write_header()?.write_image_data(&indices)?;
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            encoder.write_header()?.write_image_data(pixels.as_flattened())?;
        }
    }
    Ok(out)
}

/// The colours, and for each pixel the number of its own; `None` if there are more than 256.
fn indexed(pixels: &[[u8; 3]]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut palette, mut numbers) = (Vec::new(), FxHashMap::default());
    let indices = pixels.iter().map(|pixel| {
        let next = numbers.len();
        let number = *numbers.entry(*pixel).or_insert_with(|| {
            palette.extend_from_slice(pixel);
            next
        });
        u8::try_from(number).ok()
    });
    let indices = indices.collect::<Option<Vec<u8>>>()?;
    Some((palette, indices))
}

/// Adds a PNG made by [`encode`] to `picture`. `None` if it is damaged.
pub(super) fn add(picture: &mut RgbImage, area: Area, png: &[u8]) -> Option<()> {
    let (left, top, width, height) = area;
    let inside =
        |at: u32, length: u32, size: u32| at.checked_add(length).is_some_and(|e| e <= size);
    if !inside(left, width, picture.width()) || !inside(top, height, picture.height()) {
        return None;
    }
    let mut decoder = png_decoder(std::io::Cursor::new(png)).ok()?;
    if decoder.info().size() != (width, height) {
        return None;
    }
    let difference = png_pixels(&mut decoder).ok()?.into_rgb8();
    for (x, y, pixel) in difference.enumerate_pixels() {
        let at = picture.get_pixel_mut(left + x, top + y);
        at.0 = std::array::from_fn(|c| at.0[c].wrapping_add(pixel.0[c]));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn picture(size: (u32, u32)) -> impl Strategy<Value = RgbImage> {
        prop::collection::vec(0..3u8, (size.0 * size.1 * 3) as usize)
            .prop_map(move |raw| RgbImage::from_raw(size.0, size.1, raw).unwrap())
    }

    proptest! {
        #[test]
        fn nothing_is_lost((before, now) in (1..9u32, 1..9u32).prop_flat_map(|s| (picture(s), picture(s)))) {
            let mut found = before.clone();
            if let Some(area) = changed(&before, &now) {
                let png = encode(&before, &now, area).unwrap();
                add(&mut found, area, &png).unwrap();
            }
            prop_assert_eq!(found, now);
        }
    }

    #[test]
    fn the_area_is_the_smallest_and_lies_in_the_picture() {
        let before = RgbImage::new(9, 7);
        assert_eq!(changed(&before, &before), None);
        let mut now = before.clone();
        now.put_pixel(3, 2, image::Rgb([0, 0, 1]));
        now.put_pixel(5, 4, image::Rgb([1, 0, 0]));
        assert_eq!(changed(&before, &now), Some((3, 2, 3, 3)));
        let png = encode(&before, &now, (3, 2, 3, 3)).unwrap();
        for area in [(7, 2, 3, 3), (3, 5, 3, 3), (u32::MAX, 2, 3, 3), (3, 2, 2, 3)] {
            assert_eq!(add(&mut before.clone(), area, &png), None, "{area:?}");
        }
    }
}
