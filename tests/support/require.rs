//! What a machine may lack. A test that needs it says that it is skipped; where `VOLTSIGHT_REQUIRE` says that it
//! must run, it fails.
//!
//! `VOLTSIGHT_REQUIRE` has names of needs between commas, or `all`: a program (`desmume`, `sway`, `script`), a core
//! of RetroArch, `shared` (the folder beside the project), `wine` (the program built for Windows), `gcc 12.2.1`.

use super::find;
use std::path::{Path, PathBuf};

/// Whether what the calling test needs is here. If not, prints why it is skipped.
///
/// # Panics
///
/// If it is not here, and `VOLTSIGHT_REQUIRE` has its name.
#[track_caller]
pub fn require(need: &str, is_here: bool, why: &str) -> bool {
    let required = std::env::var("VOLTSIGHT_REQUIRE").unwrap_or_default();
    assert!(is_here || !names(&required, need), "{why}, but VOLTSIGHT_REQUIRE is {required}");
    if !is_here {
        eprintln!("SKIPPED: {why}");
    }
    is_here
}

fn names(required: &str, need: &str) -> bool {
    required.split(',').map(str::trim).any(|name| name == need || name == "all")
}

/// Where a program is, or a core of RetroArch; else as [`require`].
#[track_caller]
pub fn program(name: &str) -> Option<PathBuf> {
    let file = find(name);
    require(name, file.is_some(), &format!("{name} is not installed")).then_some(file).flatten()
}

/// A file or folder of the folder `shared` beside the project; else as [`require`].
#[track_caller]
pub fn shared(path: &str) -> Option<PathBuf> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    let why = format!("there is no {}", file.display());
    require("shared", file.exists(), &why).then_some(file)
}
