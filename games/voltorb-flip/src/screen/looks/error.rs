//! The error for a theme that cannot be used.

use vision::template::SheetError;

/// The error for a theme that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// `look.json` is missing.
    #[error("it has no look.json")]
    NoManifest,
    /// `look.json` cannot be parsed.
    #[error("look.json is not as expected: {0}")]
    Manifest(serde_json::Error),
    /// `board.json` cannot be parsed.
    #[error("board.json is not as expected: {0}")]
    Board(String),
    /// A sheet of templates is invalid.
    #[error("{name}.txt is not as expected: {error}")]
    Sheet {
        /// The sheet's name.
        name: &'static str,
        /// What is wrong, and where.
        error: SheetError,
    },
    /// Neither the theme nor its base has this sheet, or its size differs.
    #[error("{name}.txt is missing, or its templates are not {w}x{h} pixels large", w = size.0, h = size.1)]
    Missing {
        /// The sheet's name.
        name: &'static str,
        /// The size that its templates must have.
        size: (u32, u32),
    },
    /// A place lies outside the screen that it belongs to.
    #[error("look.json: {0} lies outside its screen")]
    Outside(&'static str),
    /// Its base is not a built-in theme.
    #[error("look.json builds on {base:?}, which is not a built-in theme: use {shipped}")]
    Base {
        /// The name of its base.
        base: String,
        /// The possible bases: `"a", "b" or "c"`.
        shipped: String,
    },
}
