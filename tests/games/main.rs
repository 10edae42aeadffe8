//! The games' readers and solvers, and the built-in games, against pictures, other programs' results and
//! the test games of `fixtures/rom`.

#[path = "../support/mod.rs"]
mod support;

mod first_move;
mod fixtures;
mod fuzz;
mod ice_rom;
mod looks;
mod mine_looks;
mod rom;
