//! Reads a recording line by line.

use super::pixels;
use super::record::{FORMAT, Picture, Record, Start};
use crate::files::{self, shown};
use crate::frame::{Frame, MAX_PIXELS};
use grid::geometry::Point;
use image::RgbImage;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The longest line and the longest PNG, in bytes: more than the largest picture makes.
const LONGEST: u64 = 256 << 20;

/// The error for a recording that cannot be played back.
#[derive(Debug, thiserror::Error)]
#[error("{} {why}", shown(path))]
pub struct RecordingError {
    path: PathBuf,
    why: String,
}

/// The lines of a recording, and the pictures in it.
pub(super) struct Reader {
    path: PathBuf,
    input: BufReader<std::fs::File>,
    last: Option<Frame>,
    line: u64,
    /// Whether it ends in the middle of a line or a picture.
    pub cut: bool,
}

/// A line; a picture's has its pixels.
pub(super) enum Line {
    Record(Record),
    Frame(Frame),
}

impl Reader {
    /// Opens a recording.
    pub fn open(path: &Path) -> Result<(Self, Start), RecordingError> {
        let failed = |why: String| RecordingError { path: path.to_owned(), why };
        let file = files::open(path).map_err(|why| failed(format!("cannot be read: {why}")))?;
        let (input, cut) = (BufReader::new(file), false);
        let mut reader = Self { path: path.to_owned(), input, last: None, line: 0, cut };
        match reader.next() {
            Ok(Some(Line::Record(Record::Recording(start)))) if start.format == FORMAT => {
                Ok((reader, start))
            }
            Ok(Some(Line::Record(Record::Recording(start)))) => Err(failed(format!(
                "has format {}, and this program knows {FORMAT}: it was made by voltsight {}",
                start.format, start.program
            ))),
            _ => Err(failed("is not a recording: `voltsight watch --record` makes one".to_owned())),
        }
    }

    fn damaged(&self, what: &str) -> RecordingError {
        let why = format!("is damaged in line {}: {what}", self.line);
        RecordingError { path: self.path.clone(), why }
    }

    /// The next line; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Line>, RecordingError> {
        self.line += 1;
        let unreadable = |reader: &Self, why: std::io::Error| {
            reader.damaged(&format!("it cannot be read: {why}"))
        };
        if self.cut {
            return Ok(None);
        }
        let mut text = Vec::new();
        let read = (&mut self.input).take(LONGEST).read_until(b'\n', &mut text);
        read.map_err(|why| unreadable(self, why))?;
        if text.pop() != Some(b'\n') {
            // A program that was killed leaves half a line.
            self.cut = !text.is_empty();
            return Ok(None);
        }
        let record = serde_json::from_slice(&text).map_err(|why| self.damaged(&why.to_string()))?;
        Ok(Some(match record {
            Record::Picture(picture) => {
                let mut png = Vec::new();
                if picture.bytes as u64 > LONGEST {
                    return Err(self.damaged("its picture is too long"));
                }
                let read = (&mut self.input).take(picture.bytes as u64).read_to_end(&mut png);
                read.map_err(|why| unreadable(self, why))?;
                if png.len() < picture.bytes {
                    self.cut = true;
                    return Ok(None);
                }
                Line::Frame(self.picture(&picture, &png)?)
            }
            Record::Same(at) => match &mut self.last {
                Some(last) => {
                    last.at = Duration::from_nanos(at);
                    Line::Frame(last.clone())
                }
                None => return Err(self.damaged("there is no picture before it")),
            },
            record => Line::Record(record),
        }))
    }

    fn picture(&mut self, picture: &Picture, png: &[u8]) -> Result<Frame, RecordingError> {
        let (width, height) = picture.size;
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(self.damaged("its picture is too large"));
        }
        if picture.scale.is_some_and(|scale| !(scale.is_finite() && scale > 0.0)) {
            return Err(self.damaged("its pixels have no size on the desktop"));
        }
        let last = self.last.take().map(|frame| frame.picture);
        let known = last.filter(|last| last.dimensions() == picture.size);
        let mut pixels = known.unwrap_or_else(|| Arc::new(RgbImage::new(width, height)));
        if !png.is_empty() {
            pixels::add(Arc::make_mut(&mut pixels), picture.area, png)
                .ok_or_else(|| self.damaged("its picture cannot be decoded"))?;
        }
        let frame = Frame {
            picture: pixels,
            at: Duration::from_nanos(picture.at),
            origin: picture.origin.map(|(x, y)| Point::new(x, y)),
            scale: picture.scale.unwrap_or(1.0),
            dialog: picture.dialog.as_deref().map(Arc::from),
        };
        self.last = Some(frame.clone());
        Ok(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::super::writer::Writer;
    use super::*;

    /// Where a picture lies on the desktop, how large its pixels are there, and the dialog beside it, come back.
    #[test]
    fn what_belongs_to_a_picture_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("recording.vsr");
        let picture = Arc::new(RgbImage::from_pixel(3, 2, image::Rgb([1, 2, 3])));
        let plain = Frame::shared(picture, Duration::from_millis(5));
        let at = |x, y| Some(Point::new(x, y));
        let frames = [
            plain.clone(),
            Frame { origin: at(7.0, 8.5), scale: 0.5, ..plain.clone() },
            Frame { origin: at(7.0, 8.5), scale: 1.0, ..plain.clone() },
            Frame { dialog: Some("Won".into()), ..plain },
        ];
        let mut writer = Writer::new(std::fs::File::create(&file).unwrap());
        writer.line(&Record::Recording(Start::default())).unwrap();
        frames.iter().for_each(|frame| writer.picture(frame).unwrap());
        let (mut reader, _) = Reader::open(&file).unwrap();
        for frame in frames {
            let Some(Line::Frame(read)) = reader.next().unwrap() else { panic!("a picture") };
            assert_eq!(
                (read.origin, read.scale, &read.dialog),
                (frame.origin, frame.scale, &frame.dialog)
            );
            assert_eq!((read.at, &read.picture), (frame.at, &frame.picture));
        }
        assert!(reader.next().unwrap().is_none());
    }
}
