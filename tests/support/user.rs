//! What a person does at a desktop: moving the pointer, pressing keys, handling windows.

use super::eventually;
use desktop::system::{XServer, connect};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::*;
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

pub struct User {
    connection: RustConnection,
    root: Window,
}

impl User {
    pub fn new() -> Self {
        Self::connected(None)
    }

    /// A user of another display than that of `DISPLAY`.
    pub fn at(display: &str) -> Self {
        Self::connected(Some(display))
    }

    fn connected(display: Option<&str>) -> Self {
        let (connection, screen) = x11rb::connect(display).unwrap();
        let root = connection.setup().roots[screen].root;
        Self { connection, root }
    }

    pub fn wait_for_window_manager() {
        eventually("there is a window manager", || {
            XServer::connect().ok()?.window_manager().ok().flatten()
        });
    }

    pub fn move_pointer(&self, x: i16, y: i16) {
        self.connection.warp_pointer(x11rb::NONE, self.root, 0, 0, 0, 0, x, y).unwrap();
        self.connection.sync().unwrap();
    }

    /// Whether the left button is down.
    pub fn is_pressing(&self) -> bool {
        let pointer = self.connection.query_pointer(self.root).unwrap().reply().unwrap();
        pointer.mask.contains(KeyButMask::BUTTON1)
    }

    /// Clicks where the pointer is.
    pub fn click(&self) {
        for kind in [BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT] {
            self.connection.xtest_fake_input(kind, 1, 0, self.root, 0, 0, 0).unwrap();
        }
        self.connection.sync().unwrap();
    }

    /// Closes a window as its close button does.
    pub fn close_window(&self, window: Window) {
        self.message(window, "_NET_CLOSE_WINDOW", [0; 5]);
    }

    /// Releases the left button, whoever pressed it.
    pub fn release(&self) {
        let kind = BUTTON_RELEASE_EVENT;
        self.connection.xtest_fake_input(kind, 1, 0, self.root, 0, 0, 0).unwrap();
        self.connection.sync().unwrap();
    }

    pub fn pointer(&self) -> (i16, i16) {
        let pointer = self.connection.query_pointer(self.root).unwrap().reply().unwrap();
        (pointer.root_x, pointer.root_y)
    }

    /// The code of the key with this X key symbol.
    pub fn key_code(&self, symbol: u32) -> u8 {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap();
        let map = map.reply().unwrap();
        let mut codes = map.keysyms.chunks(map.keysyms_per_keycode.into());
        first + codes.position(|symbols| symbols.contains(&symbol)).unwrap() as u8
    }

    /// Presses Ctrl, Alt and a letter.
    pub fn press_hotkey(&self, letter: char) {
        const CONTROL: u32 = 0xffe3;
        const ALT: u32 = 0xffe9;
        self.press_keys(&[CONTROL, ALT, u32::from(letter)]);
    }

    /// Has Ctrl, Alt and a letter for as long as this user is there, as another program may.
    pub fn grab_hotkey(&self, letter: char) {
        let (code, mode) = (self.key_code(u32::from(letter)), GrabMode::ASYNC);
        let mods = ModMask::CONTROL | ModMask::M1;
        let grab = self.connection.grab_key(false, self.root, mods, code, mode, mode).unwrap();
        grab.check().unwrap();
    }

    /// Whether nobody has Ctrl, Alt and a letter.
    pub fn can_grab_hotkey(&self, letter: char) -> bool {
        let (code, mode) = (self.key_code(u32::from(letter)), GrabMode::ASYNC);
        let mods = ModMask::CONTROL | ModMask::M1;
        let grab = self.connection.grab_key(false, self.root, mods, code, mode, mode).unwrap();
        let is_free = grab.check().is_ok();
        self.connection.ungrab_key(code, self.root, mods).unwrap();
        self.connection.sync().unwrap();
        is_free
    }

    /// Gives the keyboard another layout, by the words that setxkbmap takes.
    pub fn choose_layout(&self, layout: &[&str]) {
        let set = std::process::Command::new("setxkbmap").arg("-layout").args(layout).status();
        assert!(set.unwrap().success(), "setxkbmap {layout:?}");
    }

    /// Presses keys together, given as X key symbols, and lets them go in reverse order.
    pub fn press_keys(&self, symbols: &[u32]) {
        let codes: Vec<u8> = symbols.iter().map(|&symbol| self.key_code(symbol)).collect();
        let fake = |kind, code| {
            self.connection.xtest_fake_input(kind, code, 0, self.root, 0, 0, 0).unwrap();
        };
        codes.iter().for_each(|&code| fake(KEY_PRESS_EVENT, code));
        codes.iter().rev().for_each(|&code| fake(KEY_RELEASE_EVENT, code));
        self.connection.sync().unwrap();
    }

    /// Presses a key, given as an X key symbol, or lets it go.
    pub fn hold_key(&self, symbol: u32, down: bool) {
        let kind = if down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT };
        let code = self.key_code(symbol);
        self.connection.xtest_fake_input(kind, code, 0, self.root, 0, 0, 0).unwrap();
        self.connection.sync().unwrap();
    }

    /// Moves a window so that its frame's corner is at (x, y).
    pub fn move_window(&self, window: Window, x: i32, y: i32) {
        self.configure(window, ConfigureWindowAux::new().x(x).y(y));
    }

    pub fn resize_window(&self, window: Window, width: u32, height: u32) {
        self.configure(window, ConfigureWindowAux::new().width(width).height(height));
    }

    /// Puts `window` over `other`.
    pub fn put_over(&self, window: Window, other: Window) {
        let above = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        self.connection.configure_window(window, &above).unwrap();
        self.connection.sync().unwrap();
        let desktop = connect().unwrap();
        eventually("one window is over the other", || {
            desktop.is_covered(other).unwrap().then_some(())
        });
    }

    /// The window manager gets the request and answers it in its own time.
    fn configure(&self, window: Window, what: ConfigureWindowAux) {
        let desktop = connect().unwrap();
        let before = desktop.client_area(window).unwrap();
        self.connection.configure_window(window, &what).unwrap();
        self.connection.sync().unwrap();
        eventually("the window is moved or resized", || {
            (desktop.client_area(window).unwrap() != before).then_some(())
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
    }

    pub fn minimise(&self, window: Window) {
        const ICONIC: u32 = 3;
        self.message(window, "WM_CHANGE_STATE", [ICONIC, 0, 0, 0, 0]);
    }

    /// Gives a window the keyboard and leaves it where it is in the stack.
    pub fn give_keyboard(&self, window: Window) {
        let desktop = connect().unwrap();
        // The window manager may still be about to give it to a window that has appeared.
        eventually("the window keeps the keyboard", || {
            let back = InputFocus::POINTER_ROOT;
            self.connection.set_input_focus(back, window, x11rb::CURRENT_TIME).unwrap();
            self.connection.sync().unwrap();
            let has_it = |_| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                desktop.focused().unwrap() == Some(window)
            };
            (0..10).all(has_it).then_some(())
        });
    }

    pub fn restore(&self, window: Window) {
        self.message(window, "_NET_ACTIVE_WINDOW", [2, 0, 0, 0, 0]);
    }

    pub fn go_to_desktop(&self, number: u32) {
        self.message(self.root, "_NET_CURRENT_DESKTOP", [number, 0, 0, 0, 0]);
    }

    fn message(&self, window: Window, name: &str, data: [u32; 5]) {
        let atom = self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap();
        let event = ClientMessageEvent::new(32, window, atom.atom, data);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event).unwrap();
        self.connection.sync().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
    }

    /// Sets the scale of the desktop that programs go by: 96 dots per inch is 1.
    pub fn set_dpi(&self, dpi: u32) {
        let text = format!("Xft.dpi:\t{dpi}\n");
        self.connection
            .change_property8(
                PropMode::REPLACE,
                self.root,
                AtomEnum::RESOURCE_MANAGER,
                AtomEnum::STRING,
                text.as_bytes(),
            )
            .unwrap();
        self.connection.sync().unwrap();
    }
}
