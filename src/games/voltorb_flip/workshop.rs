//! What the command line and the laboratory ask of the game.

use super::commands::{demo, play};
use super::{VoltorbFlip, commands};
use crate::game::{Drawn, GameCli, Optioned, OwnOptions};
use crate::output::Exit;
use crate::profiles::Profiles;
use clap::{ArgMatches, Command};
use lab::specimen::Specimen;
use lab::taught::TaughtTrial;
use lab::voltorb_flip::{random_look, specimens};
use serde_json::{Map, Value};
use session::consoles::ds;
use session::profiles::ProfileError;
use session::templates::Template;
use session::truth::Truth;
use voltorb_flip_game::{screen, truth};

impl GameCli for VoltorbFlip {
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

impl Optioned for VoltorbFlip {
    fn own(&self) -> OwnOptions {
        OwnOptions {
            watch: play::options,
            player: play::player,
            demo: demo::options,
            open: demo::open,
        }
    }
}

impl Drawn for VoltorbFlip {
    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        match truth::FlipTruth::from_json(entry) {
            Ok(truth) => Ok(Box::new(truth)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn native_screen(&self) -> Option<(u32, u32)> {
        Some(ds::SCREEN)
    }

    fn templates(&self) -> Vec<Template> {
        let boards = screen::taught::all_templates();
        screen::looks::all_templates().into_iter().chain(boards).collect()
    }

    fn check_templates(&self) -> Result<(), String> {
        screen::looks::check().and_then(|()| screen::taught::check())
    }

    fn usual_look(&self) -> &'static str {
        screen::looks::shipped()[0].name()
    }

    fn specimens(&self, count: usize, seed: u32) -> anyhow::Result<Vec<Specimen>> {
        let specimens = specimens::built_in(count, seed)?;
        Ok(specimens.into_iter().map(Specimen::of_any_game).collect())
    }

    fn taught_trial(&self, seed: u32, others: usize) -> anyhow::Result<TaughtTrial> {
        Ok(random_look::trial(seed, others, random_look::fonts()?))
    }
}
