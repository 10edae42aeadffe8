//! The whole command line as it is for one game.

use super::typed::GROUPS;
use super::{Arguments, pictured};
use crate::game::Game;
use crate::games::GAMES;
use clap::builder::Resettable;
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// The commands as the help lists them: by what they are for.
const LISTED: [(&str, &[&str]); 3] = [
    ("Get an answer", &["solve", "read"]),
    ("Play", &["watch", "play", "demo", "app"]),
    ("Set up, and prove", &["doctor", "look", "config", "lab"]),
];

/// What a game brings for `look`; its other commands but `solve` belong to `lab`.
const TEACHING: [&str; 2] = ["learn", "add"];

/// Commands whose options depend on the game.
const OF_GAMES: [&str; 6] = ["solve", "watch", "play", "demo", "look learn", "lab simulate"];

/// Two examples of each command of a player, as they are typed.
const EXAMPLES: [(&str, [&str; 2]); 12] = [
    ("solve", ["voltsight solve screenshot.png", "voltsight solve '1. / .. ; mines 1'"]),
    ("read", ["voltsight read screenshot.png", "voltsight read --json *.png"]),
    ("watch", ["voltsight watch", "voltsight watch --overlay --rounds 10"]),
    ("play", ["voltsight play --dry-run", "voltsight play --rounds 10"]),
    ("demo", ["voltsight demo --rounds 1", "voltsight demo --seed 7"]),
    ("app", ["voltsight app", "voltsight app screenshot.png"]),
    ("doctor", ["voltsight doctor", "voltsight doctor --windows"]),
    ("config", ["voltsight config watch", "voltsight config --set"]),
    ("look learn", ["voltsight look learn mine a.png", "voltsight look learn ice b a.png"]),
    ("look add", ["voltsight look add mine b.png", "voltsight look add mine b.png c.png"]),
    ("look import", ["voltsight look import theirs", "voltsight look import --replace theirs"]),
    ("look remove", ["voltsight look list", "voltsight look remove mine"]),
];

/// The command line for `game`.
pub(super) fn line(game: &'static dyn Game) -> Command {
    let mut line = Arguments::command();
    if let Some(playing) = game.playing() {
        for name in ["watch", "play"] {
            line = line.mut_subcommand(name, |own| with(own, |own| playing.options(own)));
        }
        line = line.mut_subcommand("demo", |own| with(own, |own| playing.demo_options(own)));
    }
    for own in game.commands() {
        line = match own.get_name() {
            "solve" => line.subcommand(pictured::command(own, game)),
            name if TEACHING.contains(&name) => {
                line.mut_subcommand("look", |look| look.subcommand(own))
            }
            _ => line.mut_subcommand("lab", |lab| lab.subcommand(own)),
        };
    }
    // Commands that only other games have are listed too, and belong to these.
    for name in commands_of_others(game) {
        let theirs = owner(game, &name).into_iter().flat_map(|owner| owner.commands());
        let theirs: Vec<Command> = theirs.filter(|theirs| theirs.get_name() == name).collect();
        let group = if TEACHING.contains(&name.as_str()) { "look" } else { "lab" };
        line = line.mut_subcommand(group, |group| group.subcommands(theirs));
    }
    for (path, examples) in EXAMPLES {
        line = at(line, path, &|own| with_examples(own, examples));
    }
    for path in OF_GAMES {
        line = at(line, path, &|own| of_other_games(own, path, game));
    }
    let help = help(&line);
    line.override_help(help)
}

/// A command line, its command at this path changed, if there is one.
fn at(line: Command, path: &str, change: &dyn Fn(Command) -> Command) -> Command {
    let (name, rest) = path.split_once(' ').unwrap_or((path, ""));
    match line.find_subcommand(name) {
        None if name.is_empty() => change(line),
        None => line,
        Some(_) => line.mut_subcommand(name, |inner| at(inner, rest, change)),
    }
}

/// A command whose help begins what follows the options with these examples.
fn with_examples(command: Command, examples: [&str; 2]) -> Command {
    let after = command.get_after_help().map(|help| format!("\n\n{help}")).unwrap_or_default();
    command.after_help(format!("Examples:\n  {}{after}", examples.join("\n  ")))
}

/// The examples of the command of this name: `look learn`.
pub(super) fn examples(command: &str) -> Option<[&'static str; 2]> {
    EXAMPLES.iter().find(|(name, _)| *name == command).map(|(_, examples)| *examples)
}

/// The other games that have a command of this name with options of their own.
pub(super) fn others(command: &str, game: &dyn Game) -> Vec<&'static str> {
    if !OF_GAMES.contains(&command) {
        return Vec::new();
    }
    let name = command.rsplit(' ').next().unwrap_or(command);
    let is_shared = GAMES.into_iter().all(|other| !has(other, name));
    let having = GAMES.into_iter().filter(|other| is_shared || has(*other, name));
    having.map(|other| other.name()).filter(|name| *name != game.name()).collect()
}

/// A command whose help says how to get that of other games.
fn of_other_games(line: Command, command: &str, game: &dyn Game) -> Command {
    let others = others(command, game);
    let Some(first) = others.first() else { return line };
    let said = format!(
        "These are the options of {}. For those of {} name the game, as in `voltsight {command} {first} --help`.",
        game.title(),
        others.join(" and "),
    );
    let before = line.get_after_help().map(|help| format!("{help}\n\n")).unwrap_or_default();
    line.after_help(before + &said)
}

/// The names of the commands in the order of the help.
pub(super) fn listed() -> impl Iterator<Item = &'static str> {
    LISTED.iter().flat_map(|(_, names)| names.iter().copied())
}

/// The help of the program: what `-h` and `--help` print.
fn help(line: &Command) -> String {
    let mut text = format!(
        "{}\n\nUsage: voltsight COMMAND [GAME] [OPTIONS]\n",
        line.get_about().map(ToString::to_string).unwrap_or_default()
    );
    for (heading, names) in LISTED {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{heading}:");
        for name in names {
            let command = line.find_subcommand(name).filter(|command| !command.is_hide_set());
            let about = command.and_then(Command::get_about).map(ToString::to_string);
            if let Some(about) = about {
                let _ = writeln!(text, "  {name:<7} {}", about.lines().next().unwrap_or_default());
            }
        }
    }
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    let _ = write!(
        text,
        "\nGAME: {}. Needed only if voltsight cannot see it.\n\
         Examples: voltsight solve screenshot.png; voltsight play; voltsight demo {}\n\
         It acts on other programs only if you let it play, and never goes online.\n\
         More: voltsight COMMAND --help; --generate man or completions-SHELL; --version",
        names.join(", "),
        names.last().unwrap_or(&""),
    );
    text
}

/// The commands that do something: those of the line, and those of its groups.
pub(super) fn leaves(line: &Command) -> impl Iterator<Item = &Command> {
    line.get_subcommands().flat_map(|command| {
        let is_group = GROUPS.contains(&command.get_name());
        let inner = command.get_subcommands().filter(move |_| is_group);
        (!is_group).then_some(command).into_iter().chain(inner)
    })
}

/// The names of the commands that a game does not bring and another one does.
pub(super) fn commands_of_others(game: &'static dyn Game) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for theirs in GAMES.into_iter().flat_map(|other| other.commands()) {
        let name = theirs.get_name();
        if !has(game, name) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The game whose command has this name when `game` is meant: that game if it brings one, else the first that
/// does. `None` for a command that serves all games.
pub(super) fn owner(game: &'static dyn Game, name: &str) -> Option<&'static dyn Game> {
    std::iter::once(game).chain(GAMES).find(|game| has(*game, name))
}

/// Whether the game brings a command of this name.
pub(super) fn has(game: &dyn Game, name: &str) -> bool {
    game.commands().iter().any(|command| command.get_name() == name)
}

/// A command with a game's options, which are one set of arguments to clap: it would take their description for the
/// command's.
fn with(command: Command, options: impl FnOnce(Command) -> Command) -> Command {
    let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
    options(command).about(Resettable::from(about)).long_about(Resettable::from(long))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_command_line_of_every_game_is_sound() {
        GAMES.into_iter().for_each(|game| line(game).debug_assert());
    }

    #[test]
    fn a_command_says_what_it_does_whichever_game_it_is_for() {
        let own = Arguments::command();
        for game in GAMES {
            let whole = line(game);
            for own in own.get_subcommands() {
                let said = whole.find_subcommand(own.get_name()).and_then(|with| with.get_about());
                assert_eq!(said.map(ToString::to_string), own.get_about().map(ToString::to_string));
            }
        }
    }

    #[test]
    fn the_help_lists_every_command_and_fits_a_small_terminal() {
        let line = line(GAMES[0]);
        let help = help(&line);
        for command in line.get_subcommands() {
            assert!(help.contains(&format!("\n  {} ", command.get_name())), "{help}");
        }
        assert!(help.lines().count() <= 24 && help.lines().all(|line| line.len() <= 80), "{help}");
    }

    /// A player has no use for more, and nobody finds one among more.
    #[test]
    fn there_are_at_most_ten_commands_and_sixty_options() {
        let mut options = BTreeSet::new();
        for line in GAMES.map(line) {
            assert!(line.get_subcommands().count() <= 10);
            for leaf in line.get_subcommands().filter(|command| command.get_name() != "lab") {
                let inner = leaf.get_subcommands().chain([leaf]);
                let longs = inner.flat_map(|command| command.get_arguments());
                options.extend(
                    longs
                        .filter(|arg| !arg.is_hide_set())
                        .filter_map(|arg| arg.get_long().map(str::to_owned)),
                );
            }
        }
        assert!(options.len() <= 60, "{}: {options:?}", options.len());
    }
}
