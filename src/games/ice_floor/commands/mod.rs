//! The commands and options that the game brings.

pub(super) mod demo;
pub(super) mod learn;
pub(super) mod play;
mod solve;

use crate::output::Exit;
use anyhow::bail;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The commands as clap knows them.
pub(super) fn commands() -> Vec<Command> {
    vec![
        solve::Solve::augment_args(Command::new("solve")),
        learn::Learn::augment_args(Command::new("learn")),
    ]
}

/// Runs the command of this name.
///
/// # Errors
/// Bad input, in a sentence that says what to do.
pub(super) fn run(name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
    match name {
        "solve" => solve::Solve::from_arg_matches(arguments)?.run(),
        "learn" => learn::Learn::from_arg_matches(arguments)?.run(),
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
