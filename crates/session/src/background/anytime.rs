//! Algorithms that can go on improving their answer.

/// An anytime algorithm: it answers whenever time is up, and better with more of it.
pub trait Anytime: Send + 'static {
    /// The type of questions.
    type Question: Clone + PartialEq + Send;
    /// The type of answers.
    type Answer: Clone + Send;

    /// The best answer at the moment `is_up` says that time is up, or earlier if no better one exists. What was found
    /// for the same question before is kept.
    fn answer(
        &mut self,
        question: &Self::Question,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Self::Answer;

    /// Whether more time may give a better answer than this one.
    fn may_improve(answer: &Self::Answer) -> bool;
}
