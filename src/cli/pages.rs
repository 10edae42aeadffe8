//! What clap makes of the command line for a shell and for `man`: installed by `make install`.

use crate::output::{Exit, print};
use anyhow::Context;
use clap::Command;
use std::path::PathBuf;

/// Print the completions for a shell, to be put where it looks for them
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// Which shell.
    shell: clap_complete::Shell,
}

/// Write the manual pages, one a command, into a folder
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Where to; the folder is made if it is missing.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Completions {
    pub(super) fn run(&self, mut line: Command) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut line, "voltsight", &mut script);
        print(&String::from_utf8(script)?)?;
        Ok(Exit::Success)
    }
}

impl Man {
    pub(super) fn run(&self, line: Command) -> anyhow::Result<Exit> {
        let cannot = || format!("the pages cannot be written to {}", self.folder.display());
        std::fs::create_dir_all(&self.folder).with_context(cannot)?;
        clap_mangen::generate_to(line, &self.folder).with_context(cannot)?;
        Ok(Exit::Success)
    }
}
