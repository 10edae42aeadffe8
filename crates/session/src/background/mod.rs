//! Background work between questions. What was found is kept for the next question.
//!
//! Where a program may have threads, a thread does the work. In a browser's worker there is none, so the work
//! continues whenever the question is asked again.

mod anytime;
#[cfg(any(target_family = "wasm", test))]
mod inline;
#[cfg(not(target_family = "wasm"))]
mod threaded;

pub use anytime::Anytime;
#[cfg(target_family = "wasm")]
pub use inline::Sliced as Background;
#[cfg(not(target_family = "wasm"))]
pub use threaded::Background;
