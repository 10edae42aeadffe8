#![doc = include_str!("../README.md")]

mod cells;
pub mod chance;
pub mod geometry;
pub mod reading;
pub mod statistics;

pub use cells::{Cell, Grid, RaggedRows};
