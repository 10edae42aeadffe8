//! What the command line and the laboratory ask of the game.

use super::{Minesweeper, commands};
use crate::game::{Commanded, Drawn, Optioned, Pictures};
use crate::output::Exit;
use clap::{ArgMatches, Command};
use lab::arcade::demonstration::{Demonstration, Opening};
use session::Ongoing;

impl Commanded for Minesweeper {
    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}

impl Optioned for Minesweeper {
    fn options(&self, watch: Command) -> Command {
        commands::play::options(watch)
    }

    fn player_with(
        &self,
        options: &ArgMatches,
        profile: Option<&str>,
        plays: bool,
    ) -> anyhow::Result<Box<dyn Ongoing>> {
        commands::play::player(options, self.reader(profile)?, plays)
    }

    fn demo_options(&self, demo: Command) -> Command {
        commands::demo::options(demo)
    }

    fn demo_with(
        &self,
        options: &ArgMatches,
        opening: Opening,
    ) -> anyhow::Result<Box<dyn Demonstration>> {
        commands::demo::open(options, opening, self.reader(None)?)
    }
}

impl Drawn for Minesweeper {}
