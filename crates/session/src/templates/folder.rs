//! A folder with the user's templates.

use super::built_in::{OVER, Template};
use crate::files::{self, shown};
use crate::nearest::no_such;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 512 * 1024;

/// The error for a folder that cannot override the built-in templates.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", shown(path))]
pub struct TemplateError {
    /// The file or folder that is wrong.
    path: PathBuf,
    why: String,
}

impl TemplateError {
    fn new(path: &Path, why: impl Display) -> Self {
        Self { path: path.to_owned(), why: why.to_string() }
    }
}

/// Overrides those of the `known` templates that have the same path in a folder. Call it once, before any theme is
/// used.
///
/// # Errors
/// The folder cannot be read, or holds something else.
pub fn take_from(folder: &Path, known: &[Template]) -> Result<(), TemplateError> {
    let found = read(folder, known)?;
    // A second call would come too late for the looks that are made already.
    let _ = OVER.set(found);
    Ok(())
}

/// The files of a folder by their paths below it.
fn read(folder: &Path, known: &[Template]) -> Result<BTreeMap<String, String>, TemplateError> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((below, prefix)) = folders.pop() {
        let unread = |error: io::Error| TemplateError::new(&below, error);
        for entry in std::fs::read_dir(&below).map_err(unread)? {
            let path = entry.map_err(unread)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
                continue;
            }
            let names = || known.iter().map(|(path, _)| *path);
            if !names().any(|path| path == name) {
                return Err(TemplateError::new(&path, no_such("template", &name, names())));
            }
            let file = files::open(&path).map_err(|error| TemplateError::new(&path, error))?;
            let text = files::read_text(file, MOST_BYTES);
            found.insert(name, text.map_err(|error| TemplateError::new(&path, error))?);
        }
    }
    if let (true, Some((example, _))) = (found.is_empty(), known.first()) {
        return Err(TemplateError::new(folder, format!("it holds no template, such as {example}")));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Template; 2] = [("game/look/digits.txt", "built in"), ("game/look.json", "{}")];

    fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("voltsight-{name}-{}", std::process::id()));
        for (path, text) in files {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn files_of_a_folder_are_found_by_their_paths() {
        let folder = folder("templates", &[("game/look/digits.txt", "mine")]);
        let found = read(&folder, &KNOWN).unwrap();
        assert_eq!(found, BTreeMap::from([("game/look/digits.txt".into(), "mine".into())]));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(read(&folder, &KNOWN).is_err(), "there is no such folder");
    }

    #[test]
    fn other_files_are_refused_with_the_nearest_name() {
        let folder = folder("no-templates", &[("game/look/digit.txt", "mine")]);
        let error = read(&folder, &KNOWN).unwrap_err().to_string();
        assert!(error.contains("is \"game/look/digits.txt\" meant?"), "{error}");
        std::fs::remove_dir_all(folder.join("game")).unwrap();
        let error = read(&folder, &KNOWN).unwrap_err().to_string();
        assert!(error.contains("it holds no template, such as game/look/digits.txt"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
