//! macOS: its desktop is the portable one.

pub use super::portable::connect;

use crate::{DesktopError, Finding, Followed, OverlaySurface};
use objc2_core_graphics::{CGPreflightScreenCaptureAccess, CGRequestScreenCaptureAccess};

/// No overlay can be shown.
///
/// # Errors
/// [`DesktopError::NoOverlay`], always.
pub fn overlay(_: Followed) -> Result<Box<dyn OverlaySurface>, DesktopError> {
    Err(DesktopError::NoOverlay("macOS has none".into()))
}

/// What kind of session this is.
pub fn session() -> Finding {
    Finding::note(
        "session",
        "macOS",
        "nobody has tried this on a Mac yet: start with advice, and check it",
    )
}

/// Whether other programs' windows may be seen. Where nobody has said so yet, macOS asks now.
pub(super) fn may_capture() -> bool {
    CGPreflightScreenCaptureAccess() || CGRequestScreenCaptureAccess()
}

/// No notification is shown.
pub fn notify(_: &str, _: &str) -> bool {
    false
}
