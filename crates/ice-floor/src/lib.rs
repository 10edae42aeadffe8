#![doc = include_str!("../README.md")]

pub mod floor;
pub mod notation;
pub mod plan;
pub mod solver;

pub use floor::Floor;
pub use grid::{Cell, Grid};
pub use solver::{Answer, Obstacle, Solution, count, solve, walks};
