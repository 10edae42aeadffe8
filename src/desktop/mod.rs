//! What is asked of a desktop, whichever it is, and what is told of it: its windows, the programs that are
//! known, and why a question got no answer.
//!
//! Capture, input and the doctor share this, and it knows none of them. Who answers is `crate::system`'s matter.

pub mod desmume;
mod error;
mod finding;
mod followed;
pub mod known;
mod platform;
mod presser;
pub mod retroarch;
mod seen;

use crate::files::{self, TextError};
use std::io::ErrorKind;
use std::path::Path;

pub use error::DesktopError;
pub use finding::{Finding, Severity};
pub use followed::Followed;
pub use platform::{
    Capturing, Examined, HeldWindow, HotkeyGrabs, KeyboardFocus, OverlaySurface, Platform,
    PointerPlace, Stacking, Trials, Trouble, WindowList,
};
pub use presser::{KeySymbol, PointerButton, Presser, Stroke};
pub use seen::{Visibility, WindowId};

/// The longest settings of a program that are read, in bytes.
const LONGEST: u64 = 1 << 20;

/// The text of a program's settings; `None` where there is no such file.
fn settings_text(path: &Path) -> std::io::Result<Option<String>> {
    match files::text(path, LONGEST) {
        Ok(text) => Ok(Some(text)),
        Err(TextError::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(TextError::Io(error)) => Err(error),
        Err(error) => Err(std::io::Error::other(error)),
    }
}

/// The folder in which programs keep their settings.
fn settings_folder() -> Option<std::path::PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
    let folder = |name| set(name).map(std::path::PathBuf::from);
    folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
}
