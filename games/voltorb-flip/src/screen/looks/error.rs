//! Why a look cannot be used.

use vision::template::SheetError;

/// Why a look cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// There is no `look.json`.
    #[error("it has no look.json")]
    NoManifest,
    /// `look.json` says something else than what is understood.
    #[error("look.json is not as expected: {0}")]
    Manifest(serde_json::Error),
    /// `board.json` says something else than what is understood.
    #[error("board.json is not as expected: {0}")]
    Board(String),
    /// A sheet of templates is not as expected.
    #[error("{name}.txt is not as expected: {error}")]
    Sheet {
        /// The sheet's name.
        name: &'static str,
        /// What and where.
        error: SheetError,
    },
    /// Neither the look nor the one it builds on has this sheet, or it has another size.
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
    /// It builds on a look that does not ship.
    #[error("look.json builds on {base:?}, which is not a built-in theme: use {shipped}")]
    Base {
        /// What it builds on.
        base: String,
        /// What it may build on: `"a", "b" or "c"`.
        shipped: String,
    },
}
