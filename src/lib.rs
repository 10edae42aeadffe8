//! voltsight reads a puzzle off another program's window, works out the best move, shows it, and
//! plays it if asked. See the README for what it does and `docs/architecture.md` for how.

pub mod any_game;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod config;
pub mod game;
pub mod games;
pub mod number;
pub mod output;
pub mod profile_tasks;
pub mod show;
#[cfg(feature = "window")]
pub mod window;
