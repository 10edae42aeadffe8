//! What the command line and the laboratory ask of the game.

use super::commands::{demo, play};
use super::{VoltorbFlip, commands};
use crate::game::{Commanded, Drawn, Optioned, OwnOptions};
use crate::output::Exit;
use crate::profiles::Profiles;
use clap::{ArgMatches, Command};
use lab::specimen::Specimen;
use lab::taught::TaughtTrial;
use lab::voltorb_flip::{random_look, specimens};
use session::profiles::ProfileError;

impl Commanded for VoltorbFlip {
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
    fn specimens(&self, count: usize, seed: u32) -> anyhow::Result<Vec<Specimen>> {
        let specimens = specimens::built_in(count, seed)?;
        Ok(specimens.into_iter().map(Specimen::of_any_game).collect())
    }

    fn taught_trial(&self, seed: u32, others: usize) -> anyhow::Result<TaughtTrial> {
        Ok(random_look::trial(seed, others, random_look::fonts()?))
    }
}
