//! Playing in a session: the options of `watch` that only make sense for this game.

use clap::{ArgMatches, Args, Command, FromArgMatches};
use ice_floor_game::player::{IcePlayer, IcePlayerOptions};
use ice_floor_game::screen::IceReader;
use session::Ongoing;

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

/// The player that was asked for, who sees by this reader; `plays` says whether it walks itself.
///
/// # Errors
/// Options that cannot be.
pub(in super::super) fn player(
    options: &ArgMatches,
    reader: IceReader,
    plays: bool,
) -> anyhow::Result<Box<dyn Ongoing>> {
    let Play { any_floor } = Play::from_arg_matches(options)?;
    let options = IcePlayerOptions { any_floor, only_advises: !plays };
    Ok(<dyn Ongoing>::begin(IcePlayer::with(reader, options)))
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
