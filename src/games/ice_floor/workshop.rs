//! What the command line and the laboratory ask of the game.

use super::{IceFloor, commands};
use crate::game::{Commanded, Drawn};
use crate::output::Exit;
use clap::{ArgMatches, Command};

impl Commanded for IceFloor {
    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}

impl Drawn for IceFloor {}
