//! Playing in a session: the options of `watch` that only make sense for this game.

use crate::output::tell_left_out;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use ice_floor_game::player::{IcePlayer, IcePlayerOptions};
use ice_floor_game::profiles;
use session::ErasedPlayer;

/// How to play.
#[derive(Debug, clap::Args)]
struct Play {
    /// Accept floors that the games do not have: with another number of tiles of ice.
    #[arg(long)]
    any_floor: bool,
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    Play::augment_args(command)
}

/// The player that was asked for, who sees by the themes of this profile, or by all; `plays` says whether it walks
/// itself.
///
/// # Errors
/// Options that cannot be, or the profile cannot be used.
pub(in super::super) fn player(
    options: &ArgMatches,
    profile: Option<&str>,
    plays: bool,
) -> anyhow::Result<Box<dyn ErasedPlayer>> {
    let Play { any_floor } = Play::from_arg_matches(options)?;
    let options = IcePlayerOptions { any_floor, only_advises: !plays };
    let reader = profiles::reader(profile, &mut tell_left_out)?;
    Ok(<dyn ErasedPlayer>::begin(IcePlayer::with(reader, options)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("watch")).get_matches_from(["watch"]);
        let Play { any_floor } = Play::from_arg_matches(&typed).unwrap();
        assert_eq!(any_floor, IcePlayerOptions::default().any_floor);
    }
}
