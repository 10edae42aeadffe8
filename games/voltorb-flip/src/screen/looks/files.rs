//! Loads a theme from its files.

use super::error::LookError;
use super::look::{COINS, DIGITS, FACES, LEVEL_MENU, LEVEL_TITLE, Look, MARKS, MARKS_MIDDLE};
use super::manifest::Manifest;
use super::shipped;

/// Loads a learned theme. `text` returns the text of a file by its name. Missing sheets come from the built-in theme
/// that it builds on.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn from_files(name: &str, text: impl Fn(&str) -> Option<String>) -> Result<Look, LookError> {
    of_files(name, true, text)
}

/// Loads a theme from its files: a learned one, or a built-in one of the same form.
pub(in super::super) fn of_files(
    name: &str,
    learned: bool,
    text: impl Fn(&str) -> Option<String>,
) -> Result<Look, LookError> {
    let json = text(MANIFEST).ok_or(LookError::NoManifest)?;
    let manifest: Manifest = serde_json::from_str(&json).map_err(LookError::Manifest)?;
    let base = manifest.base.clone().unwrap_or_else(|| shipped::shipped()[0].name().to_owned());
    if !shipped::shipped().iter().any(|look| look.name() == base) {
        return Err(LookError::Base { base, shipped: shipped::names() });
    }
    let sheet = |name: &str| {
        text(&format!("{name}.txt")).or_else(|| shipped::text(&base, name).map(str::to_owned))
    };
    Look::new(name, learned, manifest, sheet)
}

/// The name of the file that describes a theme.
pub const MANIFEST: &str = "look.json";

/// The names of all files that a theme may have.
pub fn file_names() -> impl Iterator<Item = String> {
    let sheets = [DIGITS, FACES, MARKS, MARKS_MIDDLE, COINS, LEVEL_TITLE, LEVEL_MENU];
    [MANIFEST.to_owned()].into_iter().chain(sheets.map(|sheet| format!("{sheet}.txt")))
}
