//! Minesweeper: the built-in game and its referee.

pub mod arcade;
pub mod referee;
