//! Writes a recording: what changed since the line before, and nothing that can be derived.

use super::pixels::{changed, encode};
use super::record::{Picture, Read, Record};
use crate::frame::Frame;
use crate::observation::Field;
use image::RgbImage;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Writes lines, and remembers what the last ones said.
pub(super) struct Writer<W> {
    out: W,
    last: Option<Frame>,
    read: BTreeMap<String, (Option<String>, u8)>,
}

/// Nanoseconds, which last for 584 years.
fn nanoseconds(at: Duration) -> u64 {
    u64::try_from(at.as_nanos()).unwrap_or(u64::MAX)
}

/// How sure a field is, in whole percent: further digits may depend on the processor.
pub(super) fn percent(field: &Field) -> u8 {
    (field.confidence * 100.0).round().clamp(0.0, 100.0) as u8
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, last: None, read: BTreeMap::new() }
    }

    /// Writes a line. It is there at once, should the process be killed.
    pub fn line(&mut self, record: &Record) -> io::Result<()> {
        self.part(record, &[])
    }

    fn part(&mut self, record: &Record, bytes: &[u8]) -> io::Result<()> {
        let mut text = serde_json::to_vec(record)?;
        text.push(b'\n');
        text.extend_from_slice(bytes);
        self.out.write_all(&text)?;
        self.out.flush()
    }

    /// Writes a picture.
    pub fn picture(&mut self, frame: &Frame) -> io::Result<()> {
        let at = nanoseconds(frame.at);
        let size = frame.picture.dimensions();
        let known = self.last.take().filter(|last| last.picture.dimensions() == size);
        let area = match &known {
            Some(last) if Arc::ptr_eq(&last.picture, &frame.picture) => None,
            Some(last) => changed(&last.picture, &frame.picture),
            None => Some((0, 0, size.0, size.1)),
        };
        let same = known.as_ref().is_some_and(|last| {
            area.is_none()
                && (last.origin, last.scale) == (frame.origin, frame.scale)
                && last.dialog == frame.dialog
        });
        self.last = Some(frame.clone());
        if same {
            return self.line(&Record::Same(at));
        }
        let png = match area {
            None => Vec::new(),
            Some(area) => {
                let before = known
                    .map_or_else(|| Arc::new(RgbImage::new(size.0, size.1)), |last| last.picture);
                encode(&before, &frame.picture, area).map_err(io::Error::other)?
            }
        };
        let picture = Picture {
            at,
            origin: frame.origin.map(|point| (point.x, point.y)),
            scale: (frame.scale != 1.0).then_some(frame.scale),
            dialog: frame.dialog.as_deref().map(str::to_owned),
            size,
            area: area.unwrap_or_default(),
            bytes: png.len(),
        };
        self.part(&Record::Picture(picture), &png)
    }

    /// Writes what was read of the last picture, if anything of it is new.
    pub fn reading(&mut self, fields: Vec<Field>) -> io::Result<()> {
        let now: BTreeMap<String, (Option<String>, u8)> = fields
            .into_iter()
            .map(|field| (field.name.clone(), (field.value.clone(), percent(&field))))
            .collect();
        let all = !now.keys().eq(self.read.keys());
        let fields: Vec<_> = now
            .iter()
            .filter(|(name, seen)| all || self.read.get(*name) != Some(seen))
            .map(|(name, (value, percent))| (name.clone(), value.clone(), *percent))
            .collect();
        self.read = now;
        if fields.is_empty() { Ok(()) } else { self.line(&Record::Read(Read { all, fields })) }
    }

    /// Writes the next picture and the next reading whole.
    pub fn forget(&mut self) {
        self.last = None;
        self.read.clear();
    }

    /// Where it writes to.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }
}
