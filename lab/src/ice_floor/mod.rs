//! The ice floor: the built-in game.

pub mod arcade;
