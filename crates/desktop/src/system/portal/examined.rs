//! What the doctor looks at, and which safeguards work.

use super::{INSTALL_PIPEWIRE, INSTALL_PORTAL, PortalDesktop, bus, calls};
use crate::{DesktopError, Examined, Finding, HotkeyGrabs, Trials};

/// A desktop whose portal tells where the pointer is.
fn tells_pointer() -> bool {
    bus::offers().is_ok_and(|offers| offers.pointer)
}

impl Trials for PortalDesktop {
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError> {
        let why = "this desktop's portal does not tell where the pointer is";
        Ok((!tells_pointer()).then(|| why.to_owned()))
    }

    fn why_no_cover(&self) -> Result<Option<String>, DesktopError> {
        let why =
            "this desktop's portal does not tell whether the pointer is over the shared window";
        Ok((!tells_pointer()).then(|| why.to_owned()))
    }

    fn why_no_focus(&self) -> Result<Option<String>, DesktopError> {
        Ok(Some("the portal does not tell which window has the keyboard".to_owned()))
    }

    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError> {
        let why = "this desktop's portal has none; use p (pause) and q (stop) in the terminal";
        Ok((!self.gives_hotkeys()).then(|| why.to_owned()))
    }
}

impl Examined for PortalDesktop {
    fn examine(&self) -> Vec<Finding> {
        let offers = match bus::offers() {
            Ok(offers) => offers,
            Err(error) => return vec![Finding::bad("portal", error.to_string(), INSTALL_PORTAL)],
        };
        let kinds = if offers.windows { "windows and monitors" } else { "monitors only" };
        let portal = format!("shares {kinds} (ScreenCast {})", offers.screen_cast);
        let capture = match calls::why_missing() {
            None => Finding::good(
                "capture",
                "by PipeWire; nothing that covers a window is in its picture",
            ),
            Some(why) => Finding::bad("capture", why, INSTALL_PIPEWIRE),
        };
        let taps = match offers.remote_desktop {
            0 => Finding::note(
                "taps",
                "cannot be made: this desktop's portal has no RemoteDesktop",
                "advice still works",
            ),
            version => Finding::good(
                "taps",
                format!(
                    "can be made, where you allow it in the desktop's dialog (RemoteDesktop {version})"
                ),
            ),
        };
        vec![Finding::good("portal", portal), capture, taps]
    }

    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError> {
        Ok("")
    }
}

/// What kind of session this is.
pub fn session() -> Finding {
    match crate::system::is_wayland() {
        true => Finding::good("session", "Wayland, by its portal"),
        false => Finding::note(
            "session",
            "no Wayland session",
            "the portal is for Wayland only: leave out --platform portal",
        ),
    }
}
