//! Profiles: learned themes in the user's configuration folder. A profile is a folder of files; copying the folder
//! shares it.

mod error;
pub mod look_file;

pub use error::ProfileError;

use crate::files;
use crate::folders::settings_folder;
use error::at;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The format of a game's profiles.
pub trait Format: Sync {
    /// Their folder within the program's configuration folder.
    fn folder(&self) -> &'static str;

    /// The names of the files that a profile may have. The first is in every one.
    fn files(&self) -> Vec<String>;

    /// The names of the built-in themes, which no profile may have.
    fn shipped(&self) -> Vec<String>;

    /// Checks that these files make a usable profile.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn check(&self, name: &str, files: &Files) -> Result<(), String>;
}

/// The texts of a profile's files, by their names.
pub type Files = BTreeMap<String, String>;

/// The largest file of a theme, in bytes: a larger one is something else.
const MOST_BYTES: u64 = 512 * 1024;

/// The profiles of a game.
#[derive(Clone)]
pub struct ProfileFolder {
    folder: PathBuf,
    format: &'static dyn Format,
}

impl fmt::Debug for ProfileFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ProfileFolder").field(&self.folder).finish()
    }
}

impl ProfileFolder {
    /// The user's: in `voltsight` in `$XDG_CONFIG_HOME`, or in `~/.config`.
    ///
    /// # Errors
    /// [`ProfileError::NoFolder`].
    pub fn of_user(format: &'static dyn Format) -> Result<Self, ProfileError> {
        let settings = settings_folder().ok_or(ProfileError::NoFolder)?;
        Ok(Self::at(settings.join(format.folder()), format))
    }

    /// The profiles in a folder, which need not exist.
    pub fn at(folder: PathBuf, format: &'static dyn Format) -> Self {
        Self { folder, format }
    }

    /// The folder that holds the profiles.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of a profile, which need not exist.
    ///
    /// # Errors
    /// [`ProfileError::Name`] and [`ProfileError::Shipped`].
    pub fn path(&self, name: &str) -> Result<PathBuf, ProfileError> {
        let allowed = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if !(1..=40).contains(&name.chars().count()) || !name.chars().all(allowed) {
            return Err(ProfileError::Name(name.to_owned()));
        }
        if self.format.shipped().iter().any(|look| look == name) {
            return Err(ProfileError::Shipped(name.to_owned()));
        }
        Ok(self.folder.join(name))
    }

    /// The names of all, in order. A folder that does not exist has none.
    ///
    /// # Errors
    /// [`ProfileError::Io`].
    pub fn names(&self) -> Result<Vec<String>, ProfileError> {
        let io = at::<std::io::Error>(&self.folder);
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(io(error)),
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(&io)?;
            if let Ok(name) = entry.file_name().into_string()
                && self.path(&name).is_ok()
                && self.is_profile(&entry.path())
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// All that `load` can use; why it cannot use one is given to `left_out`.
    pub fn usable<T>(
        &self,
        load: impl Fn(&str) -> Result<T, ProfileError>,
        left_out: &mut dyn FnMut(ProfileError),
    ) -> Vec<T> {
        let names = self.names().unwrap_or_else(|error| {
            left_out(error);
            Vec::new()
        });
        names.iter().filter_map(|name| load(name).map_err(&mut *left_out).ok()).collect()
    }

    /// Loads the files of a profile.
    ///
    /// # Errors
    /// There is no profile of this name, or its files cannot be used.
    pub fn load(&self, name: &str) -> Result<Files, ProfileError> {
        let path = self.path(name)?;
        if !self.is_profile(&path) {
            return Err(self.unknown(name));
        }
        let files = self.read_folder(&path)?;
        self.check(name, &files)?;
        Ok(files)
    }

    /// Whether the file is there that every profile has.
    fn is_profile(&self, folder: &Path) -> bool {
        self.format.files().first().is_some_and(|file| folder.join(file).is_file())
    }

    fn check(&self, name: &str, files: &Files) -> Result<(), ProfileError> {
        self.format
            .check(name, files)
            .map_err(|why| ProfileError::Unusable { name: name.to_owned(), why })
    }

    /// The files of a profile in a folder.
    fn read_folder(&self, folder: &Path) -> Result<Files, ProfileError> {
        let mut texts = Files::new();
        for name in self.format.files() {
            let path = folder.join(&name);
            let file = match files::open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => return Err(at(&path)(error)),
            };
            let text = files::read_text(file, MOST_BYTES).map_err(at(&path))?;
            texts.insert(name, text);
        }
        Ok(texts)
    }

    fn unknown(&self, name: &str) -> ProfileError {
        ProfileError::Unknown {
            name: name.to_owned(),
            folder: self.folder.clone(),
            known: self.names().unwrap_or_default(),
        }
    }

    /// Saves the files of a theme. They are written next to the old ones, and the folders change places, so there is never
    /// half a profile. Other files in its folder stay; a symbolic link is replaced, not followed.
    ///
    /// # Errors
    /// A profile of this name exists and must not be replaced, or the files cannot be written.
    pub fn save(&self, name: &str, files: &Files, replace: bool) -> Result<PathBuf, ProfileError> {
        let path = self.path(name)?;
        self.check(name, files)?;
        let old = self.folder.join(format!(".{name}.old"));
        self.finish(&old, &path)?;
        let there = path.symlink_metadata().ok();
        if there.is_some() && !replace {
            return Err(ProfileError::Exists(name.to_owned()));
        }
        let new = self.folder.join(format!(".{name}.new"));
        if new.exists() {
            fs::remove_dir_all(&new).map_err(at(&new))?;
        }
        fs::create_dir_all(&new).map_err(at(&new))?;
        for (file, text) in files {
            let file = new.join(file);
            fs::write(&file, text).map_err(at(&file))?;
        }
        match there {
            None => {}
            Some(there) if there.is_dir() => fs::rename(&path, &old).map_err(at(&path))?,
            Some(_) => fs::remove_file(&path).map_err(at(&path))?,
        }
        fs::rename(&new, &path).map_err(at(&path))?;
        self.finish(&old, &path)?;
        Ok(path)
    }

    /// Ends what a save began, this one or one that was interrupted: the files in the folder of the old profile that are
    /// none of a theme belong into that of the new one. Without a new one the old one is the profile.
    fn finish(&self, old: &Path, path: &Path) -> Result<(), ProfileError> {
        if !old.is_dir() {
            return Ok(());
        }
        if !path.is_dir() {
            return fs::rename(old, path).map_err(at(path));
        }
        let ours: HashSet<String> = self.format.files().into_iter().collect();
        for entry in fs::read_dir(old).map_err(at(old))? {
            let entry = entry.map_err(at(old))?;
            let kept = path.join(entry.file_name());
            let is_ours = entry.file_name().to_str().is_some_and(|name| ours.contains(name));
            match is_ours {
                true => fs::remove_file(entry.path()).map_err(at(old))?,
                false if !kept.exists() => fs::rename(entry.path(), &kept).map_err(at(&kept))?,
                false => {}
            }
        }
        fs::remove_dir(old).map_err(at(old))
    }

    /// Removes a profile: the files of its theme, and its folder if that is then empty. Of a symbolic link, only the
    /// link.
    ///
    /// # Errors
    /// There is no profile of this name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<PathBuf, ProfileError> {
        let path = self.path(name)?;
        let there = path.symlink_metadata().map_err(|_| self.unknown(name))?;
        if there.is_symlink() {
            fs::remove_file(&path).map_err(at(&path))?;
            return Ok(path);
        }
        if !self.is_profile(&path) {
            return Err(self.unknown(name));
        }
        for file in self.format.files().into_iter().map(|file| path.join(file)) {
            match fs::remove_file(&file) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(at(&file)(source));
                }
                _ => {}
            }
        }
        // Whatever else the user keeps there stays.
        let _ = fs::remove_dir(&path);
        Ok(path)
    }

    /// Imports a profile from a folder that somebody shared; it gets that folder's name.
    ///
    /// # Errors
    /// Its files cannot be used, or a profile of this name exists and must not be replaced.
    pub fn import(&self, from: &Path, replace: bool) -> Result<PathBuf, ProfileError> {
        let folder = from.canonicalize().map_err(at(from))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = self.read_folder(&folder)?;
        self.save(&name, &files, replace)
    }
}

#[cfg(test)]
mod tests;
