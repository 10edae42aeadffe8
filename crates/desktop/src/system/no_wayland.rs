//! Systems without Wayland, its portals and its compositors.

use crate::{DesktopError, Finding, Platform, Presser};

const WHY: &str = "only Linux has Wayland: leave out --platform, or say native or portable";

/// Fails: this system has no Wayland.
///
/// # Errors
/// Always.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    Err(DesktopError::NoDisplay(WHY.into()))
}

/// Fails: this system has no Wayland.
///
/// # Errors
/// Always.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    Err(DesktopError::NoPresses(WHY.into()))
}

/// Fails: this system has no Wayland.
pub fn session() -> Finding {
    Finding::bad("session", "no Wayland", WHY)
}

/// Returns false: this system has no Wayland.
pub fn is_there() -> bool {
    false
}

/// There is none to ask.
pub fn will_act() {}
