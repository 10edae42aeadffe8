//! The pictures of a shared window or monitor, as PipeWire brings them.

use super::calls::{Buffer, Listener, Running, StreamState};
use crate::system::raw_pixels::{Order, decoded};
use grid::geometry::{Point, Rect};
use image::RgbImage;
use libspa::param::ParamType;
use libspa::param::format::{FormatProperties, MediaSubtype, MediaType};
use libspa::param::video::{VideoFormat, VideoInfoRaw};
use libspa::pod::serialize::PodSerializer;
use libspa::pod::{ChoiceValue, Object, Pod, Property, PropertyFlags, Value, object, property};
use libspa::sys::{
    SPA_DATA_MemFd, SPA_DATA_MemPtr, SPA_META_Cursor, SPA_META_Header, SPA_META_VideoCrop,
    SPA_PARAM_BUFFERS_dataType, SPA_PARAM_META_size, SPA_PARAM_META_type, spa_meta_bitmap,
    spa_meta_cursor, spa_meta_header, spa_meta_region,
};
use libspa::utils::{Choice, ChoiceEnum, ChoiceFlags, Fraction, Id, Rectangle, SpaTypes};
use session::frame::MAX_PIXELS;
use std::io::Cursor;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The widest and highest picture that is asked for, in pixels.
const LARGEST: u32 = 16384;

/// The largest picture of a pointer that may come with its place, in pixels across. It is not looked at.
const POINTER: [i32; 3] = [64, 1, 1024];

/// A running stream of pictures.
pub(super) struct Stream {
    seen: Arc<Seen>,
    _running: Running,
}

/// What was seen of the stream so far.
#[derive(Default)]
struct Seen(Mutex<Latest>);

struct Latest {
    state: StreamState,
    /// The order of the colours in a pixel, and the size of the pictures.
    format: Option<(Order, u32, u32)>,
    /// Four bytes a pixel, row by row.
    raw: Vec<u8>,
    size: (u32, u32),
    /// The left and top of what is shown, in the stream's pictures.
    corner: (i32, i32),
    /// Whether `raw` is newer than `picture`.
    is_new: bool,
    picture: Option<Arc<RgbImage>>,
    pointer: Option<(i32, i32)>,
    /// How often it was told where the pointer is.
    told: u64,
    trouble: Option<String>,
}

impl Default for Latest {
    fn default() -> Self {
        Self {
            state: StreamState::Paused,
            format: None,
            raw: Vec::new(),
            size: (0, 0),
            corner: (0, 0),
            is_new: false,
            picture: None,
            pointer: None,
            told: 0,
            trouble: None,
        }
    }
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Seen {
    fn state(&self, state: StreamState) {
        self.lock().state = state;
    }

    fn format(&self, format: &[u8]) -> Vec<Vec<u8>> {
        let mut latest = self.lock();
        let (now, trouble) = match agreed(format) {
            Ok(format) => (Some(format), None),
            Err(why) => (None, Some(why)),
        };
        if now != latest.format {
            // What is in memory is of the format before.
            latest.raw.clear();
            latest.size = (0, 0);
        }
        latest.format = now;
        latest.trouble = trouble.or(latest.trouble.take());
        wanted_of_buffers()
    }

    fn buffer(&self, buffer: &Buffer<'_>) {
        let mut latest = self.lock();
        if let Some(pointer) = buffer.pointer {
            latest.pointer = pointer;
            latest.told += 1;
        }
        let (Some(bytes), Some((_, width, height))) = (buffer.bytes, latest.format) else { return };
        if let Err(why) = latest.take_in(bytes, buffer.stride, (width, height), buffer.crop) {
            latest.trouble = Some(why);
        }
    }
}

impl Latest {
    /// What the last buffer showed of the stream's pictures, in their pixels.
    fn area(&self) -> Option<Rect> {
        let ((w, h), (x, y)) = (self.size, self.corner);
        (w > 0).then(|| Rect::new(x.into(), y.into(), w.into(), h.into()))
    }

    /// Copies what is shown out of a buffer, if it is not what was shown before.
    fn take_in(
        &mut self,
        bytes: &[u8],
        stride: usize,
        (width, height): (u32, u32),
        crop: Option<(i32, i32, u32, u32)>,
    ) -> Result<(), String> {
        let (left, top, w, h) = crop.unwrap_or((0, 0, width, height));
        let (x, y) = (left.clamp(0, width as i32) as u32, top.clamp(0, height as i32) as u32);
        let (w, h) = (w.min(width - x), h.min(height - y));
        if u64::from(w) * u64::from(h) > MAX_PIXELS {
            return Err(format!("it is too large ({w}x{h} pixels)"));
        }
        let stride = if stride == 0 { width as usize * 4 } else { stride };
        let row = |line: u32| {
            let begin = (y + line) as usize * stride + x as usize * 4;
            bytes.get(begin..begin + w as usize * 4)
        };
        if h == 0 || w == 0 || row(h - 1).is_none() {
            return Err("its buffers are shorter than its pictures".into());
        }
        let is_same_size = self.size == (w, h);
        self.raw.resize(w as usize * h as usize * 4, 0);
        let mut has_changed = !is_same_size;
        for (kept, line) in self.raw.chunks_exact_mut(w as usize * 4).zip(0..h) {
            let fresh = row(line).unwrap_or_default();
            if kept != fresh {
                kept.copy_from_slice(fresh);
                has_changed = true;
            }
        }
        (self.size, self.corner) = ((w, h), (x as i32, y as i32));
        self.is_new |= has_changed;
        self.trouble = None;
        Ok(())
    }
}

/// Why there is no picture of a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoPicture {
    /// None has come yet, or it is paused.
    Waiting,
    /// Its pictures are not understood, in words.
    Strange(String),
    /// None will come: why.
    Failed(String),
}

impl Stream {
    /// Connects to PipeWire by this socket, and to the source of this number there.
    ///
    /// # Errors
    /// What failed, in words.
    pub fn start(socket: OwnedFd, source: u32) -> Result<Self, String> {
        let seen = Arc::new(Seen::default());
        let formats = [binary(understood())];
        let running = Running::start(socket, source, &formats, seen.clone())?;
        Ok(Self { seen, _running: running })
    }

    /// The last picture, the very same one for as long as no pixel changes, and what it shows of the stream's pictures, in
    /// their pixels.
    ///
    /// # Errors
    /// Why there is none.
    pub fn picture(&self) -> Result<(Arc<RgbImage>, Rect), NoPicture> {
        let mut latest = self.seen.lock();
        match &latest.state {
            StreamState::Failed(why) => return Err(NoPicture::Failed(why.clone())),
            StreamState::Paused => return Err(NoPicture::Waiting),
            StreamState::Streaming => {}
        }
        if let Some(why) = &latest.trouble {
            return Err(NoPicture::Strange(why.clone()));
        }
        if std::mem::take(&mut latest.is_new)
            && let Some((order, ..)) = latest.format
        {
            latest.picture = Some(Arc::new(decoded(&latest.raw, latest.size, order)));
        }
        latest.picture.clone().zip(latest.area()).ok_or(NoPicture::Waiting)
    }

    /// Where the pointer is in the stream's pictures, if it is in them.
    pub fn pointer(&self) -> Option<Point> {
        let (x, y) = self.seen.lock().pointer?;
        Some(Point::new(x.into(), y.into()))
    }

    /// How often it was told where the pointer is.
    pub fn told(&self) -> u64 {
        self.seen.lock().told
    }

    /// How wide the stream's pictures are, of which a part may be shown.
    pub fn width(&self) -> Option<u32> {
        self.seen.lock().format.map(|(_, width, _)| width)
    }

    /// What the last picture shows of the stream's pictures, in their pixels.
    pub fn area(&self) -> Option<Rect> {
        self.seen.lock().area()
    }
}

/// The format that was agreed upon.
fn agreed(format: &[u8]) -> Result<(Order, u32, u32), String> {
    let mut video = VideoInfoRaw::new();
    let pod = Pod::from_bytes(format).ok_or("its format is not understood")?;
    video.parse(pod).map_err(|error| format!("its format is not understood ({error})"))?;
    let order = match video.format() {
        VideoFormat::BGRx | VideoFormat::BGRA => Order::Bgrx,
        VideoFormat::RGBx | VideoFormat::RGBA => Order::Rgbx,
        other => return Err(format!("its pixels are not understood ({other:?})")),
    };
    Ok((order, video.size().width, video.size().height))
}

fn binary(object: Object) -> Vec<u8> {
    PodSerializer::serialize(Cursor::new(Vec::new()), &Value::Object(object))
        .expect("memory takes every object")
        .0
        .into_inner()
}

/// The formats that are understood: pixels of four bytes, of any size, at any rate. None has a modifier, by which
/// memory of a graphics card would be asked for.
fn understood() -> Object {
    let (least, most) = (Rectangle { width: 1, height: 1 }, LARGEST);
    object!(
        SpaTypes::ObjectParamFormat,
        ParamType::EnumFormat,
        property!(FormatProperties::MediaType, Id, MediaType::Video),
        property!(FormatProperties::MediaSubtype, Id, MediaSubtype::Raw),
        property!(
            FormatProperties::VideoFormat,
            Choice,
            Enum,
            Id,
            VideoFormat::BGRx,
            VideoFormat::BGRx,
            VideoFormat::RGBx,
            VideoFormat::BGRA,
            VideoFormat::RGBA
        ),
        property!(
            FormatProperties::VideoSize,
            Choice,
            Range,
            Rectangle,
            Rectangle { width: 1280, height: 800 },
            least,
            Rectangle { width: most, height: most }
        ),
        property!(
            FormatProperties::VideoFramerate,
            Choice,
            Range,
            Fraction,
            Fraction { num: 60, denom: 1 },
            Fraction { num: 0, denom: 1 },
            Fraction { num: 1000, denom: 1 }
        ),
    )
}

/// Buffers in plain memory, with the part that is shown, and with the pointer apart from the picture.
fn wanted_of_buffers() -> Vec<Vec<u8>> {
    let property = |key, value| Property { key, flags: PropertyFlags::empty(), value };
    let choice = |choice| Value::Choice(ChoiceValue::Int(Choice(ChoiceFlags::empty(), choice)));
    let memory = (1 << SPA_DATA_MemPtr) | (1 << SPA_DATA_MemFd);
    let memory = choice(ChoiceEnum::Flags { default: memory, flags: vec![memory] });
    let buffers = Object {
        type_: SpaTypes::ObjectParamBuffers.as_raw(),
        id: ParamType::Buffers.as_raw(),
        properties: vec![property(SPA_PARAM_BUFFERS_dataType, memory)],
    };
    let meta = |kind, size| Object {
        type_: SpaTypes::ObjectParamMeta.as_raw(),
        id: ParamType::Meta.as_raw(),
        properties: vec![
            property(SPA_PARAM_META_type, Value::Id(Id(kind))),
            property(SPA_PARAM_META_size, size),
        ],
    };
    let fixed = |size: usize| Value::Int(size as i32);
    let pointer = POINTER.map(|side| {
        let around = size_of::<spa_meta_cursor>() + size_of::<spa_meta_bitmap>();
        around as i32 + side * side * 4
    });
    let [default, min, max] = pointer;
    [
        buffers,
        meta(SPA_META_Header, fixed(size_of::<spa_meta_header>())),
        meta(SPA_META_VideoCrop, fixed(size_of::<spa_meta_region>())),
        meta(SPA_META_Cursor, choice(ChoiceEnum::Range { default, min, max })),
    ]
    .into_iter()
    .map(binary)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn latest() -> Latest {
        Latest { state: StreamState::Streaming, ..Latest::default() }
    }

    #[test]
    fn the_part_that_is_shown_is_cut_out_of_a_wider_buffer() {
        // 3x2 pixels in rows of 16 bytes; pixel (x, y) is 10 y + x.
        let mut bytes = vec![0; 32];
        for (x, y) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)] {
            bytes[y * 16 + x * 4..][..4].fill((10 * y + x) as u8);
        }
        let mut latest = latest();
        latest.take_in(&bytes, 16, (3, 2), Some((1, 1, 2, 1))).unwrap();
        assert_eq!((latest.size, latest.corner), ((2, 1), (1, 1)));
        assert_eq!(latest.raw, [11, 11, 11, 11, 12, 12, 12, 12]);
        assert!(std::mem::take(&mut latest.is_new));
        latest.take_in(&bytes, 16, (3, 2), Some((1, 1, 2, 1))).unwrap();
        assert!(!latest.is_new, "the same pixels are no new picture");
    }

    #[test]
    fn a_buffer_that_is_too_short_is_refused() {
        assert!(latest().take_in(&[0; 20], 0, (3, 2), None).is_err());
        assert!(latest().take_in(&[0; 24], 0, (3, 2), None).is_ok());
    }
}
