//! The names that commands had in earlier versions: they still work, and say the new one.

use std::ffi::OsString;

/// Commands that only moved, with the words that they are now.
const MOVED: [(&str, &[&str]); 9] = [
    ("advise", &["solve"]),
    ("windows", &["doctor", "--windows"]),
    ("check", &["lab", "check"]),
    ("replay", &["lab", "replay"]),
    ("simulate", &["lab", "simulate"]),
    ("campaign", &["lab", "campaign"]),
    ("stats", &["lab", "stats"]),
    ("bench", &["lab", "bench"]),
    ("mines", &["lab", "mines"]),
];

/// A command line with an old name, in the names of today.
pub(super) struct Renamed {
    /// The words after the program's name.
    pub words: Vec<OsString>,
    /// What was typed, and what it is now.
    pub old: String,
    pub new: String,
}

/// The words with today's names; `None` if `command`, the first of them, is one already.
pub(super) fn renamed(words: &[OsString]) -> Option<Renamed> {
    let (command, rest) = words.split_first()?;
    let command = command.to_str()?;
    let has = |option: &str| rest.iter().any(|word| word == option);
    let without = |option: &str| rest.iter().filter(|word| *word != option).cloned().collect();
    let renamed = |old: &str, new: &[&str], rest: Vec<OsString>| {
        let words = new.iter().map(OsString::from).chain(rest).collect();
        Some(Renamed { words, old: old.to_owned(), new: new.join(" ") })
    };
    match command {
        "watch" if has("--auto") => renamed("watch --auto", &["play"], without("--auto")),
        "watch" if has("--dry-run") => renamed("watch --dry-run", &["play"], rest.to_vec()),
        "record" => {
            let (new, rest) = match has("--auto") {
                true => (["play", "--record"], without("--auto")),
                false => (["watch", "--record"], rest.to_vec()),
            };
            renamed("record", &new, rest)
        }
        "calibrate" => {
            let tasks = [
                ("--list", "list"),
                ("--remove", "remove"),
                ("--import", "import"),
                ("--add", "add"),
            ];
            let (option, task) =
                tasks.into_iter().find(|(option, _)| has(option)).unwrap_or(("", "learn"));
            renamed("calibrate", &["look", task], without(option))
        }
        "completions" => {
            let shell = rest.first()?.to_str()?;
            let new = format!("completions-{shell}");
            renamed("completions", &["--generate", &new], rest[1..].to_vec())
        }
        _ => {
            let (_, new) = MOVED.iter().find(|(old, _)| *old == command)?;
            renamed(command, new, rest.to_vec())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_become_new_ones_with_all_that_was_typed() {
        let cases = [
            ("advise a.png --json", "solve a.png --json"),
            ("watch --auto --rounds 3", "play --rounds 3"),
            ("record s.vsr --rounds 3", "watch --record s.vsr --rounds 3"),
            ("record --auto s.vsr", "play --record s.vsr"),
            ("calibrate --list", "look list"),
            ("calibrate --remove mine", "look remove mine"),
            ("calibrate mine a.png --add", "look add mine a.png"),
            ("calibrate mine a.png --truth", "look learn mine a.png --truth"),
            ("check fixtures", "lab check fixtures"),
            ("windows", "doctor --windows"),
            ("completions zsh", "--generate completions-zsh"),
        ];
        for (old, new) in cases {
            let words: Vec<OsString> = old.split(' ').map(OsString::from).collect();
            let words = renamed(&words).unwrap().words;
            let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(words.join(" "), new, "{old}");
        }
        for today in ["watch", "solve a.png", "look list", "lab check x", "--help", "completions"] {
            let words: Vec<OsString> = today.split(' ').map(OsString::from).collect();
            assert!(renamed(&words).is_none(), "{today}");
        }
    }
}
