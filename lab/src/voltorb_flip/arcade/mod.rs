//! The built-in game: the real rules, drawn with our own art in the real layout, played in
//! process. It is a [`Source`] of pictures and a [`InputDevice`] that taps, so the whole loop runs
//! without an emulator or a display.
//!
//! Time is virtual: [`Source::next`] lets its `wait` pass and [`InputDevice::perform`] lets the tap's
//! hold pass; nothing happens in between. While [`InputDevice::hold`] asks whether to hold on, the pen stays
//! down for every picture that is taken. The same seed and the same taps give the same pictures.
//!
//! What the real game does and this one does not: keys (and with them the key-driven memo), the
//! pages of the game info (these are our own), sound (its lengths are guessed, see `game/lengths.rs`),
//! moving the random stream on while a card builds up suspense, and what lies before and after
//! the table.

mod art;
pub mod controls;
mod draw;
pub mod fan;
mod game;
mod log;
mod presentation;
mod round;
mod screen;
mod truth;
mod words;

pub use crate::arcade::print::TextSpeed;
pub use log::{Log, PlayedRound, Tap, Touched};
pub use presentation::{Presentation, Sizes};
pub use session::consoles::ds::PASS as ITERATION;
pub use truth::Shown;

use crate::arcade::clock::VirtualClock;
use crate::arcade::drawn::Drawn;
use game::{Game, Task};
use grid::Grid;
use grid::geometry::Point;
use image::RgbImage;
use screen::Screen;
use session::capture::sleep;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Button, Gesture, Hold, InputDevice, InputError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use voltorb_flip::board::Board;
use voltorb_flip::levels::Level;
use voltorb_flip_game::truth::FlipTruth;

/// How a game begins and how it is shown.
#[derive(Clone, Debug)]
pub struct FlipArcadeOptions {
    /// Where the board generator's stream begins.
    pub seed: u32,
    /// The level of the first round: 1 in the real game.
    pub level: Level,
    /// What is in the wallet, 0 to 50,000.
    pub coins: u32,
    /// The player's name, as the game writes it.
    pub name: String,
    /// How fast messages are printed.
    pub text_speed: TextSpeed,
    /// How the screens are put into a picture.
    pub presentation: Presentation,
    /// For demonstrations: really sleep, this many times faster than the real game. `None` does
    /// not sleep at all.
    pub speed: Option<f64>,
}

impl Default for FlipArcadeOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            level: Level::FIRST,
            coins: 0,
            name: "Ada".to_owned(),
            text_speed: TextSpeed::default(),
            presentation: Presentation::default(),
            speed: None,
        }
    }
}

/// The built-in game. Clones are handles of the same game: one as [`Source`], one as [`InputDevice`].
#[derive(Clone)]
pub struct FlipArcade {
    table: Arc<Mutex<Table>>,
}

struct Table {
    game: Game,
    clock: VirtualClock,
    /// Where the pen is held while time passes.
    pen: Option<Point>,
    options: FlipArcadeOptions,
    drawn: Drawn<Screen>,
}

/// What only the game knows, for tests: a player sees pictures.
#[derive(Clone, Debug)]
pub struct FlipArcadeState {
    /// The level of the round.
    pub level: Level,
    /// Which of the level's types of board it is, 0 to 9.
    pub kind: usize,
    /// What every card shows.
    pub board: Board,
    /// The cards that are face up.
    pub face_up: Grid<bool>,
    /// The wallet.
    pub wallet: u32,
    /// What the round has earned so far.
    pub payout: u32,
    /// Whether the table has been left.
    pub over: bool,
}

impl FlipArcade {
    /// Opens the table.
    pub fn new(options: FlipArcadeOptions) -> Self {
        let game = Game::new(
            options.seed,
            options.level,
            options.coins,
            options.text_speed,
            options.name.clone(),
        );
        Self {
            table: Arc::new(Mutex::new(Table {
                game,
                clock: VirtualClock::new(ITERATION),
                pen: None,
                options,
                drawn: Drawn::default(),
            })),
        }
    }

    /// The picture at this moment.
    pub fn picture(&self) -> Arc<RgbImage> {
        self.table().picture()
    }

    /// What this moment's picture shows, for a reader to be checked against.
    pub fn truth(&self) -> FlipTruth {
        self.shown().into()
    }

    /// What this moment's picture shows.
    pub fn shown(&self) -> Shown {
        let table = self.table();
        let level = table.game.play.deal.level;
        truth::tell(&table.game.screen, level, table.options.presentation.top)
    }

    /// What only the game knows.
    pub fn inside(&self) -> FlipArcadeState {
        let table = self.table();
        let game = &table.game;
        FlipArcadeState {
            level: game.play.deal.level,
            kind: game.play.deal.kind,
            board: game.play.deal.board.clone(),
            face_up: game.play.face_up.clone(),
            wallet: game.wallet,
            payout: game.play.payout,
            over: game.phase == Task::Over,
        }
    }

    /// All taps and rounds so far.
    pub fn log(&self) -> Log {
        self.table().game.log.clone()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic elsewhere leaves a game that is still a game.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Really sleeps as long as `time` takes, if the game is for show.
    fn sleep(&self, time: Duration) {
        let speed = self.table().options.speed;
        sleep(time, speed);
    }
}

impl Table {
    fn picture(&mut self) -> Arc<RgbImage> {
        let Self { game, options, drawn, .. } = self;
        drawn.of(game.screen.clone(), |screen| {
            options.presentation.present(draw::draw(screen, &options.name))
        })
    }

    fn pass(&mut self, time: Duration) {
        self.clock.pass(time, self.pen, |pen| self.game.iterate(pen));
    }
}

impl Source for FlipArcade {
    fn name(&self) -> String {
        "the built-in Voltorb Flip".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.sleep(wait);
        let mut table = self.table();
        table.pass(wait);
        if table.game.phase == Task::Over {
            return Err(CaptureError::Ended(self.name()));
        }
        let picture = table.picture();
        Ok(Frame::shared(picture, table.clock.now()))
    }
}

impl InputDevice for FlipArcade {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        _frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        let (at, hold) = match gesture {
            Gesture::Tap { at, within, button: Button::Left, hold } if within.contains(*at) => {
                (*at, *hold)
            }
            Gesture::Tap { button: Button::Middle | Button::Right | Button::Both, .. } => {
                return Err(InputError::Failed(
                    "the built-in game is played with the pen: it has no buttons".to_owned(),
                ));
            }
            Gesture::Tap { at, .. } => {
                return Err(InputError::Refused {
                    x: at.x,
                    y: at.y,
                    why: "it is outside the touch screen that was located".to_owned(),
                });
            }
            Gesture::Key { .. } => {
                return Err(InputError::Failed(
                    "the built-in game is played with the pen: it knows no keys".to_owned(),
                ));
            }
        };
        let mut table = self.table();
        let pen = table.options.presentation.to_touch(at);
        let native = table.options.presentation.touch_screen().to_native(at);
        let taps = table.game.log.taps.len();
        table.pen = pen;
        let pressed = table.clock.now();
        drop(table);
        let held = || self.table().clock.now().saturating_sub(pressed);
        let rest = loop {
            match if held() < most { wanted() } else { Hold::Enough } {
                Hold::On => {}
                Hold::Enough => break hold.saturating_sub(held()),
                Hold::Release => break Duration::ZERO,
            }
        };
        self.sleep(rest);
        let mut table = self.table();
        table.pass(rest);
        table.pen = None;
        if pen.is_none() {
            table.game.log.touch(native, Touched::Outside);
        } else if table.game.log.taps.len() == taps {
            table.game.log.touch(native, Touched::Lost);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
