#![doc = include_str!("../README.md")]

pub mod board;
pub mod campaign;
pub mod generator;
pub mod levels;
pub mod notation;
pub mod scaled;
pub mod simulate;
pub mod solver;
pub mod standing;

pub use board::{Board, Card, Line, Position};
pub use grid::{Cell, Grid};
pub use levels::{Level, Outcome};
pub use solver::{Action, Advice, Objective, Solver};
