//! A window's pixels: through memory shared with the X server, else through xcap.
//!
//! Shared memory is several times faster, which decides the cost of watching a window all day.
//! It needs the server on this machine and the usual 32-bit pixels; all else is left to xcap.

use super::server::XServer;
use crate::WindowId;
use image::{DynamicImage, RgbImage, RgbaImage};
use session::frame::MAX_PIXELS;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyError;
use x11rb::protocol::composite::ConnectionExt as _;
use x11rb::protocol::shm::{ConnectionExt as _, Seg};
use x11rb::protocol::xproto::{ConnectionExt as _, ImageFormat, ImageOrder, Pixmap};

/// Takes the pixels of one window.
pub(super) struct Pixels {
    /// Whether the window is redirected, so that its pixels are in a pixmap of its own.
    redirected: bool,
    shared: Shared,
    /// The window for xcap, once it was asked.
    handle: Option<xcap::Window>,
    /// The last picture's size and raw bytes, and the picture made of them.
    last: Option<((u16, u16), Arc<RgbImage>)>,
    raw: Vec<u8>,
    fresh: Vec<u8>,
}

enum Shared {
    /// Not tried yet.
    Untried,
    /// It works.
    Segment(Segment),
    /// It does not work for this window.
    Never,
}

impl Pixels {
    pub(super) fn new(redirected: bool) -> Self {
        let (raw, fresh) = (Vec::new(), Vec::new());
        Self { redirected, shared: Shared::Untried, handle: None, last: None, raw, fresh }
    }

    /// The window's `width` x `height` pixels; the very same picture as before if no pixel changed.
    ///
    /// # Errors
    /// What went wrong, for people; mostly the window changed its size or went away meanwhile.
    pub(super) fn take(
        &mut self,
        desktop: &XServer,
        window: WindowId,
        width: u16,
        height: u16,
    ) -> Result<Arc<RgbImage>, String> {
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(format!("it is too large ({width}x{height} pixels)"));
        }
        if matches!(self.shared, Shared::Untried) {
            self.shared = match usual_pixels(desktop, window) {
                true => Segment::new(desktop, 0).map_or(Shared::Never, Shared::Segment),
                false => Shared::Never,
            };
        }
        let Shared::Segment(segment) = &mut self.shared else {
            let picture = self.by_xcap(window).map_err(|error| error.to_string())?;
            return match picture.dimensions() == (width.into(), height.into()) {
                true => Ok(Arc::new(DynamicImage::from(picture).into_rgb8())),
                false => Err("its size changes all the time".into()),
            };
        };
        let size = (width, height);
        segment.read(desktop, window, self.redirected, size, &mut self.fresh)?;
        if let Some((last, picture)) = &self.last
            && *last == size
            && self.raw == self.fresh
        {
            return Ok(picture.clone());
        }
        std::mem::swap(&mut self.raw, &mut self.fresh);
        let picture = Arc::new(from_bgrx(&self.raw, width, height));
        self.last = Some((size, picture.clone()));
        Ok(picture)
    }
}

impl Pixels {
    fn by_xcap(&mut self, window: WindowId) -> Result<RgbaImage, xcap::XCapError> {
        if self.handle.is_none() {
            let all = xcap::Window::all()?;
            self.handle = all.into_iter().find(|other| other.id().is_ok_and(|id| id == window));
        }
        let gone = || xcap::XCapError::new("the window manager does not list it");
        self.handle.as_ref().ok_or_else(gone)?.capture_image()
    }

    /// Gives the shared memory back.
    pub(super) fn release(&mut self, desktop: &XServer) {
        if let Shared::Segment(segment) = std::mem::replace(&mut self.shared, Shared::Never) {
            segment.release(desktop);
        }
    }
}

/// Whether the window's pixels are 32 bits each, blue first.
fn usual_pixels(desktop: &XServer, window: WindowId) -> bool {
    let setup = desktop.connection.setup();
    let attributes = desktop.connection.get_window_attributes(window).ok().map(|c| c.reply());
    let Some(Ok(attributes)) = attributes else { return false };
    let depths = setup.roots.iter().flat_map(|root| &root.allowed_depths);
    setup.image_byte_order == ImageOrder::LSB_FIRST
        && depths.into_iter().any(|depth| {
            setup.pixmap_formats.iter().any(|f| f.depth == depth.depth && f.bits_per_pixel == 32)
                && depth.visuals.iter().any(|visual| {
                    visual.visual_id == attributes.visual
                        && [visual.red_mask, visual.green_mask, visual.blue_mask]
                            == [0x00ff_0000, 0x0000_ff00, 0x0000_00ff]
                })
        })
}

/// Bytes in the order blue, green, red, unused, as a picture.
fn from_bgrx(raw: &[u8], width: u16, height: u16) -> RgbImage {
    let mut picture = RgbImage::new(width.into(), height.into());
    for (rgb, bgrx) in picture.chunks_exact_mut(3).zip(raw.chunks_exact(4)) {
        rgb.copy_from_slice(&[bgrx[2], bgrx[1], bgrx[0]]);
    }
    picture
}

/// Memory that the server writes pictures into. It is read as a file, not mapped: that costs one
/// copy and needs no unsafe code.
struct Segment {
    number: Seg,
    file: File,
    size: usize,
    /// The number under which a window's pixmap is read.
    pixmap: Pixmap,
}

impl Segment {
    /// A segment of at least `size` bytes; `None` where the server cannot share memory.
    fn new(desktop: &XServer, size: usize) -> Option<Self> {
        let connection = &desktop.connection;
        let size = size.max(1 << 20).next_power_of_two();
        let number = connection.generate_id().ok()?;
        let pixmap = connection.generate_id().ok()?;
        let bytes = u32::try_from(size).ok()?;
        let reply = connection.shm_create_segment(number, bytes, false).ok()?.reply().ok()?;
        Some(Self { number, file: File::from(reply.shm_fd), size, pixmap })
    }

    fn release(self, desktop: &XServer) {
        if let Ok(cookie) = desktop.connection.shm_detach(self.number) {
            cookie.ignore_error();
        }
    }

    /// Reads the window's pixels, four bytes each, into `into`.
    fn read(
        &mut self,
        desktop: &XServer,
        window: WindowId,
        redirected: bool,
        (width, height): (u16, u16),
        into: &mut Vec<u8>,
    ) -> Result<(), String> {
        let bytes = usize::from(width) * usize::from(height) * 4;
        if bytes > self.size {
            let larger = Self::new(desktop, bytes)
                .ok_or_else(|| format!("the X server did not share {bytes} bytes of memory"))?;
            std::mem::replace(self, larger).release(desktop);
        }
        self.fetch(desktop, window, redirected, (width, height))
            .map_err(|_| "the X server refused its pixels".to_owned())?;
        into.resize(bytes, 0);
        self.file.read_exact_at(into, 0).map_err(|error| error.to_string())
    }

    /// Has the server write the pixels into the segment.
    fn fetch(
        &self,
        desktop: &XServer,
        window: WindowId,
        redirected: bool,
        (width, height): (u16, u16),
    ) -> Result<(), ReplyError> {
        let connection = &desktop.connection;
        let format = ImageFormat::Z_PIXMAP.into();
        let get = |drawable, corner| {
            connection.shm_get_image(
                drawable,
                corner,
                corner,
                width,
                height,
                !0,
                format,
                self.number,
                0,
            )
        };
        if !redirected {
            get(window, 0)?.reply()?;
            return Ok(());
        }
        // A part that is off the screen is refused for a window, but not for its pixmap. The window
        // gets a new pixmap whenever it is resized or shown again, so it is named each time.
        let border = connection.get_geometry(window)?.reply()?.border_width as i16;
        connection.composite_name_window_pixmap(window, self.pixmap)?.check()?;
        let reply = get(self.pixmap, border)?.reply();
        connection.free_pixmap(self.pixmap)?;
        reply?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blue_comes_first() {
        let picture = from_bgrx(&[1, 2, 3, 9, 4, 5, 6, 9], 2, 1);
        assert_eq!(picture.as_raw(), &[3, 2, 1, 6, 5, 4]);
    }
}
