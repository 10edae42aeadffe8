//! Files that people name: opened without waiting for anybody, read with bounded memory, written without
//! loss, shown without control characters.

mod read;
mod shown;
mod written;

pub use read::{TextError, lines, open, read_text, text};
pub use shown::shown;
pub use written::{OutputFile, TakenError, replace};

/// A folder for the files of one test, below the build folder, emptied first.
#[cfg(test)]
pub(crate) fn test_folder(name: &str) -> std::path::PathBuf {
    let project = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = project.join("target/test-files").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
