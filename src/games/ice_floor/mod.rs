//! The ice floor of the Sootopolis Gym (Pokémon Ruby, Sapphire and Emerald): every ice tile is to be
//! stepped on exactly once, ending in front of the stairs. That is a Hamiltonian path in a grid graph
//! from a given start to a given end.

mod commands;
pub mod floor;
pub mod notation;
pub mod solver;

use crate::game::Game;
use crate::output::Exit;
use clap::{ArgMatches, Command};

/// The game as the rest of the program sees it.
pub struct IceFloor;

impl Game for IceFloor {
    fn name(&self) -> &'static str {
        "ice"
    }

    fn title(&self) -> &'static str {
        "Sootopolis ice floor"
    }

    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}
