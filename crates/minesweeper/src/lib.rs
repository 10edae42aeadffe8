#![doc = include_str!("../README.md")]

pub mod board;
pub mod generator;
pub mod layout_file;
pub mod notation;
pub mod play;
pub mod simulate;
pub mod solver;

pub use board::MineBoard;
pub use grid::{Cell, Grid};
pub use solver::advice::{MineAdvice, NoMineAdvice, advise};
