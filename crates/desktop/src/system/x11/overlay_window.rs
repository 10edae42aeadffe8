//! A window of our own that lies on another one, shows marks, and lets every click through.

use super::server::{XServer, no_answer};
use crate::{DesktopError, Followed, OverlaySurface, Visibility, WindowId, WindowList};
use grid::geometry::Rect;
use image::RgbaImage;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::shape::{ConnectionExt as _, SK, SO};
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClipOrdering, ConfigureWindowAux, ConnectionExt as _,
    CreateGCAux, CreateWindowAux, ImageFormat, ImageOrder, Pixmap, PropMode, StackMode,
    WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// How often it is looked where the window below lies: 40 times a second a dragged window keeps its marks.
const PACE: Duration = Duration::from_millis(25);

/// A picture is sent to the server in parts of at most so many bytes: a request has a limit.
const PART: usize = 200_000;

/// Marks on the window that is followed. They lie right above it in the stack, so that what covers it covers
/// them, and are gone with it. Dropping it takes them away, and so does the end of the program, however it ends.
pub struct OverlayWindow {
    orders: Option<Sender<Option<RgbaImage>>>,
    keeper: Option<JoinHandle<()>>,
}

impl OverlayWindow {
    /// An overlay on the window that is followed, with no marks yet.
    ///
    /// # Errors
    /// There is no X server; it belongs to a Wayland session, whose compositor stacks the marks where it likes
    /// and knows nothing of their shape; it lacks an extension (without Shape clicks would not get through, and without
    /// Composite pictures of the window would have the marks in them); or it has few colours.
    pub fn over(followed: Followed) -> Result<Self, DesktopError> {
        let desktop = XServer::connect()?;
        if desktop.is_xwayland()? {
            let why = "in a Wayland session the overlay would cover native windows too, and in some (sway) be \
                black";
            return Err(DesktopError::NoOverlay(why.into()));
        }
        for needed in ["SHAPE", "Composite"] {
            if !desktop.has_extension(needed)? {
                return Err(DesktopError::NoOverlay(format!(
                    "the X server has no extension {needed}"
                )));
            }
        }
        let setup = desktop.connection.setup();
        let depth = setup.roots[desktop.number].root_depth;
        if !setup.pixmap_formats.iter().any(|f| f.depth == depth && f.bits_per_pixel == 32) {
            let why = format!("the X server shows colours of {depth} bits, not of 24");
            return Err(DesktopError::NoOverlay(why));
        }
        let window = Marks::create(desktop).map_err(no_answer)?;
        let (orders, received) = channel();
        let keeper = std::thread::spawn(move || window.keep(&followed, &received));
        Ok(Self { orders: Some(orders), keeper: Some(keeper) })
    }

    fn order(&self, marks: Option<RgbaImage>) {
        // If the server is gone, so are the marks.
        if let Some(orders) = &self.orders {
            let _ = orders.send(marks);
        }
    }
}

impl OverlaySurface for OverlayWindow {
    fn show(&mut self, marks: RgbaImage) {
        self.order(Some(marks));
    }

    fn clear(&mut self) {
        self.order(None);
    }
}

impl Drop for OverlayWindow {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
    }
}

/// Where the marks lie at the moment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    area: Rect,
    /// The window among the root's children that the marks lie right above.
    above: WindowId,
}

struct Marks {
    desktop: XServer,
    window: WindowId,
    /// The size of what is to be shown, if anything is.
    size: Option<(u32, u32)>,
    /// Where they are shown, if they are.
    spot: Option<Spot>,
}

impl Marks {
    /// A window that no window manager handles and no click reaches.
    fn create(desktop: XServer) -> Result<Self, ReplyOrIdError> {
        let connection = &desktop.connection;
        let window = connection.generate_id()?;
        let settings = CreateWindowAux::new().override_redirect(1);
        let (depth, visual) = (x11rb::COPY_DEPTH_FROM_PARENT, x11rb::COPY_FROM_PARENT);
        let class = WindowClass::INPUT_OUTPUT;
        connection.create_window(
            depth,
            window,
            desktop.root,
            0,
            0,
            1,
            1,
            0,
            class,
            visual,
            &settings,
        )?;
        connection.shape_rectangles(
            SO::SET,
            SK::INPUT,
            ClipOrdering::UNSORTED,
            window,
            0,
            0,
            &[],
        )?;
        let (string, name) = (AtomEnum::STRING, b"voltsight overlay");
        connection.change_property8(PropMode::REPLACE, window, AtomEnum::WM_NAME, string, name)?;
        let class = b"voltsight\0voltsight\0";
        connection.change_property8(
            PropMode::REPLACE,
            window,
            AtomEnum::WM_CLASS,
            string,
            class,
        )?;
        connection.sync()?;
        Ok(Self { desktop, window, size: None, spot: None })
    }

    /// Does what it is told, and follows the window, until nobody tells it anything more or the server is gone.
    fn keep(mut self, followed: &Followed, orders: &Receiver<Option<RgbaImage>>) {
        loop {
            let done = match orders.recv_timeout(PACE) {
                Ok(first) => self.paint(orders.try_iter().last().unwrap_or(first)),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if done.and_then(|()| self.follow(followed)).is_err() {
                return;
            }
        }
    }

    /// Moves with the window below, into the same place of the stack. The marks of another size than the window
    /// has are those of an older picture of it.
    fn follow(&mut self, followed: &Followed) -> Result<(), ReplyOrIdError> {
        let spot = self.size.and_then(|size| {
            let spot = self.spot_on(followed.get()?)?;
            (size == (spot.area.w as u32, spot.area.h as u32)).then_some(spot)
        });
        if spot == self.spot && spot.is_none_or(|spot| self.lies_above(spot.above)) {
            return Ok(());
        }
        let connection = &self.desktop.connection;
        match spot {
            None => drop(connection.unmap_window(self.window)?),
            Some(Spot { area, above }) => {
                let place = ConfigureWindowAux::new()
                    .x(area.x as i32)
                    .y(area.y as i32)
                    .width(area.w as u32)
                    .height(area.h as u32)
                    .sibling(above)
                    .stack_mode(StackMode::ABOVE);
                // The window below may go meanwhile; then the next look finds no spot.
                connection.configure_window(self.window, &place)?.ignore_error();
                connection.map_window(self.window)?;
            }
        }
        connection.sync()?;
        self.spot = spot;
        Ok(())
    }

    /// Where the marks belong while this window is to be seen.
    fn spot_on(&self, window: WindowId) -> Option<Spot> {
        (self.desktop.shown(window).ok()? == Visibility::Yes).then_some(())?;
        let area = self.desktop.client_area(window).ok()?;
        Some(Spot { area, above: self.desktop.outermost(window).ok()? })
    }

    /// Whether the marks lie right above this child of the root.
    fn lies_above(&self, below: WindowId) -> bool {
        self.desktop
            .stack()
            .is_ok_and(|stack| stack.windows(2).any(|pair| pair == [below, self.window]))
    }

    /// Makes these the marks: the server paints them by itself from then on.
    fn paint(&mut self, marks: Option<RgbaImage>) -> Result<(), ReplyOrIdError> {
        self.size = marks.as_ref().map(RgbaImage::dimensions);
        let Some(marks) = marks else { return Ok(()) };
        let shape = self.pixmap(1, &marks)?;
        let connection = &self.desktop.connection;
        connection.shape_mask(SO::SET, SK::BOUNDING, self.window, 0, 0, shape)?;
        connection.free_pixmap(shape)?;
        let setup = connection.setup();
        let depth = setup.roots[self.desktop.number].root_depth;
        let colours = self.pixmap(depth, &marks)?;
        let background = ChangeWindowAttributesAux::new().background_pixmap(colours);
        connection.change_window_attributes(self.window, &background)?;
        connection.free_pixmap(colours)?;
        connection.clear_area(false, self.window, 0, 0, 0, 0)?;
        Ok(())
    }

    /// A picture on the server: of depth 1 what is not transparent, else the colours.
    fn pixmap(&self, depth: u8, marks: &RgbaImage) -> Result<Pixmap, ReplyOrIdError> {
        let connection = &self.desktop.connection;
        let (width, height) = (marks.width() as u16, marks.height() as u16);
        let pixmap = connection.generate_id()?;
        connection.create_pixmap(depth, pixmap, self.window, width, height)?;
        let context = connection.generate_id()?;
        connection.create_gc(context, pixmap, &CreateGCAux::new())?;
        let setup = connection.setup();
        let format = setup.pixmap_formats.iter().find(|format| format.depth == depth);
        let (bits, pad) = format.map_or((32, 32), |f| (f.bits_per_pixel, f.scanline_pad));
        let layout = Layout {
            bits: bits.into(),
            pad: pad.into(),
            low_first: match depth {
                1 => setup.bitmap_format_bit_order == ImageOrder::LSB_FIRST,
                _ => setup.image_byte_order == ImageOrder::LSB_FIRST,
            },
        };
        let rows = (PART / layout.row(usize::from(width))).max(1);
        for top in (0..height).step_by(rows) {
            let part = rows.min(usize::from(height - top)) as u16;
            let lines =
                (top..top + part).flat_map(|y| layout.line(marks, y.into())).collect::<Vec<_>>();
            let kind = ImageFormat::Z_PIXMAP;
            let y = top as i16;
            connection.put_image(kind, pixmap, context, width, part, 0, y, 0, depth, &lines)?;
        }
        connection.free_gc(context)?;
        Ok(pixmap)
    }
}

/// How the server wants the pixels of a depth.
struct Layout {
    bits: usize,
    /// A line takes a multiple of so many bits.
    pad: usize,
    /// Whether the lowest bit (of a bitmap) or byte (of a colour) comes first.
    low_first: bool,
}

impl Layout {
    /// How many bytes a line of so many pixels takes.
    fn row(&self, width: usize) -> usize {
        (width * self.bits).next_multiple_of(self.pad) / 8
    }

    /// A line of a picture.
    fn line(&self, marks: &RgbaImage, y: u32) -> Vec<u8> {
        let mut line = vec![0; self.row(marks.width() as usize)];
        for x in 0..marks.width() {
            let [r, g, b, a] = marks.get_pixel(x, y).0;
            let x = x as usize;
            if self.bits == 1 {
                let bit = if self.low_first { x % 8 } else { 7 - x % 8 };
                line[x / 8] |= u8::from(a > 0) << bit;
            } else {
                let pixel = if self.low_first { [b, g, r, 0] } else { [0, r, g, b] };
                line[4 * x..4 * x + 4].copy_from_slice(&pixel);
            }
        }
        line
    }
}
