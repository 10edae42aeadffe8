//! The program's commands as a user runs them: what they are given, what they print, how they exit.

#[path = "../support/mod.rs"]
mod support;

#[cfg(target_os = "linux")]
mod camera;
mod cli;
mod damaged;
mod demo;
mod docs;
mod examples;
mod laboratory;
mod look;
mod minesweeper;
mod recording;
mod schemas;
mod seconds;
mod simulate;
mod solve;
mod solve_pictures;
mod terminal;
mod view;
