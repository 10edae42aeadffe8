//! Reads files.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Opens a regular file. A named pipe, which would be waited for until somebody writes to it, a
/// device and a folder are errors.
///
/// # Errors
/// What the system says, or that it is not a file.
pub fn open(path: &Path) -> io::Result<File> {
    regular(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    // It may have been replaced in between.
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(metadata: &std::fs::Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(if metadata.is_dir() {
        io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file")
    } else {
        io::Error::other("it is a pipe or a device, not a file")
    })
}

/// The error for a file without readable text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is more than the limit, in bytes.
    #[error("there are more than {} KiB: nothing of this kind is that large", .0 / 1024)]
    TooLong(u64),
    /// It is neither UTF-8 nor UTF-16 with a byte order mark.
    #[error("it is not text (UTF-8)")]
    NotText,
}

/// The text of a regular file of at most `limit` bytes, as [`read_text`] reads it.
///
/// # Errors
/// [`TextError`].
pub fn text(path: &Path, limit: u64) -> Result<String, TextError> {
    read_text(open(path)?, limit)
}

/// The lines of a regular file, of at most `limit` bytes each and without their ends.
///
/// # Errors
/// The file cannot be opened; as a line, [`TextError`].
pub fn lines(
    path: &Path,
    limit: u64,
) -> io::Result<impl Iterator<Item = Result<String, TextError>>> {
    let mut file = BufReader::new(open(path)?);
    let mut is_over = false;
    Ok(std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let mut line = Vec::new();
        let read = file.by_ref().take(limit + 1).read_until(b'\n', &mut line);
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        let line = match read {
            Ok(0) => return None,
            Err(error) => Err(TextError::Io(error)),
            Ok(_) if line.len() as u64 > limit => Err(TextError::TooLong(limit)),
            Ok(_) => String::from_utf8(line).map_err(|_| TextError::NotText),
        };
        is_over = line.is_err();
        Some(line)
    }))
}

/// Reads text of at most `limit` bytes: UTF-8, or UTF-16 with a byte order mark, as the shell of
/// Windows writes it. The mark is left out.
///
/// # Errors
/// [`TextError`].
pub fn read_text(input: impl Read, limit: u64) -> Result<String, TextError> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(TextError::TooLong(limit));
    }
    let wide = |from_bytes: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes[2..].as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().copied().map(from_bytes).collect();
        String::from_utf16(&units).ok().filter(|_| rest.is_empty())
    };
    match bytes[..] {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, ..] => String::from_utf8(bytes.split_off(3)).ok(),
        _ => String::from_utf8(bytes).ok(),
    }
    .ok_or(TextError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_with_and_without_a_byte_order_mark() {
        let wide: Vec<u8> = "\u{feff}rows ü".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let swapped: Vec<u8> = "\u{feff}rows ü".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in ["rows ü".as_bytes(), "\u{feff}rows ü".as_bytes(), &wide, &swapped] {
            assert_eq!(read_text(bytes, 99).unwrap(), "rows ü", "{bytes:?}");
        }
        for bytes in [&wide[..wide.len() - 1], b"\xff\xfe\x00\xd8", b"a\xff", b"\xef\xbb\xbf\xff"] {
            assert!(matches!(read_text(bytes, 99), Err(TextError::NotText)), "{bytes:?}");
        }
        assert_eq!(read_text(&b"four"[..], 4).unwrap(), "four");
        assert!(matches!(read_text(&b"fives"[..], 4), Err(TextError::TooLong(4))));
        assert!(matches!(read_text(io::repeat(0), 1 << 20), Err(TextError::TooLong(_))));
    }

    #[test]
    fn lines_are_read_within_bounds() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("lines");
        let read = |text: &[u8]| {
            std::fs::write(&path, text).unwrap();
            let lines = lines(&path, 4).unwrap();
            lines.map(|line| line.map_err(|why| why.to_string())).collect::<Vec<_>>()
        };
        assert_eq!(read(b"four\n\nend"), [Ok("four".into()), Ok("".into()), Ok("end".into())]);
        let long = read(b"a\nfives\nb");
        assert!(long.len() == 2 && long[1].is_err(), "nothing is read after it: {long:?}");
        assert!(read(b"\xff\n")[0].is_err());
        assert_eq!(read(b""), []);
    }

    #[test]
    fn only_files_are_opened() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(open(&folder.join("Cargo.toml")).is_ok());
        assert!(open(folder).unwrap_err().to_string().contains("a folder"));
        if cfg!(unix) {
            let error = open(Path::new("/dev/zero")).unwrap_err().to_string();
            assert!(error.contains("pipe or a device"), "{error}");
        }
    }
}
