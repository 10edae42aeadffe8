//! Where a user's own files are kept.

use std::path::PathBuf;

/// The folder `voltsight` in one of the user's folders: in `variable` if it holds an absolute path, else in `in_home`
/// of the home folder (XDG Base Directory Specification). On Windows, which has neither, in `%APPDATA%`.
pub fn user_folder(variable: &str, in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute(variable)
        .or_else(|| absolute("HOME").map(|home| home.join(in_home)))
        .or_else(|| absolute("APPDATA"));
    folder.map(|folder| folder.join("voltsight"))
}

/// The folder of the configuration: `voltsight` in `$XDG_CONFIG_HOME`, or in `~/.config`.
pub fn settings_folder() -> Option<PathBuf> {
    user_folder("XDG_CONFIG_HOME", ".config")
}
