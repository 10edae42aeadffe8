//! A picture, where it came from, when it was taken.

use grid::geometry::Point;
use image::RgbImage;
use std::sync::Arc;
use std::time::Duration;

/// The largest picture that is read, in pixels: 64 Mi. An 8K desktop (7680x4320) is half of it.
pub const MAX_PIXELS: u64 = 64 << 20;

/// A captured picture.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pixels. Shared, because the reader, the view and the log look at the same picture.
    pub picture: Arc<RgbImage>,
    /// When it was taken, on the clock of its source (0 = when the source was opened). Everything
    /// that waits, waits on this clock, so that a recording replays exactly.
    pub at: Duration,
    /// Where the picture's top-left corner lies on the desktop, in its coordinates; `None` for
    /// pictures that are not on a desktop.
    pub origin: Option<Point>,
    /// The width of a pixel in the desktop's coordinates: 1, except on desktops whose points have several pixels.
    pub scale: f64,
    /// The title of a dialog of the game's program, next to or over its window. The dialog has a window of its own and
    /// is not in the picture.
    pub dialog: Option<Arc<str>>,
}

impl Frame {
    /// A picture that is not on a desktop.
    pub fn new(picture: RgbImage, at: Duration) -> Self {
        Self::shared(Arc::new(picture), at)
    }

    /// A frame of a shared picture, without a copy; else as [`Frame::new`].
    pub fn shared(picture: Arc<RgbImage>, at: Duration) -> Self {
        Self { picture, at, origin: None, scale: 1.0, dialog: None }
    }

    /// Whether another frame shows the same pixels and the same dialog.
    pub fn shows_same(&self, other: &Self) -> bool {
        let (a, b) = (&self.picture, &other.picture);
        let same_pixels = || a.dimensions() == b.dimensions() && a.as_raw() == b.as_raw();
        self.dialog == other.dialog && (Arc::ptr_eq(a, b) || same_pixels())
    }
}
