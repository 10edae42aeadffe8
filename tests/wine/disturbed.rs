//! A person and a desktop that get in the way.

use crate::ledger::compare;
use crate::support::flips::{Acts, Entry, Session};
use crate::support::patience;
use crate::window::Window;
use crate::wine::{SIZE, Wine, desktop};
use serde_json::Value;
use std::time::{Duration, Instant};
use voltorb_flip_game::player::Move;

/// How long it may take until something happens.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the user has the pointer.
const HOME: [i32; 2] = [1400, 1000];

struct Game {
    watch: Session,
    window: Window,
    wine: Wine,
}

impl Game {
    fn start(test: &str, seed: u32) -> Option<Self> {
        let wine = desktop(test)?;
        let mut window = Window::show(&wine, seed, (400, 150));
        window.order(&format!("pointer {} {}", HOME[0], HOME[1]));
        let watch = wine.watch(&["play"]);
        Some(Self { watch, window, wine })
    }

    #[track_caller]
    fn until(&mut self, what: &str, wanted: impl Fn(&Entry) -> bool) {
        let begin = Instant::now();
        loop {
            let entry = self.watch.next(PATIENCE);
            let entry =
                entry.unwrap_or_else(|| panic!("ended before {what}: {}", self.watch.said()));
            if wanted(&entry) {
                return;
            }
            assert!(begin.elapsed() < patience(2 * PATIENCE), "not {what}: {}", self.watch.said());
        }
    }

    /// Plays until a card was flipped and seen.
    #[track_caller]
    fn flip(&mut self) {
        self.until("a card is flipped", |entry| {
            entry.kind() == "confirmed" && matches!(entry.what(), Some(Move::Flip(_)))
        });
    }

    /// Plays until it says so: an entry of this kind with these words.
    #[track_caller]
    fn says(&mut self, kind: &str, words: &str) {
        self.until(&format!("{kind}: {words}"), |entry| {
            entry.kind() == kind && entry.text().contains(words)
        });
    }

    /// That nothing is tapped for so long.
    #[track_caller]
    fn rests(&mut self, seconds: u64) {
        let before = self.window.of_kind("down").len();
        std::thread::sleep(Duration::from_secs(seconds));
        for entry in self.watch.heard() {
            assert_ne!(entry.kind(), "acted", "{entry:?}");
        }
        assert_eq!(self.window.of_kind("down").len(), before);
    }

    /// Ends it as Ctrl-C does, and compares.
    #[track_caller]
    fn end(mut self) {
        self.watch.interrupt();
        assert_eq!(self.watch.end(), 0, "{}", self.watch.said());
        let ledger = compare(&self.watch.story, &mut self.window);
        println!("{ledger}");
        assert!(ledger.wrong.is_empty(), "{:#?}\n{}", ledger.wrong, self.watch.said());
        assert!(ledger.cards > 0);
        assert_eq!(self.window.of_kind("cover-pressed"), Vec::<Value>::new());
    }
}

#[test]
fn the_window_is_moved_resized_covered_and_minimised() {
    let Some(mut game) = Game::start("moved", 21) else { return };
    for (x, y) in [(20, 60), (700, 300)] {
        game.flip();
        game.window.order(&format!("move {x} {y}"));
    }
    for size in ["512 768", "384 576", "700 1100", "256 384"] {
        game.flip();
        game.window.order("move 50 40");
        game.window.order(&format!("size {size}"));
    }
    game.flip();
    game.window.order("cover");
    game.says("no-picture", "\"cover\" lies over it");
    game.rests(2);
    game.window.order("uncover");
    game.says("resumed", "");
    game.flip();
    game.window.order("minimise");
    game.says("no-picture", "minimised");
    game.rests(2);
    game.window.order("restore");
    game.says("resumed", "");
    // A part of the game hangs off the screen.
    game.flip();
    game.window.order(&format!("move 400 {}", SIZE.1 - 200));
    game.says("no-picture", "off the screen");
    game.rests(1);
    game.window.order("move 400 100");
    game.says("resumed", "");
    game.flip();
    game.end();
}

#[test]
fn another_window_gets_the_keyboard_and_the_user_takes_the_pointer() {
    let Some(mut game) = Game::start("user", 22) else { return };
    game.flip();
    assert_eq!(game.window.pointer(HOME), HOME, "the pointer is put back");
    game.window.order("other");
    game.says("held", "\"other\" has the keyboard");
    game.rests(1);
    game.window.order("uncover");
    game.window.order("front");
    game.says("resumed", "");
    game.flip();
    game.window.order("pointer 1300 900");
    game.says("held", "the pointer was moved");
    game.rests(1);
    game.window.order("hotkey p");
    game.says("resumed", "");
    game.flip();
    game.window.order("hotkey p");
    game.says("held", "paused; Ctrl+Alt+P resumes");
    game.rests(1);
    game.window.order("hotkey p");
    game.says("resumed", "");
    game.flip();
    game.window.order("pointer 0 0");
    game.says("held", "corner of the screen");
    game.window.order("pointer 1300 900");
    game.window.order("hotkey p");
    game.says("resumed", "");
    game.flip();
    game.window.order("hotkey s");
    game.says("stopped", "the stop hotkey was pressed");
    assert_eq!(game.watch.end(), 0);
    let ledger = compare(&game.watch.story, &mut game.window);
    assert!(ledger.wrong.is_empty(), "{:#?}", ledger.wrong);
}

#[test]
fn the_window_dies_under_a_press_and_is_opened_again() {
    let Some(mut game) = Game::start("dies", 23) else { return };
    game.flip();
    game.window.order("dies-pressed");
    game.says("no-picture", "was closed");
    let mut window = Window::show(&game.wine, 24, (300, 100));
    assert_eq!(window.asked("buttons", "buttons")["down"], false);
    assert_eq!(window.pointer(HOME), HOME, "the pointer is put back");
    game.window = window;
    game.until("it plays on", |entry| {
        entry.kind() == "confirmed" && matches!(entry.what(), Some(Move::Flip(_)))
    });
    game.watch.interrupt();
    assert_eq!(game.watch.end(), 0, "{}", game.watch.said());
}
