//! What proves the readers and the players: folders of pictures with their truths, trials on distorted ones, and
//! built-in games, each with a referee that knows its inside.
//!
//! What serves all games is written once and knows none; each game has a module of its own.

pub mod arcade;
pub mod calibration;
#[cfg(not(target_family = "wasm"))]
pub mod charts;
pub mod check;
pub mod distort;
pub mod ice_floor;
pub mod minesweeper;
#[cfg(not(target_family = "wasm"))]
pub mod page;
pub mod parallel;
#[cfg(not(target_family = "wasm"))]
pub mod progress;
pub mod referee;
pub mod shards;
pub mod specimen;
pub mod tally;
pub mod taught;
pub mod trial;
pub mod voltorb_flip;
