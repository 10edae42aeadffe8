//! What can be thought on about.

/// An anytime algorithm: it answers whenever time is up, and better with more of it.
pub trait Anytime: Send + 'static {
    /// What is asked.
    type Question: Clone + PartialEq + Send;
    /// What is answered.
    type Answer: Clone + Send;

    /// The best answer that is known when `is_up` says that time is up, or before if none is better.
    /// What was found for the same question before is not lost.
    fn answer(
        &mut self,
        question: &Self::Question,
        is_up: &(dyn Fn() -> bool + Sync),
    ) -> Self::Answer;

    /// Whether more time may give a better answer than this one.
    fn may_improve(answer: &Self::Answer) -> bool;
}
