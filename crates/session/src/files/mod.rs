//! Files that people name: opened without waiting for anybody, read with bounded memory, written without
//! loss, shown without control characters.

mod read;
mod shown;
mod written;

pub use read::{TextError, lines, open, read_text, text};
pub use shown::shown;
pub use written::{OutputFile, TakenError, png, replace};
