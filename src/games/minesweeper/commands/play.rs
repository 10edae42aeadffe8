//! Playing in a session: the options of `watch` that only make sense for this game.

use super::super::Minesweeper;
use super::options::place;
use crate::game::Pictures;
use crate::number::whole;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use minesweeper::board::MOST_CELLS;
use minesweeper::solver::strategies::MineStrategy;
use minesweeper_game::player::{MinePlayer, MinePlayerOptions};
use session::ErasedPlayer;

/// How to play.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    /// How to guess where nothing is certain: probability, corners, lookahead or best.
    #[arg(long, value_name = "NAME", default_value_t)]
    strategy: MineStrategy,
    /// Flag what is certainly a mine, and with the flags open several cells by one press of both
    /// buttons on a number.
    #[arg(long)]
    flags: bool,
    /// Where the first click goes, ROW,COLUMN from 1. [default: 3,3; 4,4 from 16 x 16 cells on]
    #[arg(long, hide_short_help = true, value_name = "R,C", value_parser = place)]
    first: Option<(usize, usize)>,
}

impl Play {
    /// The options of a player; `mines` is how many there are, if that is known beforehand.
    pub fn options(&self, plays: bool, mines: Option<usize>) -> MinePlayerOptions {
        let Self { strategy, flags, first } = *self;
        MinePlayerOptions { strategy, flags, first, mines, plays }
    }
}

/// What is typed for `watch`.
#[derive(Debug, clap::Args)]
struct WatchOptions {
    #[command(flatten)]
    play: Play,
    /// How many mines there are, if the window does not show it.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=MOST_CELLS as u64))]
    mines: Option<usize>,
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    WatchOptions::augment_args(command)
}

/// The player that was asked for, with this reader.
///
/// # Errors
/// What was typed cannot be.
pub(in super::super) fn player(
    options: &ArgMatches,
    profile: Option<&str>,
    plays: bool,
) -> anyhow::Result<Box<dyn ErasedPlayer>> {
    let watch = WatchOptions::from_arg_matches(options)?;
    let how = watch.play.options(plays, watch.mines);
    Ok(<dyn ErasedPlayer>::begin(MinePlayer::new(how, Minesweeper.reader(profile)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("watch")).get_matches_from(["watch"]);
        let watch = WatchOptions::from_arg_matches(&typed).unwrap();
        let usual = MinePlayerOptions::default();
        assert_eq!(format!("{:?}", watch.play.options(false, watch.mines)), format!("{usual:?}"));
    }
}
