//! `voltsight --generate`: completions for shells and manual pages, installed by `make install`.

use super::line::leaves;
use super::reference::{Part, page};
use crate::output::{Exit, print};
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use session::nearest::no_such;
use std::str::FromStr;

/// What can be made of the command line.
#[derive(Clone, Debug)]
pub(super) enum Generated {
    /// The manual page of the program, with all of its commands.
    Man,
    /// The completions for a shell.
    Completions(Shell),
    /// A page of the documentation.
    Reference(Part),
}

/// What stands before a shell's name.
const COMPLETIONS: &str = "completions-";

impl FromStr for Generated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shells = clap::ValueEnum::value_variants().iter();
        let shells: Vec<Shell> = shells.copied().collect();
        let name = |shell: &Shell| format!("{COMPLETIONS}{shell}");
        match shells.iter().find(|shell| name(shell) == text) {
            Some(shell) => Ok(Self::Completions(*shell)),
            None if text == "man" => Ok(Self::Man),
            None if let Some((_, part)) = Part::ALL.iter().find(|(name, _)| *name == text) => {
                Ok(Self::Reference(*part))
            }
            None => {
                let names: Vec<String> = shells.iter().map(name).collect();
                let known = names.iter().map(String::as_str).chain(["man"]);
                Err(no_such("kind", text, known))
            }
        }
    }
}

impl Generated {
    /// Prints it.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(super) fn print(self, mut line: Command) -> anyhow::Result<Exit> {
        let mut made = Vec::new();
        match self {
            Self::Completions(shell) => {
                clap_complete::generate(shell, &mut line, "voltsight", &mut made);
            }
            Self::Reference(part) => made = page(part).into_bytes(),
            Self::Man => {
                line.build();
                made = manual(&line)?;
            }
        }
        print(&String::from_utf8(made)?)?;
        Ok(Exit::Success)
    }
}

/// The manual page: a chapter for each command, whose sections are one step further in.
fn manual(line: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    let whole = Man::new(line.clone());
    whole.render_title(&mut page)?;
    whole.render_name_section(&mut page)?;
    whole.render_synopsis_section(&mut page)?;
    whole.render_description_section(&mut page)?;
    for leaf in leaves(line).filter(|leaf| !leaf.is_hide_set()) {
        let mut chapter = Vec::new();
        // Those too that the short help leaves out.
        let leaf = leaf.clone().mut_args(|arg| arg.hide_short_help(false));
        let man = Man::new(leaf.clone());
        man.render_synopsis_section(&mut chapter)?;
        man.render_description_section(&mut chapter)?;
        man.render_options_section(&mut chapter)?;
        if leaf.get_subcommands().next().is_some() {
            man.render_subcommands_section(&mut chapter)?;
        }
        if leaf.get_after_help().is_some() {
            man.render_extra_section(&mut chapter)?;
        }
        let name = leaf.get_bin_name().unwrap_or(leaf.get_name()).to_uppercase();
        let chapter = String::from_utf8(chapter)?.replace(".SH ", ".SS ");
        page.extend(format!(".SH \"{name}\"\n{chapter}").into_bytes());
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::line::line;
    use crate::games::GAMES;

    #[test]
    fn the_manual_has_every_command_and_option() {
        let mut line = line(GAMES[0]);
        line.build();
        let page = String::from_utf8(manual(&line).unwrap()).unwrap();
        for leaf in leaves(&line).filter(|leaf| leaf.get_name() != "help") {
            assert!(page.contains(&leaf.get_name().to_uppercase()), "{}", leaf.get_name());
            for long in leaf
                .get_arguments()
                .filter(|arg| !arg.is_hide_set())
                .filter_map(|arg| arg.get_long())
            {
                assert!(page.contains(&long.replace('-', "\\-")), "{long}");
            }
        }
    }
}
