//! voltsight reads a puzzle off another program's window, works out the best move, shows it, and
//! plays it if asked. See the README for what it does and `docs/architecture.md` for how.

pub mod any_game;
pub mod arcade;
pub mod background;
pub mod capture;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod companion;
pub mod config;
pub mod consoles;
#[cfg(feature = "live")]
pub mod desktop;
pub mod distort;
#[cfg(feature = "live")]
pub mod doctor;
pub mod files;
pub mod frame;
pub mod game;
pub mod games;
pub mod input;
pub mod interrupt;
pub mod laboratory;
pub mod number;
pub mod observation;
pub mod output;
pub mod parallel;
pub mod profiles;
pub mod question;
pub mod recording;
pub mod show;
pub mod system;
pub mod templates;
pub mod vision;
#[cfg(feature = "window")]
pub mod window;
