//! The commands that Minesweeper brings: one file each.

pub(super) mod demo;
mod generate;
pub(super) mod learn;
mod options;
pub(super) mod play;
mod simulate;
mod solvable;
mod solve;
mod table;

use crate::output::Exit;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

#[derive(Debug, Subcommand)]
enum Chosen {
    Solve(solve::Solve),
    Simulate(simulate::Simulate),
    Learn(learn::Learn),
    Add(learn::Add),
    Mines(Mines),
}

/// Test Minesweeper boards for whether they need a guess, and make some that need none
#[derive(Debug, clap::Args)]
struct Mines {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Solvable(solvable::Solvable),
    Generate(generate::Generate),
}

/// The commands as clap knows them.
pub(super) fn commands() -> Vec<Command> {
    Chosen::augment_subcommands(Command::new("")).get_subcommands().cloned().collect()
}

/// Runs the command of this name.
///
/// # Errors
/// Bad input, in a sentence that says what to do.
pub(super) fn run(name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit> {
    match name {
        "solve" => solve::Solve::from_arg_matches(arguments)?.run(),
        "learn" => learn::Learn::from_arg_matches(arguments)?.run(),
        "add" => learn::Add::from_arg_matches(arguments)?.run(),
        "simulate" => simulate::Simulate::from_arg_matches(arguments)?.run(),
        _ => match Mines::from_arg_matches(arguments)?.task {
            Task::Solvable(command) => command.run(),
            Task::Generate(command) => command.run(),
        },
    }
}
