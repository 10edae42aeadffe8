//! The user's profiles as looks of the game.

use super::screen::MineReader;
use super::screen::taught::TaughtMineLook;
use crate::profiles::{Files, Format, ProfileError, ProfileFolder};
use anyhow::Context;

/// The file that a profile is made of.
const LOOK: &str = "look.json";

/// A profile is the folder of a look.
struct Folder;

impl Format for Folder {
    fn folder(&self) -> &'static str {
        "minesweeper-profiles"
    }

    fn files(&self) -> Vec<String> {
        vec![LOOK.to_owned()]
    }

    fn shipped(&self) -> Vec<String> {
        MineReader::shipped_looks().map(str::to_owned).collect()
    }

    fn check(&self, name: &str, files: &Files) -> Result<(), String> {
        of_files(name, files).map(drop)
    }
}

fn of_files(name: &str, files: &Files) -> Result<TaughtMineLook, String> {
    let text = files.get(LOOK).ok_or_else(|| format!("{LOOK} is missing"))?;
    TaughtMineLook::from_file(name, text).map_err(|why| format!("{LOOK}: {why}"))
}

/// The files of a look.
pub fn files(look: &TaughtMineLook) -> Files {
    Files::from([(LOOK.to_owned(), look.to_file())])
}

/// The user's profiles.
///
/// # Errors
/// There is no configuration folder.
pub fn of_user() -> Result<ProfileFolder, ProfileError> {
    ProfileFolder::of_user(&Folder)
}

/// A profile as a look.
///
/// # Errors
/// If there is none of this name, or its file cannot be used.
pub fn load(profiles: &ProfileFolder, name: &str) -> Result<TaughtMineLook, ProfileError> {
    let files = profiles.load(name)?;
    of_files(name, &files).map_err(|why| ProfileError::Unusable { name: name.to_owned(), why })
}

/// A reader with the looks that ship and the user's profiles, or with the profile of this name only. A
/// profile that cannot be used is told on standard error, and left out unless it was asked for.
///
/// # Errors
/// The profile that was asked for cannot be used.
pub fn reader(profile: Option<&str>) -> anyhow::Result<MineReader> {
    if let Some(name) = profile {
        return Ok(MineReader::only(load(&of_user()?, name).context("--profile")?));
    }
    // Without a configuration folder there are no profiles.
    let Ok(profiles) = of_user() else { return Ok(MineReader::new()) };
    Ok(MineReader::with(profiles.usable(|name| load(&profiles, name))))
}
