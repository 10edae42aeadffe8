//! A real mGBA with our game, and the game's own truth.

use crate::support::ice_rom::{Action, Direction, Options, Phase, Truth, patched};
use crate::support::mgba::{self, ARROWS, KEY_A};
use crate::support::user::User;
use crate::support::{Program, eventually, patience};
use desktop::WindowId;
use desktop::known::Runs;
use desktop::system::connect;
use desktop::window::{WindowChoice, WindowSource, candidates};
use session::capture::Source;
use session::frame::Frame;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// Within this time a halted emulator has halted, and one that runs has shown another frame.
const STANDSTILL: Duration = Duration::from_millis(120);

/// A running emulator. Stopped when dropped.
pub struct Table {
    _emulator: Program,
    pub user: User,
    battery: PathBuf,
}

impl Table {
    /// Starts the emulator at a whole number of times the game's size, its window in the middle of the
    /// desktop and the pointer away from it.
    pub fn open(folder: &Path, options: &Options, scale: u8) -> Self {
        let rom = folder.join("ice-floor.gba");
        let battery = folder.join("ice-floor.sav");
        let _ = std::fs::remove_file(&battery);
        std::fs::write(&rom, patched(options)).unwrap();
        let user = User::new();
        user.move_pointer(1590, 1190);
        let emulator = mgba::start(&rom, scale);
        let table = Self { _emulator: emulator, user, battery };
        let window = table.window();
        // It grows to its size only after the window manager has found a place for it.
        table.user.move_window(window, 200, 100);
        table.user.give_keyboard(window);
        table.until("the game runs", |truth| truth.frame > 30);
        table
    }

    pub fn window(&self) -> WindowId {
        let desktop = connect().unwrap();
        eventually("the emulator shows its window", || {
            let all = candidates(&*desktop).ok()?;
            let found = all.into_iter().find(|w| w.known.is_some_and(|k| k.runs == Runs::Gba));
            Some(found?.id)
        })
    }

    /// What the game says of itself.
    pub fn truth(&self) -> Truth {
        eventually("the game tells its truth", || Truth::read(&self.battery))
    }

    /// Waits until something is so.
    #[track_caller]
    pub fn until(&self, what: &str, mut so: impl FnMut(&Truth) -> bool) -> Truth {
        let begin = Instant::now();
        loop {
            if let Some(truth) = Truth::read(&self.battery).filter(|truth| so(truth)) {
                return truth;
            }
            assert!(
                begin.elapsed() < patience(PATIENCE),
                "not {what}: {:?}",
                Truth::read(&self.battery)
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Holds an arrow key as a person does, until something is so.
    #[track_caller]
    pub fn hold(&self, direction: Direction, so: impl FnMut(&Truth) -> bool) {
        let symbol = ARROWS[direction as usize];
        self.user.hold_key(symbol, true);
        self.until("the key has its effect", so);
        self.user.hold_key(symbol, false);
    }

    /// Holds an arrow key until the hero steps that way, and lets go.
    pub fn begin_step(&self, direction: Direction) {
        let before = self.truth();
        self.hold(direction, |truth| truth.steps > before.steps);
    }

    /// Presses A, until that closes the text box.
    pub fn close_text_box(&self) {
        self.user.hold_key(KEY_A, true);
        self.until("the text box is closed", |truth| truth.phase != Phase::Talking);
        self.user.hold_key(KEY_A, false);
    }

    /// Presses A, until that opens a text box.
    pub fn speak(&self) {
        let before = self.truth();
        self.user.hold_key(KEY_A, true);
        self.until("somebody speaks", |truth| truth.messages > before.messages);
        self.user.hold_key(KEY_A, false);
    }

    /// Waits until the hero stands and stays there.
    pub fn rest(&self) -> Truth {
        let mut since = None;
        self.until("the hero rests", |truth| {
            let free = matches!(truth.phase, Phase::Walking | Phase::Talking);
            let rests = free && truth.action == Action::Standing;
            let since = since.get_or_insert(truth.frame);
            if !rests {
                *since = truth.frame;
            }
            truth.frame >= *since + 4
        })
    }

    /// A person's steps, by the letters of `floor::keys`.
    pub fn walk(&self, keys: &str) -> Truth {
        for key in keys.chars() {
            self.begin_step(Direction::of_letter(key));
            self.rest();
        }
        self.truth()
    }

    /// Halts the emulator between two frames while `body` looks at it.
    pub fn halted<T>(&self, body: impl FnOnce(&Truth) -> T) -> T {
        self.user.press_keys(&mgba::PAUSE);
        std::thread::sleep(STANDSTILL);
        // Wherever in a frame that was, the end of a frame is next.
        let halted = eventually("the emulator halts", || {
            self.user.press_keys(&mgba::NEXT_FRAME);
            std::thread::sleep(STANDSTILL);
            let truth = Truth::read(&self.battery)?;
            std::thread::sleep(STANDSTILL);
            (Truth::read(&self.battery)? == truth).then_some(truth)
        });
        let found = body(&halted);
        self.user.press_keys(&mgba::PAUSE);
        self.until("the emulator goes on", |now| now.frame > halted.frame + 1);
        found
    }

    /// A picture of the emulator's window.
    pub fn picture(&self) -> Frame {
        let choice = WindowChoice { runs: Some(Runs::Gba), ..WindowChoice::default() };
        WindowSource::open(choice).unwrap().next(Duration::ZERO).unwrap()
    }
}
