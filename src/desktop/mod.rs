//! What is asked of the X server: which windows there are, where they lie, what lies over them,
//! where the pointer is.
//!
//! Capture, input and the doctor share this, and it knows none of them. All coordinates are raw
//! desktop pixels, whatever scale the desktop is set to.

pub mod desmume;
mod followed;
pub mod known;
mod overlay_window;
pub mod retroarch;
mod server;
mod trials;
mod windows;

pub use followed::Followed;
pub use overlay_window::OverlayWindow;
pub use server::{DesktopError, XServer};
pub use windows::{Visibility, WindowId};

/// The folder in which programs keep their settings.
fn settings_folder() -> Option<std::path::PathBuf> {
    let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
    let folder = |name| set(name).map(std::path::PathBuf::from);
    folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")))
}
