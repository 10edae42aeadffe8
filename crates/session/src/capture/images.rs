//! Picture files and folders of them as a [`Source`].

use super::decode::decode;
use super::{CaptureError, Source};
use crate::files::shown;
use crate::frame::Frame;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The extensions of pictures in a folder, in lower case.
pub const ENDINGS: [&str; 6] = ["png", "jpg", "jpeg", "bmp", "gif", "webp"];

/// A source of picture files, one after the other.
///
/// Its clock moves by the requested waits only: the n-th picture is as old as the sum of the first n waits.
#[derive(Debug)]
pub struct ImageSource {
    name: String,
    paths: std::vec::IntoIter<PathBuf>,
    clock: Duration,
    refused: Vec<String>,
}

impl ImageSource {
    /// The pictures named, in the order given; a folder stands for the pictures in it.
    ///
    /// # Errors
    /// [`CaptureError::Failed`] when a folder cannot be listed or there is no picture at all.
    pub fn open(paths: &[PathBuf]) -> Result<Self, CaptureError> {
        let name = match paths {
            [one] => shown(one).to_string(),
            several => format!("{} files", several.len()),
        };
        let paths = expand(paths)?.into_iter();
        Ok(Self { name, paths, clock: Duration::ZERO, refused: Vec::new() })
    }

    /// Why files that it came to could not be decoded, in a sentence each.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }
}

impl Source for ImageSource {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// The next picture. One that cannot be decoded is [`CaptureError::Failed`] and is passed by.
    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.clock += wait;
        let path = self.paths.next().ok_or_else(|| CaptureError::Ended(self.name.clone()))?;
        let picture = decode(&path).map_err(|error| {
            self.refused.push(error.to_string());
            CaptureError::Failed(error.to_string())
        })?;
        Ok(Frame::new(picture, self.clock))
    }
}

/// The files named, each folder replaced by the pictures in it (not in folders within), in the
/// order of their names with numbers read as numbers.
///
/// # Errors
/// [`CaptureError::Failed`] when a folder cannot be listed or there is no picture at all.
pub fn expand(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CaptureError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(pictures_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let names: Vec<_> = paths.iter().map(|path| shown(path).to_string()).collect();
        return Err(CaptureError::Failed(format!(
            "no pictures in {}: files ending in {} are looked for",
            if names.is_empty() { "an empty list".into() } else { names.join(", ") },
            ENDINGS.join(", ")
        )));
    }
    Ok(files)
}

/// Whether a file is a picture by its name.
pub fn is_picture(path: &Path) -> bool {
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    ending.is_some_and(|e| ENDINGS.contains(&e.as_str()))
}

fn pictures_in(folder: &Path) -> Result<Vec<PathBuf>, CaptureError> {
    let failed = |error: std::io::Error| {
        CaptureError::Failed(format!("the folder {} cannot be listed: {error}", shown(folder)))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if is_picture(&path) && path.is_file() {
            files.push(path);
        }
    }
    files.sort_by(|a, b| by_numbers(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(files)
}

/// Compares names so that `frame-9` comes before `frame-10`.
fn by_numbers(a: &str, b: &str) -> Ordering {
    let (mut x, mut y) = (a, b);
    while let (Some(i), Some(j)) = (x.chars().next(), y.chars().next()) {
        let order = if i.is_ascii_digit() && j.is_ascii_digit() {
            let (m, n) = (digits(&mut x), digits(&mut y));
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (x, y) = (&x[i.len_utf8()..], &y[j.len_utf8()..]);
            i.cmp(&j)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// Takes the leading number off `text`, without its leading zeros.
fn digits<'a>(text: &mut &'a str) -> &'a str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    number.trim_start_matches('0')
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    #[test]
    fn names_are_ordered_with_numbers_as_numbers() {
        let mut names = ["f10", "f9", "f", "f010x", "e11", "f09b", "f9a"];
        names.sort_by(|a, b| by_numbers(a, b));
        assert_eq!(names, ["e11", "f", "f9", "f9a", "f09b", "f10", "f010x"]);
    }

    #[test]
    fn a_folder_gives_its_pictures_in_order_on_its_own_clock() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        for width in [2, 10, 1] {
            RgbImage::new(width, 1).save(folder.join(format!("p{width}.PNG"))).unwrap();
        }
        std::fs::write(folder.join("truth.json"), "{}").unwrap();
        let mut source = ImageSource::open(std::slice::from_ref(&folder)).unwrap();
        for (width, at) in [(1, 5), (2, 10), (10, 15)] {
            let frame = source.next(Duration::from_secs(5)).unwrap();
            assert_eq!((frame.picture.width(), frame.at.as_secs()), (width, at));
            assert_eq!(frame.origin, None);
        }
        assert!(matches!(source.next(Duration::ZERO), Err(CaptureError::Ended(_))));
    }

    #[test]
    fn a_bad_picture_is_reported_and_passed_by() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        std::fs::write(folder.join("a.png"), "").unwrap();
        RgbImage::new(3, 1).save(folder.join("b.png")).unwrap();
        let mut source = ImageSource::open(&[folder]).unwrap();
        let text = source.next(Duration::ZERO).unwrap_err().to_string();
        assert!(text.contains("a.png is empty"), "{text}");
        assert_eq!(source.next(Duration::ZERO).unwrap().picture.width(), 3);
    }

    #[test]
    fn a_folder_without_pictures_is_an_error() {
        let scratch = tempfile::tempdir().unwrap();
        let text = ImageSource::open(&[scratch.path().to_owned()]).unwrap_err().to_string();
        assert!(text.contains("no pictures in"), "{text}");
    }
}
