//! What the command line and the laboratory ask of the game.

use super::commands::{demo, play};
use super::{Minesweeper, commands};
use crate::game::{Drawn, GameCli, Optioned, OwnOptions};
use crate::output::Exit;
use crate::profiles::Profiles;
use clap::{ArgMatches, Command};
use minesweeper_game::{screen, truth};
use serde_json::{Map, Value};
use session::profiles::ProfileError;
use session::templates::Template;
use session::truth::Truth;

impl GameCli for Minesweeper {
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

impl Optioned for Minesweeper {
    fn own(&self) -> OwnOptions {
        OwnOptions {
            watch: play::options,
            player: play::player,
            demo: demo::options,
            open: demo::open,
        }
    }
}

impl Drawn for Minesweeper {
    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        let truth = truth::MineTruth::from_json(entry)?;
        Ok(Box::new(truth))
    }

    fn templates(&self) -> Vec<Template> {
        screen::shipped::all_templates()
    }

    fn check_templates(&self) -> Result<(), String> {
        screen::shipped::check()
    }
}
