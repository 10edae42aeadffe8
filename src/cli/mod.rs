//! The command line: one file per command, none with logic of its own.
//!
//! The commands here serve all games. What only makes sense for one game, such as `solve`, that game
//! brings ([`Commanded`](crate::game::Commanded)). Which game is meant is said with `--game`, follows
//! from the command if only one game has it, from the picture or the window where these tell, and is the
//! first of [`GAMES`] otherwise.

mod advise;
mod annotated;
mod app;
mod check;
mod config;
mod configured;
mod demo;
mod distorted;
#[cfg(feature = "live")]
mod doctor;
mod looks;
mod pages;
mod progress;
mod read;
mod record;
mod recorded;
mod replay;
mod taught;

mod watch;
#[cfg(feature = "live")]
mod way;
#[cfg(feature = "live")]
mod windows;

use crate::config::{Config, Section};
use crate::game::Game;
use crate::games::GAMES;
use crate::output::{Exit, warn};
use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, Resettable};
use clap::error::ErrorKind;
use clap::{
    Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser,
};
use session::capture::memory::Memory;
use session::files::shown;
use session::nearest::no_such;
use session::templates::{self, Template};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Reads a puzzle off the screen, works out the best move, shows it, and plays it if asked.
#[derive(Debug, Parser)]
#[command(name = "voltsight", version, about, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Shared,
}

const EXIT_CODES: &str = "Exit codes: 0 all went well; 1 the answer is no (no board in a picture, \
no board fits the headers, a check missed its limits); 2 bad arguments or input that cannot be read.";

/// The commands that serve all games.
#[derive(Debug, Subcommand)]
enum Shared {
    Advise(advise::Advise),
    Read(read::Read),
    Watch(Box<watch::Watch>),
    Record(Box<record::Record>),
    Replay(replay::Replay),
    Demo(demo::Demo),
    App(app::AppCommand),
    Check(check::Check),
    #[cfg(feature = "live")]
    Windows(windows::Windows),
    #[cfg(feature = "live")]
    Doctor(doctor::Doctor),
    Config(config::ShowConfig),
    Completions(pages::Completions),
    Man(pages::Man),
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
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let game = meant(&arguments);
    if let Some(name) = subcommand(&arguments)
        && let Some(owner) = owner(game, name)
        && owner.name() != game.name()
    {
        let (theirs, named) = (owner.title(), game.name());
        bail!("`{name}` is a command of {theirs}: leave out `--game {named}`");
    }
    let config = Config::of_user()?;
    let lines = GAMES.map(|game| (game.name(), command(game)));
    configured::check(&config, &lines)?;
    let matches = understood(game, &arguments, &config)?;
    let Some((name, chosen)) = matches.subcommand() else { return Ok(Exit::BadInput) };
    if let Some(folder) = chosen.get_one::<PathBuf>("templates") {
        use_templates(folder)?;
    }
    if let Some(owner) = owner(game, name) {
        return owner.run(name, chosen);
    }
    let named = chosen.get_one::<String>("game").and_then(|name| crate::games::by_name(name));
    shared(&matches, game, named, &arguments, &config)
}

/// Lets the templates of a folder take the places of those that are built in.
///
/// # Errors
/// It holds something else, or no look can be made of them.
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
    arguments: &[OsString],
    config: &Config,
) -> anyhow::Result<ArgMatches> {
    let emulator = typed(arguments, "--emulator");
    let choice = configured::Choice { game: game.name(), emulator };
    if let Some(name) = emulator
        && !config.sections.iter().any(|(section, _)| emulator_of(section) == Some(name))
    {
        let known = config.sections.iter().filter_map(|(section, _)| emulator_of(section));
        bail!("--emulator: {}", no_such("table of an emulator", name, known));
    }
    let mut line = configured::with_defaults(command(game), config, choice);
    if typed(arguments, "--game").is_some() {
        // The others' commands are refused, and so not listed.
        for name in commands_of_others(game) {
            line = line.mut_subcommand(name, |theirs| theirs.hide(true));
        }
    }
    Ok(line.try_get_matches_from(arguments).unwrap_or_else(|error| {
        let _ = error.print();
        if error.kind() == ErrorKind::ValueValidation && !config.sections.is_empty() {
            warn("voltsight: a value may stand in the configuration: see `voltsight config --set`");
        }
        std::process::exit(error.exit_code());
    }))
}

/// Runs a command that serves all games. `game` is the one that is meant, `named` the one that was
/// named with `--game`.
fn shared(
    matches: &ArgMatches,
    game: &'static dyn Game,
    named: Option<&'static dyn Game>,
    arguments: &[OsString],
    config: &Config,
) -> anyhow::Result<Exit> {
    let Some((_, chosen)) = matches.subcommand() else { return Ok(Exit::BadInput) };
    match Arguments::from_arg_matches(matches)?.command {
        Shared::Advise(command) => command.run(game, named, chosen),
        Shared::Read(command) => command.run(named),
        Shared::Watch(watch) => watch_shown(*watch, game, named, chosen, arguments, config),
        Shared::Record(record) => {
            watch_shown(record.into_watch(), game, named, chosen, arguments, config)
        }
        Shared::Replay(command) => command.run(),
        Shared::Demo(command) => command.run(game, chosen),
        Shared::App(command) => command.run(game),
        Shared::Check(command) => command.run(named),
        #[cfg(feature = "live")]
        Shared::Windows(command) => command.run(),
        #[cfg(feature = "live")]
        Shared::Doctor(command) => command.run(),
        Shared::Config(shown) => shown.run(&command(game), config, game.name()),
        Shared::Completions(wanted) => wanted.run(command(game)),
        Shared::Man(wanted) => wanted.run(command(game)),
    }
}

/// Watches the game that was named, or the one that is shown.
fn watch_shown(
    watch: watch::Watch,
    game: &'static dyn Game,
    named: Option<&'static dyn Game>,
    chosen: &ArgMatches,
    arguments: &[OsString],
    config: &Config,
) -> anyhow::Result<Exit> {
    let shown = if named.is_none() { watch.shows()? } else { None };
    match shown.filter(|shown| shown.name() != game.name()) {
        Some(other) => watch_as(other, arguments, config),
        None => watch.run(game, chosen),
    }
}

/// Runs `watch` for the game that is shown: what was typed is understood anew, with its options.
fn watch_as(
    game: &'static dyn Game,
    arguments: &[OsString],
    config: &Config,
) -> anyhow::Result<Exit> {
    warn(format_args!("the game is {}", game.title()));
    let matches = understood(game, arguments, config)?;
    match (Arguments::from_arg_matches(&matches)?.command, matches.subcommand()) {
        (Shared::Watch(watch), Some((_, chosen))) => watch.run(game, chosen),
        (Shared::Record(record), Some((_, chosen))) => record.into_watch().run(game, chosen),
        _ => Ok(Exit::BadInput),
    }
}

/// The whole command line as it is for one game.
fn command(game: &'static dyn Game) -> Command {
    let names = GAMES.map(|game| game.name());
    let choice = Arg::new("game")
        .long("game")
        .value_name("NAME")
        .global(true)
        .value_parser(PossibleValuesParser::new(names))
        .help(format!(
            "The game that is meant, where nothing else says it [default: {}]",
            names[0]
        ));
    let templates = Arg::new("templates")
        .long("templates")
        .value_name("DIR")
        .global(true)
        .value_parser(value_parser!(PathBuf))
        .help("Let files of this folder take the places of those of templates/ that are built in");
    let mut command = Arguments::command();
    if let Some(playing) = game.playing() {
        for name in ["watch", "record", "advise"] {
            command = command.mut_subcommand(name, |own| with(own, |own| playing.options(own)));
        }
        command = command.mut_subcommand("demo", |own| with(own, |own| playing.demo_options(own)));
    }
    command = command.arg(choice).arg(templates).subcommands(game.commands());
    // Commands that only other games have are listed too, and belong to these.
    for name in commands_of_others(game) {
        let theirs = owner(game, &name).into_iter().flat_map(|owner| owner.commands());
        command = command.subcommands(theirs.filter(|theirs| theirs.get_name() == name));
    }
    command
}

/// The names of the commands that a game does not bring and another one does.
fn commands_of_others(game: &'static dyn Game) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for theirs in GAMES.into_iter().flat_map(|other| other.commands()) {
        let name = theirs.get_name();
        if !has(game, name) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// A command with a game's options, which are one set of arguments to clap: it would take their description for the
/// command's.
fn with(command: Command, options: impl FnOnce(Command) -> Command) -> Command {
    let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
    options(command).about(Resettable::from(about)).long_about(Resettable::from(long))
}

/// The value that was typed for an option.
fn typed<'a>(arguments: &'a [OsString], option: &str) -> Option<&'a str> {
    let words = || arguments.iter().skip(1).filter_map(|word| word.to_str());
    let next = words().zip(words().skip(1)).find(|(word, _)| *word == option).map(|(_, next)| next);
    next.or_else(|| words().find_map(|word| word.strip_prefix(option)?.strip_prefix('=')))
}

fn emulator_of(section: &Section) -> Option<&str> {
    match section {
        Section::Emulator(name) => Some(name),
        _ => None,
    }
}

/// The game that the arguments mean.
fn meant(arguments: &[OsString]) -> &'static dyn Game {
    if let Some(game) = typed(arguments, "--game").and_then(crate::games::by_name) {
        return game;
    }
    subcommand(arguments).and_then(|name| owner(GAMES[0], name)).unwrap_or(GAMES[0])
}

/// The name of the command that was typed: the first word that is no option and no option's value.
fn subcommand(arguments: &[OsString]) -> Option<&str> {
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        match word {
            "--game" | "--templates" => drop(words.next()),
            option if option.starts_with('-') => {}
            name => return Some(name),
        }
    }
    None
}

/// The game whose command has this name when `game` is meant: that game if it brings one, else the first that
/// does. `None` for a command that serves all games.
fn owner(game: &'static dyn Game, name: &str) -> Option<&'static dyn Game> {
    std::iter::once(game).chain(GAMES).find(|game| has(*game, name))
}

/// Whether the game brings a command of this name.
fn has(game: &dyn Game, name: &str) -> bool {
    game.commands().iter().any(|command| command.get_name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant_by(words: &str) -> &'static str {
        let arguments: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        meant(&arguments).name()
    }

    #[test]
    fn the_command_line_of_every_game_is_sound() {
        GAMES.into_iter().for_each(|game| command(game).debug_assert());
    }

    #[test]
    fn a_command_says_what_it_does_whichever_game_it_is_for() {
        let own = Arguments::command();
        for game in GAMES {
            let whole = command(game);
            for own in own.get_subcommands() {
                let said = whole.find_subcommand(own.get_name()).and_then(|with| with.get_about());
                assert_eq!(said.map(ToString::to_string), own.get_about().map(ToString::to_string));
            }
        }
    }

    #[test]
    fn what_is_listed_is_run_by_the_game_or_refused_in_the_name_of_another() {
        let told = |words: &str| {
            let said = run(words.split(' ').map(OsString::from));
            said.map(|_| ()).unwrap_err().to_string()
        };
        for game in GAMES {
            for name in commands_of_others(game) {
                let owner = owner(game, &name).unwrap();
                assert_ne!(owner.name(), game.name());
                let said = told(&format!("voltsight --game {} {name}", game.name()));
                assert!(said.contains(owner.title()), "{said}");
                assert_eq!(meant_by(&format!("voltsight --templates x {name}")), owner.name());
            }
        }
    }

    #[test]
    fn the_game_is_the_named_one_or_the_first() {
        assert_eq!(meant_by("voltsight solve"), GAMES[0].name());
        for game in GAMES.map(|game| game.name()) {
            assert_eq!(meant_by(&format!("voltsight solve --game {game}")), game);
            assert_eq!(meant_by(&format!("voltsight --game={game} solve")), game);
        }
    }
}
