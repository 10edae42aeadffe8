//! A desktop in use, behind the traits of [`Platform`].

pub mod desmume;
pub mod doctor;
mod error;
mod finding;
mod followed;
pub mod hotkeys;
pub mod input;
mod kind;
pub mod known;
mod platform;
mod presser;
pub mod retroarch;
mod seen;
pub(crate) mod settings;
pub mod surroundings;
pub mod window;

pub use error::DesktopError;
pub use finding::{Finding, Severity};
pub use followed::Followed;
pub use kind::PlatformKind;
pub use platform::{
    Capturing, Examined, GivenHotkeys, HeldWindow, HotkeyGrabs, HotkeyWish, KeyboardFocus,
    OverlaySurface, Platform, PointerPlace, Stacking, Trials, Trouble, WindowList,
};
pub use presser::{KeySymbol, PointerButton, Presser, Stroke};
pub use seen::{Visibility, WindowId};
