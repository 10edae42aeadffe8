//! The machine that the program runs on: its signals and terminal, and, with the feature `live`, its desktop:
//! the windows of other programs as sources of pictures, its pointer and keys as a hand, hotkeys, and what is
//! examined there (`doctor`).
//!
//! [`system`] is what differs from one operating system to another, chosen at build time.

#[cfg(not(target_family = "wasm"))]
pub mod camera;
pub mod clipboard;
pub mod interrupt;
#[cfg(feature = "live")]
mod live;
pub mod system;

#[cfg(feature = "live")]
pub use live::*;
