//! Minesweeper: a rectangle of cells, some of them mines. An opened cell tells how many of its up
//! to eight neighbours are mines; who opens every cell that is none has won.

pub mod board;
pub mod generator;
pub mod notation;
pub mod play;
pub mod simulate;
pub mod solver;
