//! A stand-in for a Wayland desktop with a game on it: a portal on a bus of its own that shares the built-in game by a
//! real PipeWire, and takes presses for it. What a real desktop's dialog asks is answered at once.
#![allow(unsafe_code, reason = "metadata of buffers has no safe interface")]

use super::bus::{Options, PIPEWIRE, PLACE, Request, address, bus, start_pipewire, text};
use super::{Program, dying_with_us, eventually};
use grid::geometry::{Point, Rect};
use image::RgbImage;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use pipewire::context::ContextRc;
use pipewire::core::CoreRc;
use pipewire::main_loop::MainLoopRc;
use pipewire::properties::properties;
use pipewire::spa::param::ParamType;
use pipewire::spa::param::format::{FormatProperties, MediaSubtype, MediaType};
use pipewire::spa::param::video::VideoFormat;
use pipewire::spa::pod::serialize::PodSerializer;
use pipewire::spa::pod::{
    Object, Pod, Property, PropertyFlags, Value as PodValue, object, property,
};
use pipewire::spa::sys as spa;
use pipewire::spa::utils::{Direction, Fraction, Id, Rectangle, SpaTypes};
use pipewire::stream::{StreamFlags, StreamRc, StreamState};
use pipewire::types::ObjectType;
use session::capture::Source;
use session::frame::Frame;
use session::input::{Gesture, InputDevice};
use std::cell::Cell;
use std::collections::HashMap;
use std::io::Cursor;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use zbus::blocking::Connection;
use zbus::message::Header;
use zbus::zvariant::{ObjectPath, OwnedFd, OwnedObjectPath, OwnedValue, Value};

/// The width and height of the stream's pictures, as large as a window may grow: what is shown is a part of them.
const SIDE: u32 = 1024;

/// How often a picture is sent, and the game drawn.
const PASS: Duration = Duration::from_millis(16);

/// A desktop that runs until this is dropped.
pub struct PortalDesk {
    folder: tempfile::TempDir,
    shared: Arc<Shared>,
    bus: Connection,
    threads: Vec<JoinHandle<()>>,
    _programs: Vec<Program>,
}

#[derive(Default)]
struct Shared {
    ends: AtomicBool,
    /// Whether the dialog is answered with no.
    refuses: AtomicBool,
    /// Whether the last choice of devices or sources was made by who is known.
    is_known: AtomicBool,
    /// Whether something lies over the window: the pointer is not in it then.
    is_covered: AtomicBool,
    /// Whether the window is not shown: nothing is sent of it then.
    is_hidden: AtomicBool,
    dialogs: AtomicUsize,
    presses: AtomicUsize,
    is_down: AtomicBool,
    scale: AtomicU32,
    node: AtomicU32,
    session: Mutex<Option<OwnedObjectPath>>,
    /// The session of hotkeys.
    hotkeys: Mutex<Option<OwnedObjectPath>>,
    wished_keys: Mutex<Vec<String>>,
    socket: Mutex<PathBuf>,
    scene: Mutex<Scene>,
}

#[derive(Default)]
struct Scene {
    picture: Option<Arc<RgbImage>>,
    /// Where the pointer is in the stream; `None` elsewhere.
    pointer: Option<(f64, f64)>,
    pressed: Option<(Instant, Point)>,
    /// Presses that are over: where, and how long they lasted.
    taps: Vec<(Point, Duration)>,
}

impl PortalDesk {
    /// The programs that it needs.
    pub const NEEDS: [&'static str; 3] = ["dbus-daemon", "pipewire", "wireplumber"];

    /// Starts it; it gives no hotkeys.
    pub fn start(seed: u32) -> Self {
        Self::begin(seed, false)
    }

    /// The same with hotkeys, for other keys than are wished.
    pub fn with_hotkeys(seed: u32) -> Self {
        Self::begin(seed, true)
    }

    fn begin(seed: u32, gives_hotkeys: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut programs = vec![bus(folder.path())];
        let shared = Arc::new(Shared::default());
        shared.scale.store(1, Ordering::SeqCst);
        programs.extend(start_pipewire(folder.path(), |program| {
            let mut program = dying_with_us(program);
            Program::start(program.envs(environment(folder.path())).stdout(Stdio::null()))
        }));
        let pipewire = folder.path().join(PIPEWIRE);
        *shared.socket.lock().unwrap() = pipewire.clone();
        let bus = zbus::blocking::connection::Builder::address(&*address(folder.path()))
            .unwrap()
            .serve_at(PLACE, ScreenCast(shared.clone()))
            .unwrap()
            .serve_at(PLACE, RemoteDesktop(shared.clone()))
            .unwrap()
            .name("org.freedesktop.portal.Desktop")
            .unwrap();
        let bus = match gives_hotkeys {
            true => bus.serve_at(PLACE, GlobalShortcuts(shared.clone())).unwrap(),
            false => bus,
        };
        let bus = bus.build().unwrap();
        let (played, sent) = (shared.clone(), shared.clone());
        let threads = vec![
            std::thread::spawn(move || play(seed, &played)),
            std::thread::spawn(move || send(&pipewire, &sent)),
        ];
        eventually("the stream has a number", || {
            (shared.node.load(Ordering::SeqCst) != 0).then_some(())
        });
        Self { folder, shared, bus, threads, _programs: programs }
    }

    /// A command on this desktop.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.envs(environment(self.folder.path())).env_remove("DISPLAY");
        command
    }

    /// How often a person was asked.
    pub fn dialogs(&self) -> usize {
        self.shared.dialogs.load(Ordering::SeqCst)
    }

    /// Answers the dialog with no from now on.
    pub fn refuse(&self) {
        self.shared.refuses.store(true, Ordering::SeqCst);
    }

    /// How often the game was pressed.
    pub fn presses(&self) -> usize {
        self.shared.presses.load(Ordering::SeqCst)
    }

    /// Whether a button is down.
    pub fn is_down(&self) -> bool {
        self.shared.is_down.load(Ordering::SeqCst)
    }

    /// Lays something over the window, or takes it away.
    pub fn cover(&self, is_covered: bool) {
        self.shared.is_covered.store(is_covered, Ordering::SeqCst);
    }

    /// Presses the hotkey that is known by this name.
    pub fn press_hotkey(&self, id: &str) {
        let session = self.shared.hotkeys.lock().unwrap().clone().expect("there are hotkeys");
        let interface = "org.freedesktop.portal.GlobalShortcuts";
        let body = (session, id, 0_u64, HashMap::<String, Value<'_>>::new());
        self.bus.emit_signal(None::<&str>, PLACE, interface, "Activated", &body).unwrap();
    }

    /// Which keys were wished, once they are.
    pub fn wished_keys(&self) -> Vec<String> {
        self.shared.wished_keys.lock().unwrap().clone()
    }

    /// Minimises the window, or restores it.
    pub fn hide(&self, is_hidden: bool) {
        self.shared.is_hidden.store(is_hidden, Ordering::SeqCst);
    }

    /// Draws the window so many times as large.
    pub fn resize(&self, scale: u32) {
        self.shared.scale.store(scale, Ordering::SeqCst);
    }

    /// Moves the pointer as a person does, away from the window or to a place of it.
    pub fn move_pointer(&self, to: Option<(f64, f64)>) {
        self.shared.scene.lock().unwrap().pointer = to;
    }

    /// Takes the leave back, as a person does in the desktop's own menu, or as the end of the window does. What it has
    /// pressed is released, as mutter's virtual devices do when their session ends.
    pub fn close_session(&self) {
        let session = self.shared.session.lock().unwrap().take().expect("a window is shared");
        self.shared.scene.lock().unwrap().pressed = None;
        self.shared.is_down.store(false, Ordering::SeqCst);
        let closed = HashMap::<String, Value<'_>>::new();
        self.bus
            .emit_signal(
                None::<&str>,
                &session,
                "org.freedesktop.portal.Session",
                "Closed",
                &(closed),
            )
            .unwrap();
    }
}

impl Drop for PortalDesk {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::SeqCst);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

fn environment(folder: &Path) -> Vec<(&'static str, String)> {
    let path = |name: &str| folder.join(name).display().to_string();
    vec![
        ("DBUS_SESSION_BUS_ADDRESS", address(folder)),
        ("XDG_RUNTIME_DIR", folder.display().to_string()),
        ("PIPEWIRE_RUNTIME_DIR", folder.display().to_string()),
        ("XDG_SESSION_TYPE", "wayland".to_owned()),
        ("WAYLAND_DISPLAY", "wayland-none".to_owned()),
        ("HOME", path("home")),
        ("XDG_STATE_HOME", path("state")),
        ("XDG_CONFIG_HOME", path("config")),
    ]
}

/// Plays the game in real time.
fn play(seed: u32, shared: &Shared) {
    let mut game = FlipArcade::new(FlipArcadeOptions { seed, ..FlipArcadeOptions::default() });
    let mut passed = Instant::now();
    while !shared.ends.load(Ordering::SeqCst) {
        let scale = f64::from(shared.scale.load(Ordering::SeqCst));
        let (taps, is_pressed, shown) = {
            let mut scene = shared.scene.lock().unwrap();
            let taps = std::mem::take(&mut scene.taps);
            (taps, scene.pressed.is_some(), scene.picture.clone())
        };
        for (at, hold) in taps {
            let Some(picture) = &shown else { continue };
            let (w, h) = picture.dimensions();
            let within = Rect::new(0.0, 0.0, w.into(), h.into());
            let at = Point::new(at.x / scale, at.y / scale);
            let frame = Frame::shared(picture.clone(), Duration::ZERO);
            // A press beside the touch screen does nothing.
            let _ = game.perform(&Gesture::tap(at, within, hold), &frame);
            passed = Instant::now();
        }
        // The time of a press passes when it is over.
        if !is_pressed {
            let now = Instant::now();
            if let Ok(frame) = game.next(now - passed) {
                shared.scene.lock().unwrap().picture = Some(frame.picture);
            }
            passed = now;
        }
        std::thread::sleep(PASS);
    }
}

/// Sends the game's pictures to whoever is connected.
fn send(socket: &Path, shared: &Arc<Shared>) {
    pipewire::init();
    let main_loop = MainLoopRc::new(None).unwrap();
    let context = ContextRc::new(&main_loop, None).unwrap();
    let socket = UnixStream::connect(socket).unwrap();
    let core = context.connect_fd_rc(socket.into(), None).unwrap();
    wait_for_session_manager(&main_loop, &core);
    let properties = properties! { "media.class" => "Video/Source", "node.name" => "stand-in" };
    let stream = StreamRc::new(core, "stand-in", properties).unwrap();
    let runs = Rc::new(Cell::new(false));
    let told = runs.clone();
    let _listener = stream
        .add_local_listener::<()>()
        .state_changed(move |_, _, _, state| told.set(state == StreamState::Streaming))
        .param_changed(|stream, _, id, param| {
            if id == ParamType::Format.as_raw() && param.is_some() {
                let params = buffers().map(binary);
                let mut params = params.each_ref().map(|param| Pod::from_bytes(param).unwrap());
                stream.update_params(&mut params).unwrap();
            }
        })
        .register()
        .unwrap();
    let format = binary(format());
    let flags = StreamFlags::DRIVER | StreamFlags::MAP_BUFFERS;
    let mut formats = [Pod::from_bytes(&format).unwrap()];
    stream.connect(Direction::Output, None, flags, &mut formats).unwrap();
    let (ends, sender, shared) = (main_loop.clone(), stream.clone(), shared.clone());
    let last = Cell::new(None);
    let timer = main_loop.loop_().add_timer(move |_| {
        if shared.ends.load(Ordering::SeqCst) {
            ends.quit();
        }
        shared.node.store(sender.node_id().wrapping_add(1), Ordering::SeqCst);
        if !runs.get() {
            last.set(None);
            return;
        }
        let (picture, pointer) = {
            let scene = shared.scene.lock().unwrap();
            (scene.picture.clone(), scene.pointer)
        };
        let Some(picture) = picture.filter(|_| !shared.is_hidden.load(Ordering::SeqCst)) else {
            return;
        };
        let scale = shared.scale.load(Ordering::SeqCst);
        let pointer = pointer.filter(|_| !shared.is_covered.load(Ordering::SeqCst));
        let now =
            (Arc::as_ptr(&picture) as usize, scale, pointer.map(|(x, y)| (x as i32, y as i32)));
        if last.get() == Some(now) {
            return;
        }
        // SAFETY: A buffer that was taken is filled and given back before anything else is done with the stream.
        unsafe {
            let buffer = sender.dequeue_raw_buffer();
            if !buffer.is_null() {
                fill(&*(*buffer).buffer, &picture, scale, now.2);
                sender.queue_raw_buffer(buffer);
                last.set(Some(now));
            }
        }
    });
    timer.update_timer(Some(PASS), Some(PASS)).into_result().unwrap();
    main_loop.run();
}

/// Waits until there is who connects streams: WirePlumber offers these defaults when it has begun.
fn wait_for_session_manager(main_loop: &MainLoopRc, core: &CoreRc) {
    let registry = core.get_registry().unwrap();
    let (is_there, ends) = (Rc::new(Cell::new(false)), main_loop.clone());
    let noted = is_there.clone();
    let _listener = registry
        .add_listener_local()
        .global(move |global| {
            let name = global.props.and_then(|props| props.get("metadata.name"));
            if global.type_ == ObjectType::Metadata && name == Some("default") {
                noted.set(true);
                ends.quit();
            }
        })
        .register();
    while !is_there.get() {
        main_loop.run();
    }
}

/// Draws the picture into a buffer, and says what it shows.
///
/// # Safety
/// The buffer was just taken from a stream that asked for [`buffers`].
unsafe fn fill(
    buffer: &spa::spa_buffer,
    picture: &RgbImage,
    scale: u32,
    pointer: Option<(i32, i32)>,
) {
    let (width, height) = (picture.width() * scale, picture.height() * scale);
    assert!(width <= SIDE && height <= SIDE);
    // SAFETY: The memory is as long as was asked for, and so is each metadata.
    unsafe {
        for i in 0..buffer.n_metas as usize {
            let meta = &*buffer.metas.add(i);
            if meta.type_ == spa::SPA_META_VideoCrop {
                let region = &mut *meta.data.cast::<spa::spa_meta_region>();
                region.region.position = spa::spa_point { x: 0, y: 0 };
                region.region.size = spa::spa_rectangle { width, height };
            } else if meta.type_ == spa::SPA_META_Cursor {
                let cursor = &mut *meta.data.cast::<spa::spa_meta_cursor>();
                cursor.id = u32::from(pointer.is_some());
                let (x, y) = pointer.unwrap_or_default();
                cursor.position = spa::spa_point { x, y };
                cursor.bitmap_offset = 0;
            }
        }
        let data = &*buffer.datas;
        let bytes =
            std::slice::from_raw_parts_mut(data.data.cast::<u8>(), (SIDE * SIDE * 4) as usize);
        for y in 0..height {
            let row = &mut bytes[(y * SIDE * 4) as usize..][..(width * 4) as usize];
            for (x, pixel) in (0..).zip(row.chunks_exact_mut(4)) {
                let [r, g, b] = picture.get_pixel(x / scale, y / scale).0;
                pixel.copy_from_slice(&[b, g, r, 0]);
            }
        }
        let chunk = &mut *data.chunk;
        (chunk.offset, chunk.size, chunk.stride, chunk.flags) =
            (0, SIDE * SIDE * 4, (SIDE * 4) as i32, 0);
    }
}

fn binary(object: Object) -> Vec<u8> {
    let object = PodValue::Object(object);
    PodSerializer::serialize(Cursor::new(Vec::new()), &object).unwrap().0.into_inner()
}

fn format() -> Object {
    object!(
        SpaTypes::ObjectParamFormat,
        ParamType::EnumFormat,
        property!(FormatProperties::MediaType, Id, MediaType::Video),
        property!(FormatProperties::MediaSubtype, Id, MediaSubtype::Raw),
        property!(FormatProperties::VideoFormat, Id, VideoFormat::BGRx),
        property!(FormatProperties::VideoSize, Rectangle, Rectangle { width: SIDE, height: SIDE }),
        property!(FormatProperties::VideoFramerate, Fraction, Fraction { num: 60, denom: 1 }),
    )
}

/// Buffers in memory, with the part that is shown and the pointer beside.
fn buffers() -> [Object; 3] {
    let property = |key, value| Property { key, flags: PropertyFlags::empty(), value };
    let int = |key, value: u32| property(key, PodValue::Int(value as i32));
    let meta = |kind, size: usize| Object {
        type_: SpaTypes::ObjectParamMeta.as_raw(),
        id: ParamType::Meta.as_raw(),
        properties: vec![
            property(spa::SPA_PARAM_META_type, PodValue::Id(Id(kind))),
            int(spa::SPA_PARAM_META_size, size as u32),
        ],
    };
    let pointer =
        size_of::<spa::spa_meta_cursor>() + size_of::<spa::spa_meta_bitmap>() + 64 * 64 * 4;
    [
        Object {
            type_: SpaTypes::ObjectParamBuffers.as_raw(),
            id: ParamType::Buffers.as_raw(),
            properties: vec![
                int(spa::SPA_PARAM_BUFFERS_buffers, 4),
                int(spa::SPA_PARAM_BUFFERS_blocks, 1),
                int(spa::SPA_PARAM_BUFFERS_size, SIDE * SIDE * 4),
                int(spa::SPA_PARAM_BUFFERS_stride, SIDE * 4),
            ],
        },
        meta(spa::SPA_META_VideoCrop, size_of::<spa::spa_meta_region>()),
        meta(spa::SPA_META_Cursor, pointer),
    ]
}

impl Shared {
    fn create_session(&self, request: &Request<'_>) -> OwnedObjectPath {
        self.is_known.store(false, Ordering::SeqCst);
        let path = request.place("session", "session_handle_token");
        let told = HashMap::from([("session_handle", Value::from(path.to_string()))]);
        *self.session.lock().unwrap() = Some(path);
        request.answer((0, told))
    }

    /// Devices or sources are chosen.
    fn select(&self, request: &Request<'_>) -> OwnedObjectPath {
        if text(request.options, "restore_token").is_some_and(|token| token == "known") {
            self.is_known.store(true, Ordering::SeqCst);
        }
        request.answer((0, HashMap::new()))
    }

    /// The dialog is answered; there is none for who is known.
    fn start(&self, request: &Request<'_>) -> OwnedObjectPath {
        if !self.is_known.load(Ordering::SeqCst) {
            self.dialogs.fetch_add(1, Ordering::SeqCst);
            if self.refuses.load(Ordering::SeqCst) {
                return request.answer((1, HashMap::new()));
            }
        }
        let node = self.node.load(Ordering::SeqCst) - 1;
        let streams = vec![(node, HashMap::<String, Value<'static>>::new())];
        let told = [
            ("streams", Value::from(streams)),
            ("devices", Value::from(3_u32)),
            ("restore_token", Value::from("known")),
        ];
        request.answer((0, HashMap::from(told)))
    }
}

struct ScreenCast(Arc<Shared>);

#[zbus::interface(name = "org.freedesktop.portal.ScreenCast")]
impl ScreenCast {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        4
    }

    #[zbus(property)]
    fn available_cursor_modes(&self) -> u32 {
        7
    }

    #[zbus(property)]
    fn available_source_types(&self) -> u32 {
        3
    }

    fn create_session(
        &self,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.create_session(&Request { bus, header: &header, options: &options })
    }

    fn select_sources(
        &self,
        _session: ObjectPath<'_>,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.select(&Request { bus, header: &header, options: &options })
    }

    fn start(
        &self,
        _session: ObjectPath<'_>,
        _parent: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.start(&Request { bus, header: &header, options: &options })
    }

    fn open_pipe_wire_remote(&self, _session: ObjectPath<'_>, _options: Options) -> OwnedFd {
        let socket = UnixStream::connect(&*self.0.socket.lock().unwrap()).unwrap();
        std::os::fd::OwnedFd::from(socket).into()
    }
}

struct RemoteDesktop(Arc<Shared>);

#[zbus::interface(name = "org.freedesktop.portal.RemoteDesktop")]
impl RemoteDesktop {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        2
    }

    fn create_session(
        &self,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.create_session(&Request { bus, header: &header, options: &options })
    }

    fn select_devices(
        &self,
        _session: ObjectPath<'_>,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.select(&Request { bus, header: &header, options: &options })
    }

    fn start(
        &self,
        _session: ObjectPath<'_>,
        _parent: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.start(&Request { bus, header: &header, options: &options })
    }

    fn notify_pointer_motion_absolute(
        &self,
        _session: ObjectPath<'_>,
        _options: Options,
        _stream: u32,
        x: f64,
        y: f64,
    ) {
        self.0.scene.lock().unwrap().pointer = Some((x, y));
    }

    fn notify_pointer_button(
        &self,
        _session: ObjectPath<'_>,
        _options: Options,
        button: i32,
        state: u32,
    ) {
        assert_eq!(button, 0x110, "the first button is the pen");
        let session = self.0.session.lock().unwrap();
        if session.is_none() {
            return;
        }
        let mut scene = self.0.scene.lock().unwrap();
        self.0.is_down.store(state == 1, Ordering::SeqCst);
        if state == 1 {
            self.0.presses.fetch_add(1, Ordering::SeqCst);
            // A person may have taken the pointer away: then the game is not pressed.
            scene.pressed = scene.pointer.map(|(x, y)| (Instant::now(), Point::new(x, y)));
        } else if let Some((since, at)) = scene.pressed.take() {
            scene.taps.push((at, since.elapsed()));
        }
    }
}

struct GlobalShortcuts(Arc<Shared>);

#[zbus::interface(name = "org.freedesktop.portal.GlobalShortcuts")]
impl GlobalShortcuts {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        1
    }

    fn create_session(
        &self,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        let request = Request { bus, header: &header, options: &options };
        let path = request.place("session", "session_handle_token");
        let told = HashMap::from([("session_handle", Value::from(path.to_string()))]);
        *self.0.hotkeys.lock().unwrap() = Some(path);
        request.answer((0, told))
    }

    /// The person sets a key of their own for each.
    fn bind_shortcuts(
        &self,
        _session: ObjectPath<'_>,
        shortcuts: Vec<(String, Options)>,
        _parent: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        let request = Request { bus, header: &header, options: &options };
        if self.0.refuses.load(Ordering::SeqCst) {
            return request.answer((1, HashMap::new()));
        }
        let keys = shortcuts.iter().filter_map(|(_, wish)| text(wish, "preferred_trigger"));
        *self.0.wished_keys.lock().unwrap() = keys.collect();
        let told = |(id, _): (String, Options)| {
            let key = format!("Meta+{id}");
            (id, HashMap::from([("trigger_description", Value::from(key))]))
        };
        let told: Vec<_> = shortcuts.into_iter().map(told).collect();
        request.answer((0, HashMap::from([("shortcuts", Value::from(told))])))
    }
}
