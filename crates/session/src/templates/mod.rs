//! The text files under `templates/` that themes are made of. They are built into the program; files of a user's
//! folder can override them.

mod built_in;
#[cfg(not(target_family = "wasm"))]
mod folder;

pub use built_in::{Template, template, text};
#[cfg(not(target_family = "wasm"))]
pub use folder::TemplateError;
#[cfg(not(target_family = "wasm"))]
pub use folder::take_from;
