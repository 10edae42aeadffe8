//! What is asked of the X server: which windows there are, where they lie, what lies over them,
//! where the pointer is.
//!
//! Capture, input and the doctor share this, and it knows none of them. All coordinates are raw
//! desktop pixels, whatever scale the desktop is set to.

pub mod desmume;
mod followed;
pub mod known;
mod overlay_window;
mod server;
mod trials;
mod windows;

pub use followed::Followed;
pub use overlay_window::OverlayWindow;
pub use server::{DesktopError, XServer};
pub use windows::{Visibility, WindowId};
