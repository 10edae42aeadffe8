//! A window of ours whose every pixel is known, and which notes where it is pressed.

use super::user::User;
use desktop::system::connect;
use image::{Rgb, RgbImage};
use std::sync::{Arc, Mutex};
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::properties::WmSizeHints;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::*;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// A press of a button and its release, in pixels of the window; `held` in milliseconds by the
/// server's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub button: u8,
    pub x: i16,
    pub y: i16,
    pub held: u32,
}

/// A key pressed and released: its code, and how long it was held in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPress {
    pub code: u8,
    pub held: u32,
}

pub struct Painter {
    connection: Arc<RustConnection>,
    pub window: Window,
    gc: Gcontext,
    seed: u32,
    presses: Arc<Mutex<Vec<Press>>>,
    keys: Arc<Mutex<Vec<KeyPress>>>,
}

/// What a painter with this seed shows.
pub fn pattern(seed: u32, width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x * 7 + seed * 31) as u8, (y * 5 + x / 16) as u8, ((x ^ y) + seed * 3) as u8])
    })
}

/// A window of ours that lies over all of another one, which keeps the keyboard.
pub fn cover(user: &User, window: Window) -> Painter {
    let area = connect().unwrap().client_area(window).unwrap();
    let size = (area.w as u16 + 40, area.h as u16 + 40);
    let cover = Painter::show("cover", 3, (area.x as i32 - 20, area.y as i32 - 40), size);
    user.put_over(cover.window, window);
    user.give_keyboard(window);
    cover
}

impl Painter {
    /// Shows a window at (x, y), frame included, and waits until it is painted.
    pub fn show(name: &str, seed: u32, (x, y): (i32, i32), (width, height): (u16, u16)) -> Self {
        let (connection, screen) = x11rb::connect(None).unwrap();
        let connection = Arc::new(connection);
        let screen = &connection.setup().roots[screen];
        let window = connection.generate_id().unwrap();
        let looks = CreateWindowAux::new().background_pixel(screen.white_pixel).event_mask(
            EventMask::EXPOSURE
                | EventMask::STRUCTURE_NOTIFY
                | EventMask::BUTTON_PRESS
                | EventMask::BUTTON_RELEASE
                | EventMask::KEY_PRESS
                | EventMask::KEY_RELEASE,
        );
        connection
            .create_window(
                screen.root_depth,
                window,
                screen.root,
                x as i16,
                y as i16,
                width,
                height,
                0,
                WindowClass::INPUT_OUTPUT,
                screen.root_visual,
                &looks,
            )
            .unwrap();
        let class = format!("{name}\0{name}\0");
        let set = |property: AtomEnum, text: &str| {
            connection
                .change_property8(
                    PropMode::REPLACE,
                    window,
                    property,
                    AtomEnum::STRING,
                    text.as_bytes(),
                )
                .unwrap();
        };
        set(AtomEnum::WM_CLASS, &class);
        set(AtomEnum::WM_NAME, &format!("{name} 60 fps"));
        let pid = connection.intern_atom(false, b"_NET_WM_PID").unwrap().reply().unwrap().atom;
        connection
            .change_property32(
                PropMode::REPLACE,
                window,
                pid,
                AtomEnum::CARDINAL,
                &[std::process::id()],
            )
            .unwrap();
        let hints = WmSizeHints {
            position: Some((x11rb::properties::WmSizeHintsSpecification::UserSpecified, x, y)),
            ..WmSizeHints::new()
        };
        hints.set_normal_hints(&*connection, window).unwrap();
        let gc = connection.generate_id().unwrap();
        connection.create_gc(gc, window, &CreateGCAux::new()).unwrap();
        connection.map_window(window).unwrap();
        connection.flush().unwrap();
        let presses = Arc::new(Mutex::new(Vec::new()));
        let keys = Arc::new(Mutex::new(Vec::new()));
        let (painted, wait) = std::sync::mpsc::channel();
        let painter = Self {
            connection: connection.clone(),
            window,
            gc,
            seed,
            presses: presses.clone(),
            keys: keys.clone(),
        };
        std::thread::spawn(move || {
            let (mut pressed, mut down) = (Vec::new(), Vec::<KeyPressEvent>::new());
            while let Ok(event) = connection.wait_for_event() {
                match event {
                    Event::Expose(e) if e.count == 0 => {
                        paint(&connection, window, gc, seed);
                        let _ = painted.send(());
                    }
                    Event::ButtonPress(e) => pressed.push(e),
                    Event::ButtonRelease(e) => {
                        if let Some(i) = pressed.iter().position(|p| p.detail == e.detail) {
                            let press = pressed.remove(i);
                            let (x, y, held) = (press.event_x, press.event_y, e.time - press.time);
                            let press = Press { button: press.detail, x, y, held };
                            presses.lock().unwrap().push(press);
                        }
                    }
                    Event::KeyPress(e) if down.iter().all(|key| key.detail != e.detail) => {
                        down.push(e);
                    }
                    Event::KeyRelease(e) => {
                        if let Some(i) = down.iter().position(|key| key.detail == e.detail) {
                            let press = down.remove(i);
                            let held = e.time - press.time;
                            keys.lock().unwrap().push(KeyPress { code: press.detail, held });
                        }
                    }
                    Event::DestroyNotify(_) => break,
                    _ => {}
                }
            }
        });
        // A window manager that is just starting may lose the first request.
        super::eventually("the painter is shown", || {
            painter.connection.map_window(window).unwrap();
            painter.sync();
            wait.recv_timeout(std::time::Duration::from_millis(500)).ok()
        });
        painter.sync();
        painter
    }

    /// What it shows at its present size.
    pub fn truth(&self) -> RgbImage {
        let size = self.connection.get_geometry(self.window).unwrap().reply().unwrap();
        pattern(self.seed, size.width.into(), size.height.into())
    }

    /// Paints what a painter with another seed shows, until it must be painted again.
    pub fn paint(&self, seed: u32) {
        paint(&self.connection, self.window, self.gc, seed);
    }

    /// Waits until the server has done all that was asked.
    pub fn sync(&self) {
        self.connection.sync().unwrap();
    }

    /// The presses so far.
    pub fn presses(&self) -> Vec<Press> {
        self.presses.lock().unwrap().clone()
    }

    /// The keys pressed so far.
    pub fn keys(&self) -> Vec<KeyPress> {
        self.keys.lock().unwrap().clone()
    }

    /// Sets the title in the old way or the new one.
    pub fn set_title(&self, property: &str, kind: &str, title: &[u8]) {
        let atom = |name: &str| {
            self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
        };
        let (property, kind) = (atom(property), atom(kind));
        self.connection
            .change_property8(PropMode::REPLACE, self.window, property, kind, title)
            .unwrap();
        self.sync();
    }

    /// Says that the window belongs to this process.
    pub fn set_pid(&self, pid: u32) {
        let number = self.connection.intern_atom(false, b"_NET_WM_PID").unwrap().reply().unwrap();
        let (mode, kind) = (PropMode::REPLACE, AtomEnum::CARDINAL);
        self.connection.change_property32(mode, self.window, number.atom, kind, &[pid]).unwrap();
        self.sync();
    }

    /// Closes the window.
    pub fn close(self) {
        self.connection.destroy_window(self.window).unwrap();
        self.sync();
    }
}

fn paint(connection: &RustConnection, window: Window, gc: Gcontext, seed: u32) {
    let Ok(Ok(size)) = connection.get_geometry(window).map(|c| c.reply()) else { return };
    put(connection, window, gc, &pattern(seed, size.width.into(), size.height.into()));
}

/// Paints a whole window, as many rows at a time as a request holds.
pub fn put(connection: &RustConnection, window: Window, gc: Gcontext, picture: &RgbImage) {
    let width = picture.width() as usize;
    let rows = (connection.maximum_request_bytes() - 64) / (width * 4);
    for (band, pixels) in picture.chunks(width * 3 * rows).enumerate() {
        let bytes: Vec<u8> = pixels.chunks_exact(3).flat_map(|p| [p[2], p[1], p[0], 0]).collect();
        let height = pixels.len() / 3 / width;
        let _ = connection.put_image(
            ImageFormat::Z_PIXMAP,
            window,
            gc,
            width as u16,
            height as u16,
            0,
            (band * rows) as i16,
            0,
            24,
            &bytes,
        );
    }
    let _ = connection.sync();
}
