//! Minesweeper: a rectangle of cells, some of them mines. An opened cell tells how many of its up
//! to eight neighbours are mines; who opens every cell that is none has won.

pub mod arcade;
pub mod board;
mod commands;
pub mod generator;
pub mod notation;
mod observation;
pub mod play;
pub mod player;
pub mod report;
pub mod screen;
pub mod simulate;
pub mod solver;
pub mod truth;
pub mod words;

use crate::game::{Game, Pictures};
use crate::laboratory::Truth;
use crate::observation::Reader;
use crate::output::Exit;
use anyhow::bail;
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

    fn pictures(&self) -> Option<&dyn Pictures> {
        Some(self)
    }

    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}

impl Pictures for Minesweeper {
    fn reader(&self, profile: Option<&str>) -> anyhow::Result<Box<dyn Reader>> {
        match profile {
            Some(name) => bail!("{name:?} is no profile of Minesweeper: it has none yet"),
            None => Ok(Box::new(screen::MineReader::new())),
        }
    }

    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        let truth = truth::MineTruth::from_json(entry)?;
        Ok(Box::new(truth))
    }
}
