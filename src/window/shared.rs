//! What a companion's thread and the window share: what is told in one direction, what is asked in the
//! other.

use crate::game::{Game, Playing};
use crate::show::scene::Scene;
use image::RgbImage;
use session::history::Played;
use session::input::{Gesture, InputDevice};
use session::{Control, Seen};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How a hand is made, whenever it is to play.
pub(super) type MakeHand = Box<dyn Fn(&dyn Playing) -> anyhow::Result<Box<dyn InputDevice>>>;

/// What is told of a companion.
#[derive(Clone, Default)]
pub(super) struct News {
    /// What the pictures are of.
    pub source: String,
    /// The game, once it is known.
    pub game: Option<&'static dyn Game>,
    pub scene: Scene,
    /// The last picture.
    pub picture: Option<Arc<RgbImage>>,
    /// What the last picture that was read shows.
    pub seen: Option<Arc<Seen>>,
    /// The time in seconds and the score so far, at the end of each round.
    pub scores: Vec<[f64; 2]>,
    /// The rounds that ended while a person played, oldest first.
    pub rounds: Vec<Played>,
    /// Whether moves are made, not only shown.
    pub plays: bool,
    /// Why there is no game, no advice, or nothing more.
    pub why: Option<String>,
    /// Whether it can play here.
    pub can_play: bool,
    /// Why it does not play any more, though it was asked to.
    pub stopped: Option<String>,
    /// Whether nothing more comes.
    pub ended: bool,
    /// What the session came to, for people.
    pub summary: String,
}

/// What was asked for and not yet heard.
#[derive(Default)]
struct Asked {
    controls: Vec<Control>,
    gestures: Vec<Gesture>,
}

/// What a companion's thread and the window share.
pub(super) struct Shared {
    news: Mutex<Arc<News>>,
    changed: AtomicBool,
    asked: Mutex<Asked>,
    /// Told whenever something is asked.
    call: Condvar,
    closing: AtomicBool,
    to_play: AtomicBool,
    /// Has the window drawn anew.
    wake: Box<dyn Fn() + Send + Sync>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Nothing told, nothing asked. `wake` has the window drawn anew, from any thread.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            news: Mutex::default(),
            changed: AtomicBool::new(true),
            asked: Mutex::default(),
            call: Condvar::new(),
            closing: AtomicBool::new(false),
            to_play: AtomicBool::new(false),
            wake: Box::new(wake),
        }
    }

    /// Changes what is told.
    pub fn tell(&self, change: impl FnOnce(&mut News)) {
        change(Arc::make_mut(&mut lock(&self.news)));
        self.changed.store(true, Ordering::Release);
        (self.wake)();
    }

    /// What is told, if that has changed since this was last asked.
    pub fn news(&self) -> Option<Arc<News>> {
        self.changed.swap(false, Ordering::Acquire).then(|| lock(&self.news).clone())
    }

    /// Asks the loop for something.
    pub fn ask(&self, control: Control) {
        lock(&self.asked).controls.push(control);
        self.call.notify_all();
    }

    /// Asks for a gesture in the built-in game.
    pub fn gesture(&self, gesture: Gesture) {
        lock(&self.asked).gestures.push(gesture);
        self.call.notify_all();
    }

    /// What the loop was asked for since this was last called.
    pub fn controls(&self) -> Vec<Control> {
        std::mem::take(&mut lock(&self.asked).controls)
    }

    /// The gestures that were asked for since this was last called.
    pub fn gestures(&self) -> Vec<Gesture> {
        std::mem::take(&mut lock(&self.asked).gestures)
    }

    /// Whether the loop is asked for something.
    pub fn has_controls(&self) -> bool {
        !lock(&self.asked).controls.is_empty()
    }

    /// Waits so long, or until something is asked for.
    pub fn wait(&self, time: Duration) {
        let asked = lock(&self.asked);
        let idle = |asked: &mut Asked| {
            asked.controls.is_empty() && asked.gestures.is_empty() && !self.is_closing()
        };
        drop(self.call.wait_timeout_while(asked, time, idle));
    }

    /// Asks it to play, or not to play any more.
    pub fn play(&self, plays: bool) {
        self.to_play.store(plays, Ordering::Release);
        self.call.notify_all();
    }

    /// Whether it is to play.
    pub fn is_to_play(&self) -> bool {
        self.to_play.load(Ordering::Acquire)
    }

    /// Asks it to end.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Release);
        self.call.notify_all();
    }

    /// Whether it is to end.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }
}
