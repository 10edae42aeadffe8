//! What the command line and the laboratory ask of the game.

use super::{IceFloor, commands};
use crate::game::{Commanded, Drawn, Optioned};
use crate::output::{Exit, tell_left_out};
use clap::{ArgMatches, Command};
use ice_floor_game::profiles;
use lab::arcade::demonstration::{Demonstration, Opening};
use session::Ongoing;

impl Commanded for IceFloor {
    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}

impl Optioned for IceFloor {
    fn options(&self, watch: Command) -> Command {
        commands::play::options(watch)
    }

    fn player_with(
        &self,
        options: &ArgMatches,
        profile: Option<&str>,
        plays: bool,
    ) -> anyhow::Result<Box<dyn Ongoing>> {
        commands::play::player(options, profiles::reader(profile, &mut tell_left_out)?, plays)
    }

    fn demo_options(&self, demo: Command) -> Command {
        commands::demo::options(demo)
    }

    fn demo_with(
        &self,
        options: &ArgMatches,
        opening: Opening,
    ) -> anyhow::Result<Box<dyn Demonstration>> {
        commands::demo::open(options, opening)
    }
}

impl Drawn for IceFloor {}
