//! `voltsight solve`: the best move of a position that is typed, or of a picture.

use super::line::line;
use super::pictured::{INPUT, PictureArguments, Printed};
use super::typed::Typed;
use crate::game::Game;
use crate::games::GAMES;
use crate::output::Exit;
use anyhow::bail;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use session::capture::images;
use session::files::{open, read_text};
use session::question::Positions;
use std::io::{BufRead, IsTerminal, Read};
use std::path::Path;

/// What both kinds of input take.
const SHARED: [&str; 3] = [INPUT, "json", "explain"];

/// The longest text in which a position is looked for, in bytes.
const LONGEST: u64 = 1 << 20;

/// The game that is meant where none is named: the first whose position was typed or lies in the file, else the
/// first that has what was typed among its options.
pub(super) fn meant(typed: &Typed) -> &'static dyn Game {
    // A file that holds no text is told by its name.
    let extensions = typed.words.iter().filter_map(|word| Path::new(word).extension()?.to_str());
    let extensions: Vec<String> = extensions.map(str::to_ascii_lowercase).collect();
    let has = |known: &dyn Positions| {
        extensions.iter().any(|extension| known.extensions().contains(&extension.as_str()))
    };
    if let Some(game) = GAMES.into_iter().find(|game| game.positions().is_some_and(has)) {
        return game;
    }
    let with = |ignore: bool| {
        let understood = GAMES.into_iter().filter_map(move |game| {
            let line = line(game).ignore_errors(ignore);
            let matches = line.try_get_matches_from(&typed.words).ok()?;
            let (_, chosen) = matches.subcommand()?;
            Some((game, text(&words(chosen))))
        });
        understood.collect::<Vec<_>>()
    };
    let of_position = |all: &[(&'static dyn Game, String)]| {
        let is_one = |game: &dyn Game, text: &str| {
            let positions = game.positions();
            positions.is_some_and(|known| known.claims(text) || known.ask(text).is_ok())
        };
        all.iter().find(|(game, text)| is_one(*game, text)).map(|(game, _)| *game)
    };
    let understood = with(false);
    // An option that its game has not is refused in that game's name.
    let found = of_position(&understood).or_else(|| of_position(&with(true)));
    found.or(understood.first().map(|(game, _)| *game)).unwrap_or(GAMES[0])
}

/// Solves what was typed for `game`; `named` is the one that was named, if any.
///
/// # Errors
/// Input that cannot be read, or options of the other kind of input.
pub(super) fn run(
    game: &'static dyn Game,
    named: Option<&'static dyn Game>,
    chosen: &ArgMatches,
) -> anyhow::Result<Exit> {
    let words = words(chosen);
    let picture = PictureArguments::from_arg_matches(chosen)?;
    let own = game.commands().into_iter().find(|command| command.get_name() == "solve");
    let Some(own) = own else { bail!("{} is not solved yet", game.title()) };
    let with_pictures = PictureArguments::augment_args(Command::new("solve"));
    let playing = game.playing();
    let playing =
        playing.map_or(Command::new("solve"), |known| known.options(Command::new("solve")));
    if picture.is_pasted() || is_picture(&words) {
        if let Some(option) = typed(chosen, &own, &[&with_pictures, &playing]) {
            bail!("--{option} is for a position in text, not for a picture");
        }
        let is_set = |flag| chosen.try_get_one::<bool>(flag).ok().flatten() == Some(&true);
        let printed = Printed { explain: is_set("explain"), json: is_set("json") };
        let path = words.first().map_or(Path::new("-"), Path::new);
        let path = (!picture.is_pasted()).then_some(path);
        return picture.advise(path, game, named, chosen, printed);
    }
    for others in [&with_pictures, &playing] {
        if let Some(option) = typed(chosen, others, &[&own]) {
            bail!("--{option} is for a picture, not for a position in text");
        }
    }
    game.run("solve", chosen)
}

/// An option that was typed of those that `of` has, and none of `others`.
fn typed(chosen: &ArgMatches, of: &Command, others: &[&Command]) -> Option<String> {
    let mut options = of.get_arguments().filter(|option| {
        let id = option.get_id();
        let is_shared = SHARED.contains(&id.as_str())
            || others.iter().any(|other| other.get_arguments().any(|arg| arg.get_id() == id));
        !is_shared && chosen.value_source(id.as_str()) == Some(ValueSource::CommandLine)
    });
    options.find_map(|option| option.get_long().map(str::to_owned))
}

fn words(chosen: &ArgMatches) -> Vec<String> {
    let words = chosen.try_get_many::<String>(INPUT).ok().flatten();
    words.into_iter().flatten().cloned().collect()
}

/// What was typed, or what the file holds that was named, or the beginning of standard input.
fn text(words: &[String]) -> String {
    match words {
        [name] if Path::new(name).is_file() => {
            let file = open(Path::new(name)).ok();
            file.and_then(|file| read_text(file, LONGEST).ok()).unwrap_or_default()
        }
        words if is_standard_input(words) => String::from_utf8_lossy(&waiting()).into_owned(),
        words => words.join(" "),
    }
}

fn is_standard_input(words: &[String]) -> bool {
    matches!(words, []) || matches!(words, [dash] if dash == "-")
}

/// What waits on standard input, if nobody types there; it stays there.
fn waiting() -> Vec<u8> {
    let input = std::io::stdin();
    if input.is_terminal() {
        return Vec::new();
    }
    input.lock().fill_buf().map(<[u8]>::to_vec).unwrap_or_default()
}

/// Whether it is one picture that was named: by the file's name, or by how it begins.
fn is_picture(words: &[String]) -> bool {
    let beginning = match words {
        words if is_standard_input(words) => waiting(),
        [name] if images::is_picture(Path::new(name)) => return true,
        [name] => beginning(Path::new(name)),
        _ => return false,
    };
    image::guess_format(&beginning).is_ok()
}

/// The first bytes of a file, none if it cannot be read.
fn beginning(path: &Path) -> Vec<u8> {
    const ENOUGH: u64 = 64;
    let mut bytes = Vec::new();
    // What is wrong with it is said when it is read as a position.
    let _ = open(path).and_then(|file| file.take(ENOUGH).read_to_end(&mut bytes));
    bytes
}
