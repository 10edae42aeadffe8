//! What is done with profiles that there are: listed, removed, and taken up.

use super::{ProfileError, ProfileFolder};
use crate::files::shown;
use crate::output::{Exit, print};
use std::fmt::Write;
use std::path::PathBuf;

/// The options of `calibrate` that teach nothing.
#[derive(Debug, clap::Args)]
pub struct ProfileTasks {
    /// List the profiles, and the folder that they are in.
    #[arg(long, conflicts_with_all = ["name", "remove", "import"])]
    list: bool,
    /// Remove a profile.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "import"])]
    remove: Option<String>,
    /// Take up a profile's folder that somebody shared.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    import: Option<PathBuf>,
}

impl ProfileTasks {
    /// Does what is asked for, if anything is. `about` says what a profile is, in a sentence; a profile that is
    /// taken up takes the place of another only if `replace`.
    ///
    /// # Errors
    /// A profile that there is not, or that cannot be used.
    pub fn run(
        &self,
        profiles: &ProfileFolder,
        replace: bool,
        about: impl Fn(&str) -> Result<String, ProfileError>,
    ) -> anyhow::Result<Option<Exit>> {
        let done = if self.list {
            list(profiles, about)?
        } else if let Some(name) = &self.remove {
            format!("removed {name} from {}\n", shown(&profiles.remove(name)?))
        } else if let Some(folder) = &self.import {
            format!("taken up as {}\n", shown(&profiles.import(folder, replace)?))
        } else {
            return Ok(None);
        };
        print(&done)?;
        Ok(Some(Exit::Success))
    }
}

fn list(
    profiles: &ProfileFolder,
    about: impl Fn(&str) -> Result<String, ProfileError>,
) -> anyhow::Result<String> {
    let names = profiles.names()?;
    let mut out = format!("profiles in {}:\n", shown(profiles.folder()));
    if names.is_empty() {
        out.push_str("  none\n");
    }
    for name in names {
        match about(&name) {
            Ok(about) => writeln!(out, "  {name:<20} {about}")?,
            Err(error) => writeln!(out, "  {name:<20} {error}")?,
        }
    }
    Ok(out)
}
