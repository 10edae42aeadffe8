//! Minesweeper: a rectangle of cells, some of them mines. An opened cell tells how many of its up
//! to eight neighbours are mines; who opens every cell that is none has won.

pub mod board;
mod commands;
pub mod generator;
pub mod notation;
pub mod play;
pub mod simulate;
pub mod solver;

use crate::game::Game;
use crate::laboratory::Truth;
use crate::output::Exit;
use clap::{ArgMatches, Command};
use serde_json::{Map, Value};

/// The game as the rest of the program sees it.
pub struct Minesweeper;

impl Game for Minesweeper {
    fn name(&self) -> &'static str {
        "minesweeper"
    }

    fn title(&self) -> &'static str {
        "Minesweeper"
    }

    fn reader(
        &self,
        _profile: Option<&str>,
    ) -> anyhow::Result<Box<dyn crate::observation::Reader>> {
        anyhow::bail!("no look of Minesweeper is known yet: give the board as text (solve --help)")
    }

    fn truth(&self, _entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        Err("pictures of Minesweeper cannot be checked yet".to_owned())
    }

    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}
