//! A window that looks and feels like a program with the game: the built-in game in a window of DeSmuME's
//! class, the stand-in for a fan game in one of mkxp's, or a clone in its own, in real time. It is there at once, and dies on
//! request.

use super::emulated::Emulated;
use super::painter::put;
use grid::geometry::{Point, Rect};
use image::RgbImage;
use lab::voltorb_flip::arcade::fan::FanArcade;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use lab::voltorb_flip::random_look::CloneGame;
use session::capture::Source;
use session::frame::Frame;
use session::input::{Gesture, InputDevice, Key};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x11rb::connection::Connection as _;
use x11rb::properties::{WmSizeHints, WmSizeHintsSpecification};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::*;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The keys of the keyboard that a game may be played by, with their symbols.
const KEYS: [(u32, Key); 9] = [
    (0x78, Key::A),
    (0xff52, Key::Up),
    (0xff54, Key::Down),
    (0xff51, Key::Left),
    (0xff53, Key::Right),
    (0xff0d, Key::Enter),
    (0xff1b, Key::Escape),
    (0x7a, Key::Z),
    (0xffe3, Key::ControlKey),
];

/// The class and the title of DeSmuME's window.
const DESMUME: (&str, &str) = ("desmume\0Desmume\0", "DeSmuME - 60fps, 0 skipped, draw: 60fps");

/// How often the game is drawn.
const PASS: Duration = Duration::from_millis(16);

/// How long a window manager may take to see that a window is gone.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// The window. Closed when dropped.
pub struct StandIn {
    pub window: Window,
    display: Option<String>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    is_down: AtomicBool,
    presses: AtomicUsize,
    keys: AtomicUsize,
    dies_pressed: AtomicBool,
    ends: AtomicBool,
}

impl StandIn {
    /// Shows it at (x, y) on the display that `DISPLAY` names, with the keyboard.
    pub fn show(seed: u32, at: (i32, i32)) -> Self {
        Self::show_on(None, seed, at, std::process::id())
    }

    /// Shows it on this display; its window says that it belongs to process `pid`.
    pub fn show_on(display: Option<&str>, seed: u32, (x, y): (i32, i32), pid: u32) -> Self {
        let game = FlipArcade::new(FlipArcadeOptions { seed, ..FlipArcadeOptions::default() });
        let size = game.picture().dimensions();
        Self::show_game(display, game, size, DESMUME, (x, y), pid)
    }

    /// Shows this game, however it presents its screens, at (x, y), with the keyboard.
    pub fn show_presented(game: FlipArcade, at: (i32, i32)) -> Self {
        let size = game.picture().dimensions();
        Self::show_game(None, game, size, DESMUME, at, std::process::id())
    }

    /// Shows a game in an emulator at (x, y), with the keyboard.
    pub fn show_emulated(mut game: Emulated<FlipArcade>, at: (i32, i32)) -> Self {
        let size = game.next(Duration::ZERO).unwrap().picture.dimensions();
        Self::show_game(None, game, size, DESMUME, at, std::process::id())
    }

    /// Shows a fan game at (x, y), with the keyboard.
    pub fn show_fan(game: FanArcade, at: (i32, i32)) -> Self {
        let size = game.picture().dimensions();
        Self::show_game(None, game, size, ("mkxp\0mkxp\0", "Adventure"), at, std::process::id())
    }

    /// Shows a clone that is played by clicks at (x, y), with the keyboard.
    pub fn show_clone(game: CloneGame, at: (i32, i32)) -> Self {
        let size = game.picture().dimensions();
        Self::show_game(None, game, size, ("clone\0Clone\0", "A clone"), at, std::process::id())
    }

    /// Shows a game whose pictures have this size; `names` are its window's class and title.
    fn show_game(
        display: Option<&str>,
        game: impl Source + InputDevice + Send + 'static,
        (width, height): (u32, u32),
        (class, title): (&str, &str),
        (x, y): (i32, i32),
        pid: u32,
    ) -> Self {
        let (connection, screen) = x11rb::connect(display).unwrap();
        let root = &connection.setup().roots[screen];
        let (root, depth, visual) = (root.root, root.root_depth, root.root_visual);
        let window = connection.generate_id().unwrap();
        let looks = CreateWindowAux::new().event_mask(
            EventMask::EXPOSURE
                | EventMask::BUTTON_PRESS
                | EventMask::BUTTON_RELEASE
                | EventMask::KEY_PRESS
                | EventMask::KEY_RELEASE,
        );
        let (width, height) = (width as u16, height as u16);
        let kind = WindowClass::INPUT_OUTPUT;
        connection
            .create_window(depth, window, root, 0, 0, width, height, 0, kind, visual, &looks)
            .unwrap();
        for (property, text) in [(AtomEnum::WM_CLASS, class), (AtomEnum::WM_NAME, title)] {
            let (mode, kind) = (PropMode::REPLACE, AtomEnum::STRING);
            connection.change_property8(mode, window, property, kind, text.as_bytes()).unwrap();
        }
        let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (number, active) = (atom(b"_NET_WM_PID"), atom(b"_NET_ACTIVE_WINDOW"));
        let mode = PropMode::REPLACE;
        connection.change_property32(mode, window, number, AtomEnum::CARDINAL, &[pid]).unwrap();
        // The title in the newer way too, as toolkits set it.
        let (name, kind) = (atom(b"_NET_WM_NAME"), atom(b"UTF8_STRING"));
        connection.change_property8(mode, window, name, kind, title.as_bytes()).unwrap();
        let hints = WmSizeHints {
            position: Some((WmSizeHintsSpecification::UserSpecified, x, y)),
            ..WmSizeHints::new()
        };
        hints.set_normal_hints(&connection, window).unwrap();
        connection.map_window(window).unwrap();
        connection.sync().unwrap();
        // A window manager that is just starting may lose a request.
        super::eventually("the stand-in has the keyboard", || {
            let event = ClientMessageEvent::new(32, window, active, [2, 0, 0, 0, 0]);
            let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            connection.map_window(window).unwrap();
            connection.send_event(false, root, mask, event).unwrap();
            connection.sync().unwrap();
            let kind = AtomEnum::WINDOW;
            let told = connection.get_property(false, root, active, kind, 0, 1).unwrap().reply();
            let told = told.unwrap().value32().and_then(|mut windows| windows.next());
            (told == Some(window)).then_some(())
        });
        let shared = Arc::new(Shared::default());
        let thread = std::thread::spawn({
            let shared = shared.clone();
            move || run(&connection, window, game, &shared)
        });
        Self { window, display: display.map(str::to_owned), shared, thread: Some(thread) }
    }

    /// Whether it is pressed at this moment.
    pub fn is_down(&self) -> bool {
        self.shared.is_down.load(Ordering::SeqCst)
    }

    /// How often it was pressed.
    pub fn presses(&self) -> usize {
        self.shared.presses.load(Ordering::SeqCst)
    }

    /// How many keys it was sent.
    pub fn keys(&self) -> usize {
        self.shared.keys.load(Ordering::SeqCst)
    }

    /// Lets it close as soon as it is pressed.
    pub fn die_when_pressed(&self) {
        self.shared.dies_pressed.store(true, Ordering::SeqCst);
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // The next window may get this one's number: a window manager that has not yet seen this one
        // go would give it this one's size.
        let gone = Instant::now();
        while gone.elapsed() < FORGOTTEN && self.is_managed().unwrap_or(false) {
            std::thread::sleep(PASS);
        }
    }
}

impl StandIn {
    /// Whether the window manager counts it among its windows; `None` where there is no display any more.
    fn is_managed(&self) -> Option<bool> {
        let (connection, screen) = x11rb::connect(self.display.as_deref()).ok()?;
        let root = connection.setup().roots[screen].root;
        let list = connection.intern_atom(false, b"_NET_CLIENT_LIST").ok()?.reply().ok()?.atom;
        let kind = AtomEnum::WINDOW;
        let told = connection.get_property(false, root, list, kind, 0, 1024).ok()?.reply().ok()?;
        Some(told.value32()?.any(|window| window == self.window))
    }
}

/// The keys that have these codes here.
fn codes(connection: &RustConnection) -> Vec<(u8, Key)> {
    let (least, most) = (connection.setup().min_keycode, connection.setup().max_keycode);
    let map = connection.get_keyboard_mapping(least, most - least + 1).unwrap().reply().unwrap();
    let each = usize::from(map.keysyms_per_keycode);
    let known = |symbols: &[u32]| KEYS.iter().find(|(symbol, _)| symbols.contains(symbol));
    let codes = (least..=most).zip(map.keysyms.chunks(each));
    codes.filter_map(|(code, symbols)| Some((code, known(symbols)?.1))).collect()
}

/// How long it was pressed, as the server says: on a busy machine both ends of a press are often taken off the queue at
/// once.
fn held(since: Timestamp, until: Timestamp) -> Duration {
    Duration::from_millis(until.wrapping_sub(since).into())
}

/// Plays until it is to end, or its server is gone.
fn run(
    connection: &RustConnection,
    window: Window,
    mut game: impl Source + InputDevice,
    shared: &Shared,
) {
    let codes = codes(connection);
    let mut keyed: Option<(Timestamp, Key)> = None;
    let gc = connection.generate_id().unwrap();
    connection.create_gc(gc, window, &CreateGCAux::new()).unwrap();
    let mut shown: Option<Arc<RgbImage>> = None;
    let mut passed = Instant::now();
    let mut pressed: Option<(Timestamp, Point)> = None;
    while !shared.ends.load(Ordering::SeqCst) {
        loop {
            match connection.poll_for_event() {
                Err(_) => return,
                Ok(None) => break,
                Ok(Some(Event::Expose(_))) => shown = None,
                Ok(Some(Event::KeyPress(e))) => {
                    shared.keys.fetch_add(1, Ordering::SeqCst);
                    let key = codes.iter().find(|(code, _)| *code == e.detail);
                    keyed = key.map(|&(_, key)| (e.time, key));
                }
                Ok(Some(Event::KeyRelease(e))) => {
                    if let (Some((since, key)), Some(picture)) = (keyed.take(), &shown) {
                        let frame = Frame::shared(picture.clone(), Duration::ZERO);
                        // A game of the pen knows no keys.
                        let gesture = Gesture::Key { key, hold: held(since, e.time) };
                        let _ = game.perform(&gesture, &frame);
                        passed = Instant::now();
                    }
                }
                Ok(Some(Event::ButtonPress(e))) => {
                    shared.is_down.store(true, Ordering::SeqCst);
                    shared.presses.fetch_add(1, Ordering::SeqCst);
                    if shared.dies_pressed.load(Ordering::SeqCst) {
                        return;
                    }
                    let at = Point::new(f64::from(e.event_x) + 0.5, f64::from(e.event_y) + 0.5);
                    pressed = Some((e.time, at));
                }
                Ok(Some(Event::ButtonRelease(e))) => {
                    shared.is_down.store(false, Ordering::SeqCst);
                    if let (Some((since, at)), Some(picture)) = (pressed.take(), &shown) {
                        let hold = held(since, e.time);
                        let (w, h) = picture.dimensions();
                        let within = Rect::new(0.0, 0.0, w.into(), h.into());
                        let frame = Frame::shared(picture.clone(), Duration::ZERO);
                        // A press beside the touch screen does nothing.
                        let _ = game.perform(&Gesture::tap(at, within, hold), &frame);
                        passed = Instant::now();
                    }
                }
                Ok(Some(_)) => {}
            }
        }
        // The time of a press passes when it is over.
        if pressed.is_none() && keyed.is_none() {
            let now = Instant::now();
            // Who has left the table sees something else.
            let picture = match game.next(now - passed) {
                Ok(frame) => frame.picture,
                Err(_) => {
                    let (w, h) = shown.as_ref().expect("it was shown").dimensions();
                    Arc::new(RgbImage::new(w, h))
                }
            };
            passed = now;
            if shown.as_ref() != Some(&picture) {
                put(connection, window, gc, &picture);
                shown = Some(picture);
            }
        }
        std::thread::sleep(PASS);
    }
}
