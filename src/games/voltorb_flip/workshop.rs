//! What the command line and the laboratory ask of the game.

use super::{VoltorbFlip, commands};
use crate::game::{Commanded, Drawn, Optioned};
use crate::output::Exit;
use clap::{ArgMatches, Command};
use lab::arcade::demonstration::{Demonstration, Opening};
use lab::specimen::Specimen;
use lab::taught::TaughtTrial;
use lab::voltorb_flip::{random_look, specimens};
use session::Ongoing;

impl Commanded for VoltorbFlip {
    fn commands(&self) -> Vec<Command> {
        commands::commands()
    }

    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
        commands::run(name, arguments)
    }
}

impl Optioned for VoltorbFlip {
    fn options(&self, watch: Command) -> Command {
        commands::play::options(watch)
    }

    fn player_with(
        &self,
        options: &ArgMatches,
        profile: Option<&str>,
        plays: bool,
    ) -> anyhow::Result<Box<dyn Ongoing>> {
        commands::play::player(options, profile, plays)
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

impl Drawn for VoltorbFlip {
    fn specimens(&self, count: usize, seed: u32) -> anyhow::Result<Vec<Specimen>> {
        let specimens = specimens::built_in(count, seed)?;
        Ok(specimens.into_iter().map(Specimen::of_any_game).collect())
    }

    fn taught_trial(&self, seed: u32, others: usize) -> anyhow::Result<TaughtTrial> {
        Ok(random_look::trial(seed, others, random_look::fonts()?))
    }
}
