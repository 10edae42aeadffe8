//! Background work in a thread.

use super::anytime::Anytime;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The longest time for one question.
const LONGEST: Duration = Duration::from_secs(300);

/// The time before the first news of a better answer; it doubles each time.
const FIRST_NEWS: Duration = Duration::from_millis(250);

/// Answers questions in a thread, and continues after an answer: until the answer is final, another question comes,
/// or [`rest`](Background::rest) is called.
pub struct Background<S: Anytime> {
    shared: Arc<Shared<S>>,
    worker: Option<JoinHandle<()>>,
}

struct Shared<S: Anytime> {
    table: Mutex<Table<S>>,
    /// There is something new on the table.
    news: Condvar,
    /// The number of the last question: what is thought about an earlier one is given up.
    number: AtomicU64,
}

/// What both sides see.
struct Table<S: Anytime> {
    number: u64,
    question: Option<S::Question>,
    /// By when the first answer is wanted.
    due: Option<Instant>,
    answer: Option<S::Answer>,
    /// Whether nothing better will come.
    done: bool,
    closed: bool,
}

impl<S: Anytime> Shared<S> {
    fn table(&self) -> MutexGuard<'_, Table<S>> {
        // The table is sound whenever it is let go of.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(
        &self,
        table: MutexGuard<'a, Table<S>>,
        time: Duration,
    ) -> MutexGuard<'a, Table<S>> {
        self.news.wait_timeout(table, time).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Puts a question, or none, on the table.
    fn put(&self, question: Option<S::Question>, due: Instant) {
        let mut table = self.table();
        table.number += 1;
        table.question = question;
        table.due = Some(due);
        table.answer = None;
        table.done = false;
        self.number.store(table.number, Ordering::Relaxed);
        self.news.notify_all();
    }
}

impl<S: Anytime> Background<S> {
    /// Starts a thread for `solver`.
    pub fn new(solver: S) -> Self {
        let table = Table {
            number: 0,
            question: None,
            due: None,
            answer: None,
            done: false,
            closed: false,
        };
        let shared = Arc::new(Shared {
            table: Mutex::new(table),
            news: Condvar::new(),
            number: AtomicU64::new(0),
        });
        let theirs = shared.clone();
        let worker = std::thread::spawn(move || work(&theirs, solver));
        Self { shared, worker: Some(worker) }
    }

    /// Answers a question: with the final answer, or with the best one after `time`. The same question again returns
    /// at once what is known by then.
    pub fn ask(&mut self, question: &S::Question, time: Duration) -> S::Answer {
        if self.shared.table().question.as_ref() != Some(question) {
            self.shared.put(Some(question.clone()), Instant::now() + time);
        }
        let mut table = self.shared.table();
        loop {
            let early = table.due.is_some_and(|due| Instant::now() < due);
            if let Some(answer) = table.answer.as_ref().filter(|_| table.done || !early) {
                return answer.clone();
            }
            table = self.shared.wait(table, Duration::from_millis(50));
            if self.worker.as_ref().is_some_and(JoinHandle::is_finished) {
                drop(table);
                self.join();
                unreachable!("the thread ends only with its owner, or by a panic");
            }
        }
    }

    /// Stops thinking until the next question. What was found is kept.
    pub fn rest(&self) {
        if self.shared.table().question.is_some() {
            self.shared.put(None, Instant::now());
        }
    }

    /// Waits for the thread; a panic there is one here.
    fn join(&mut self) {
        if let Some(Err(panic)) = self.worker.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl<S: Anytime> Drop for Background<S> {
    fn drop(&mut self) {
        self.shared.put(None, Instant::now());
        self.shared.table().closed = true;
        self.shared.news.notify_all();
        if let Some(worker) = self.worker.take() {
            // It gives up within milliseconds; its panic, if any, was told by the thread.
            let _ = worker.join();
        }
    }
}

/// Answers questions until the table is closed.
fn work<S: Anytime>(shared: &Shared<S>, mut solver: S) {
    let mut table = shared.table();
    loop {
        if table.closed {
            return;
        }
        let Some(question) = table.question.clone().filter(|_| !table.done) else {
            table = shared.news.wait(table).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let number = table.number;
        let mut until = table.due.unwrap_or_else(Instant::now);
        drop(table);
        let (start, mut pause) = (Instant::now(), FIRST_NEWS);
        table = loop {
            let given_up = || shared.number.load(Ordering::Relaxed) != number;
            let answer = solver.answer(&question, &|| given_up() || Instant::now() >= until);
            let mut table = shared.table();
            if table.number != number {
                break table;
            }
            table.done = !S::may_improve(&answer) || start.elapsed() >= LONGEST;
            table.answer = Some(answer);
            shared.news.notify_all();
            if table.done {
                break table;
            }
            drop(table);
            until = Instant::now() + pause;
            pause *= 2;
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up to the number asked for, a step each millisecond.
    #[derive(Default)]
    struct Counter {
        asked: u32,
        reached: u32,
    }

    impl Anytime for Counter {
        type Question = u32;
        type Answer = (u32, u32);

        fn answer(&mut self, &asked: &u32, is_up: &(dyn Fn() -> bool + Sync)) -> (u32, u32) {
            assert!(asked != 13, "a fault of the solver");
            if self.asked != asked {
                *self = Self { asked, reached: 0 };
            }
            while self.reached < asked && !is_up() {
                std::thread::sleep(Duration::from_millis(1));
                self.reached += 1;
            }
            (asked, self.reached)
        }

        fn may_improve(&(asked, reached): &(u32, u32)) -> bool {
            reached < asked
        }
    }

    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn it_thinks_on_after_it_has_answered_until_nothing_better_comes() {
        let mut background = Background::new(Counter::default());
        let (_, mut last) = background.ask(&1000, Duration::ZERO);
        assert!(last < 1000);
        while last < 1000 {
            std::thread::sleep(Duration::from_millis(20));
            let (_, now) = background.ask(&1000, Duration::ZERO);
            assert!(now >= last);
            last = now;
        }
    }

    #[test]
    fn another_question_ends_the_one_before_and_rest_keeps_nothing_waiting() {
        let mut background = Background::new(Counter::default());
        background.ask(&u32::MAX, Duration::ZERO);
        assert_eq!(background.ask(&3, LONG), (3, 3));
        background.ask(&u32::MAX, Duration::ZERO);
        background.rest();
        assert_eq!(background.ask(&2, LONG), (2, 2));
    }

    #[test]
    #[should_panic(expected = "a fault of the solver")]
    fn a_panic_of_the_solver_is_one_of_who_asked() {
        Background::new(Counter::default()).ask(&13, LONG);
    }
}
