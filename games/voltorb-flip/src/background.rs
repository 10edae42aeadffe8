//! Solves in the background: a thread that keeps what it found for the next move.

use session::background::{Anytime, Background};
use std::time::Duration;
use voltorb_flip::board::Position;
use voltorb_flip::levels::Round;
use voltorb_flip::solver::strategies::{Strategy, StrategyPlayer};
use voltorb_flip::solver::{Advice, NotListed};

/// A solver in a thread of its own. After an answer it thinks on until the answer is exact, another position is asked
/// about, or [`rest`](BackgroundSolver::rest) is called.
pub struct BackgroundSolver {
    thread: Background<Thinker>,
    history: Vec<Round>,
    wallet: u32,
}

/// What runs on the thread.
struct Thinker(StrategyPlayer);

impl Anytime for Thinker {
    /// A position, the finished rounds before it, and the coins in the wallet.
    type Question = (Position, Vec<Round>, u32);
    type Answer = Result<Advice, NotListed>;

    fn answer(
        &mut self,
        (position, history, wallet): &Self::Question,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Self::Answer {
        self.0.set_history(history);
        self.0.set_wallet(*wallet);
        self.0.advise(position, &is_up)
    }

    fn may_improve(answer: &Self::Answer) -> bool {
        answer.as_ref().is_ok_and(|advice| !advice.exact)
    }
}

impl BackgroundSolver {
    /// Creates a solver. `seed` is the seed of [`Strategy::BogoFlip`]'s random choices.
    pub fn new(strategy: Strategy, seed: u32) -> Self {
        let thread = Background::new(Thinker(StrategyPlayer::new(strategy, seed)));
        Self { thread, history: Vec::new(), wallet: 0 }
    }

    /// Sets the finished rounds of this session, oldest first; see
    /// [`Solver::set_history`](voltorb_flip::solver::Solver::set_history).
    pub fn set_history(&mut self, history: &[Round]) {
        self.history = history.to_vec();
    }

    /// Sets the coins in the wallet; see [`StrategyPlayer::set_wallet`].
    pub fn set_wallet(&mut self, coins: u32) {
        self.wallet = coins;
    }

    /// Advises on a position: exactly, or with the best answer after `time`. The same question again returns at once
    /// what is known by then.
    ///
    /// # Errors
    /// As [`StrategyPlayer::advise`].
    pub fn advise(&mut self, position: &Position, time: Duration) -> Result<Advice, NotListed> {
        self.thread.ask(&(position.clone(), self.history.clone(), self.wallet), time)
    }

    /// Stops thinking until the next question. What was found is kept.
    pub fn rest(&self) {
        self.thread.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::notation::parse_position;
    use voltorb_flip::solver::{Objective, Solver, never};

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
