//! Profiles that are one file each.

use super::{Files, Format, ProfileError, ProfileFolder};
use anyhow::Context;

/// The format of profiles that are one file each.
pub struct LookFile<L: 'static> {
    /// Their folder within the program's configuration folder.
    pub folder: &'static str,
    /// The file's name.
    pub file: &'static str,
    /// The names of the built-in themes.
    pub shipped: fn() -> Vec<String>,
    /// Reads a theme from the text of its file, for the profile of this name; an error is a sentence.
    pub read: fn(&str, &str) -> Result<L, String>,
    /// Writes a theme as the text of its file.
    pub text: fn(&L) -> String,
}

impl<L> Format for LookFile<L> {
    fn folder(&self) -> &'static str {
        self.folder
    }

    fn files(&self) -> Vec<String> {
        vec![self.file.to_owned()]
    }

    fn shipped(&self) -> Vec<String> {
        (self.shipped)()
    }

    fn check(&self, name: &str, files: &Files) -> Result<(), String> {
        self.parse(name, files).map(drop)
    }
}

impl<L> LookFile<L> {
    fn parse(&self, name: &str, files: &Files) -> Result<L, String> {
        let text = files.get(self.file).ok_or_else(|| format!("{} is missing", self.file))?;
        (self.read)(name, text).map_err(|why| format!("{}: {why}", self.file))
    }

    /// The user's profiles.
    ///
    /// # Errors
    /// There is no configuration folder.
    pub fn of_user(&'static self) -> Result<ProfileFolder, ProfileError> {
        ProfileFolder::of_user(self)
    }

    /// The files of a theme.
    pub fn files_of(&self, look: &L) -> Files {
        Files::from([(self.file.to_owned(), (self.text)(look))])
    }

    /// Loads a profile.
    ///
    /// # Errors
    /// There is no profile of this name, or its file cannot be used.
    pub fn load(&self, profiles: &ProfileFolder, name: &str) -> Result<L, ProfileError> {
        let files = profiles.load(name)?;
        self.parse(name, &files)
            .map_err(|why| ProfileError::Unusable { name: name.to_owned(), why })
    }

    /// Loads the profile that `--profile` names.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn asked_for(&'static self, name: &str) -> anyhow::Result<L> {
        self.load(&self.of_user()?, name).context("--profile")
    }

    /// All usable profiles of the user; `left_out` gets the reason for each other one.
    pub fn usable(&'static self, left_out: &mut dyn FnMut(ProfileError)) -> Vec<L> {
        // Without a configuration folder there are no profiles.
        let profiles = self.of_user().ok();
        profiles.map_or_else(Vec::new, |all| all.usable(|name| self.load(&all, name), left_out))
    }
}
