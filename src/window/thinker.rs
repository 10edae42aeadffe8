//! What is known of a board that is entered, found on a thread of its own so that the window never waits for it.

use crate::game::Game;
use session::form::{Checked, Sheet};
use session::{Panel, Setting};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time until the first answer, and between two better ones.
const FIRST: Duration = Duration::from_millis(10);
const SLICE: Duration = Duration::from_millis(50);

/// What is asked.
#[derive(Clone)]
pub(super) struct Asked {
    pub game: &'static dyn Game,
    pub sheet: Sheet,
    /// Settings of the game's question, and the values chosen for them.
    pub settings: Vec<(String, String)>,
}

/// What is known of a board so far.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// What is missing, and what cannot be.
    pub checked: Checked,
    /// The chances and the advice, once there are such.
    pub panel: Option<Panel>,
    /// The verdict, then the reasons for it.
    pub reasons: Vec<String>,
    /// What can be chosen of how it is answered.
    pub settings: Vec<Setting>,
    /// How likely the values of a choice are that was left open.
    pub likely: Option<(&'static str, Vec<(String, f64)>)>,
    /// Why there is no answer.
    pub why: Option<String>,
    /// Whether better answers are still to come.
    pub improves: bool,
}

#[derive(Default)]
struct Desk {
    asked: Mutex<Option<Asked>>,
    call: Condvar,
    known: Mutex<Arc<Known>>,
    /// The number of the last question: what was found for an earlier one is not told any more.
    current: AtomicU64,
}

/// What thinks. Dropping it ends it, without waiting for it.
pub(super) struct Thinker(Arc<Desk>);

/// The number of a question that has no end: there are no more.
const OVER: u64 = u64::MAX;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Thinker {
    /// Waits for a question. `wake` is called whenever more is known.
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let desk = Arc::new(Desk::default());
        let theirs = desk.clone();
        std::thread::spawn(move || theirs.work(&wake));
        Self(desk)
    }

    /// Asks about a board, in place of the one that was asked about before.
    pub fn ask(&self, asked: Asked) {
        let mut waiting = lock(&self.0.asked);
        self.0.current.fetch_add(1, Ordering::AcqRel);
        *waiting = Some(asked);
        self.0.call.notify_all();
    }

    /// Forgets what was known: it is of another board altogether.
    pub fn forget(&self) {
        *lock(&self.0.known) = Arc::default();
    }

    /// What is known by now.
    pub fn known(&self) -> Arc<Known> {
        lock(&self.0.known).clone()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        let _waiting = lock(&self.0.asked);
        self.0.current.store(OVER, Ordering::Release);
        self.0.call.notify_all();
    }
}

impl Desk {
    fn work(&self, wake: &dyn Fn()) {
        loop {
            let mut waiting = lock(&self.asked);
            let (asked, number) = loop {
                let number = self.current.load(Ordering::Acquire);
                if number == OVER {
                    return;
                }
                match waiting.take() {
                    Some(asked) => break (asked, number),
                    None => {
                        waiting = self.call.wait(waiting).unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            drop(waiting);
            self.answer(&asked, number, wake);
        }
    }

    fn is_old(&self, number: u64) -> bool {
        self.current.load(Ordering::Acquire) != number
    }

    fn tell(&self, number: u64, known: &Known, wake: &dyn Fn()) {
        let mut shown = lock(&self.known);
        if !self.is_old(number) {
            *shown = Arc::new(known.clone());
            drop(shown);
            wake();
        }
    }

    /// What is to be said at once, the first answer, and better ones while nothing else is asked.
    fn answer(&self, asked: &Asked, number: u64, wake: &dyn Fn()) {
        let (Some(form), Some(positions)) = (asked.game.form(), asked.game.positions()) else {
            return;
        };
        let is_old = || self.is_old(number);
        let draft = form.draft(&asked.sheet).to_string();
        let mut known = Known::default();
        match form.check(&draft, false, &is_old) {
            Ok(checked) => known.checked = checked,
            Err(why) => known.why = Some(why),
        }
        if !known.checked.complete || !known.checked.misfits.is_empty() {
            return self.tell(number, &known, wake);
        }
        let mut question = match positions.ask(&draft) {
            Ok(question) => question,
            Err(why) => {
                known.why = Some(why);
                return self.tell(number, &known, wake);
            }
        };
        let chosen = form.settings(&asked.sheet);
        let chosen = chosen.iter().map(|(name, value)| (*name, value));
        let all = asked.settings.iter().map(|(name, value)| (name.as_str(), value)).chain(chosen);
        for (name, value) in all {
            // One that this version of the game does not have stays as it is.
            let _ = question.choose(name, value);
        }
        let mut time = FIRST;
        loop {
            let start = Instant::now();
            let thought = question.think(&|| is_old() || start.elapsed() >= time);
            known.settings = question.settings();
            match thought {
                Ok(()) => {
                    known.panel = Some(question.panel());
                    known.reasons = question.reasons();
                    known.improves = question.may_improve();
                }
                Err(why) => {
                    known.why = Some(why);
                    known.improves = false;
                    if let Ok(checked) = form.check(&draft, true, &is_old) {
                        known.checked = checked;
                    }
                }
            }
            self.tell(number, &known, wake);
            if time == FIRST && known.why.is_none() {
                known.likely = form.likely(&asked.sheet, &is_old);
                if known.likely.is_some() {
                    self.tell(number, &known, wake);
                }
            }
            if !known.improves || is_old() {
                return;
            }
            time = SLICE;
        }
    }
}
