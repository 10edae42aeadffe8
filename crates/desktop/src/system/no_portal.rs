//! Systems whose desktops have no portal.

use crate::{DesktopError, Finding, Platform, Presser};

const WHY: &str = "only Linux desktops have portals: leave out --platform portal";

/// There is none.
///
/// # Errors
/// Always.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    Err(DesktopError::NoDisplay(WHY.into()))
}

/// There is none.
///
/// # Errors
/// Always.
pub fn presser() -> Result<Box<dyn Presser>, DesktopError> {
    Err(DesktopError::NoPresses(WHY.into()))
}

/// There is none.
pub fn session() -> Finding {
    Finding::bad("session", "no portal", WHY)
}

/// There is none.
pub fn is_there() -> bool {
    false
}

/// There is none to ask.
pub fn will_act() {}
