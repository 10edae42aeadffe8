//! What is done with profiles that there are: listed, removed, and taken up.

use crate::output::{Exit, print};
use session::files::shown;
use session::profiles::{ProfileError, ProfileFolder};
use std::fmt::Write;
use std::path::{Path, PathBuf};

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
    /// Replace the profile of that name.
    #[arg(long)]
    pub replace: bool,
}

impl ProfileTasks {
    /// Does what is asked for, if anything is. `about` says what a profile is, in a sentence.
    ///
    /// # Errors
    /// A profile that there is not, or that cannot be used.
    pub fn run(
        &self,
        profiles: &ProfileFolder,
        about: impl Fn(&str) -> Result<String, ProfileError>,
    ) -> anyhow::Result<Option<Exit>> {
        let done = if self.list {
            list(profiles, about)?
        } else if let Some(name) = &self.remove {
            format!("removed {name} from {}\n", shown(&profiles.remove(name)?))
        } else if let Some(folder) = &self.import {
            format!("taken up as {}\n", shown(&profiles.import(folder, self.replace)?))
        } else {
            return Ok(None);
        };
        print(&done)?;
        Ok(Some(Exit::Success))
    }

    /// Sees, before anything is asked or learnt, that a profile of this name may be made.
    ///
    /// # Errors
    /// It cannot have that name, or there is one that is not to be replaced.
    pub fn allow(&self, profiles: &ProfileFolder, name: &str) -> Result<(), ProfileError> {
        match profiles.path(name)?.exists() && !self.replace {
            true => Err(ProfileError::Exists(name.to_owned())),
            false => Ok(()),
        }
    }
}

/// Says where a profile was saved and when it is used: `where no other look fits`.
pub fn saved(path: &Path, name: &str, used: &str) -> String {
    format!("\nsaved in {}\nused {used}; alone with --profile {name}\n", shown(path))
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
