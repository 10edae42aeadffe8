//! The program's commands as a user runs them: what they are given, what they print, how they exit.

#[path = "../support/mod.rs"]
mod support;

mod advise;
mod calibrate;
mod cli;
mod demo;
mod examples;
mod laboratory;
mod minesweeper;
mod recording;
mod seconds;
mod simulate;
mod solve;
mod terminal;
mod view;
