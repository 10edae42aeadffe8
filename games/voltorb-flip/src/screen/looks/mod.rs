//! Themes: sets of templates and where they are to be found. (In names of the code a theme is a *look*.)
//!
//! A theme is data: `look.json` ([`Manifest`]) and sheets of templates, in `templates/voltorb-flip/` for built-in
//! themes, in a folder of the user's for learned ones ([`session::profiles`]).
//!
//! Coordinates are those of the *board's frame*: the native pixels of a DS touch screen whose first card has its
//! corner at (8, 8). A game that draws the same cards elsewhere on its screen has a screen that begins elsewhere in
//! that frame.

mod error;
mod files;
mod look;
mod manifest;
mod shipped;

pub use error::LookError;
pub(super) use files::of_files;
pub use files::{MANIFEST, file_names, from_files};
pub(super) use look::{DIGITS, FACES, LineSheets};
pub use look::{Fields, Look};
pub(super) use manifest::{Colours, Counter, DS, Leasts, MOST_SHIFT, Marks, Panel, Shift, States};
pub use manifest::{Manifest, TurnKey};
pub use shipped::{all_templates, check, shipped};
pub(super) use shipped::{ds, names};
