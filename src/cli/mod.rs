//! The command line: one file per command, none with logic of its own.
//!
//! The commands here serve all games. What only makes sense for one game, such as how its positions are typed, that
//! game brings ([`GameCli`](crate::game::GameCli)). Which game is meant is the word after the command, follows
//! from what was typed, from the picture or the window where these tell, and is the first of [`GAMES`] otherwise.

mod annotated;
mod app;
mod brief;
mod check;
mod config;
mod configured;
mod demo;
mod distorted;
#[cfg(feature = "live")]
mod doctor;
mod generate;
mod line;
mod look;
mod looks;
mod old_names;
mod pictured;
mod progress;
mod read;
mod recorded;
mod reference;
mod replay;
mod solve;
mod taught;
mod typed;
mod watch;
#[cfg(feature = "live")]
mod way;
#[cfg(feature = "live")]
mod windows;

use crate::config::{Config, Section};
use crate::game::Game;
use crate::games::GAMES;
use crate::output::{Exit, is_harmless, warn};
use anyhow::{Context, bail};
use clap::error::ErrorKind;
use clap::{ArgMatches, FromArgMatches, Parser, Subcommand};
use line::{line, owner};
use session::capture::memory::Memory;
use session::files::shown;
use session::nearest::no_such;
use session::templates::{self, Template};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use typed::Typed;

/// Reads a puzzle off the screen, works out the best move, shows it, and plays it
#[derive(Debug, Parser)]
#[command(name = "voltsight", version, about, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, subcommand_negates_reqs = true)]
struct Arguments {
    /// Print the manual page (man), or completions for a shell (completions-bash, -zsh, -fish, -elvish or
    /// -powershell).
    #[arg(long, value_name = "KIND")]
    generate: Option<generate::Generated>,
    #[command(subcommand)]
    command: Option<Shared>,
}

/// The commands that serve all games. `solve` is the games', with what serves pictures.
#[derive(Debug, Subcommand)]
enum Shared {
    Read(read::Read),
    Watch(Box<watch::Watch>),
    Play(Box<watch::Play>),
    Demo(demo::Demo),
    App(app::AppCommand),
    #[cfg(feature = "live")]
    Doctor(doctor::Doctor),
    Look(look::Look),
    Config(config::ShowConfig),
    Lab(Lab),
}

/// Prove, measure and research: readers, strategies, recordings
#[derive(Debug, clap::Args)]
struct Lab {
    #[command(subcommand)]
    task: Task,
}

/// What is researched of all games.
#[derive(Debug, Subcommand)]
enum Task {
    Check(check::Check),
    Replay(replay::Replay),
}

/// What the pictures may take in memory that are decoded and read at a time: enough for several of a desktop's size.
/// One that takes more is read alone.
static MEMORY: Memory = Memory::new(1 << 30);

/// Does what was typed. The first argument is the program's name.
///
/// # Errors
/// Bad input, in a sentence that says what to do; `main` prints it and exits with
/// [`Exit::BadInput`]. Arguments that cannot be understood end the process, as `--help` does.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> anyhow::Result<Exit> {
    let typed = Typed::new(arguments.into_iter().collect())?;
    let game = meant(&typed)?;
    let config = Config::of_user()?;
    if !config.sections.is_empty() {
        configured::check(&config, &GAMES.map(|game| (game.name(), line(game))))?;
    }
    let matches = understood(game, &typed, &config)?;
    if let Some(wanted) = matches.get_one::<generate::Generated>("generate") {
        return wanted.clone().print(line(game));
    }
    let Some((name, chosen)) = innermost(&matches) else { return Ok(Exit::BadInput) };
    if let Ok(Some(folder)) = chosen.try_get_one::<PathBuf>("templates") {
        use_templates(folder)?;
    }
    if name == "solve" {
        return solve::run(game, typed.game, chosen);
    }
    if let Some(owner) = owner(game, name) {
        return owner.run(name, chosen);
    }
    shared(&matches, game, &typed, &config)
}

/// The game that is meant: the one that was named, or that has the command; of a position, the one it is of.
///
/// # Errors
/// The command is not one of the game that was named.
fn meant(typed: &Typed) -> anyhow::Result<&'static dyn Game> {
    let (command, task) = typed.command();
    let Some(named) = typed.game else {
        return Ok(match (command, task) {
            (Some("solve"), _) => solve::meant(typed),
            (_, Some(task)) => owner(GAMES[0], task).unwrap_or(GAMES[0]),
            _ => GAMES[0],
        });
    };
    if let (Some(group), Some(task)) = (command, task)
        && !line::has(named, task)
    {
        let having: Vec<&str> = GAMES
            .into_iter()
            .filter(|game| line::has(*game, task))
            .map(|game| game.name())
            .collect();
        if !having.is_empty() {
            let having = having.join(" or ");
            bail!("{} has no `{group} {task}`: name {having}, or no game", named.title());
        }
    }
    Ok(named)
}

/// The command that was typed, `check` of `lab check`, and what was chosen for it.
fn innermost(matches: &ArgMatches) -> Option<(&str, &ArgMatches)> {
    let (name, chosen) = matches.subcommand()?;
    match chosen.subcommand().filter(|_| typed::GROUPS.contains(&name)) {
        Some(inner) => Some(inner),
        None => Some((name, chosen)),
    }
}

/// Lets the templates of a folder take the places of those that are built in.
///
/// # Errors
/// It holds something else, or no theme can be made of them.
fn use_templates(folder: &Path) -> anyhow::Result<()> {
    let games = || GAMES.into_iter().filter_map(|game| game.pictures());
    let known: Vec<Template> = games().flat_map(|game| game.templates()).collect();
    templates::take_from(folder, &known).context("--templates")?;
    for game in games() {
        let checked = game.check_templates().map_err(anyhow::Error::msg);
        checked.with_context(|| format!("--templates {}", shown(folder)))?;
    }
    Ok(())
}

/// What was typed, understood with a game's options and the configuration's values as defaults.
///
/// # Errors
/// `--emulator` names no table of the configuration. Arguments that cannot be understood end the process.
fn understood(
    game: &'static dyn Game,
    typed: &Typed,
    config: &Config,
) -> anyhow::Result<ArgMatches> {
    let emulator = typed.value("--emulator");
    let choice = configured::Choice { game: game.name(), emulator };
    if let Some(name) = emulator
        && !config.sections.iter().any(|(section, _)| emulator_of(section) == Some(name))
    {
        let known = config.sections.iter().filter_map(|(section, _)| emulator_of(section));
        bail!("--emulator: {}", no_such("table of an emulator", name, known));
    }
    let mut line = configured::with_defaults(line(game), config, choice);
    if typed.game.is_some() {
        // The others' commands are refused, and so not listed.
        for name in line::commands_of_others(game) {
            for group in typed::GROUPS {
                line = line.mut_subcommand(group, |group| match group.find_subcommand(&name) {
                    Some(_) => group.mut_subcommand(&name, |theirs| theirs.hide(true)),
                    None => group,
                });
            }
        }
    }
    if typed.asks_for_short_help() {
        line = brief::with_short_help(line, game, typed.game.is_some());
    }
    Ok(line.try_get_matches_from(&typed.words).unwrap_or_else(|error| {
        // What was typed is repeated in it as it is.
        let plain = error.render().to_string();
        if is_harmless(&plain) { drop(error.print()) } else { warn(plain) }
        if error.kind() == ErrorKind::UnknownArgument
            && let Some(other) = having_all(typed)
        {
            let (title, name) = (other.title(), other.name());
            warn(format_args!("voltsight: this option belongs to {title}: name {name} after the command"));
        }
        if error.kind() == ErrorKind::ValueValidation && !config.sections.is_empty() {
            warn("voltsight: the value may come from the configuration: see `voltsight config --set`");
        }
        std::process::exit(error.exit_code());
    }))
}

/// The first game whose command line has every option that was typed.
fn having_all(typed: &Typed) -> Option<&'static dyn Game> {
    let lacks = |game: &&'static dyn Game| {
        let understood = line(*game).try_get_matches_from(&typed.words);
        understood.is_err_and(|error| error.kind() == ErrorKind::UnknownArgument)
    };
    GAMES.into_iter().find(|game| !lacks(game))
}

/// Runs a command that serves all games. `game` is the one that is meant.
fn shared(
    matches: &ArgMatches,
    game: &'static dyn Game,
    typed: &Typed,
    config: &Config,
) -> anyhow::Result<Exit> {
    let Some((_, chosen)) = matches.subcommand() else { return Ok(Exit::BadInput) };
    match Arguments::from_arg_matches(matches)?.command {
        None => Ok(Exit::BadInput),
        Some(Shared::Read(command)) => command.run(typed.game),
        Some(Shared::Watch(watch)) => watch_shown((*watch).into(), game, typed, chosen, config),
        Some(Shared::Play(play)) => watch_shown((*play).into(), game, typed, chosen, config),
        Some(Shared::Demo(command)) => command.run(game, chosen),
        Some(Shared::App(command)) => command.run(game),
        #[cfg(feature = "live")]
        Some(Shared::Doctor(command)) => command.run(),
        Some(Shared::Look(command)) => command.run(typed.game),
        Some(Shared::Config(shown)) => shown.run(&line(game), config, game.name()),
        Some(Shared::Lab(Lab { task: Task::Check(command) })) => command.run(typed.game),
        Some(Shared::Lab(Lab { task: Task::Replay(command) })) => command.run(),
    }
}

/// Watches the game that was named, or the one that is shown.
fn watch_shown(
    wanted: watch::Loop,
    game: &'static dyn Game,
    typed: &Typed,
    chosen: &ArgMatches,
    config: &Config,
) -> anyhow::Result<Exit> {
    let shown = if typed.game.is_none() { wanted.shows()? } else { None };
    let Some(other) = shown.filter(|shown| shown.name() != game.name()) else {
        return wanted.run(game, chosen);
    };
    // What was typed is understood anew, with its options.
    warn(format_args!("the game is {}", other.title()));
    let matches = understood(other, typed, config)?;
    match (Arguments::from_arg_matches(&matches)?.command, matches.subcommand()) {
        (Some(Shared::Watch(watch)), Some((_, chosen))) => {
            watch::Loop::from(*watch).run(other, chosen)
        }
        (Some(Shared::Play(play)), Some((_, chosen))) => {
            watch::Loop::from(*play).run(other, chosen)
        }
        _ => Ok(Exit::BadInput),
    }
}

fn emulator_of(section: &Section) -> Option<&str> {
    match section {
        Section::Emulator(name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use line::commands_of_others;

    #[test]
    fn what_is_listed_is_run_by_the_game_or_refused_in_the_name_of_another() {
        let said = |words: &str| {
            let said = run(words.split(' ').map(OsString::from));
            said.map(|_| ()).unwrap_err().to_string()
        };
        for game in GAMES {
            for name in commands_of_others(game) {
                let owner = owner(game, &name).unwrap();
                assert_ne!(owner.name(), game.name());
                let group = if name == "add" { "look" } else { "lab" };
                let said = said(&format!("voltsight {group} {name} {}", game.name()));
                assert!(said.contains(owner.name()), "{said}");
            }
        }
    }
}
