//! The text files under `templates/` that looks are made of: they are built into the program, and files of a
//! folder of the user's take their places.

mod built_in;
#[cfg(not(target_family = "wasm"))]
mod folder;

pub use built_in::{Template, template, text};
#[cfg(not(target_family = "wasm"))]
pub use folder::TemplateError;
#[cfg(not(target_family = "wasm"))]
pub use folder::take_from;
