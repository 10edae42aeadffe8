//! The looks that a player has taught, as the command line keeps them.

use session::files::shown;
use session::profiles::{ProfileError, ProfileFolder};
use std::path::Path;

/// Those of a game.
pub struct Profiles {
    /// Where they are.
    pub folder: ProfileFolder,
    /// What one of them is, in a sentence.
    pub about: fn(&ProfileFolder, &str) -> Result<String, ProfileError>,
}

/// Sees, before anything is asked or learnt, that a profile of this name may be made.
///
/// # Errors
/// It cannot have that name, or there is one that is not to be replaced.
pub fn allow(profiles: &ProfileFolder, name: &str, replace: bool) -> Result<(), ProfileError> {
    match profiles.path(name)?.exists() && !replace {
        true => Err(ProfileError::Exists(name.to_owned())),
        false => Ok(()),
    }
}

/// Says where a profile was saved and when it is used: `where no other look fits`.
pub fn saved(path: &Path, name: &str, used: &str) -> String {
    format!("\nsaved in {}\nused {used}; alone with --profile {name}\n", shown(path))
}
