//! The commands that only make sense for Voltorb Flip: one file each.

pub mod answer;
mod ask;
mod bench;
mod campaign;
pub(super) mod demo;
pub(super) mod learn;
mod list;
mod milestones;
mod paper;
pub(super) mod play;
mod report;
mod round_report;
mod session_report;
mod sessions;
mod simulate;
mod solve;
mod stats;
mod strategy;
mod table;
mod taught_report;
mod thinking;

pub use strategy::StrategyArguments;

use crate::output::Exit;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

#[derive(Debug, Subcommand)]
enum Chosen {
    Solve(solve::Solve),
    Simulate(simulate::Simulate),
    Bench(bench::Bench),
    Learn(learn::Learn),
    Add(learn::Add),
    Campaign(campaign::Campaign),
    Stats(stats::Stats),
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
    let chosen = match name {
        "solve" => Chosen::Solve(solve::Solve::from_arg_matches(arguments)?),
        "campaign" => Chosen::Campaign(campaign::Campaign::from_arg_matches(arguments)?),
        "stats" => Chosen::Stats(stats::Stats::from_arg_matches(arguments)?),
        "learn" => Chosen::Learn(learn::Learn::from_arg_matches(arguments)?),
        "add" => Chosen::Add(learn::Add::from_arg_matches(arguments)?),
        "simulate" => Chosen::Simulate(simulate::Simulate::from_arg_matches(arguments)?),
        _ => Chosen::Bench(bench::Bench::from_arg_matches(arguments)?),
    };
    match chosen {
        Chosen::Solve(command) => command.run(),
        Chosen::Simulate(command) => command.run(),
        Chosen::Bench(command) => command.run(),
        Chosen::Learn(command) => command.run(),
        Chosen::Add(command) => command.run(),
        Chosen::Campaign(command) => command.run(),
        Chosen::Stats(command) => command.run(),
    }
}
