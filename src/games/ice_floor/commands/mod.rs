//! The commands and options that the game brings.

pub(super) mod demo;
mod picture;
pub(super) mod play;
mod solve;

use crate::output::Exit;
use anyhow::bail;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// The commands as clap knows them.
pub(super) fn commands() -> Vec<Command> {
    let rest = Arg::new("rest").num_args(0..).trailing_var_arg(true).hide(true);
    let calibrate = Command::new("calibrate")
        .about("Says that the ice floor needs no calibration, and what to do instead")
        .arg(rest.allow_hyphen_values(true));
    vec![solve::Solve::augment_args(Command::new("solve")), calibrate]
}

const NO_CALIBRATION: &str = "the ice floor needs no calibration: each picture's colours are learnt from \
    the picture itself; if one is not read, show the game's whole screen, with nothing over it, at a scale \
    of at least 1";

/// Runs the command of this name.
///
/// # Errors
/// Bad input, in a sentence that says what to do.
pub(super) fn run(name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
    match name {
        "solve" => solve::Solve::from_arg_matches(arguments)?.run(),
        "calibrate" => bail!(NO_CALIBRATION),
        _ => bail!("the ice floor has no command {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_sound() {
        commands().into_iter().for_each(Command::debug_assert);
        demo::options(Command::new("demo")).debug_assert();
        play::options(Command::new("watch")).debug_assert();
    }
}
