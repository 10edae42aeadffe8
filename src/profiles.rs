//! Learned themes, as the command line keeps them.

use crate::output::{Exit, print};
use crate::show::annotate::{annotate, save_beside};
use crate::show::reading::fact;
use grid::reading::whole_percent;
use image::RgbImage;
use session::files::shown;
use session::observation::Observation;
use session::profiles::{Files, ProfileError, ProfileFolder};
use session::truth::Comparison;
use std::path::{Path, PathBuf};

/// Those of a game.
pub struct Profiles {
    /// Where they are.
    pub folder: ProfileFolder,
    /// What one of them is, in a sentence.
    pub about: fn(&ProfileFolder, &str) -> Result<String, ProfileError>,
}

/// Sees, before anything is asked or learned, that a profile of this name may be made.
///
/// # Errors
/// It cannot have that name, or there is one that is not to be replaced.
pub fn allow(profiles: &ProfileFolder, name: &str, replace: bool) -> Result<(), ProfileError> {
    match profiles.path(name)?.exists() && !replace {
        true => Err(ProfileError::Exists(name.to_owned())),
        false => Ok(()),
    }
}

/// Says where a profile was saved and when it is used: `where no other theme fits`.
pub fn saved(path: &Path, name: &str, used: &str) -> String {
    format!("\nsaved in {}\nused {used}; alone with --profile {name}\n", shown(path))
}

/// How a picture is read with what it taught; `unit` is what its fields are called, in the plural.
pub fn tried(comparison: &Comparison, unit: &str) -> String {
    let Comparison { right, unreadable, wrong, .. } = comparison;
    let (unread, bad) = (unreadable.len(), wrong.len());
    let counts = format!("on the same picture: {right} {unit} right, {unread} unread, {bad} wrong");
    let named = [("wrong", wrong), ("unread", unreadable)].into_iter();
    let named = named.filter(|(_, fields)| !fields.is_empty());
    let named: String = named.map(|(what, fields)| fact(what, fields.join(", "))).collect();
    fact("tried", counts) + &named
}

/// The confidence that every field has that was read, as a text; `unit` names a field. `None` if none was read.
pub fn least_sure<'a>(
    trials: impl IntoIterator<Item = &'a Comparison>,
    unit: &str,
) -> Option<String> {
    let least = trials.into_iter().filter_map(Comparison::least_sure);
    let percent = whole_percent(least.min_by(f32::total_cmp)?);
    Some(format!("at least {percent} % for every {unit}"))
}

/// A theme that was learned from one picture.
pub struct Learned<'a> {
    /// Where it goes.
    pub profiles: &'a ProfileFolder,
    /// The theme's name.
    pub name: &'a str,
    /// Its files; `None` if it does not read the picture it is from.
    pub files: Option<Files>,
    /// Whether one of that name is replaced.
    pub replace: bool,
    /// When it is used, as [`saved`] takes it.
    pub used: &'a str,
    /// The picture.
    pub picture: RgbImage,
    /// Where it was.
    pub path: &'a Path,
    /// What is read of it.
    pub seen: Option<&'a dyn Observation>,
}

impl Learned<'_> {
    /// Saves it, if it is good, prints what there is to say of it, and saves the picture with what was read.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn conclude(self, mut said: String) -> anyhow::Result<Exit> {
        let exit = match &self.files {
            Some(files) => {
                let path: PathBuf = self.profiles.save(self.name, files, self.replace)?;
                said.push_str(&saved(&path, self.name, self.used));
                Exit::Success
            }
            None => {
                said.push_str(
                    "\nnot saved: the theme does not read the picture it was learned from\n",
                );
                Exit::No
            }
        };
        print(&said)?;
        let drawn = match self.seen {
            Some(seen) => annotate(&self.picture, &seen.screens(), &seen.fields()),
            None => self.picture,
        };
        save_beside(&drawn, self.path)?;
        Ok(exit)
    }
}
