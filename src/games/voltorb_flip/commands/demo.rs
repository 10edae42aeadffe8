//! The built-in game played before a referee: the options of `demo` that only make sense for this
//! game.

use super::play::Play;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use lab::arcade::demonstration::{Demonstrated, Demonstration, Opening};
use lab::voltorb_flip::arcade::{self, FlipArcade, TextSpeed};
use voltorb_flip::levels::Level;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};

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
    text_speed: Printed,
}

/// A [`TextSpeed`] as it is typed.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Printed {
    /// A letter every 8/60 s.
    Slow,
    /// A letter every 4/60 s.
    #[default]
    Mid,
    /// A letter every 1/60 s.
    Fast,
}

impl From<Printed> for TextSpeed {
    fn from(printed: Printed) -> Self {
        match printed {
            Printed::Slow => Self::Slow,
            Printed::Mid => Self::Mid,
            Printed::Fast => Self::Fast,
        }
    }
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
        text_speed: demo.text_speed.into(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("demo")).get_matches_from(["demo"]);
        let demo = Demo::from_arg_matches(&typed).unwrap();
        let usual = arcade::FlipArcadeOptions::default();
        assert_eq!(demo.level, usual.level);
        assert_eq!(TextSpeed::from(demo.text_speed), usual.text_speed);
    }
}
