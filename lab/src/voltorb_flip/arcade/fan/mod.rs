//! A stand-in for the fan games: the minigame of Pokémon Essentials and its adaption for RPG Maker XP, drawn
//! by us and played by keys. It is a [`Source`] of pictures and a [`InputDevice`], as the built-in game is, and its
//! time is virtual as that is.

mod cards;
mod draw;
mod game;
mod kind;
mod log;
mod words;

pub use draw::beside;
pub use kind::FanKind;
pub use log::{FanLog, Keyed};

use crate::arcade::clock::VirtualClock;
use crate::arcade::drawn::Drawn;
use draw::FanScreen;
use game::{FanGame, Task};
use image::RgbImage;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError, Key};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use voltorb_flip::levels::Level;

/// From one pass of the game's loop to the next: 40 pictures a second.
const PASS: Duration = Duration::from_millis(25);

/// The game. Clones are handles of the same game.
#[derive(Clone)]
pub struct FanArcade {
    table: Arc<Mutex<Table>>,
}

struct Table {
    kind: FanKind,
    game: FanGame,
    clock: VirtualClock,
    drawn: Drawn<FanScreen>,
}

impl FanArcade {
    /// Opens the table, with boards that follow from `seed`.
    pub fn new(kind: FanKind, seed: u32, level: Level) -> Self {
        let game = FanGame::new(kind, seed, level);
        let (clock, drawn) = (VirtualClock::new(PASS), Drawn::default());
        Self { table: Arc::new(Mutex::new(Table { kind, game, clock, drawn })) }
    }

    /// Chooses the key with which marking begins and ends: Z, or Control as in older versions.
    pub fn with_memo_key(self, key: Key) -> Self {
        self.table().game.log.memo_key = key;
        self
    }

    /// The picture at this moment.
    pub fn picture(&self) -> Arc<RgbImage> {
        let mut table = self.table();
        let Table { kind, game, drawn, .. } = &mut *table;
        drawn.of(FanScreen::of(game), |shown| draw::draw(shown, *kind))
    }

    /// What was done so far.
    pub fn log(&self) -> FanLog {
        self.table().game.log.clone()
    }

    /// Lets time pass with a key held.
    pub fn pass(&self, time: Duration, key: Option<Key>) {
        let mut table = self.table();
        let Table { game, clock, .. } = &mut *table;
        clock.pass(time, key, |key| game.pass(key));
    }

    /// Whether the table was left.
    pub fn is_left(&self) -> bool {
        self.table().game.task == Task::Left
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic elsewhere leaves a game that is still a game.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source for FanArcade {
    fn name(&self) -> String {
        "the stand-in for a fan game".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.pass(wait, None);
        if self.is_left() {
            return Err(CaptureError::Ended(self.name()));
        }
        Ok(Frame::shared(self.picture(), self.table().clock.now()))
    }
}

impl InputDevice for FanArcade {
    fn perform(&mut self, gesture: &Gesture, _frame: &Frame) -> Result<(), InputError> {
        let Gesture::Key { key, hold } = *gesture else {
            return Err(InputError::Failed("this game is played by keys".to_owned()));
        };
        self.pass(hold, Some(key));
        Ok(())
    }
}
