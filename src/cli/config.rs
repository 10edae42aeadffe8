//! `voltsight config`: which values are in force, and where each comes from.

use super::configured::{Choice, settable, value};
use super::line::leaves;
use crate::config::{Config, Section};
use crate::output::{Exit, print};
use clap::Command;
use session::files::shown;
use std::fmt::Write;

/// Show the options in force, and where each comes from
#[derive(Debug, clap::Args)]
#[command(after_help = FORMAT)]
pub struct ShowConfig {
    /// Show only the options of this command.
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Show the options with the values of [emulator.NAME].
    #[arg(long, value_name = "NAME")]
    emulator: Option<String>,
    /// Show only the options that the file sets.
    #[arg(long)]
    set: bool,
}

const FORMAT: &str = "The file is config.toml in the folder voltsight of the configuration folder \
($XDG_CONFIG_HOME, or ~/.config). Its tables hold options by their long names: [watch] those of the \
command watch, and of play, which has a table [play] besides; [check] those of `lab check`; [game.NAME] those of \
any command where that game is meant; [emulator.NAME] those of `watch --emulator NAME` and of `play`. A typed option overrides [emulator.NAME], which overrides [game.NAME], which overrides the command's table. A flag that the file sets is switched off by --FLAG=false.";

impl ShowConfig {
    /// Runs the command for a game's command line without defaults from the file.
    ///
    /// # Errors
    /// There is no such command.
    pub(super) fn run(&self, line: &Command, config: &Config, game: &str) -> anyhow::Result<Exit> {
        let choice = Choice { game, emulator: self.emulator.as_deref() };
        if let Some(name) = &self.command
            && leaves(line).all(|leaf| leaf.get_name() != name)
        {
            let known = leaves(line).map(|sub| sub.get_name());
            anyhow::bail!(session::nearest::no_such("command", name, known));
        }
        let mut out = String::new();
        match &config.path {
            Some(path) if path.exists() => writeln!(out, "# {}", shown(path))?,
            Some(path) => writeln!(out, "# {} (there is none)", shown(path))?,
            None => writeln!(out, "# there is no configuration folder")?,
        }
        let wanted = |name: &str| self.command.as_ref().is_none_or(|only| only == name);
        for sub in leaves(line).filter(|sub| wanted(sub.get_name())) {
            let lines = self.lines(sub, config, choice);
            if !lines.is_empty() {
                write!(out, "\n[{}]\n{lines}", sub.get_name())?;
            }
        }
        out += &elsewhere(config, choice);
        print(&out)?;
        Ok(Exit::Success)
    }

    fn lines(&self, sub: &Command, config: &Config, choice: Choice<'_>) -> String {
        let mut lines = String::new();
        for arg in settable(sub) {
            let long = arg.get_long().unwrap_or_default();
            let from = value(config, choice, sub.get_name(), long);
            if self.set && from.is_none() {
                continue;
            }
            let (values, from): (Vec<String>, String) = match from {
                Some((section, values)) => (values.to_vec(), format!("the file's {section}")),
                None => {
                    let defaults = arg.get_default_values().iter();
                    let defaults = defaults.map(|value| value.to_string_lossy().into_owned());
                    (defaults.collect(), "default".to_owned())
                }
            };
            // Writing to a String cannot fail.
            let _ = match values.as_slice() {
                [] => writeln!(lines, "# {long} is not set"),
                [value] => writeln!(lines, "{long} = {value:?}  # {from}"),
                values => writeln!(lines, "{long} = {values:?}  # {from}"),
            };
        }
        lines
    }
}

/// The file's tables that count for another game or emulator, and what shows them.
fn elsewhere(config: &Config, choice: Choice<'_>) -> String {
    let line = |(section, _): &(Section, _)| {
        let shows = match section {
            Section::Game(name) if name != choice.game => name.clone(),
            Section::Emulator(name) if choice.emulator != Some(name) => {
                format!("--emulator {name}")
            }
            _ => return None,
        };
        Some(format!("# {section} counts elsewhere: voltsight config {shows}\n"))
    };
    let lines: String = config.sections.iter().filter_map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}
