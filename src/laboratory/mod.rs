//! What proves the readers: truths of pictures, comparison with what was read, folders of pictures.
//! Written once for all games.

pub mod check;
pub mod comparison;
pub mod entry;

pub use comparison::{Comparison, Expected, Truth, compare};
