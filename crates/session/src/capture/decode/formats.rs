//! What decoders leave undone: channels, palettes, and whether a file is whole.

use super::MAX_BYTES;
use image::{DynamicImage, ImageBuffer, Pixel, RgbImage};
use std::io::{BufRead, Seek};

/// A decoder of a PNG that has read what stands before its pixels, and gives 8 bits a channel.
///
/// It skips colour profiles and texts. Nothing here uses them, and a profile of hundreds of MB takes
/// less than 1 MB in the file.
pub(crate) fn png_decoder<R: BufRead + Seek>(
    input: R,
) -> Result<png::Reader<R>, png::DecodingError> {
    let limits = png::Limits { bytes: MAX_BYTES as usize };
    let mut decoder = png::Decoder::new_with_limits(input, limits);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.read_info()
}

/// The pixels of a PNG, or of the first picture of an animated one, with 8 bits a channel.
pub(crate) fn png_pixels<R: BufRead + Seek>(
    decoder: &mut png::Reader<R>,
) -> Result<DynamicImage, png::DecodingError> {
    let size = decoder.output_buffer_size().ok_or(png::DecodingError::LimitsExceeded)?;
    let mut bytes = vec![0; size];
    let frame = decoder.next_frame(&mut bytes)?;
    bytes.truncate(frame.buffer_size());
    let (w, h) = (frame.width, frame.height);
    let picture = match frame.color_type {
        png::ColorType::Grayscale => {
            ImageBuffer::from_raw(w, h, bytes).map(DynamicImage::ImageLuma8)
        }
        png::ColorType::GrayscaleAlpha => {
            ImageBuffer::from_raw(w, h, bytes).map(DynamicImage::ImageLumaA8)
        }
        png::ColorType::Rgba => ImageBuffer::from_raw(w, h, bytes).map(DynamicImage::ImageRgba8),
        // Palettes were expanded.
        _ => ImageBuffer::from_raw(w, h, bytes).map(DynamicImage::ImageRgb8),
    };
    picture.ok_or(png::DecodingError::LimitsExceeded)
}

/// Whether the segments of a JPEG lead to its end mark (ITU-T T.81, B.1.1).
pub(super) fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let mut at = 2;
    loop {
        // The next marker: in coded data FF 00 is a byte FF, FF D0 to D7 restart the coding.
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(found) = rest
            .windows(2)
            .position(|pair| pair[0] == 0xff && !matches!(pair[1], 0 | 1 | 0xd0..=0xd8 | 0xff))
        else {
            return false;
        };
        match rest[found + 1..] {
            [0xd9, ..] => return true,
            [_, high, low, ..] => {
                at += found + 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
            }
            _ => return false,
        }
    }
}

/// Drops the alpha channel as [`decode`](super::decode) describes.
pub(super) fn flatten(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let (width, height) = picture.dimensions();
    let mut bytes = picture.into_raw();
    let blank = bytes.iter().skip(3).step_by(4).all(|&alpha| alpha == 0);
    // In place: a second buffer would nearly double what the largest pictures take.
    for i in 0..bytes.len() / 4 {
        let [r, g, b, a] = [0, 1, 2, 3].map(|channel| bytes[4 * i + channel]);
        let a = if blank { 255 } else { u32::from(a) };
        let rgb = [r, g, b].map(|c| ((u32::from(c) * a + 127) / 255) as u8);
        bytes[3 * i..3 * i + 3].copy_from_slice(&rgb);
    }
    bytes.truncate(bytes.len() / 4 * usize::from(image::Rgb::<u8>::CHANNEL_COUNT));
    bytes.shrink_to_fit();
    RgbImage::from_raw(width, height, bytes).expect("three bytes are left of each pixel")
}
