//! The games: each knows its own board, screen and solver, and nothing of windows, pointers or
//! terminals.

pub mod minesweeper;
pub mod voltorb_flip;
