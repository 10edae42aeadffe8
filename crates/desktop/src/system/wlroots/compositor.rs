//! A connection to the compositor: its monitors, pictures of them, and a pointer and a keyboard of our own.

use crate::system::raw_pixels::{Order, decoded};
use crate::system::unix::is_readable;
use crate::{DesktopError, Stroke};
use grid::geometry::Rect;
use image::RgbImage;
use image::imageops::{
    crop_imm, flip_horizontal, flip_vertical_in_place, rotate90, rotate180, rotate270,
};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::net::sockopt::socket_peercred;
use session::frame::MAX_PIXELS;
use std::fs::File;
use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};
use wayland_client::protocol::wl_buffer::WlBuffer;
use wayland_client::protocol::wl_callback::WlCallback;
use wayland_client::protocol::wl_keyboard::KeymapFormat;
use wayland_client::protocol::wl_output::{self, Transform, WlOutput};
use wayland_client::protocol::wl_pointer::ButtonState;
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::WlSeat;
use wayland_client::protocol::wl_shm::{self, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::{Connection, Dispatch, EventQueue, Proxy, QueueHandle, WEnum, delegate_noop};
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_manager_v1::ZxdgOutputManagerV1;
use wayland_protocols::xdg::xdg_output::zv1::client::zxdg_output_v1::{self, ZxdgOutputV1};
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_manager_v1::ZwpVirtualKeyboardManagerV1;
use wayland_protocols_misc::zwp_virtual_keyboard_v1::client::zwp_virtual_keyboard_v1::ZwpVirtualKeyboardV1;
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_frame_v1::{
    self, Flags, ZwlrScreencopyFrameV1,
};
use wayland_protocols_wlr::screencopy::v1::client::zwlr_screencopy_manager_v1::ZwlrScreencopyManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_manager_v1::ZwlrVirtualPointerManagerV1;
use wayland_protocols_wlr::virtual_pointer::v1::client::zwlr_virtual_pointer_v1::ZwlrVirtualPointerV1;

/// How long the compositor may take to answer. It draws nothing, and so gives no picture, while another virtual console
/// is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// The keys of our keyboard: those of a usual one, by their usual numbers, with the letters of an English one.
const KEYMAP: &str = r#"xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" };
xkb_types { include "complete" };
xkb_compat { include "complete" };
xkb_symbols { include "pc+us+inet(evdev)" };
};
"#;

/// The control key as a modifier of [`KEYMAP`].
const CONTROL: u32 = 1 << 2;

/// A connection to the compositor.
pub(super) struct Compositor {
    queue: EventQueue<State>,
    connection: Connection,
    state: State,
    /// How many questions for nothing but an answer were asked.
    asked: usize,
    began: Instant,
    memory: Option<Memory>,
    pointers: Vec<(u32, ZwlrVirtualPointerV1)>,
    keyboard: Option<ZwpVirtualKeyboardV1>,
}

/// What the compositor has told.
#[derive(Default)]
struct State {
    shm: Option<WlShm>,
    seat: Option<WlSeat>,
    places: Option<ZxdgOutputManagerV1>,
    screencopy: Option<ZwlrScreencopyManagerV1>,
    pointers: Option<ZwlrVirtualPointerManagerV1>,
    keyboards: Option<ZwpVirtualKeyboardManagerV1>,
    monitors: Vec<Monitor>,
    shot: Shot,
    /// How many questions for nothing but an answer were answered.
    answers: usize,
}

struct Monitor {
    /// The number by which the compositor offers it.
    number: u32,
    output: WlOutput,
    place: Option<ZxdgOutputV1>,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    transform: Option<Transform>,
}

/// A picture that is being taken.
#[derive(Default)]
struct Shot {
    layout: Option<Layout>,
    is_upside_down: bool,
    is_ready: bool,
    has_failed: bool,
}

/// How a picture lies in memory.
#[derive(Clone, Copy, PartialEq)]
struct Layout {
    format: Option<wl_shm::Format>,
    width: u32,
    height: u32,
    stride: u32,
}

impl Layout {
    /// How many bytes it takes, if its numbers make sense.
    fn size(&self) -> Option<u32> {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let is_sound = pixels > 0 && pixels <= MAX_PIXELS && self.stride / 4 >= self.width;
        self.stride.checked_mul(self.height).filter(|&size| is_sound && size <= i32::MAX as u32)
    }
}

/// Memory that the compositor draws pictures into.
struct Memory {
    layout: Layout,
    file: File,
    pool: WlShmPool,
    buffer: WlBuffer,
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.buffer.destroy();
        self.pool.destroy();
    }
}

fn silent(why: impl std::fmt::Display) -> DesktopError {
    DesktopError::NoAnswer(format!("the Wayland compositor did not answer: {why}"))
}

impl Compositor {
    /// Connects to the compositor of this session.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when there is none, or it lacks what is needed to look.
    pub fn connect() -> Result<Self, DesktopError> {
        let connection = Connection::connect_to_env().map_err(|error| {
            DesktopError::NoDisplay(format!(
                "no Wayland compositor can be reached ({error}): run this in a terminal of the Wayland session"
            ))
        })?;
        let queue = connection.new_event_queue();
        connection.display().get_registry(&queue.handle(), ());
        let (state, began) = (State::default(), Instant::now());
        let (memory, pointers, keyboard) = (None, Vec::new(), None);
        let mut compositor =
            Self { queue, connection, state, began, memory, pointers, keyboard, asked: 0 };
        compositor.refresh()?;
        let State { shm, places, screencopy, .. } = &compositor.state;
        let lacks = [
            (shm.is_none(), "wl_shm"),
            (places.is_none(), "xdg-output"),
            (screencopy.is_none(), "wlr-screencopy"),
        ];
        match lacks.iter().find(|(lacks, _)| *lacks) {
            None => Ok(compositor),
            Some((_, what)) => Err(DesktopError::NoDisplay(format!(
                "this compositor has no {what}: share the window through the desktop's dialog (--platform portal)"
            ))),
        }
    }

    /// The number of its process.
    pub fn process(&self) -> Option<i32> {
        let asked = socket_peercred(self.connection.backend().poll_fd());
        asked.ok().map(|who| who.pid.as_raw_nonzero().get())
    }

    /// Whether it lets programs move the pointer.
    pub fn has_pointer(&self) -> bool {
        self.state.pointers.is_some()
    }

    /// Whether it lets programs press keys.
    pub fn has_keyboard(&self) -> bool {
        self.state.keyboards.is_some() && self.state.seat.is_some()
    }

    /// Hears what the compositor has told meanwhile.
    fn refresh(&mut self) -> Result<(), DesktopError> {
        self.answered()?;
        let handle = self.queue.handle();
        let Some(places) = &self.state.places else { return Ok(()) };
        let unplaced = self.state.monitors.iter_mut().filter(|monitor| monitor.place.is_none());
        let placed = unplaced.map(|monitor| {
            let place = places.get_xdg_output(&monitor.output, &handle, monitor.number);
            monitor.place = Some(place);
        });
        if placed.count() > 0 { self.answered() } else { Ok(()) }
    }

    /// Waits until the compositor has done all that it was asked.
    fn answered(&mut self) -> Result<(), DesktopError> {
        self.asked += 1;
        let asked = self.asked;
        self.connection.display().sync(&self.queue.handle(), ());
        // An answer that came too late for the question before is none to this one.
        self.wait(|state| state.answers >= asked).map_err(silent)
    }

    /// Waits until the compositor has told enough.
    fn wait(&mut self, is_over: impl Fn(&State) -> bool) -> Result<(), String> {
        let end = Instant::now() + PATIENCE;
        let text = |error: &dyn std::fmt::Display| error.to_string();
        loop {
            self.queue.dispatch_pending(&mut self.state).map_err(|error| text(&error))?;
            if is_over(&self.state) {
                return Ok(());
            }
            self.queue.flush().map_err(|error| text(&error))?;
            let Some(guard) = self.queue.prepare_read() else { continue };
            let rest = end.saturating_duration_since(Instant::now());
            if rest.is_zero() {
                return Err(format!("it took more than {} s", PATIENCE.as_secs()));
            }
            if is_readable(guard.connection_fd(), rest).map_err(|error| text(&error))? {
                guard.read().map_err(|error| text(&error))?;
            }
        }
    }

    /// Where the monitors lie.
    ///
    /// # Errors
    /// The compositor does not answer.
    pub fn monitors(&mut self) -> Result<Vec<Rect>, DesktopError> {
        self.refresh()?;
        Ok(self.state.monitors.iter().map(Monitor::area).collect())
    }

    /// A picture of what the screen shows there, without the pointer.
    ///
    /// # Errors
    /// What failed, in words.
    pub fn picture(&mut self, area: &Rect) -> Result<RgbImage, String> {
        self.refresh().map_err(|error| error.to_string())?;
        let State { monitors, screencopy, .. } = &self.state;
        let monitor = monitors.iter().find(|monitor| monitor.area().encloses(area));
        let monitor = monitor.ok_or("no monitor shows all of it")?;
        let turn = monitor.transform.unwrap_or(Transform::Normal);
        let Some(screencopy) = screencopy else { return Err("wlr-screencopy is gone".into()) };
        let (x, y) = (area.x as i32 - monitor.x, area.y as i32 - monitor.y);
        let (w, h) = (area.w as i32, area.h as i32);
        let (width, height) = (f64::from(monitor.width), f64::from(monitor.height));
        let (handle, output) = (self.queue.handle(), &monitor.output);
        // wlroots 0.15 gives another part of a monitor that is turned than is asked for.
        let frame = match turn {
            Transform::Normal => {
                screencopy.capture_output_region(0, output, x, y, w, h, &handle, ())
            }
            _ => screencopy.capture_output(0, output, &handle, ()),
        };
        self.state.shot = Shot::default();
        let taken = self.drawn(&frame);
        frame.destroy();
        // What is asked next is not answered by what this leaves.
        if taken.is_err() {
            self.memory = None;
        }
        if turn == Transform::Normal {
            return taken;
        }
        let whole = upright(taken?, turn);
        let (across, down) = (f64::from(whole.width()) / width, f64::from(whole.height()) / height);
        let pixels = |length: i32, scale: f64| (f64::from(length) * scale).round() as u32;
        let (x, y) = (pixels(x, across), pixels(y, down));
        Ok(crop_imm(&whole, x, y, pixels(w, across), pixels(h, down)).to_image())
    }

    /// Lets the compositor draw what this names.
    fn drawn(&mut self, frame: &ZwlrScreencopyFrameV1) -> Result<RgbImage, String> {
        const FAILED: &str = "the compositor cannot draw it now";
        self.wait(|State { shot, .. }| shot.has_failed || shot.layout.is_some())?;
        let Some(layout) = self.state.shot.layout else { return Err(FAILED.into()) };
        let order = match layout.format {
            Some(wl_shm::Format::Xrgb8888 | wl_shm::Format::Argb8888) => Order::Bgrx,
            Some(wl_shm::Format::Xbgr8888 | wl_shm::Format::Abgr8888) => Order::Rgbx,
            other => {
                return Err(format!(
                    "the monitor's colours ({other:?}) are not understood: set it to 8 bits a colour"
                ));
            }
        };
        let size = layout.size().ok_or("its picture is too large")?;
        if self.memory.as_ref().is_none_or(|memory| memory.layout != layout) {
            let memory = self.memory(layout, size).map_err(|error| error.to_string())?;
            self.memory = Some(memory);
        }
        let Some(memory) = &self.memory else { return Err(FAILED.into()) };
        frame.copy(&memory.buffer);
        self.wait(|State { shot, .. }| shot.has_failed || shot.is_ready)?;
        let Some(memory) = self.memory.as_ref().filter(|_| !self.state.shot.has_failed) else {
            return Err(FAILED.into());
        };
        let mut raw = vec![0; size as usize];
        memory.file.read_exact_at(&mut raw, 0).map_err(|error| error.to_string())?;
        let row = layout.width as usize * 4;
        if layout.stride as usize != row {
            let rows = raw.chunks_exact(layout.stride as usize);
            raw = rows.flat_map(|line| &line[..row]).copied().collect();
        }
        let mut picture = decoded(&raw, (layout.width, layout.height), order);
        if self.state.shot.is_upside_down {
            flip_vertical_in_place(&mut picture);
        }
        Ok(picture)
    }

    fn memory(&self, layout: Layout, size: u32) -> std::io::Result<Memory> {
        let (Some(shm), Some(format)) = (&self.state.shm, layout.format) else {
            return Err(std::io::ErrorKind::Unsupported.into());
        };
        let file = shared_memory()?;
        file.set_len(size.into())?;
        let handle = self.queue.handle();
        let pool = shm.create_pool(file.as_fd(), size as i32, &handle, ());
        let (w, h, stride) = (layout.width as i32, layout.height as i32, layout.stride as i32);
        let buffer = pool.create_buffer(0, w, h, stride, format, &handle, ());
        Ok(Memory { layout, file, pool, buffer })
    }

    fn now(&self) -> u32 {
        self.began.elapsed().as_millis() as u32
    }

    /// Puts the pointer onto the middle of a pixel. Whether a monitor shows it.
    ///
    /// # Errors
    /// The compositor does not answer.
    pub fn put_pointer(&mut self, at: (i32, i32)) -> Result<bool, DesktopError> {
        self.refresh()?;
        self.check_turn(Some(at))?;
        let is_sent = self.send_pointer(at);
        self.answered()?;
        Ok(is_sent)
    }

    /// In sway 1.7 a pointer of ours goes elsewhere on a monitor that is turned.
    ///
    /// # Errors
    /// The place is on such a monitor.
    fn check_turn(&self, at: Option<(i32, i32)>) -> Result<(), DesktopError> {
        let mut monitors = self.state.monitors.iter();
        let monitor = monitors.find(|monitor| at.is_some_and(|at| monitor.shows(at)));
        let turn = monitor.and_then(|monitor| monitor.transform);
        match turn.is_none_or(|turn| turn == Transform::Normal) {
            true => Ok(()),
            false => Err(DesktopError::NotPressed(
                "the game's monitor is rotated or mirrored, and sway would put the pointer elsewhere: move the game to an \
                 upright monitor"
                    .into(),
            )),
        }
    }

    fn send_pointer(&mut self, (x, y): (i32, i32)) -> bool {
        let mut monitors = self.state.monitors.iter();
        let Some(monitor) = monitors.find(|monitor| monitor.shows((x, y))) else { return false };
        let place = (x - monitor.x, y - monitor.y, monitor.width, monitor.height);
        let (number, output) = (monitor.number, monitor.output.clone());
        let Some(pointer) = self.pointer(number, Some(&output)) else { return false };
        let (x, y, width, height) = place;
        // In halves of a pixel.
        let [x, y] = [x, y].map(|v| 2 * v as u32 + 1);
        pointer.motion_absolute(self.now(), x, y, 2 * width as u32, 2 * height as u32);
        pointer.frame();
        true
    }

    /// Our pointer of a monitor: one that belongs to it goes where it is sent, whatever sway's settings say of others.
    fn pointer(&mut self, number: u32, output: Option<&WlOutput>) -> Option<ZwlrVirtualPointerV1> {
        if let Some((_, pointer)) = self.pointers.iter().find(|(of, _)| *of == number) {
            return Some(pointer.clone());
        }
        let (seat, handle) = (self.state.seat.as_ref(), self.queue.handle());
        let pointers = self.state.pointers.as_ref()?;
        let pointer = pointers.create_virtual_pointer_with_output(seat, output, &handle, ());
        self.pointers.push((number, pointer.clone()));
        Some(pointer)
    }

    /// Presses or releases a button, by its number in Linux's list, at this pixel, wherever the pointer has gone
    /// meanwhile; without a pixel where the pointer is.
    ///
    /// # Errors
    /// The compositor does not answer, or has no pointer for programs.
    pub fn button(
        &mut self,
        at: Option<(i32, i32)>,
        button: u32,
        stroke: Stroke,
    ) -> Result<(), DesktopError> {
        if stroke == Stroke::Press {
            self.check_turn(at)?;
        }
        // Nothing comes between these: the compositor reads them at once.
        if let Some(at) = at {
            self.send_pointer(at);
        }
        let shows = |monitor: &&Monitor| at.is_none_or(|at| monitor.shows(at));
        let monitor = self.state.monitors.iter().find(shows);
        let monitor = monitor.map(|monitor| (monitor.number, monitor.output.clone()));
        let pointer = monitor.and_then(|(number, output)| self.pointer(number, Some(&output)));
        let pointer =
            pointer.ok_or_else(|| DesktopError::NotPressed("no monitor shows the place".into()))?;
        let state = match stroke {
            Stroke::Press => ButtonState::Pressed,
            Stroke::Release => ButtonState::Released,
        };
        pointer.button(self.now(), button, state);
        pointer.frame();
        self.answered()
    }

    /// Presses or releases a key, by its number in Linux's list.
    ///
    /// # Errors
    /// The compositor does not answer, or has no keyboard for programs.
    pub fn key(&mut self, key: u32, stroke: Stroke, is_control: bool) -> Result<(), DesktopError> {
        let keyboard = match &self.keyboard {
            Some(keyboard) => keyboard.clone(),
            None => self.make_keyboard()?,
        };
        let is_pressed = stroke == Stroke::Press;
        keyboard.key(self.now(), key, u32::from(is_pressed));
        if is_control {
            keyboard.modifiers(if is_pressed { CONTROL } else { 0 }, 0, 0, 0);
        }
        self.answered()
    }

    fn make_keyboard(&mut self) -> Result<ZwpVirtualKeyboardV1, DesktopError> {
        let (Some(keyboards), Some(seat)) = (&self.state.keyboards, &self.state.seat) else {
            let why = "this compositor lets no program press keys";
            return Err(DesktopError::NotPressed(why.into()));
        };
        let file = || -> std::io::Result<File> {
            let mut file = shared_memory()?;
            file.write_all(KEYMAP.as_bytes())?;
            file.write_all(&[0])?;
            Ok(file)
        };
        let file = file().map_err(|error| DesktopError::NotPressed(error.to_string()))?;
        let keyboard = keyboards.create_virtual_keyboard(seat, &self.queue.handle(), ());
        keyboard.keymap(KeymapFormat::XkbV1 as u32, file.as_fd(), KEYMAP.len() as u32 + 1);
        self.answered()?;
        self.keyboard = Some(keyboard.clone());
        Ok(keyboard)
    }
}

/// What a monitor shows to those who look at it, from a picture as the monitor itself has it: mirrored, and then turned
/// anticlockwise.
fn upright(picture: RgbImage, turn: Transform) -> RgbImage {
    match turn {
        Transform::_90 => rotate90(&picture),
        Transform::_180 => rotate180(&picture),
        Transform::_270 => rotate270(&picture),
        Transform::Flipped => flip_horizontal(&picture),
        Transform::Flipped90 => flip_horizontal(&rotate90(&picture)),
        Transform::Flipped180 => flip_horizontal(&rotate180(&picture)),
        Transform::Flipped270 => flip_horizontal(&rotate270(&picture)),
        _ => picture,
    }
}

/// A file that only memory holds.
fn shared_memory() -> std::io::Result<File> {
    Ok(File::from(memfd_create("voltsight", MemfdFlags::CLOEXEC)?))
}

impl Monitor {
    fn area(&self) -> Rect {
        Rect::new(self.x.into(), self.y.into(), self.width.into(), self.height.into())
    }

    /// Whether it shows this pixel of the desktop.
    fn shows(&self, (x, y): (i32, i32)) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

impl Dispatch<WlRegistry, ()> for State {
    fn event(
        state: &mut Self,
        registry: &WlRegistry,
        event: wl_registry::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        /// The newest version that both know.
        fn bind<I: Proxy + 'static>(
            registry: &WlRegistry,
            (name, offered, known): (u32, u32, u32),
            handle: &QueueHandle<State>,
        ) -> I
        where
            State: Dispatch<I, ()>,
        {
            registry.bind(name, offered.min(known), handle, ())
        }
        match event {
            wl_registry::Event::Global { name, interface, version } => {
                let of = |known| (name, version, known);
                match &*interface {
                    "wl_shm" => state.shm = Some(bind(registry, of(1), handle)),
                    "wl_seat" if state.seat.is_none() => {
                        state.seat = Some(bind(registry, of(1), handle));
                    }
                    "zxdg_output_manager_v1" => {
                        state.places = Some(bind(registry, of(3), handle));
                    }
                    "zwlr_screencopy_manager_v1" => {
                        state.screencopy = Some(bind(registry, of(1), handle));
                    }
                    // Before the second version a pointer belongs to no monitor.
                    "zwlr_virtual_pointer_manager_v1" if version >= 2 => {
                        state.pointers = Some(bind(registry, of(2), handle));
                    }
                    "zwp_virtual_keyboard_manager_v1" => {
                        state.keyboards = Some(bind(registry, of(1), handle));
                    }
                    "wl_output" => state.monitors.push(Monitor {
                        number: name,
                        output: registry.bind(name, version.min(2), handle, name),
                        place: None,
                        x: 0,
                        y: 0,
                        width: 0,
                        height: 0,
                        transform: None,
                    }),
                    _ => {}
                }
            }
            wl_registry::Event::GlobalRemove { name } => {
                state.monitors.retain(|monitor| monitor.number != name);
            }
            _ => {}
        }
    }
}

impl State {
    fn monitor(&mut self, number: u32) -> Option<&mut Monitor> {
        self.monitors.iter_mut().find(|monitor| monitor.number == number)
    }
}

impl Dispatch<WlOutput, u32> for State {
    fn event(
        state: &mut Self,
        _: &WlOutput,
        event: wl_output::Event,
        number: &u32,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_output::Event::Geometry { transform: WEnum::Value(transform), .. } = event
            && let Some(monitor) = state.monitor(*number)
        {
            monitor.transform = Some(transform);
        }
    }
}

impl Dispatch<ZxdgOutputV1, u32> for State {
    fn event(
        state: &mut Self,
        _: &ZxdgOutputV1,
        event: zxdg_output_v1::Event,
        number: &u32,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        let Some(monitor) = state.monitor(*number) else { return };
        match event {
            zxdg_output_v1::Event::LogicalPosition { x, y } => (monitor.x, monitor.y) = (x, y),
            zxdg_output_v1::Event::LogicalSize { width, height } => {
                (monitor.width, monitor.height) = (width, height);
            }
            _ => {}
        }
    }
}

impl Dispatch<ZwlrScreencopyFrameV1, ()> for State {
    fn event(
        state: &mut Self,
        _: &ZwlrScreencopyFrameV1,
        event: zwlr_screencopy_frame_v1::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        let shot = &mut state.shot;
        match event {
            zwlr_screencopy_frame_v1::Event::Buffer { format, width, height, stride } => {
                let format = format.into_result().ok();
                shot.layout = Some(Layout { format, width, height, stride });
            }
            zwlr_screencopy_frame_v1::Event::Flags { flags: WEnum::Value(flags) } => {
                shot.is_upside_down = flags.contains(Flags::YInvert);
            }
            zwlr_screencopy_frame_v1::Event::Ready { .. } => shot.is_ready = true,
            zwlr_screencopy_frame_v1::Event::Failed => shot.has_failed = true,
            _ => {}
        }
    }
}

impl Dispatch<WlCallback, ()> for State {
    fn event(
        state: &mut Self,
        _: &WlCallback,
        _: <WlCallback as Proxy>::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        state.answers += 1;
    }
}

delegate_noop!(State: ignore WlShm);
delegate_noop!(State: ignore WlSeat);
delegate_noop!(State: ignore WlBuffer);
delegate_noop!(State: WlShmPool);
delegate_noop!(State: ZxdgOutputManagerV1);
delegate_noop!(State: ZwlrScreencopyManagerV1);
delegate_noop!(State: ZwlrVirtualPointerManagerV1);
delegate_noop!(State: ZwlrVirtualPointerV1);
delegate_noop!(State: ZwpVirtualKeyboardManagerV1);
delegate_noop!(State: ZwpVirtualKeyboardV1);
