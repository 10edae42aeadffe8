//! voltsight reads a puzzle off another program's window, works out the best move, shows it, and
//! plays it if asked. See the README for what it does and `docs/architecture.md` for how.

pub mod any_game;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(not(target_family = "wasm"))]
pub mod config;
pub mod game;
pub mod games;
#[cfg(not(target_family = "wasm"))]
pub mod number;
pub mod output;
#[cfg(not(target_family = "wasm"))]
pub mod profiles;
pub mod show;
#[cfg(feature = "window")]
pub mod window;
