//! What was typed, before it is understood: which command, and which game.

use super::old_names::renamed;
use crate::game::Game;
use crate::games::{GAMES, by_name};
use crate::output::warn;
use session::nearest::no_such;
use std::ffi::{OsStr, OsString};

/// Commands that are followed by the name of what they do.
pub(super) const GROUPS: [&str; 2] = ["look", "lab"];

/// The words of a command line in today's names, without the game's.
pub(super) struct Typed {
    /// The program's name, then all that was typed.
    pub words: Vec<OsString>,
    /// The game that was named.
    pub game: Option<&'static dyn Game>,
}

impl Typed {
    /// What these words say; the first is the program's name. The game is the word after the command, as in
    /// `solve GAME`. An old name is followed, and the new one goes to standard error.
    ///
    /// # Errors
    /// `--game`, an old way to name the game, names none.
    pub fn new(arguments: Vec<OsString>) -> anyhow::Result<Self> {
        let mut all = arguments.into_iter();
        let program = all.next().unwrap_or_else(|| "voltsight".into());
        let mut words: Vec<OsString> = all.collect();
        let mut game = take_option(&mut words)?;
        if let Some(renamed) = renamed(&words) {
            warn(format_args!("voltsight: `{}` is now `{}`", renamed.old, renamed.new));
            words = renamed.words;
        }
        let in_group = words.first().is_some_and(|word| GROUPS.iter().any(|group| word == group));
        // `lab GAME` alone shows what there is for that game.
        let places: &[usize] = if in_group { &[2, 1] } else { &[1] };
        for &after in places {
            if let Some(named) = words.get(after).and_then(|word| word.to_str()).and_then(by_name) {
                words.remove(after);
                game = Some(named);
            }
        }
        words.insert(0, program);
        Ok(Self { words, game })
    }

    /// The command, and what it does if it is one of [`GROUPS`].
    pub fn command(&self) -> (Option<&str>, Option<&str>) {
        let word = |at: usize| self.words.get(at).and_then(|word: &OsString| word.to_str());
        let command = word(1).filter(|word| !word.starts_with('-'));
        let is_group = command.is_some_and(|command| GROUPS.contains(&command));
        (command, word(2).filter(|word| is_group && !word.starts_with('-')))
    }

    /// Whether the short help was asked for.
    pub fn asks_for_short_help(&self) -> bool {
        self.words.iter().take_while(|word| *word != "--").any(|word| word == "-h")
    }

    /// The value that was typed for an option.
    pub fn value(&self, option: &str) -> Option<&str> {
        let words = || self.words.iter().skip(1).filter_map(|word| word.to_str());
        let next =
            words().zip(words().skip(1)).find(|(word, _)| *word == option).map(|(_, next)| next);
        next.or_else(|| words().find_map(|word| word.strip_prefix(option)?.strip_prefix('=')))
    }
}

/// Takes `--game NAME` out of the words.
fn take_option(words: &mut Vec<OsString>) -> anyhow::Result<Option<&'static dyn Game>> {
    let is_option =
        |word: &OsString| word == "--game" || word.to_string_lossy().starts_with("--game=");
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let Some(at) = words[..end].iter().position(is_option) else { return Ok(None) };
    let option = words.remove(at);
    let name = match option.to_string_lossy().strip_prefix("--game=") {
        Some(name) => OsString::from(name),
        None if at < words.len() => words.remove(at),
        None => OsString::new(),
    };
    let known = || GAMES.iter().map(|game| game.name());
    let found = name.to_str().and_then(by_name);
    let name: &OsStr = &name;
    let why = || anyhow::anyhow!(no_such("game", &name.to_string_lossy(), known()));
    Ok(Some(found.ok_or_else(why)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(words: &str) -> Typed {
        Typed::new(words.split(' ').map(OsString::from).collect()).unwrap()
    }

    #[test]
    fn the_game_is_the_word_after_the_command() {
        for game in GAMES {
            let name = game.name();
            for words in [
                format!("voltsight solve {name} x"),
                format!("voltsight solve x --game {name}"),
                format!("voltsight --game={name} solve x"),
            ] {
                let typed = typed(&words);
                assert_eq!(typed.game.map(|game| game.name()), Some(name));
                assert_eq!(typed.words, ["voltsight", "solve", "x"]);
                assert_eq!(typed.command(), (Some("solve"), None));
            }
            let typed = typed(&format!("voltsight lab simulate {name}"));
            assert_eq!(typed.game.map(|game| game.name()), Some(name));
            assert_eq!(typed.command(), (Some("lab"), Some("simulate")));
        }
        assert!(typed("voltsight solve x").game.is_none());
        // After the end of the options all is a file's name or a position.
        assert!(typed("voltsight solve -- --game x").game.is_none());
    }

    #[test]
    fn a_game_that_there_is_not_is_refused_with_the_nearest() {
        let name = format!("{}s", GAMES[0].name());
        let words = ["voltsight", "solve", "--game", &name].map(OsString::from);
        let why = Typed::new(words.to_vec()).err().unwrap().to_string();
        assert!(why.contains(&format!("is {:?} meant?", GAMES[0].name())), "{why}");
    }

    #[test]
    fn values_are_found_in_both_ways_of_writing() {
        assert_eq!(typed("voltsight play --emulator a").value("--emulator"), Some("a"));
        assert_eq!(typed("voltsight play --emulator=b").value("--emulator"), Some("b"));
        assert_eq!(typed("voltsight play").value("--emulator"), None);
    }
}
