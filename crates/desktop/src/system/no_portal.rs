//! Systems whose desktops have no portal.

use crate::{DesktopError, Finding, Platform, Presser};

const WHY: &str = "only Linux desktops have portals: leave out --platform portal";

/// Fails: this system has no portal.
///
/// # Errors
/// Always.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    Err(DesktopError::NoDisplay(WHY.into()))
}

/// Fails: this system has no portal.
///
/// # Errors
/// Always.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    Err(DesktopError::NoPresses(WHY.into()))
}

/// Fails: this system has no portal.
pub fn session() -> Finding {
    Finding::bad("session", "no portal", WHY)
}

/// Returns false: this system has no portal.
pub fn is_there() -> bool {
    false
}

/// There is none to ask.
pub fn will_act() {}
