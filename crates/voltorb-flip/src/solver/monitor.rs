//! How long a computation may go on, and how far it is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// Watches a computation: it is asked now and then whether to stop, and gets the progress.
///
/// Every `Fn() -> bool` that may be called from several threads is one that stops when it says `true`.
pub trait Monitor: Sync {
    /// Whether to stop with what is known.
    fn time_is_up(&self) -> bool;

    /// Takes note of how far the computation is. Called about as often as `time_is_up`.
    fn report(&self, progress: Progress) {
        let _ = progress;
    }
}

/// How far a computation is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The boards that fit are listed.
    Listing {
        /// Those found so far.
        boards: usize,
    },
    /// The boards are too many to list and are counted.
    Counting {
        /// Intermediate states so far.
        states: usize,
    },
    /// The best flip is searched.
    Searching {
        /// Nodes looked into so far.
        nodes: u64,
        /// A value that is surely reached: a chance, or coins.
        lower: f64,
        /// A value that is surely not exceeded.
        upper: f64,
    },
}

impl<F: Fn() -> bool + Sync> Monitor for F {
    fn time_is_up(&self) -> bool {
        self()
    }
}

/// A limit on work instead of time: a computation ends at the same point on every machine, however
/// busy it is. Some 16,000 boards are looked at from one question to the next.
#[derive(Debug)]
pub struct WorkLimit(AtomicU64);

impl WorkLimit {
    /// Time is up when it has been asked so many times.
    pub fn new(questions: u64) -> Self {
        Self(AtomicU64::new(questions))
    }
}

impl Monitor for WorkLimit {
    fn time_is_up(&self) -> bool {
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        self.0.fetch_update(set, fetch, |left| left.checked_sub(1)).is_err()
    }
}

/// A deadline that never comes.
pub fn never() -> bool {
    false
}

/// A deadline that comes after `time` has gone by.
pub fn after(time: Duration) -> impl Fn() -> bool + Sync {
    let start = Instant::now();
    move || start.elapsed() >= time
}
