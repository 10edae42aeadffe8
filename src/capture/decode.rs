//! Picture files into pixels, with bounded memory.
//!
//! The dimensions are read from the file's header and checked before pixels are allocated, so a
//! small file that claims to be huge costs nothing.

use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits, Rgb, RgbImage};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::path::{Path, PathBuf};

/// The largest picture that is read, in pixels: 64 Mi. An 8K desktop (7680x4320) is half of it.
pub const MAX_PIXELS: u64 = 64 << 20;

/// What decoding may allocate, in bytes: [`MAX_PIXELS`] with four channels of 16 bits.
const MAX_BYTES: u64 = MAX_PIXELS * 8;

/// Why a file gave no picture.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The file cannot be opened or read.
    #[error("{} cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder stands where a picture was expected.
    #[error("{} is a folder, not a picture: name the pictures in it", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The file has no content.
    #[error("{} is empty (0 bytes): save the picture again", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The content is of no known format.
    #[error("{} is not a picture: PNG, JPEG, GIF, BMP and WebP files are read", path.display())]
    NotAPicture {
        /// The file.
        path: PathBuf,
    },
    /// The picture is larger than [`MAX_PIXELS`], or takes more memory than that allows.
    #[error(
        "{} is too large ({size}): at most 64 megapixels are read, crop it or scale it down",
        path.display()
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What its header claims, for people.
        size: String,
    },
    /// The header is good but the pixels are not.
    #[error("{} is damaged or cut off: {source}; save or copy it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the decoder said.
        source: ImageError,
    },
}

/// Decodes a picture file. Of an animation, the first picture.
///
/// Transparent pixels are composited on black. Where *every* pixel is wholly transparent the
/// colours are taken as they stand: some capture tools leave the alpha channel at zero.
///
/// # Errors
/// A sentence for each way in which a file is no picture; see [`DecodeError`].
pub fn decode(path: &Path) -> Result<RgbImage, DecodeError> {
    let io = |source| DecodeError::Io { path: path.to_owned(), source };
    let file = File::open(path).map_err(io)?;
    let metadata = file.metadata().map_err(io)?;
    if metadata.is_dir() {
        return Err(DecodeError::Folder { path: path.to_owned() });
    }
    if metadata.is_file() && metadata.len() == 0 {
        return Err(DecodeError::Empty { path: path.to_owned() });
    }
    decode_from(BufReader::new(file), path)
}

/// Decodes a picture held in memory; `name` stands in for the path in errors.
///
/// # Errors
/// As [`decode`].
pub fn decode_bytes(bytes: &[u8], name: &Path) -> Result<RgbImage, DecodeError> {
    if bytes.is_empty() {
        return Err(DecodeError::Empty { path: name.to_owned() });
    }
    decode_from(Cursor::new(bytes), name)
}

fn decode_from(reader: impl BufRead + Seek, path: &Path) -> Result<RgbImage, DecodeError> {
    let path = || path.to_owned();
    let too_large = |size| DecodeError::TooLarge { path: path(), size };
    let failed = |error| match error {
        ImageError::Limits(limit) => too_large(limit.to_string()),
        ImageError::IoError(source) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            DecodeError::Io { path: path(), source }
        }
        source => DecodeError::Damaged { path: path(), source },
    };
    let mut reader = ImageReader::new(reader)
        .with_guessed_format()
        .map_err(|source| DecodeError::Io { path: path(), source })?;
    if !reader.format().is_some_and(|format| format.reading_enabled()) {
        return Err(DecodeError::NotAPicture { path: path() });
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(failed)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_BYTES {
        return Err(too_large(format!("{width}x{height} pixels")));
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
    Ok(flatten(picture))
}

/// Drops the alpha channel as [`decode`] describes.
fn flatten(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let blank = picture.pixels().all(|p| p.0[3] == 0);
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [r, g, b, a] = picture.get_pixel(x, y).0;
        let a = if blank { 255 } else { u32::from(a) };
        Rgb([r, g, b].map(|c| ((u32::from(c) * a + 127) / 255) as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgba, RgbaImage};

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
        let crc = bytes[12..29].iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |c, _| (c >> 1) ^ (0xedb8_8320 * (c & 1)))
        });
        bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
        bytes
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
                decode_bytes(&bytes[..bytes.len() / 2], Path::new("p")).is_err()
                    || format == ImageFormat::Jpeg,
                "{format:?}: half a file is no picture"
            );
        }
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
