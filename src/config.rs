//! The configuration file: values for options, in tables named after commands, games and emulators.

use session::files::{TextError, shown, text};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The longest configuration that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// A table of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Section {
    /// `[NAME]`: for one command.
    Command(String),
    /// `[game.NAME]`: for every command, where this game is meant.
    Game(String),
    /// `[emulator.NAME]`: for `watch --emulator NAME`.
    Emulator(String),
}

impl std::fmt::Display for Section {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Command(name) => write!(f, "[{name}]"),
            Self::Game(name) => write!(f, "[game.{name}]"),
            Self::Emulator(name) => write!(f, "[emulator.{name}]"),
        }
    }
}

/// The values of one table: the long name of an option, its values as they would be typed.
pub type Values = Vec<(String, Vec<String>)>;

/// What the file says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The file; `None` where there is no configuration folder.
    pub path: Option<PathBuf>,
    /// Its tables, in alphabetical order.
    pub sections: Vec<(Section, Values)>,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", shown(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says, or what is wrong with the text.
        why: TextError,
    },
    /// It is no TOML, or a value is of no use.
    #[error("{}: {why}", shown(path))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        why: String,
    },
}

/// `voltsight/config.toml` in `$XDG_CONFIG_HOME`, or in `~/.config`.
pub fn standard_path() -> Option<PathBuf> {
    session::folders::settings_folder().map(|folder| folder.join("config.toml"))
}

impl Config {
    /// What the file in the standard place says; nothing if there is none.
    ///
    /// # Errors
    /// It cannot be read, or is wrong.
    pub fn of_user() -> Result<Self, ConfigError> {
        let Some(path) = standard_path() else { return Ok(Self::default()) };
        match text(&path, LONGEST) {
            Ok(text) => Self::parse(&path, &text),
            Err(TextError::Io(why)) if why.kind() == std::io::ErrorKind::NotFound => {
                Ok(Self { path: Some(path), sections: Vec::new() })
            }
            Err(why) => Err(ConfigError::Io { path, why }),
        }
    }

    /// The file with this text.
    ///
    /// # Errors
    /// It is no TOML, or has a value where a table is expected, or the reverse.
    pub fn parse(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let wrong = |why: String| ConfigError::Wrong { path: path.to_owned(), why };
        let file: Table = text.parse().map_err(|why: toml::de::Error| wrong(why.to_string()))?;
        let mut sections = Vec::new();
        for (name, value) in file {
            let table = table(&name, value).map_err(wrong)?;
            let inner = match name.as_str() {
                "game" => Section::Game as fn(String) -> Section,
                "emulator" => Section::Emulator,
                _ => {
                    let values = values(&name, table).map_err(wrong)?;
                    sections.push((Section::Command(name), values));
                    continue;
                }
            };
            for (one, value) in table {
                let section = inner(one);
                let full = section.to_string();
                let table = self::table(full.trim_matches(['[', ']']), value).map_err(wrong)?;
                sections.push((section, values(&full, table).map_err(wrong)?));
            }
        }
        Ok(Self { path: Some(path.to_owned()), sections })
    }

    /// The values of an option in a table.
    pub fn get(&self, section: &Section, option: &str) -> Option<&[String]> {
        let tables = self.sections.iter().filter(|(other, _)| other == section);
        let mut values = tables.flat_map(|(_, values)| values);
        values.find(|(name, _)| name == option).map(|(_, values)| values.as_slice())
    }

    /// An error about this file.
    pub fn wrong(&self, why: String) -> ConfigError {
        ConfigError::Wrong { path: self.path.clone().unwrap_or_default(), why }
    }
}

fn table(name: &str, value: Value) -> Result<Table, String> {
    match value {
        Value::Table(table) => Ok(table),
        _ => Err(format!(
            "{name} is outside of a table: options belong below [COMMAND], [game.NAME] or [emulator.NAME]"
        )),
    }
}

fn values(section: &str, table: Table) -> Result<Values, String> {
    let texts = |name: &str, value: Value| -> Result<Vec<String>, String> {
        let one = |value: Value| match value {
            Value::String(text) => Ok(text),
            Value::Integer(number) => Ok(number.to_string()),
            Value::Float(number) => Ok(number.to_string()),
            Value::Boolean(yes) => Ok(yes.to_string()),
            _ => Err(format!(
                "{section}: {name} must be a text, a number, true, false, or a list of these"
            )),
        };
        match value {
            Value::Array(list) => list.into_iter().map(one).collect(),
            value => Ok(vec![one(value)?]),
        }
    };
    table.into_iter().map(|(name, value)| Ok((name.clone(), texts(&name, value)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, ConfigError> {
        Config::parse(Path::new("config.toml"), text)
    }

    #[test]
    fn tables_are_those_of_commands_games_and_emulators() {
        let text = "[watch]\nrounds = 5\nwithout-guard = [\"cover\", \"focus\"]\n\
                    [game.chess]\nobjective = \"mate\"\n[emulator.one]\nauto = true\n";
        let config = parse(text).unwrap();
        let command = Section::Command("watch".to_owned());
        assert_eq!(config.get(&command, "rounds"), Some(&["5".to_owned()][..]));
        assert_eq!(config.get(&command, "without-guard").map(<[_]>::len), Some(2));
        let game = Section::Game("chess".to_owned());
        assert_eq!(config.get(&game, "objective"), Some(&["mate".to_owned()][..]));
        let emulator = Section::Emulator("one".to_owned());
        assert_eq!(config.get(&emulator, "auto"), Some(&["true".to_owned()][..]));
        assert_eq!(config.get(&emulator, "rounds"), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(parse("[watch").unwrap_err().to_string().contains("config.toml"));
        assert!(parse("rounds = 5").unwrap_err().to_string().contains("outside of a table"));
        let nested = parse("[watch]\nrounds = {a = 1}").unwrap_err().to_string();
        assert!(nested.contains("a text, a number"), "{nested}");
    }
}
