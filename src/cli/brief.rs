//! The short help of a command, `-h`: a line for each option, and no more than a small terminal shows. `--help` has
//! all of it.

use super::line::{examples, others};
use crate::game::Game;
use clap::{Arg, Command};
use std::fmt::Write;

/// The width of a small terminal, in characters.
const WIDTH: usize = 80;

/// What ends the first clause of a text.
const ENDS: [&str; 4] = [". ", ": ", "; ", " ("];

/// A command line whose commands have the short help. `named` is the game, if one was named.
pub(super) fn with_short_help(line: Command, game: &dyn Game, named: bool) -> Command {
    within(line, "voltsight", game, named, true)
}

fn within(command: Command, path: &str, game: &dyn Game, named: bool, is_whole: bool) -> Command {
    let inner: Vec<String> =
        command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    if inner.is_empty() && !is_whole {
        let help = help(&command, path, game, named);
        return command.override_help(help);
    }
    inner.into_iter().fold(command, |command, name| {
        let path = format!("{path} {name}");
        command.mut_subcommand(&name, |inner| within(inner, &path, game, named, false))
    })
}

fn help(command: &Command, path: &str, game: &dyn Game, named: bool) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    // How an argument is typed is only known once it is built.
    let mut command = command.clone().bin_name(path);
    command.build();
    let usage = command.render_usage();
    // Writing to a String cannot fail.
    let mut text = format!("{about}\n\n{usage}\n\n");
    let shown =
        |arg: &&Arg| arg.get_id() != "help" && !arg.is_hide_set() && !arg.is_hide_short_help_set();
    let (places, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(shown).partition(|arg| arg.is_positional());
    let rows = places.into_iter().chain(options);
    let rows: Vec<(String, String)> = rows
        .map(|arg| (arg.to_string(), arg.get_help().map(ToString::to_string).unwrap_or_default()))
        .collect();
    let widest = rows.iter().map(|(typed, _)| typed.chars().count()).max().unwrap_or(0);
    for (typed, meaning) in &rows {
        let room = WIDTH.saturating_sub(widest + 4);
        let _ = writeln!(text, "  {typed:<widest$}  {}", clause(meaning, room));
    }
    if !rows.is_empty() {
        text.push('\n');
    }
    let words = path.trim_start_matches("voltsight ");
    if let Some([one, two]) = examples(words) {
        let _ = writeln!(text, "Examples: {one}; {two}");
    }
    let name = if named { format!(" {}", game.name()) } else { String::new() };
    let _ = match others(words, game).first() {
        Some(other) => write!(text, "More: --help. Of other games: {path} {other} -h"),
        None => write!(text, "More: {path}{name} --help"),
    };
    text
}

/// The beginning of a text that fits: its first clause, or what comes before the last comma there is room for.
fn clause(text: &str, room: usize) -> String {
    let end = ENDS.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let whole = text[..end].trim_end_matches('.');
    let fits = |text: &str| text.chars().count() <= room;
    let at = |end: &str| {
        let parts = whole.match_indices(end).map(|(at, _)| &whole[..at]);
        parts.filter(|part| fits(part)).last()
    };
    match (fits(whole), at(", ")) {
        (true, _) => whole.to_owned(),
        (_, Some(part)) => part.to_owned(),
        _ => format!("{}…", at(" ").unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::line::{leaves, line};
    use crate::games::GAMES;

    #[test]
    fn the_short_help_of_every_command_fits_a_small_terminal() {
        for game in GAMES {
            let whole = with_short_help(line(game), game, true);
            for leaf in leaves(&whole) {
                let tasks: Vec<&Command> = leaf.get_subcommands().collect();
                for command in if tasks.is_empty() { vec![leaf] } else { tasks } {
                    let help = command.clone().render_help().to_string();
                    let lines = help.lines().count();
                    assert!(lines <= 24, "{lines} lines:\n{help}");
                    let wide = help.lines().find(|line| line.chars().count() > WIDTH);
                    assert_eq!(wide, None, "{help}");
                    assert!(!help.contains('…'), "a text begins with too long a clause:\n{help}");
                }
            }
        }
    }

    #[test]
    fn a_text_is_cut_where_a_clause_ends() {
        assert_eq!(clause("Print JSON.", 20), "Print JSON");
        assert_eq!(clause("What to do: this or that.", 20), "What to do");
        assert_eq!(clause("One thing, and another thing that is long.", 20), "One thing");
        assert_eq!(clause("Nothing where this could end well", 20), "Nothing where this…");
    }
}
