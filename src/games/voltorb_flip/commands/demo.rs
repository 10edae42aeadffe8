//! The built-in game played before a referee: the options of `demo` that only make sense for this
//! game.

use super::play::Play;
use crate::arcade::demonstration::Demonstrated;
use crate::game::{Demonstration, Opening};
use crate::games::voltorb_flip::arcade::{self, FlipArcade, TextSpeed};
use crate::games::voltorb_flip::player::{FlipPlayer, FlipPlayerOptions};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use voltorb_flip::levels::Level;

/// The game and how to play it.
// The command's own options are a group of this name.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct Demo {
    #[command(flatten)]
    play: Play,
    /// The level of the first round, 1 to 8.
    #[arg(long, default_value = "1", value_parser = super::solve::level, value_name = "L")]
    level: Level,
    /// The game's own option: how fast its messages are printed.
    #[arg(long, value_enum, default_value_t)]
    text_speed: TextSpeed,
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    Demo::augment_args(command)
}

/// Opens the game as the options say.
///
/// # Errors
/// Options that cannot be.
pub(in super::super) fn open(
    options: &ArgMatches,
    opening: Opening,
) -> anyhow::Result<Box<dyn Demonstration>> {
    let demo = Demo::from_arg_matches(options)?;
    let game = FlipArcade::new(arcade::FlipArcadeOptions {
        seed: opening.seed,
        level: demo.level,
        text_speed: demo.text_speed,
        speed: opening.speed,
        ..arcade::FlipArcadeOptions::default()
    });
    let player = FlipPlayer::new(FlipPlayerOptions {
        strategy: demo.play.strategy(),
        thinking: demo.play.thinking(),
        ..FlipPlayerOptions::default()
    });
    Ok(Box::new(Demonstrated::new(game, player)))
}
