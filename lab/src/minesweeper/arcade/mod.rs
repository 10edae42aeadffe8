//! The built-in game: seeded boards under each first-click rule, drawn with our own art in the classic
//! proportions, played in process. It is a [`Source`] of pictures and a [`InputDevice`] that taps.
//!
//! Time is virtual: [`Source::next`] lets its `wait` pass and [`InputDevice::perform`] the tap's hold. The
//! same seed and the same taps give the same pictures. A tap on a closed cell opens it, one of the second
//! button sets a flag or takes it away, one of both on a number opens what its flags leave, one on the
//! face or F2 starts the next game. There are no question marks.

pub mod draw;
mod game;
mod glyphs;

pub use game::MineGame;

use grid::Cell;
use grid::geometry::{Point, Rect};
use image::RgbImage;
use minesweeper::board::GameState;
use minesweeper::generator::FirstClick;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Button, Gesture, InputDevice, InputError, Key};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How a game begins and how it is shown.
#[derive(Clone, Debug)]
pub struct MineArcadeOptions {
    /// Rows and columns.
    pub size: (usize, usize),
    /// Mines on each board: at most as many as [`FirstClick::most_mines`] allows anywhere.
    pub mines: usize,
    /// What the first click is promised.
    pub rule: FirstClick,
    /// Where the random boards begin.
    pub seed: u64,
    /// How many pixels of the picture a pixel of the drawing is wide: cells are 16 times that.
    pub scale: u32,
    /// For demonstrations: really sleep, this many times faster than real time. `None` does not
    /// sleep at all.
    pub speed: Option<f64>,
}

impl Default for MineArcadeOptions {
    fn default() -> Self {
        Self { size: (9, 9), mines: 10, rule: FirstClick::Opening, seed: 1, scale: 1, speed: None }
    }
}

/// The built-in game. Clones are handles of the same game: one as [`Source`], one as [`InputDevice`].
#[derive(Clone)]
pub struct MineArcade {
    table: Arc<Mutex<Table>>,
}

struct Table {
    game: MineGame,
    now: Duration,
    options: MineArcadeOptions,
    taps: Vec<MineTap>,
    /// How the games that are over have ended.
    ends: Vec<GameState>,
}

/// A tap and what it met, for tests and referees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineTap {
    /// A closed cell was opened.
    Opened {
        /// Which.
        cell: Cell,
        /// Whether it was a mine.
        mine: bool,
    },
    /// A flag was set or taken away.
    Flagged {
        /// Where.
        cell: Cell,
        /// Whether there is one now.
        set: bool,
    },
    /// All around a number but its flags was opened.
    Chorded {
        /// The number.
        cell: Cell,
        /// Whether one was a mine.
        mine: bool,
    },
    /// The face, or F2: the next game.
    Next,
    /// Anything else: nothing happened.
    Nothing,
}

impl MineArcade {
    /// Opens a game.
    pub fn new(options: MineArcadeOptions) -> Self {
        let game = MineGame::new(options.size, options.mines, options.rule, options.seed);
        let table =
            Table { game, now: Duration::ZERO, options, taps: Vec::new(), ends: Vec::new() };
        Self { table: Arc::new(Mutex::new(table)) }
    }

    /// The picture at this moment.
    pub fn picture(&self) -> RgbImage {
        self.table().picture()
    }

    /// What only the game knows.
    pub fn inside(&self) -> MineGame {
        self.table().game.clone()
    }

    /// All taps so far.
    pub fn taps(&self) -> Vec<MineTap> {
        self.table().taps.clone()
    }

    /// How the games that are over have ended, won or lost, in their order.
    pub fn ends(&self) -> Vec<GameState> {
        self.table().ends.clone()
    }

    /// Where the cells lie in the picture, and the face.
    pub fn places(&self) -> (Rect, Rect) {
        let table = self.table();
        let scale = f64::from(table.options.scale);
        let scaled = |r: Rect| Rect::new(r.x * scale, r.y * scale, r.w * scale, r.h * scale);
        (scaled(draw::grid(table.options.size)), scaled(draw::face(table.options.size)))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic elsewhere leaves a game that is still a game.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Really sleeps as long as `time` takes, if the game is for show.
    fn sleep(&self, time: Duration) {
        let speed = self.table().options.speed;
        session::capture::sleep(time, speed);
    }
}

impl Table {
    fn picture(&self) -> RgbImage {
        let seconds = self.game.seconds(self.now);
        draw::draw(&self.game.board(), self.game.state(), seconds, self.options.scale)
    }

    fn tap(&mut self, at: Point, button: Button) -> MineTap {
        let scale = f64::from(self.options.scale);
        let at = Point::new(at.x / scale, at.y / scale);
        if button == Button::Left && draw::face(self.options.size).contains(at) {
            self.game.restart();
            return MineTap::Next;
        }
        let grid = draw::grid(self.options.size);
        let playing = matches!(self.game.state(), GameState::Fresh | GameState::Playing);
        if !grid.contains(at) || !playing {
            return MineTap::Nothing;
        }
        let along = |offset: f64| (offset / f64::from(draw::CELL)) as usize;
        let cell = (along(at.y - grid.y), along(at.x - grid.x));
        let met = match button {
            Button::Left => {
                self.game.open(cell, self.now).map(|mine| MineTap::Opened { cell, mine })
            }
            Button::Right => self.game.flag(cell).map(|set| MineTap::Flagged { cell, set }),
            Button::Middle | Button::Both => {
                self.game.chord(cell, self.now).map(|mine| MineTap::Chorded { cell, mine })
            }
        };
        met.unwrap_or(MineTap::Nothing)
    }
}

impl Source for MineArcade {
    fn name(&self) -> String {
        "the built-in Minesweeper".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.sleep(wait);
        let mut table = self.table();
        table.now += wait;
        Ok(Frame::new(table.picture(), table.now))
    }
}

impl InputDevice for MineArcade {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        gesture.check(frame)?;
        let (press, hold) = match gesture {
            Gesture::Tap { at, button, hold, .. } => (Some((*at, *button)), hold),
            Gesture::Key { key: Key::F2, hold } => (None, hold),
            Gesture::Key { key, .. } => {
                return Err(InputError::Failed(format!(
                    "the built-in Minesweeper is played with the pointer, and F2 for the next game: \
                     it knows no {key:?}"
                )));
            }
        };
        self.sleep(*hold);
        let mut table = self.table();
        table.now += *hold;
        let before = table.game.state();
        let met = match press {
            Some((at, button)) => table.tap(at, button),
            None => {
                table.game.restart();
                MineTap::Next
            }
        };
        table.taps.push(met);
        let state = table.game.state();
        if state != before && matches!(state, GameState::Won | GameState::Lost) {
            table.ends.push(state);
        }
        Ok(())
    }
}
