//! The machine that the program runs on: its signals and terminal, and, with the feature `live`, its desktop:
//! the windows of other programs as sources of pictures, its pointer and keys as a hand, hotkeys, and what is
//! examined there (`doctor`).
//!
//! [`Platform`] is what is asked of a desktop, whichever it is; [`system`] answers, chosen at build time.

pub mod clipboard;
pub mod interrupt;
pub mod system;

#[cfg(feature = "live")]
pub mod desmume;
#[cfg(feature = "live")]
pub mod doctor;
#[cfg(feature = "live")]
mod error;
#[cfg(feature = "live")]
mod finding;
#[cfg(feature = "live")]
mod followed;
#[cfg(feature = "live")]
pub mod hotkeys;
#[cfg(feature = "live")]
pub mod input;
#[cfg(feature = "live")]
pub mod known;
#[cfg(feature = "live")]
mod platform;
#[cfg(feature = "live")]
mod presser;
#[cfg(feature = "live")]
pub mod retroarch;
#[cfg(feature = "live")]
mod seen;
#[cfg(feature = "live")]
mod settings;
#[cfg(feature = "live")]
pub mod surroundings;
#[cfg(feature = "live")]
pub mod window;

#[cfg(feature = "live")]
pub use {
    error::DesktopError,
    finding::{Finding, Severity},
    followed::Followed,
    platform::{
        Capturing, Examined, HeldWindow, HotkeyGrabs, KeyboardFocus, OverlaySurface, Platform,
        PointerPlace, Stacking, Trials, Trouble, WindowList,
    },
    presser::{KeySymbol, PointerButton, Presser, Stroke},
    seen::{Visibility, WindowId},
};
