//! Minesweeper: a rectangle of cells, some of them mines. An opened cell tells how many of its up
//! to eight neighbours are mines; who opens every cell that is none has won.

pub mod arcade;
pub mod board;
mod commands;
pub mod generator;
pub mod notation;
pub mod play;
pub mod player;
pub mod simulate;
pub mod solver;
pub mod words;

use crate::game::Game;
use crate::output::Exit;
use clap::{ArgMatches, Command};

/// The game as the rest of the program sees it.
pub struct Minesweeper;

impl Game for Minesweeper {
    fn name(&self) -> &'static str {
        "minesweeper"
    }

    fn title(&self) -> &'static str {
        "Minesweeper"
    }

    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}
