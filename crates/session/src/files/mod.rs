//! Handles files that people name: opens them without waiting for anybody, reads them with bounded memory, writes
//! them without loss, and shows their names without control characters.

mod read;
mod shown;
mod written;

pub use read::{TextError, lines, open, read_text, text};
pub use shown::shown;
pub use written::{OutputFile, TakenError, png, replace};
