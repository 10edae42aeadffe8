//! Background work without threads: it runs whenever the question is asked, and continues when it is asked again.

use super::anytime::Anytime;
use std::time::Duration;
use web_time::Instant;

/// The longest time of one call: the caller has other work in between.
const SLICE: Duration = Duration::from_millis(200);

/// Answers questions, and continues with the last one whenever it is asked again, until no better answer exists.
pub struct Sliced<S: Anytime> {
    solver: S,
    last: Option<(S::Question, S::Answer)>,
}

impl<S: Anytime> Sliced<S> {
    /// Wraps `solver`.
    pub fn new(solver: S) -> Self {
        Self { solver, last: None }
    }

    /// Answers a question: with the final answer, or with the best one after `time` or one slice of time, whichever
    /// ends first.
    pub fn ask(&mut self, question: &S::Question, time: Duration) -> S::Answer {
        let known = self.last.take().filter(|(asked, _)| asked == question);
        let slice = match known {
            Some((asked, answer)) if !S::may_improve(&answer) => {
                return self.last.insert((asked, answer)).1.clone();
            }
            Some(_) => SLICE,
            None => time.min(SLICE),
        };
        let start = Instant::now();
        let answer = self.solver.answer(question, &|| start.elapsed() >= slice);
        self.last.insert((question.clone(), answer)).1.clone()
    }

    /// Stops thinking until the next question. What was found is kept.
    pub fn rest(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up to the number asked for, as far as it comes.
    struct Counter {
        reached: u32,
        calls: u32,
    }

    impl Anytime for Counter {
        type Question = u32;
        type Answer = (u32, u32);

        fn answer(&mut self, &asked: &u32, is_up: &(dyn Fn() -> bool + Sync)) -> (u32, u32) {
            self.calls += 1;
            self.reached = self.reached.min(asked);
            // A quarter of what is asked for at least: time alone decides nothing here.
            self.reached = self.reached.saturating_add(asked.div_ceil(4)).min(asked);
            while self.reached < asked && !is_up() {
                self.reached += 1;
            }
            (asked, self.reached)
        }

        fn may_improve(&(asked, reached): &(u32, u32)) -> bool {
            reached < asked
        }
    }

    #[test]
    fn it_thinks_on_each_time_that_it_is_asked_until_nothing_better_comes() {
        let mut background = Sliced::new(Counter { reached: 0, calls: 0 });
        let (_, mut last) = background.ask(&u32::MAX, Duration::ZERO);
        assert!((1..u32::MAX).contains(&last));
        while last < u32::MAX {
            let (_, now) = background.ask(&u32::MAX, Duration::ZERO);
            assert!(now > last);
            last = now;
        }
        let calls = background.solver.calls;
        background.rest();
        assert_eq!(background.ask(&u32::MAX, Duration::ZERO), (u32::MAX, u32::MAX));
        assert_eq!(background.solver.calls, calls, "it is known");
        assert_eq!(background.ask(&3, Duration::from_secs(600)), (3, 3));
    }
}
