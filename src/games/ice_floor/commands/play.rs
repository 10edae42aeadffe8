//! Playing in a session: the options of `watch` that only make sense for this game.

use super::super::player::{IcePlayer, IcePlayerOptions};
use crate::companion::Ongoing;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// How to play.
#[derive(Debug, clap::Args)]
struct Play {
    /// Believe a floor that does not have as many tiles of ice as those of the games.
    #[arg(long)]
    any_floor: bool,
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    Play::augment_args(command)
}

/// The player that was asked for.
///
/// # Errors
/// IcePlayerOptions that cannot be.
pub(in super::super) fn player(options: &ArgMatches) -> anyhow::Result<Box<dyn Ongoing>> {
    let play = Play::from_arg_matches(options)?;
    Ok(<dyn Ongoing>::begin(IcePlayer::new(IcePlayerOptions { any_floor: play.any_floor })))
}
