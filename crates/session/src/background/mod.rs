//! Thinking on while nobody waits: what was found is kept for the next question. Where a program may
//! have threads one of them thinks on; in a browser's worker there is none, and the thinking goes on
//! whenever the question is asked again.

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
