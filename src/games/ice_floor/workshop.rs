//! What the command line and the laboratory ask of the game.

use super::commands::{demo, play};
use super::{IceFloor, commands};
use crate::game::{Commanded, Drawn, Optioned, OwnOptions};
use crate::output::Exit;
use crate::profiles::Profiles;
use clap::{ArgMatches, Command};
use session::profiles::ProfileError;

impl Commanded for IceFloor {
    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }

    fn profiles(&self) -> Option<Result<Profiles, ProfileError>> {
        Some(commands::learn::profiles())
    }
}

impl Optioned for IceFloor {
    fn own(&self) -> OwnOptions {
        OwnOptions {
            watch: play::options,
            player: play::player,
            demo: demo::options,
            open: demo::open,
        }
    }
}

impl Drawn for IceFloor {}
