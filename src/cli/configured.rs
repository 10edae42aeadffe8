//! The command line with the values of the configuration file as defaults.

use super::line::leaves;
use super::typed::GROUPS;
use crate::config::{Config, ConfigError, Section};
use clap::builder::ArgPredicate;
use clap::{Arg, ArgAction, Command};
use session::nearest::no_such;

/// What the values are for.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    /// The name of the game that is meant.
    pub game: &'a str,
    /// The name of the emulator, if one was given.
    pub emulator: Option<&'a str>,
}

impl Choice<'_> {
    /// The tables that may have an option of this command, the most particular first.
    fn sections(self, command: &str) -> Vec<Section> {
        let emulator = self.emulator.filter(|_| WATCHING.contains(&command));
        let emulator = emulator.map(|name| Section::Emulator(name.to_owned()));
        let game = Section::Game(self.game.to_owned());
        // What is set for watching holds for playing as well.
        let also = (command == "play").then(|| Section::Command("watch".to_owned()));
        let commands = [game, Section::Command(command.to_owned())].into_iter().chain(also);
        emulator.into_iter().chain(commands).collect()
    }
}

/// The commands that look at an emulator.
const WATCHING: [&str; 2] = ["watch", "play"];

/// Options that say which values count, so that none of them can be one.
const CHOOSING: [&str; 4] = ["emulator", "templates", "help", "version"];

/// The options that a command has and that the file may set.
pub(super) fn settable(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        arg.get_long().is_some_and(|long| !CHOOSING.contains(&long)) && !arg.is_hide_set()
    })
}

/// The values that the file has for an option, and in which table.
pub(super) fn value<'c>(
    config: &'c Config,
    choice: Choice<'_>,
    command: &str,
    option: &str,
) -> Option<(Section, &'c [String])> {
    let sections = choice.sections(command).into_iter();
    let mut found = sections.filter_map(|section| {
        let values = config.get(&section, option)?;
        Some((section, values))
    });
    found.next()
}

/// The command line with the file's values as defaults. Those that exclude an option that is typed
/// count no more then.
pub(super) fn with_defaults(command: Command, config: &Config, choice: Choice<'_>) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name.clone(), |sub| match GROUPS.contains(&name.as_str()) {
            true => with_defaults(sub, config, choice),
            false => with_values(sub, config, choice),
        })
    })
}

/// One command with the file's values as defaults.
fn with_values(mut sub: Command, config: &Config, choice: Choice<'_>) -> Command {
    let name = sub.get_name().to_owned();
    let mut changes = Vec::new();
    for arg in settable(&sub) {
        let long = arg.get_long().unwrap_or_default();
        if let Some((_, values)) = value(config, choice, &name, long) {
            let excluded = sub.get_arg_conflicts_with(arg).into_iter();
            let excluded: Vec<clap::Id> = excluded.map(|other| other.get_id().clone()).collect();
            changes.push((arg.get_id().clone(), values.to_vec(), excluded));
        }
    }
    for (id, values, excluded) in changes {
        sub = sub.mut_arg(id, |arg| with_default(arg, values, excluded));
    }
    sub
}

fn with_default(arg: Arg, values: Vec<String>, excluded: Vec<clap::Id>) -> Arg {
    // A flag that is on can be switched off: --flag=false.
    let arg = if matches!(arg.get_action(), ArgAction::SetTrue) {
        arg.action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .value_parser(clap::value_parser!(bool))
    } else {
        arg
    };
    let flag = values.len() == 1 && matches!(values[0].as_str(), "true" | "false");
    let without = if flag { Some("false") } else { None };
    excluded
        .into_iter()
        .fold(arg, |arg, other| arg.default_value_if(other, ArgPredicate::IsPresent, without))
        .default_values(values)
}

/// Refuses tables and options that there are not, with the nearest right name.
///
/// # Errors
/// The first that is wrong.
pub(super) fn check(config: &Config, lines: &[(&str, Command)]) -> Result<(), ConfigError> {
    let subs = || lines.iter().flat_map(|(_, line)| leaves(line));
    let options = |wanted: &dyn Fn(&str) -> bool| -> Vec<String> {
        let subs = subs().filter(|sub| wanted(sub.get_name()));
        subs.flat_map(settable).filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
    };
    for (section, values) in &config.sections {
        let known = match section {
            Section::Command(name) => {
                if !subs().any(|sub| sub.get_name() == name) {
                    let known = subs().map(|sub| sub.get_name()).chain(["game", "emulator"]);
                    return Err(config.wrong(no_such("command", name, known)));
                }
                options(&|command| command == name)
            }
            Section::Game(name) => {
                if !lines.iter().any(|(game, _)| game == name) {
                    let known = lines.iter().map(|(game, _)| *game);
                    return Err(config.wrong(no_such("game", name, known)));
                }
                options(&|_| true)
            }
            Section::Emulator(_) => options(&|command| WATCHING.contains(&command)),
        };
        for (option, _) in values {
            if !known.contains(option) {
                let why = no_such("option", option, known.iter().map(String::as_str));
                return Err(config.wrong(format!("{section}: {why}")));
            }
        }
    }
    Ok(())
}
