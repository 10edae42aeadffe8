//! The solver: what is certain, the exact chances of the rest, and what to open.

pub mod advice;
pub mod border;
#[cfg(test)]
mod brute;
pub mod chances;
mod dead;
mod decide;
pub mod exact;
pub mod fifty_fifty;
pub mod frontier;
pub mod knowledge;
pub mod lookahead;
mod order;
pub mod proof;
pub mod solutions;
pub mod strategies;
pub mod topology;
pub mod tree;

pub use decide::{Decider, Decision, Guess, Limits};
