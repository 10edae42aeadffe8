//! Loads the user's learned themes (profiles).

use super::screen::Looks;
use super::screen::looks::{self, Look, LookError, MANIFEST};
use super::screen::taught::{self, BOARD, TaughtLook};
use anyhow::Context;
use session::profiles::{Files, Format, ProfileError, ProfileFolder};
use std::path::PathBuf;
use std::sync::Arc;

/// How a profile's folder holds a theme.
struct Folder;

impl Format for Folder {
    fn folder(&self) -> &'static str {
        "profiles"
    }

    fn files(&self) -> Vec<String> {
        let others = looks::file_names().filter(|name| name != MANIFEST);
        [MANIFEST, BOARD].map(str::to_owned).into_iter().chain(others).collect()
    }

    fn shipped(&self) -> Vec<String> {
        let drawn = looks::shipped().iter().map(|look| look.name());
        let others = taught::shipped().iter().map(|look| look.name());
        drawn.chain(others).map(str::to_owned).collect()
    }

    fn check(&self, name: &str, files: &Files) -> Result<(), String> {
        Profile::of(name, files).map(drop)
    }
}

/// The user's profiles.
///
/// # Errors
/// There is no configuration folder.
pub fn of_user() -> Result<ProfileFolder, ProfileError> {
    ProfileFolder::of_user(&Folder)
}

/// The profiles in a folder, which need not exist.
pub fn in_folder(folder: PathBuf) -> ProfileFolder {
    ProfileFolder::at(folder, &Folder)
}

/// A profile's theme.
#[derive(Clone, Debug)]
pub enum Profile {
    /// A theme that draws boards as the DS games do.
    Learned(Arc<Look>),
    /// A theme of any other board.
    Taught(Arc<TaughtLook>),
}

impl Profile {
    fn of(name: &str, files: &Files) -> Result<Self, String> {
        let look = looks::from_files(name, |file| files.get(file).cloned());
        let look = Arc::new(look.map_err(|error| error.to_string())?);
        match files.get(BOARD) {
            None => Ok(Self::Learned(look)),
            Some(text) => TaughtLook::from_file(look, text)
                .map(|look| Self::Taught(Arc::new(look)))
                .map_err(|why| LookError::Board(why).to_string()),
        }
    }

    /// A sentence that says what theme it is.
    pub fn about(&self) -> &str {
        match self {
            Self::Learned(look) => look.about(),
            Self::Taught(look) => look.about(),
        }
    }

    fn join(self, looks: &mut Looks) {
        match self {
            Self::Learned(look) => looks.learned.push(look),
            Self::Taught(look) => looks.taught.push(look),
        }
    }
}

/// Loads a profile.
///
/// # Errors
/// There is no profile of this name, or its files cannot be used.
pub fn load(profiles: &ProfileFolder, name: &str) -> Result<Profile, ProfileError> {
    let files = profiles.load(name)?;
    Profile::of(name, &files).map_err(|why| ProfileError::Unusable { name: name.to_owned(), why })
}

/// Loads the themes to read with: the built-in ones and the user's profiles, or the profile `name` alone. Profiles
/// that cannot be used and were not named are skipped; `left_out` gets the reason.
///
/// # Errors
/// The named profile cannot be used.
pub fn looks(
    profile: Option<&str>,
    left_out: &mut dyn FnMut(ProfileError),
) -> anyhow::Result<Looks> {
    if let Some(name) = profile {
        let mut looks = Looks { only_learned: true, ..Looks::default() };
        load(&of_user()?, name).context("--profile")?.join(&mut looks);
        return Ok(looks);
    }
    let mut looks = Looks::default();
    // Without a configuration folder there are no profiles.
    let Ok(profiles) = of_user() else { return Ok(looks) };
    for profile in profiles.usable(|name| load(&profiles, name), left_out) {
        profile.join(&mut looks);
    }
    Ok(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let json = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../templates/voltorb-flip/ds/look.json"
        ));
        Files::from([(MANIFEST.to_owned(), json.to_owned())])
    }

    #[test]
    fn a_profile_is_a_look() {
        let folder = std::env::temp_dir().join(format!("voltsight-look-{}", std::process::id()));
        let profiles = in_folder(folder.clone());
        profiles.save("my-look", &files(), false).unwrap();
        let Ok(Profile::Learned(look)) = load(&profiles, "my-look") else { panic!("a look") };
        assert!(look.learned() && look.name() == "my-look");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(profiles.path("ds"), Err(ProfileError::Shipped(_))));
    }

    #[test]
    fn what_is_no_look_is_refused_with_a_reason() {
        let mut wrong = files();
        wrong.insert("digits.txt".to_owned(), "size 8 8\nglyph 1\n########\n".to_owned());
        let error = Folder.check("x", &wrong).unwrap_err();
        assert!(error.contains("digits.txt is not as expected: line 3"), "{error}");
        wrong.insert("digits.txt".to_owned(), "size 1 1\nink # 3\nglyph 1\n#\n".to_owned());
        assert!(Folder.check("x", &wrong).is_err());
        let json = files()[MANIFEST].replace("[169, 10]", "[4000, 10]");
        let far = Files::from([(MANIFEST.to_owned(), json)]);
        let error = Folder.check("x", &far).unwrap_err();
        assert!(error.contains("level lies outside"), "{error}");
    }
}
