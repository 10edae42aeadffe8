//! The built-in templates, and the files that override them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A built-in file: its path below `templates/`, and its text.
pub type Template = (&'static str, &'static str);

/// A file under `templates/`, by its path below it.
#[macro_export]
macro_rules! template {
    ($($path:expr),+) => {
        (
            concat!($($path),+),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/", $($path),+)),
        )
    };
}
pub use template;

/// The texts of the user's folder, by their paths.
pub(super) static OVER: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// The text of a template: the user's, or the built-in one.
pub fn text((path, built_in): Template) -> &'static str {
    OVER.get().and_then(|over| over.get(path)).map_or(built_in, String::as_str)
}
