//! Playing in a session: the options of `watch` that only make sense for this game.

use super::super::player::{IcePlayer, IcePlayerOptions};
use crate::companion::{Session, Stopped};
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

/// Runs a session with what was typed.
///
/// # Errors
/// Options that cannot be.
pub(in super::super) fn play(
    options: &ArgMatches,
    session: Session<'_>,
) -> anyhow::Result<Stopped> {
    let play = Play::from_arg_matches(options)?;
    let mut player = IcePlayer::new(IcePlayerOptions { any_floor: play.any_floor });
    Ok(session.run(&mut player))
}
