//! Readers and players of the games, on the built-in games and on pictures of them, whose truth is known.

mod ice_floor;
mod minesweeper;
mod voltorb_flip;
