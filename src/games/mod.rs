//! The games: each knows its own board, screen and solver, and nothing of windows, pointers or
//! terminals. This list is the only place outside their folders that names them.

pub mod ice_floor;
pub mod minesweeper;
pub mod voltorb_flip;

use crate::game::Game;

/// All games. The first is meant where nothing says which.
pub static GAMES: [&dyn Game; 3] =
    [&voltorb_flip::VoltorbFlip, &minesweeper::Minesweeper, &ice_floor::IceFloor];

/// The game of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Game> {
    GAMES.into_iter().find(|game| game.name() == name)
}
