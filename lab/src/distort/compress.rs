//! What lossy storage does to a picture.

use super::dct;
use image::codecs::gif::{GifDecoder, GifEncoder};
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::imageops::ColorMap;
use image::{DynamicImage, ExtendedColorType, Rgb, RgbImage, Rgba};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::Cursor;

/// A lossy storage of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compression {
    /// JPEG at a quality of 1 to 100.
    Jpeg {
        /// 1 to 100.
        quality: u8,
        /// Whether colours are kept at half the resolution.
        subsampled: bool,
    },
    /// 256 colours chosen for the picture, as in a GIF. A picture with no more stays as it is.
    Palette {
        /// Whether errors are diffused to the neighbours (Floyd and Steinberg).
        dithered: bool,
    },
    /// A GIF: colours chosen for the picture, then written and read. A picture with no more stays as it is.
    Gif {
        /// So many colours at most, 2 to 256.
        colours: u16,
        /// Whether errors are diffused to the neighbours (Floyd and Steinberg).
        dithered: bool,
    },
    /// The colours with so many steps in each channel, 2 to 256, errors diffused to the neighbours. Six steps are the
    /// 216 colours of the web's early browsers.
    Cube {
        /// In each channel.
        steps: u8,
    },
    /// In the manner of a video codec's key frame: colours at half the resolution in both
    /// directions, blocks of 8x8 transformed and rounded to a step that follows H.264's quantiser
    /// (doubling with each 6). No codec: neither prediction nor a deblocking filter.
    Video {
        /// As in H.264: 18 is hardly seen, 30 is poor.
        quantiser: u8,
    },
}

impl Compression {
    pub(super) fn apply(self, picture: RgbImage) -> RgbImage {
        match self {
            Self::Jpeg { quality, subsampled } => jpeg(picture, quality, subsampled),
            Self::Palette { dithered } => palette(picture, 256, dithered),
            Self::Gif { colours, dithered } => gif(palette(picture, colours, dithered)),
            Self::Cube { steps } => cube(picture, steps),
            Self::Video { quantiser } => {
                dct::quantise(&picture, 0.625 * 2f32.powf(f32::from(quantiser) / 6.0))
            }
        }
    }
}

fn jpeg(mut picture: RgbImage, quality: u8, subsampled: bool) -> RgbImage {
    if subsampled {
        picture = dct::subsample(&picture);
    }
    // Neither step can fail on a picture in memory of a size that JPEG knows (up to 65,535); a
    // larger one stays as it is.
    let mut bytes = Vec::new();
    if JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&picture).is_err() {
        return picture;
    }
    JpegDecoder::new(Cursor::new(bytes))
        .and_then(DynamicImage::from_decoder)
        .map_or(picture, DynamicImage::into_rgb8)
}

fn palette(picture: RgbImage, most: u16, dithered: bool) -> RgbImage {
    let colours: HashSet<[u8; 3]> = picture.pixels().map(|p| p.0).collect();
    let most = usize::from(most.clamp(2, 256));
    if colours.len() <= most {
        return picture;
    }
    let mut picture = DynamicImage::from(picture).into_rgba8();
    // Of a large picture one pixel in ten is enough to choose the colours.
    let sampled = if picture.len() > 1_000_000 { 10 } else { 1 };
    let map = color_quant::NeuQuant::new(sampled, most, picture.as_raw());
    if dithered {
        image::imageops::dither(&mut picture, &map);
    } else {
        picture.pixels_mut().for_each(|p: &mut Rgba<u8>| map.map_color(p));
    }
    DynamicImage::from(picture).into_rgb8()
}

/// The picture, written as a GIF and read again. One that the format has no room for (sides over 65,535) stays as it is.
fn gif(picture: RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let mut bytes = Vec::new();
    let written = GifEncoder::new(&mut bytes).encode(
        picture.as_raw(),
        width,
        height,
        ExtendedColorType::Rgb8,
    );
    if written.is_err() {
        return picture;
    }
    GifDecoder::new(Cursor::new(bytes))
        .and_then(DynamicImage::from_decoder)
        .map_or(picture, DynamicImage::into_rgb8)
}

fn cube(mut picture: RgbImage, steps: u8) -> RgbImage {
    /// The last step; the first is 0.
    struct Cube(usize);
    impl Cube {
        fn step(&self, v: u8) -> usize {
            (usize::from(v) * self.0 + 127) / 255
        }
    }
    impl ColorMap for Cube {
        type Color = Rgb<u8>;
        fn index_of(&self, colour: &Rgb<u8>) -> usize {
            colour.0.iter().fold(0, |index, &v| index * (self.0 + 1) + self.step(v))
        }
        fn map_color(&self, colour: &mut Rgb<u8>) {
            colour.0 = colour.0.map(|v| (self.step(v) * 255 / self.0) as u8);
        }
    }
    image::imageops::dither(&mut picture, &Cube(usize::from(steps.max(2)) - 1));
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> RgbImage {
        RgbImage::from_fn(61, 43, |x, y| {
            if (x / 7 + y / 5) % 2 == 0 {
                Rgb([(4 * x) as u8, (5 * y) as u8, (x * y / 12) as u8])
            } else {
                Rgb([40, 160, 100])
            }
        })
    }

    fn error(a: &RgbImage, b: &RgbImage) -> f64 {
        let squares: f64 = a
            .as_raw()
            .iter()
            .zip(b.as_raw())
            .map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2))
            .sum();
        (squares / a.as_raw().len() as f64).sqrt()
    }

    #[test]
    fn stronger_compression_loses_more_and_none_loses_all() {
        let scene = scene();
        let loss = |c: Compression| error(&c.apply(scene.clone()), &scene);
        for (mild, strong) in [
            (
                Compression::Jpeg { quality: 95, subsampled: false },
                Compression::Jpeg { quality: 40, subsampled: true },
            ),
            (Compression::Video { quantiser: 16 }, Compression::Video { quantiser: 32 }),
        ] {
            let (a, b) = (loss(mild), loss(strong));
            assert!(0.0 < a && a < b && b < 40.0, "{mild:?} {a}, {strong:?} {b}");
        }
    }

    #[test]
    fn a_palette_has_so_many_colours_at_the_most() {
        let scene = scene();
        for (compression, most, off) in [
            (Compression::Palette { dithered: false }, 256, 25.0),
            (Compression::Palette { dithered: true }, 256, 25.0),
            (Compression::Gif { colours: 256, dithered: false }, 256, 25.0),
            (Compression::Gif { colours: 16, dithered: true }, 16, 45.0),
            (Compression::Cube { steps: 6 }, 216, 25.0),
            (Compression::Cube { steps: 3 }, 27, 65.0),
        ] {
            let out = compression.apply(scene.clone());
            let mut colours: Vec<_> = out.pixels().map(|p| p.0).collect();
            colours.sort_unstable();
            colours.dedup();
            assert!(colours.len() <= most);
            let error = error(&out, &scene);
            assert!(error > 0.0 && error < off, "{compression:?}: {error}");
        }
    }
}
