//! Why a file gave no picture.

use crate::files::shown;
use image::ImageError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file gave no picture.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The file cannot be opened or read.
    #[error("{} cannot be read: {source}", shown(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder stands where a picture was expected.
    #[error("{} is a folder, not a picture: name the pictures in it", shown(path))]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A named pipe, which would be waited for, or a device.
    #[error(
        "{} is a pipe or a device, not a file: save the picture to a file, or give it to \
         `voltsight read -` on standard input",
        shown(path)
    )]
    NoFile {
        /// The pipe or device.
        path: PathBuf,
    },
    /// The file has no content.
    #[error("{} is empty (0 bytes): save the picture again", shown(path))]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The content is of no known format.
    #[error("{} is not a picture: PNG, JPEG, GIF, BMP and WebP files are read", shown(path))]
    NotAPicture {
        /// The file.
        path: PathBuf,
    },
    /// The picture is larger than [`MAX_PIXELS`](super::MAX_PIXELS), or takes more memory than that allows.
    #[error(
        "{} is too large ({size}): at most 64 megapixels are read, crop it or scale it down",
        shown(path)
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// What its header claims, for people.
        size: String,
    },
    /// The header is good but the pixels are not.
    #[error("{} is damaged or cut off: {why}; save or copy it again", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What the decoder said.
        why: String,
    },
}

pub(super) fn failure(error: ImageError, path: &Path) -> DecodeError {
    let path = path.to_owned();
    match error {
        ImageError::Limits(limit) => DecodeError::TooLarge { path, size: limit.to_string() },
        ImageError::IoError(source) if source.kind() != io::ErrorKind::UnexpectedEof => {
            DecodeError::Io { path, source }
        }
        other => DecodeError::Damaged { path, why: other.to_string() },
    }
}

pub(super) fn png_failure(error: png::DecodingError, path: &Path) -> DecodeError {
    let path = path.to_owned();
    match error {
        png::DecodingError::LimitsExceeded => {
            DecodeError::TooLarge { path, size: "its header claims too much".to_owned() }
        }
        png::DecodingError::IoError(source) if source.kind() != io::ErrorKind::UnexpectedEof => {
            DecodeError::Io { path, source }
        }
        other => DecodeError::Damaged { path, why: other.to_string() },
    }
}
