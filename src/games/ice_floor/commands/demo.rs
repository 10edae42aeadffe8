//! The built-in game played before a referee: the options of `demo` that only make sense for this game.

use super::super::referee::refereed;
use crate::number::whole;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use ice_floor::plan::Version;
use lab::arcade::demonstration::{Demonstration, Opening};
use lab::ice_floor::arcade;

/// Whose floors are walked.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Floors {
    /// Those of Ruby and Sapphire.
    Ruby,
    /// Those of Emerald.
    Emerald,
    /// By turns.
    #[default]
    Both,
}

/// The game.
// The command's own options are a group of this name.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct Demo {
    /// Whose floors are walked.
    #[arg(long, value_enum, default_value_t)]
    floors: Floors,
    /// Of so many presses of a key the game does not see the last; 0: it sees all.
    #[arg(long, default_value = "0", value_name = "N", hide = true, value_parser = whole::<u64>(0..=1000))]
    lose_keys: u64,
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
    Ok(refereed(arcade::IceArcadeOptions {
        versions: match demo.floors {
            Floors::Ruby => vec![Version::Ruby],
            Floors::Emerald => vec![Version::Emerald],
            Floors::Both => Version::ALL.to_vec(),
        },
        lose_every: demo.lose_keys,
        speed: opening.speed,
        ..arcade::IceArcadeOptions::default()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("demo")).get_matches_from(["demo"]);
        let Demo { floors, lose_keys } = Demo::from_arg_matches(&typed).unwrap();
        let usual = arcade::IceArcadeOptions::default();
        assert!(matches!(floors, Floors::Both) && usual.versions == Version::ALL);
        assert_eq!(lose_keys, usual.lose_every);
    }
}
