//! The ice floor of the Sootopolis Gym (Pokémon Ruby, Sapphire and Emerald): every ice tile is to be
//! stepped on exactly once, ending in front of the stairs. That is a Hamiltonian path in a grid graph
//! from a given start to a given end.

mod commands;
pub mod floor;
pub mod notation;
pub mod solver;

use crate::game::Game;
use crate::laboratory::Truth;
use crate::observation::Reader;
use crate::output::Exit;
use anyhow::bail;
use clap::{ArgMatches, Command};
use serde_json::{Map, Value};

/// The game as the rest of the program sees it.
pub struct IceFloor;

impl Game for IceFloor {
    fn name(&self) -> &'static str {
        "ice"
    }

    fn title(&self) -> &'static str {
        "Sootopolis ice floor"
    }

    fn reader(&self, _: Option<&str>) -> anyhow::Result<Box<dyn Reader>> {
        bail!(
            "the ice floor is not read off pictures: type it, see `voltsight solve --game ice --help`"
        )
    }

    fn truth(&self, _: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        Err("the ice floor is not read off pictures".to_owned())
    }

    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}
