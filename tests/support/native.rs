//! A native window of Wayland that looks and feels like melonDS with the game: the built-in game in real time, without
//! an X server.

use grid::geometry::{Point, Rect};
use image::RgbImage;
use lab::voltorb_flip::arcade::FlipArcade;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use session::capture::Source;
use session::frame::Frame;
use session::input::{Gesture, InputDevice};
use std::io::Write;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use wayland_client::globals::{GlobalListContents, registry_queue_init};
use wayland_client::protocol::wl_buffer::{self, WlBuffer};
use wayland_client::protocol::wl_compositor::WlCompositor;
use wayland_client::protocol::wl_pointer::{self, ButtonState, WlPointer};
use wayland_client::protocol::wl_registry::{self, WlRegistry};
use wayland_client::protocol::wl_seat::{self, Capability, WlSeat};
use wayland_client::protocol::wl_shm::{Format, WlShm};
use wayland_client::protocol::wl_shm_pool::WlShmPool;
use wayland_client::protocol::wl_surface::WlSurface;
use wayland_client::{Connection, Dispatch, EventQueue, QueueHandle, WEnum, delegate_noop};
use wayland_protocols::xdg::shell::client::xdg_surface::{self, XdgSurface};
use wayland_protocols::xdg::shell::client::xdg_toplevel::XdgToplevel;
use wayland_protocols::xdg::shell::client::xdg_wm_base::{self, XdgWmBase};

/// The name and the title of melonDS's window.
const MELON: (&str, &str) = ("melonDS", "[60/60] melonDS 1.1");

/// How often the game is drawn.
const PASS: Duration = Duration::from_millis(16);

/// The window. Closed when dropped.
pub struct NativeWindow {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    ends: AtomicBool,
    is_down: AtomicBool,
    presses: AtomicUsize,
    scale: AtomicU32,
}

impl NativeWindow {
    /// Shows a game on the display that `WAYLAND_DISPLAY` names.
    pub fn show(game: FlipArcade) -> Self {
        let shared = Arc::new(Shared::default());
        shared.scale.store(1, Ordering::SeqCst);
        let theirs = shared.clone();
        let thread = std::thread::spawn(move || Drawn::start(game, theirs).run());
        Self { shared, thread: Some(thread) }
    }

    /// Whether it is pressed at this moment.
    pub fn is_down(&self) -> bool {
        self.shared.is_down.load(Ordering::SeqCst)
    }

    /// How often it was pressed.
    pub fn presses(&self) -> usize {
        self.shared.presses.load(Ordering::SeqCst)
    }

    /// Draws it so many times as large.
    pub fn resize(&self, scale: u32) {
        self.shared.scale.store(scale, Ordering::SeqCst);
    }
}

impl Drop for NativeWindow {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The window as its own thread has it.
struct Drawn {
    queue: EventQueue<State>,
    state: State,
    shm: WlShm,
    surface: WlSurface,
    /// What is shown, and how many times as large.
    shown: Option<(Arc<RgbImage>, u32)>,
}

/// What is told of it.
struct State {
    game: FlipArcade,
    shared: Arc<Shared>,
    is_configured: bool,
    at: Point,
    pressed: Option<(Instant, Point)>,
    passed: Instant,
}

impl Drawn {
    fn start(game: FlipArcade, shared: Arc<Shared>) -> Self {
        let connection = Connection::connect_to_env().unwrap();
        let (globals, queue) = registry_queue_init::<State>(&connection).unwrap();
        let handle = queue.handle();
        let compositor: WlCompositor = globals.bind(&handle, 1..=4, ()).unwrap();
        let shell: XdgWmBase = globals.bind(&handle, 1..=1, ()).unwrap();
        let shm: WlShm = globals.bind(&handle, 1..=1, ()).unwrap();
        let _seat: WlSeat = globals.bind(&handle, 1..=5, ()).unwrap();
        let surface = compositor.create_surface(&handle, ());
        let window = shell.get_xdg_surface(&surface, &handle, ()).get_toplevel(&handle, ());
        window.set_app_id(MELON.0.into());
        window.set_title(MELON.1.into());
        surface.commit();
        let (at, passed) = (Point::new(0.0, 0.0), Instant::now());
        let state = State { game, shared, is_configured: false, at, pressed: None, passed };
        Self { queue, state, shm, surface, shown: None }
    }

    fn run(mut self) {
        while !self.state.shared.ends.load(Ordering::SeqCst) {
            self.queue.dispatch_pending(&mut self.state).unwrap();
            if self.state.is_configured {
                self.pass();
            }
            self.queue.flush().unwrap();
            let Some(guard) = self.queue.prepare_read() else { continue };
            let limit = Timespec::try_from(PASS).unwrap();
            let mut ask = [PollFd::from_borrowed_fd(guard.connection_fd(), PollFlags::IN)];
            if poll(&mut ask, Some(&limit)).is_ok_and(|ready| ready > 0) {
                // Nothing may be there for this queue.
                let _ = guard.read();
            }
        }
    }

    /// Lets time pass in the game, and shows it. The time of a press passes when it is over.
    fn pass(&mut self) {
        let state = &mut self.state;
        if state.pressed.is_none() {
            let now = Instant::now();
            let _ = state.game.next(now - std::mem::replace(&mut state.passed, now));
        }
        let picture = state.game.picture();
        let scale = state.shared.scale.load(Ordering::SeqCst);
        if self.shown.as_ref().is_some_and(|(shown, at)| *shown == picture && *at == scale) {
            return;
        }
        let (w, h) = (picture.width() * scale, picture.height() * scale);
        let mut pixels = Vec::with_capacity((w * h * 4) as usize);
        for (x, y) in (0..h).flat_map(|y| (0..w).map(move |x| (x, y))) {
            let [r, g, b] = picture.get_pixel(x / scale, y / scale).0;
            pixels.extend([b, g, r, 0]);
        }
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&pixels).unwrap();
        let handle = self.queue.handle();
        let pool = self.shm.create_pool(file.as_fd(), pixels.len() as i32, &handle, ());
        let (w, h) = (w as i32, h as i32);
        let buffer = pool.create_buffer(0, w, h, w * 4, Format::Xrgb8888, &handle, ());
        pool.destroy();
        self.surface.attach(Some(&buffer), 0, 0);
        self.surface.damage(0, 0, w, h);
        self.surface.commit();
        self.shown = Some((picture, scale));
    }
}

impl Dispatch<WlPointer, ()> for State {
    fn event(
        state: &mut Self,
        _: &WlPointer,
        event: wl_pointer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        match event {
            wl_pointer::Event::Enter { surface_x: x, surface_y: y, .. }
            | wl_pointer::Event::Motion { surface_x: x, surface_y: y, .. } => {
                state.at = Point::new(x, y);
            }
            wl_pointer::Event::Button { state: WEnum::Value(ButtonState::Pressed), .. } => {
                state.shared.is_down.store(true, Ordering::SeqCst);
                state.shared.presses.fetch_add(1, Ordering::SeqCst);
                state.pressed = Some((Instant::now(), state.at));
            }
            wl_pointer::Event::Button { state: WEnum::Value(ButtonState::Released), .. } => {
                state.shared.is_down.store(false, Ordering::SeqCst);
                let Some((since, at)) = state.pressed.take() else { return };
                let scale = f64::from(state.shared.scale.load(Ordering::SeqCst));
                let picture = state.game.picture();
                let within = Rect::new(0.0, 0.0, picture.width().into(), picture.height().into());
                let at = Point::new(at.x / scale, at.y / scale);
                let tap = Gesture::tap(at, within, since.elapsed());
                // A press beside the touch screen is in the game's own log.
                let _ = state.game.perform(&tap, &Frame::shared(picture, Duration::ZERO));
                state.passed = Instant::now();
            }
            _ => {}
        }
    }
}

impl Dispatch<WlSeat, ()> for State {
    /// The session may have no pointer until somebody makes one.
    fn event(
        _: &mut Self,
        seat: &WlSeat,
        event: wl_seat::Event,
        (): &(),
        _: &Connection,
        handle: &QueueHandle<Self>,
    ) {
        if let wl_seat::Event::Capabilities { capabilities: WEnum::Value(has) } = event
            && has.contains(Capability::Pointer)
        {
            seat.get_pointer(handle, ());
        }
    }
}

impl Dispatch<XdgWmBase, ()> for State {
    fn event(
        _: &mut Self,
        shell: &XdgWmBase,
        event: xdg_wm_base::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_wm_base::Event::Ping { serial } = event {
            shell.pong(serial);
        }
    }
}

impl Dispatch<XdgSurface, ()> for State {
    fn event(
        state: &mut Self,
        surface: &XdgSurface,
        event: xdg_surface::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let xdg_surface::Event::Configure { serial } = event {
            surface.ack_configure(serial);
            state.is_configured = true;
        }
    }
}

impl Dispatch<WlBuffer, ()> for State {
    fn event(
        _: &mut Self,
        buffer: &WlBuffer,
        event: wl_buffer::Event,
        (): &(),
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
        if let wl_buffer::Event::Release = event {
            buffer.destroy();
        }
    }
}

impl Dispatch<WlRegistry, GlobalListContents> for State {
    fn event(
        _: &mut Self,
        _: &WlRegistry,
        _: wl_registry::Event,
        _: &GlobalListContents,
        _: &Connection,
        _: &QueueHandle<Self>,
    ) {
    }
}

delegate_noop!(State: WlCompositor);
delegate_noop!(State: WlShmPool);
delegate_noop!(State: ignore WlShm);
delegate_noop!(State: ignore WlSurface);
delegate_noop!(State: ignore XdgToplevel);
