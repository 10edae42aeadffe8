//! Decodes picture files, with bounded memory.
//!
//! The dimensions are read from the file's header and checked before pixels are allocated, so a small file that
//! claims to be huge costs nothing.

mod error;
mod formats;

pub use crate::frame::MAX_PIXELS;
pub use error::DecodeError;

use super::memory::{Memory, Share};
use crate::files;
use error::{failure, png_failure};
use formats::{flatten, is_whole_jpeg};
pub(crate) use formats::{png_decoder, png_pixels};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage};
use std::io::{BufRead, BufReader, Cursor, Read, Seek};
use std::ops::Deref;
use std::path::Path;

/// The most that decoding may allocate, in bytes: [`MAX_PIXELS`] with four channels of 8 bits, twice, since some
/// decoders convert.
const MAX_BYTES: u64 = MAX_PIXELS * 8;

/// The largest file that is read, in bytes: no picture of [`MAX_PIXELS`] needs more.
const MAX_FILE: u64 = MAX_PIXELS * 8;

/// Decodes a picture file; of an animation, its first picture.
///
/// Transparent pixels are composited on black. If *every* pixel is wholly transparent, the colours count as they
/// stand: some capture tools leave the alpha channel at zero. Of 16 bits a channel the upper 8 count.
///
/// # Errors
/// A sentence for each way in which a file is not a picture; see [`DecodeError`].
pub fn decode(path: &Path) -> Result<RgbImage, DecodeError> {
    Ok(decode_within(path, &Memory::new(u64::MAX))?.pixels)
}

/// As [`decode`], once there is memory for the picture and for reading it.
///
/// # Errors
/// As [`decode`].
pub fn decode_within<'a>(path: &Path, memory: &'a Memory) -> Result<Picture<'a>, DecodeError> {
    let io = |source| DecodeError::Io { path: path.to_owned(), source };
    let metadata = std::fs::metadata(path).map_err(io)?;
    if metadata.is_dir() {
        return Err(DecodeError::Folder { path: path.to_owned() });
    }
    if !metadata.is_file() {
        return Err(DecodeError::NoFile { path: path.to_owned() });
    }
    let file = files::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    checked_length(length, path)?;
    decode_from(BufReader::new(file), length, path, memory)
}

/// Decodes a picture that is read to its end; `name` stands in for the path in errors.
///
/// # Errors
/// As [`decode`].
pub fn decode_stream<'a>(
    input: impl Read,
    name: &Path,
    memory: &'a Memory,
) -> Result<Picture<'a>, DecodeError> {
    let mut bytes = Vec::new();
    input
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| DecodeError::Io { path: name.to_owned(), source })?;
    let length = bytes.len() as u64;
    checked_length(length, name)?;
    decode_from(Cursor::new(bytes), length, name, memory)
}

/// Decodes a picture held in memory; `name` stands in for the path in errors.
///
/// # Errors
/// As [`decode`].
pub fn decode_bytes(bytes: &[u8], name: &Path) -> Result<RgbImage, DecodeError> {
    Ok(decode_stream(bytes, name, &Memory::new(u64::MAX))?.pixels)
}

/// A decoded picture and its share of the memory.
#[derive(Debug)]
pub struct Picture<'a> {
    pixels: RgbImage,
    _share: Share<'a>,
}

impl Deref for Picture<'_> {
    type Target = RgbImage;
    fn deref(&self) -> &RgbImage {
        &self.pixels
    }
}

fn checked_length(length: u64, path: &Path) -> Result<(), DecodeError> {
    let path = path.to_owned();
    match length {
        0 => Err(DecodeError::Empty { path }),
        1..=MAX_FILE => Ok(()),
        _ => Err(DecodeError::TooLarge { path, size: format!("more than {} MiB", MAX_FILE >> 20) }),
    }
}

/// The bytes per pixel that reading takes besides the pixel's own three: tables of sums of colours (12) and of edges
/// along both axes (4).
const READING: u64 = 16;

fn decode_from<'a>(
    reader: impl BufRead + Seek,
    length: u64,
    path: &Path,
    memory: &'a Memory,
) -> Result<Picture<'a>, DecodeError> {
    let failed = |error| failure(error, path);
    let mut reader = ImageReader::new(reader)
        .with_guessed_format()
        .map_err(|source| DecodeError::Io { path: path.to_owned(), source })?;
    // A share for `pixels` of `bytes` each while they are decoded, and of three when they are read.
    let share = |(width, height): (u32, u32), bytes: u64| {
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MAX_PIXELS || pixels * bytes > MAX_BYTES {
            let size = format!("{width}x{height} pixels");
            return Err(DecodeError::TooLarge { path: path.to_owned(), size });
        }
        Ok(memory.take(length + pixels * bytes.max(3 + READING)))
    };
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    let (picture, share) = match reader.format() {
        Some(ImageFormat::Png) => {
            let damaged = |error| png_failure(error, path);
            // The `image` crate would keep 16 bits a channel, which nothing here needs.
            let mut decoder = png_decoder(reader.into_inner()).map_err(damaged)?;
            let (kind, _) = decoder.output_color_type();
            let share = share(decoder.info().size(), kind.samples() as u64)?;
            let exif = decoder.info().exif_metadata.clone();
            let mut picture = png_pixels(&mut decoder).map_err(damaged)?;
            if let Some(turn) = exif.and_then(|exif| Orientation::from_exif_chunk(&exif)) {
                picture.apply_orientation(turn);
            }
            (picture, share)
        }
        Some(format) if format.reading_enabled() => {
            if format == ImageFormat::Jpeg {
                // Its decoder holds the whole file, and fills what is missing with grey.
                let mut bytes = Vec::new();
                reader
                    .into_inner()
                    .read_to_end(&mut bytes)
                    .map_err(|source| DecodeError::Io { path: path.to_owned(), source })?;
                if !is_whole_jpeg(&bytes) {
                    let why = "its end is missing".to_owned();
                    return Err(DecodeError::Damaged { path: path.to_owned(), why });
                }
                let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
                reader.limits(limits);
                let decoder = reader.into_decoder().map_err(failed)?;
                let share = share(decoder.dimensions(), 3)?;
                (turned(decoder).map_err(failed)?, share)
            } else {
                reader.limits(limits);
                let decoder = reader.into_decoder().map_err(failed)?;
                let share = share(decoder.dimensions(), 4)?;
                (turned(decoder).map_err(failed)?, share)
            }
        }
        _ => return Err(DecodeError::NotAPicture { path: path.to_owned() }),
    };
    Ok(Picture { pixels: flatten(picture), _share: share })
}

/// The picture as it is to be seen: cameras save it as the sensor lies, and say in its EXIF data how to turn it.
fn turned(mut decoder: impl ImageDecoder) -> image::ImageResult<DynamicImage> {
    let turn = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(turn);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgb, Rgba, RgbaImage};

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn noise(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let v = (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761);
            Rgb([v as u8, (v >> 8) as u8, (v >> 16) as u8])
        })
    }

    fn error(bytes: &[u8]) -> DecodeError {
        decode_bytes(bytes, Path::new("picture")).unwrap_err()
    }

    /// A PNG whose header claims `width` x `height` 8-bit RGB and which holds hardly any pixels.
    fn claims(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = encoded(&noise(1, 1).into(), ImageFormat::Png);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = crc(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&crc);
        bytes
    }

    /// The checksum at the end of a PNG's chunk, of its name and its data.
    fn crc(chunk: &[u8]) -> [u8; 4] {
        let crc = chunk.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |c, _| (c >> 1) ^ (0xedb8_8320 * (c & 1)))
        });
        (!crc).to_be_bytes()
    }

    #[test]
    fn lossless_formats_come_back_as_they_were() {
        let picture = noise(40, 30);
        for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::WebP] {
            let bytes = encoded(&picture.clone().into(), format);
            assert_eq!(decode_bytes(&bytes, Path::new("p")).unwrap(), picture, "{format:?}");
        }
    }

    #[test]
    fn a_picture_is_turned_as_its_exif_data_says() {
        let picture = noise(40, 24);
        // TIFF, little-endian; one entry: orientation (0x0112), a short, once; no more directories.
        let exif = |turn: u8| {
            let entry = [0x12, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0];
            [b"II*\0\x08\0\0\0\x01\0".as_slice(), &entry, &[0; 4]].concat()
        };
        let stored = encoded(&picture.clone().into(), ImageFormat::Png);
        for (turn, expected) in [
            (1, picture.clone()),
            (3, image::imageops::rotate180(&picture)),
            (6, image::imageops::rotate90(&picture)),
            (8, image::imageops::rotate270(&picture)),
        ] {
            // A chunk `eXIf` after that of the header.
            let data = [b"eXIf".as_slice(), &exif(turn)].concat();
            let mut png = stored[..33].to_vec();
            png.extend((data.len() as u32 - 4).to_be_bytes());
            png.extend(&data);
            png.extend(crc(&data));
            png.extend(&stored[33..]);
            assert_eq!(decode_bytes(&png, Path::new("p")).unwrap(), expected, "{turn}");
        }
        let mut jpeg = encoded(&noise(64, 48).into(), ImageFormat::Jpeg);
        let upright = decode_bytes(&jpeg, Path::new("p")).unwrap();
        let app1 = [b"Exif\0\0".as_slice(), &exif(6)].concat();
        let length = (app1.len() as u16 + 2).to_be_bytes();
        jpeg.splice(2..2, [&[0xff, 0xe1], &length[..], &app1].concat());
        let turned = decode_bytes(&jpeg, Path::new("p")).unwrap();
        assert_eq!(turned, image::imageops::rotate90(&upright));
    }

    #[test]
    fn alpha_is_composited_on_black_unless_all_of_it_is_zero() {
        let mut picture = RgbaImage::from_pixel(2, 1, Rgba([200, 100, 50, 128]));
        picture.put_pixel(1, 0, Rgba([9, 9, 9, 0]));
        let rgb = flatten(picture.clone().into());
        assert_eq!(rgb.get_pixel(0, 0).0, [100, 50, 25]);
        assert_eq!(rgb.get_pixel(1, 0).0, [0, 0, 0]);
        picture.put_pixel(0, 0, Rgba([200, 100, 50, 0]));
        assert_eq!(flatten(picture.into()).get_pixel(0, 0).0, [200, 100, 50]);
    }

    #[test]
    fn a_header_that_claims_too_much_is_refused_before_anything_is_allocated() {
        let text = error(&claims(30_000, 30_000)).to_string();
        assert!(text.contains("too large (30000x30000 pixels)"), "{text}");
        assert!(matches!(error(&claims(8192, 8193)), DecodeError::TooLarge { .. }));
        let text = error(&claims(0x7fff_ffff, 0x7fff_ffff)).to_string();
        assert!(text.contains("too large"), "{text}");
    }

    #[test]
    fn an_8k_desktop_fits() {
        let bytes = encoded(&RgbImage::new(7680, 4320).into(), ImageFormat::Png);
        assert_eq!(decode_bytes(&bytes, Path::new("p")).unwrap().dimensions(), (7680, 4320));
    }

    #[test]
    fn a_png_cut_anywhere_is_an_error_and_never_a_panic() {
        let bytes = encoded(&noise(24, 16).into(), ImageFormat::Png);
        // The last 12 bytes are the end mark, which carries no pixels.
        for length in 1..bytes.len() - 12 {
            let text = error(&bytes[..length]).to_string();
            assert!(text.contains("damaged") || text.contains("not a picture"), "{length}: {text}");
        }
    }

    #[test]
    fn other_formats_cut_anywhere_do_not_panic() {
        for format in [ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::Bmp, ImageFormat::WebP] {
            let bytes = encoded(&noise(24, 16).into(), format);
            for length in 0..bytes.len() {
                let _ = decode_bytes(&bytes[..length], Path::new("p"));
            }
            assert!(
                decode_bytes(&bytes[..bytes.len() / 2], Path::new("p")).is_err(),
                "{format:?}: half a file is not a picture"
            );
        }
    }

    #[test]
    fn a_jpeg_cut_anywhere_is_damaged() {
        let bytes = encoded(&noise(64, 48).into(), ImageFormat::Jpeg);
        assert!(decode_bytes(&bytes, Path::new("p")).is_ok());
        for length in 4..bytes.len() {
            let text = error(&bytes[..length]).to_string();
            assert!(text.contains("is damaged or cut off"), "{length}: {text}");
        }
        // The end of a small picture within a segment is not that of the picture.
        let thumbnail = [&bytes[..2], b"\xff\xe1\x00\x06ab\xff\xd9", &bytes[2..]].concat();
        assert!(decode_bytes(&thumbnail, Path::new("p")).is_ok());
        let cut = &thumbnail[..thumbnail.len() - 40];
        assert!(matches!(error(cut), DecodeError::Damaged { .. }));
    }

    #[test]
    fn pngs_of_every_kind_are_read_with_8_bits() {
        let picture = DynamicImage::from(noise(40, 30));
        let palette_free = [
            (picture.to_luma8().into(), DynamicImage::from(picture.to_luma8()).to_rgb8()),
            (picture.to_luma_alpha8().into(), DynamicImage::from(picture.to_luma8()).to_rgb8()),
            (picture.to_rgba8().into(), picture.to_rgb8()),
            (picture.to_rgb16().into(), picture.to_rgb8()),
            (DynamicImage::from(picture.to_rgba16()), picture.to_rgb8()),
        ];
        for (stored, expected) in palette_free {
            let kind = stored.color();
            let bytes = encoded(&stored, ImageFormat::Png);
            assert_eq!(decode_bytes(&bytes, Path::new("p")).unwrap(), expected, "{kind:?}");
        }
    }

    #[test]
    fn what_is_decoded_at_a_time_is_bounded() {
        let bytes = encoded(&noise(100, 100).into(), ImageFormat::Png);
        let name = Path::new("p");
        let cost = bytes.len() as u64 + 10_000 * (3 + READING);
        let memory = Memory::new(2 * cost);
        let first = decode_stream(&*bytes, name, &memory).unwrap();
        let second = decode_stream(&*bytes, name, &memory).unwrap();
        assert_eq!(*first, *second);
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                decode_stream(&*bytes, name, &memory).unwrap();
                send.send(()).unwrap();
            });
            let waits = receive.recv_timeout(std::time::Duration::from_millis(50));
            assert!(waits.is_err(), "a third one does not fit");
            drop(first);
            receive.recv().unwrap();
        });
    }

    #[test]
    fn what_is_no_picture_gets_a_sentence() {
        assert!(error(b"").to_string().contains("is empty (0 bytes)"));
        assert!(error(b"#!/bin/sh\n").to_string().contains("is not a picture"));
        assert!(matches!(error(b"II*\0not enabled here"), DecodeError::NotAPicture { .. }));
        let folder = decode(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err().to_string();
        assert!(folder.contains("is a folder"), "{folder}");
        let missing = decode(Path::new("no/such/file.png")).unwrap_err().to_string();
        assert!(missing.contains("cannot be read"), "{missing}");
    }
}
