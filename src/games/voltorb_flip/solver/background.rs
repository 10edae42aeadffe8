//! Thinking on while nobody waits: a thread that keeps what it found for the next move.

use super::strategies::{Strategy, StrategyPlayer};
use super::{Advice, NotListed};
use crate::games::voltorb_flip::board::Position;
use crate::games::voltorb_flip::levels::Round;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long it thinks about one position at most: an answer that takes longer is not waited for, and
/// the machine is wanted for other things.
const LONGEST: Duration = Duration::from_secs(300);

/// How long it thinks on before it tells what is new; the double each time.
const FIRST_NEWS: Duration = Duration::from_millis(250);

/// Advises by a strategy, and thinks on after it has answered: until the answer is exact, another
/// position is asked about, or it is told to [`rest`](BackgroundSolver::rest).
#[derive(Debug)]
pub struct BackgroundSolver {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    table: Mutex<Table>,
    /// There is something new on the table.
    news: Condvar,
    /// The number of the last question: what is thought about an earlier one is given up.
    question: AtomicU64,
}

/// What both sides see.
#[derive(Debug, Default)]
struct Table {
    question: u64,
    position: Option<Position>,
    history: Vec<Round>,
    /// By when the first answer is wanted.
    due: Option<Instant>,
    answer: Option<Result<Advice, NotListed>>,
    /// Whether nothing better will come.
    done: bool,
    closed: bool,
}

impl Shared {
    fn table(&self) -> MutexGuard<'_, Table> {
        // The table is sound whenever it is let go of.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, table: MutexGuard<'a, Table>, time: Duration) -> MutexGuard<'a, Table> {
        self.news.wait_timeout(table, time).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Puts a question, or none, on the table.
    fn put(&self, position: Option<Position>, due: Instant) {
        let mut table = self.table();
        table.question += 1;
        table.position = position;
        table.due = Some(due);
        table.answer = None;
        table.done = false;
        self.question.store(table.question, Ordering::Relaxed);
        self.news.notify_all();
    }
}

impl BackgroundSolver {
    /// A solver that knows nothing yet. `seed` is what [`Strategy::BogoFlip`] draws from.
    pub fn new(strategy: Strategy, seed: u32) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = shared.clone();
        let worker = std::thread::spawn(move || work(&theirs, StrategyPlayer::new(strategy, seed)));
        Self { shared, worker: Some(worker) }
    }

    /// Tells the finished rounds of this sitting, oldest first; see
    /// [`Solver::set_history`](super::Solver::set_history).
    pub fn set_history(&self, history: &[Round]) {
        self.shared.table().history = history.to_vec();
    }

    /// The advice for a position: exact, or the best known after `time`. Asked again for the same
    /// position it gives at once what is known by then.
    ///
    /// # Errors
    /// As [`StrategyPlayer::advise`].
    pub fn advise(&mut self, position: &Position, time: Duration) -> Result<Advice, NotListed> {
        if self.shared.table().position.as_ref() != Some(position) {
            self.shared.put(Some(position.clone()), Instant::now() + time);
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
        if self.shared.table().position.is_some() {
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

impl Drop for BackgroundSolver {
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
fn work(shared: &Shared, mut player: StrategyPlayer) {
    let mut table = shared.table();
    loop {
        if table.closed {
            return;
        }
        let Some(position) = table.position.clone().filter(|_| !table.done) else {
            table = shared.news.wait(table).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let question = table.question;
        player.set_history(&table.history);
        let mut until = table.due.unwrap_or_else(Instant::now);
        drop(table);
        let (start, mut pause) = (Instant::now(), FIRST_NEWS);
        table = loop {
            let given_up = || shared.question.load(Ordering::Relaxed) != question;
            let answer = player.advise(&position, &|| given_up() || Instant::now() >= until);
            let mut table = shared.table();
            if table.question != question {
                break table;
            }
            let more = answer.as_ref().is_ok_and(|advice| !advice.exact);
            table.done = !more || start.elapsed() >= LONGEST;
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
    use super::super::{Objective, Solver, never};
    use super::*;
    use crate::games::voltorb_flip::notation::parse_position;

    /// Board `11210-21001-02121-11210-00112`: half a second and more to be solved.
    const HARD: &str = "rows 5/1 4/2 6/1 5/1 4/2; cols 4/2 5/1 6/1 5/1 4/2; level 2";
    const EASY: &str = "rows 6/1 4/3 5/1 5/1 5/0; cols 6/1 6/0 7/1 2/3 4/1; level 1";

    fn clear() -> BackgroundSolver {
        BackgroundSolver::new(Strategy::Exact(Objective::Clear), 1)
    }

    #[test]
    fn an_answer_comes_at_once_and_a_better_one_with_time() {
        let position = parse_position(HARD).unwrap();
        let mut solver = clear();
        let first = solver.advise(&position, Duration::ZERO).unwrap();
        assert!(first.lower <= first.upper && first.best.is_some());
        let mut bounds = (first.lower, first.upper);
        let mut last = first;
        while !last.exact {
            std::thread::sleep(Duration::from_millis(20));
            last = solver.advise(&position, Duration::ZERO).unwrap();
            assert!(last.lower >= bounds.0 - 1e-12 && last.upper <= bounds.1 + 1e-12, "{last:?}");
            bounds = (last.lower, last.upper);
        }
        assert!((last.value - 0.171_719_745_2).abs() < 1e-9);
    }

    #[test]
    fn another_question_ends_the_one_before() {
        let (hard, easy) = (parse_position(HARD).unwrap(), parse_position(EASY).unwrap());
        let mut solver = clear();
        solver.advise(&hard, Duration::ZERO).unwrap();
        let advice = solver.advise(&easy, Duration::from_secs(60)).unwrap();
        let alone = Solver::new(Objective::Clear).advise(&easy, &never).unwrap();
        assert_eq!((advice.solutions, advice.best), (30, alone.best));
        assert!(advice.exact && (advice.value - 0.8).abs() < 1e-9);
        solver.rest();
        assert_eq!(solver.advise(&easy, Duration::from_secs(60)).unwrap(), advice);
    }

    #[test]
    fn what_cannot_be_answered_is_told() {
        let position = parse_position("rows 1/1 2/1; cols 1/1 1/1").unwrap();
        assert!(matches!(
            clear().advise(&position, Duration::from_secs(60)),
            Err(NotListed::Conflict(_))
        ));
    }
}
