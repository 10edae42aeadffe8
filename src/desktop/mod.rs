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

pub use error::DesktopError;
pub use finding::{Finding, Severity};
pub use followed::Followed;
pub use platform::{
    Capturing, Examined, HeldWindow, HotkeyGrabs, KeyboardFocus, OverlaySurface, Platform,
    PointerPlace, Stacking, Trials, Trouble, WindowList,
};
pub use presser::{KeySymbol, PointerButton, Presser, Stroke};
pub use seen::{Visibility, WindowId};

/// The folder in which programs keep their settings.
fn settings_folder() -> Option<std::path::PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
    let folder = |name| set(name).map(std::path::PathBuf::from);
    folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
}
