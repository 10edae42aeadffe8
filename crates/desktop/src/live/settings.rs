//! The settings that other programs keep.

use session::files::{self, TextError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The longest settings of a program that are read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The text of a program's settings; `None` where there is no such file.
pub fn settings_text(path: &Path) -> std::io::Result<Option<String>> {
    match files::text(path, LONGEST) {
        Ok(text) => Ok(Some(text)),
        Err(TextError::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(TextError::Io(error)) => Err(error),
        Err(error) => Err(std::io::Error::other(error)),
    }
}

/// The folder in which programs keep their settings.
pub fn settings_folder() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

/// The folder that a variable names, else this one of the user's.
pub fn folder(name: &str, usual: &str) -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    set(name).or_else(|| Some(set("HOME")?.join(usual)))
}
