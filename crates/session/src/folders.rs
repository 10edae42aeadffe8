//! Where a user's own files are kept.

use std::path::PathBuf;

/// The program's folder in one of the user's: that which the environment variable names with its whole
/// path, or `in_home` in the home folder (XDG Base Directory Specification); on Windows, where there is
/// neither, that of the programs' data.
pub fn user_folder(variable: &str, in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute(variable)
        .or_else(|| absolute("HOME").map(|home| home.join(in_home)))
        .or_else(|| absolute("APPDATA"));
    folder.map(|folder| folder.join("voltsight"))
}

/// The user's settings of this program: `voltsight` in `$XDG_CONFIG_HOME`, or in `~/.config`.
pub fn settings_folder() -> Option<PathBuf> {
    user_folder("XDG_CONFIG_HOME", ".config")
}
