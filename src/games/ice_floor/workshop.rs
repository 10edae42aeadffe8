//! What the command line and the laboratory ask of the game.

use super::commands::{demo, play};
use super::{IceFloor, commands};
use crate::game::{Drawn, GameCli, Optioned, OwnOptions};
use crate::output::Exit;
use crate::profiles::Profiles;
use clap::{ArgMatches, Command};
use ice_floor_game::truth;
use serde_json::{Map, Value};
use session::consoles::gba;
use session::profiles::ProfileError;
use session::truth::Truth;

impl GameCli for IceFloor {
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

impl Drawn for IceFloor {
    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        Ok(Box::new(truth::IceTruth::from_json(entry)?))
    }

    fn native_screen(&self) -> Option<(u32, u32)> {
        Some(gba::SCREEN)
    }
}
