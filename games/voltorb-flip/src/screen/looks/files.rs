//! A look from files, as those that were learned are kept.

use super::error::LookError;
use super::look::{COINS, DIGITS, FACES, LEVEL_MENU, LEVEL_TITLE, Look, MARKS, MARKS_MIDDLE};
use super::manifest::Manifest;
use super::shipped;

/// A look that was learned, from its files: `text` gives the text of a file by its name. Sheets that
/// it has not are those of the look that ships and that it builds on.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn from_files(name: &str, text: impl Fn(&str) -> Option<String>) -> Result<Look, LookError> {
    of_files(name, true, text)
}

/// The same, or a look that ships with the form of one that was learned.
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

/// The file that says where a look has what.
pub const MANIFEST: &str = "look.json";

/// The files that a look may have.
pub fn file_names() -> impl Iterator<Item = String> {
    let sheets = [DIGITS, FACES, MARKS, MARKS_MIDDLE, COINS, LEVEL_TITLE, LEVEL_MENU];
    [MANIFEST.to_owned()].into_iter().chain(sheets.map(|sheet| format!("{sheet}.txt")))
}
