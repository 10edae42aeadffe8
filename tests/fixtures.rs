//! The pictures of the built-in game under `fixtures/voltorb-flip/arcade`, with their truth: every
//! state, at several scales, whole windows too. `voltsight check` reads them in CI.
//!
//! The pictures are drawn anew and compared with those that are committed. When the built-in game
//! is changed on purpose, write them with
//!
//! ```text
//! REGENERATE=1 cargo test --test fixtures
//! ```
//!
//! The truth is told by the game itself, not by the reader.

use image::{Rgb, RgbImage};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use voltsight::capture::Source;
use voltsight::games::voltorb_flip::arcade::{
    Arcade, Options, Presentation, State, TextSpeed, Truth, controls,
};
use voltsight::games::voltorb_flip::board::Card;
use voltsight::games::voltorb_flip::levels::Level;
use voltsight::geometry::Point;
use voltsight::grid::Cell;
use voltsight::input::{Gesture, Hand, TAP_HOLD};

/// Where a tap advances messages and hits nothing.
const NEUTRAL: Point = Point::new(16.0, 176.0);

/// A player who knows the cards, and takes pictures.
struct Photographer {
    game: Arcade,
    presentation: Presentation,
    album: BTreeMap<String, (RgbImage, Value)>,
}

impl Photographer {
    fn at(seed: u32, level: u8, coins: u32, presentation: Presentation) -> Self {
        let game = Arcade::new(Options {
            seed,
            level: Level::try_from(level).unwrap(),
            coins,
            text_speed: TextSpeed::Fast,
            presentation: presentation.clone(),
            ..Options::default()
        });
        Self { game, presentation, album: BTreeMap::new() }
    }

    fn wait(&mut self, ms: u64) -> Truth {
        self.game.next(Duration::from_millis(ms)).unwrap();
        self.game.truth()
    }

    fn tap(&mut self, native: Point) {
        let screen = self.presentation.touch_screen();
        let frame = self.game.next(Duration::from_millis(90)).unwrap();
        let at = screen.to_picture(native);
        let tap = Gesture::Tap { at, within: screen.area, hold: TAP_HOLD };
        self.game.perform(&tap, &frame).unwrap();
    }

    /// Taps on until the game is in `state` and its message, if there is one, is printed.
    fn until(&mut self, state: State) {
        for _ in 0..400 {
            if self.wait(50).state == Some(state) {
                return;
            }
            self.tap(NEUTRAL);
        }
        panic!("the game never came to {state:?}: {:?}", self.game.truth());
    }

    fn play(&mut self) {
        self.until(State::Menu);
        self.tap(controls::entry(0, 3).centre());
        self.until(State::Board);
    }

    fn flip(&mut self, cell: Cell) {
        self.tap(controls::card(cell).centre());
    }

    /// The first `count` face-down cards that show `card`.
    fn cells(&self, card: Card, count: usize) -> Vec<Cell> {
        let inside = self.game.inside();
        let down = inside.board.cells().filter(|(cell, c)| **c == card && !inside.face_up[*cell]);
        down.map(|(cell, _)| cell).take(count).collect()
    }

    fn save(&mut self, name: &str) {
        let truth = serde_json::to_value(self.game.truth()).unwrap();
        let known = self.album.insert(format!("{name}.png"), (self.game.picture(), truth));
        assert!(known.is_none(), "two pictures named {name}");
    }

    /// One round, won, and one, lost, with a picture of every state on the way.
    fn tour(&mut self, wanted: &[&str]) {
        let take = |me: &mut Self, name: &str| {
            if wanted.is_empty() || wanted.contains(&name) {
                me.save(name);
            }
        };
        self.until(State::Menu);
        take(self, "menu");
        self.tap(controls::entry(1, 3).centre());
        self.until(State::Info);
        take(self, "info");
        self.tap(controls::entry(3, 4).centre());
        self.play();
        take(self, "board");
        let ones = self.cells(Card::One, 4);
        self.tap(controls::MEMO.centre());
        self.until(State::Memo);
        for (i, &cell) in ones.iter().enumerate() {
            self.tap(controls::card(cell).centre());
            for toggle in &controls::TOGGLES[..=i] {
                self.tap(toggle.centre());
            }
        }
        take(self, "memo");
        self.tap(controls::MEMO.centre());
        self.until(State::Board);
        take(self, "board-marks");
        self.flip(ones[0]);
        self.wait(100);
        take(self, "anim");
        self.until(State::Board);
        let three = self.cells(Card::Three, 1)[0];
        self.flip(three);
        self.wait(900);
        take(self, "msg");
        self.until(State::Board);
        take(self, "board-open");
        self.tap(controls::QUIT.centre());
        self.until(State::Quit);
        take(self, "quit");
        self.tap(controls::NO.centre());
        self.until(State::Board);
        for cell in [self.cells(Card::Two, 25), self.cells(Card::Three, 25)].concat() {
            self.until(State::Board);
            self.flip(cell);
            self.wait(400);
        }
        self.until(State::Clear);
        self.wait(1500);
        take(self, "clear");
        self.until(State::Reveal);
        take(self, "reveal");
        self.tap(NEUTRAL);
        self.until(State::Between);
        take(self, "between");
        self.until(State::Notice);
        self.wait(500);
        take(self, "notice");
        self.play();
        let voltorb = self.cells(Card::Voltorb, 1)[0];
        self.flip(voltorb);
        self.until(State::Clear);
        self.wait(500);
        take(self, "loss");
        self.until(State::Reveal);
        take(self, "reveal-lost");
    }
}

/// The pictures and their truth, by file name.
fn album() -> BTreeMap<String, (RgbImage, Value)> {
    let mut native = Photographer::at(3, 1, 0, Presentation::default());
    native.tour(&[]);
    let mut album = native.album;
    let window = |scale, smooth, gap, canvas, offset| Presentation {
        scale,
        smooth,
        gap,
        canvas: Some(canvas),
        offset,
        around: Rgb([58, 62, 70]),
        ..Presentation::default()
    };
    for (name, seed, level, presentation, states) in [
        ("touch-0.75x", 11, 4, touch(0.75, true), &["board-open", "memo"][..]),
        (
            "window-1.5x",
            12,
            6,
            window(1.5, true, 0, (470, 700), (43, 85)),
            &["board-marks", "quit"],
        ),
        (
            "window-2x-gap",
            13,
            8,
            window(2.0, false, 24, (560, 900), (20, 77)),
            &["board-open", "msg"],
        ),
        ("desktop-2.4x", 14, 2, window(2.4, true, 0, (1280, 1024), (331, 64)), &["reveal"]),
        ("touch-3x", 15, 7, touch(3.0, false), &["memo"]),
    ] {
        let mut photographer = Photographer::at(seed, level, 1000 * seed + 234, presentation);
        photographer.tour(states);
        album.extend(
            photographer.album.into_iter().map(|(file, entry)| (format!("{name}-{file}"), entry)),
        );
    }
    album
}

/// The touch screen alone.
fn touch(scale: f64, smooth: bool) -> Presentation {
    Presentation { scale, smooth, top: false, ..Presentation::default() }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/voltorb-flip/arcade")
}

fn write(folder: &Path, album: &BTreeMap<String, (RgbImage, Value)>) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).unwrap();
    for (file, (picture, _)) in album {
        picture.save(folder.join(file)).unwrap();
    }
    // One line a picture: changes can be read.
    let lines: Vec<String> =
        album.iter().map(|(file, (_, truth))| format!("{:?}: {truth}", file)).collect();
    std::fs::write(folder.join("truth.json"), format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
}

#[test]
fn the_committed_pictures_are_those_of_the_built_in_game() {
    let (album, folder) = (album(), folder());
    if std::env::var_os("REGENERATE").is_some() {
        write(&folder, &album);
        return;
    }
    let text = std::fs::read_to_string(folder.join("truth.json")).unwrap();
    let truths: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let mut differ: Vec<&String> =
        truths.keys().filter(|file| !album.contains_key(*file)).collect();
    for (file, (picture, truth)) in &album {
        let committed = image::open(folder.join(file)).map(|p| p.to_rgb8()).ok();
        if truths.get(file) != Some(truth) || committed.as_ref() != Some(picture) {
            differ.push(file);
        }
    }
    if !differ.is_empty() {
        let now = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/fixtures/arcade");
        write(&now, &album);
        panic!(
            "the built-in game draws or tells {differ:?} otherwise than {} does (as it is now: {}); \
             if that is meant: REGENERATE=1 cargo test --test fixtures",
            folder.display(),
            now.display()
        );
    }
}
