//! What the doctor looks at, and which safeguards work.

use super::WlrootsDesktop;
use crate::{DesktopError, Examined, Finding, KeyboardFocus, Trials, WindowList};

impl Trials for WlrootsDesktop {
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError> {
        Ok(Some("Wayland tells no program where the pointer is".to_owned()))
    }

    fn why_no_cover(&self) -> Result<Option<String>, DesktopError> {
        Ok(self.windows().err().map(|error| error.to_string()))
    }

    fn why_no_focus(&self) -> Result<Option<String>, DesktopError> {
        Ok(self.focused().err().map(|error| error.to_string()))
    }

    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError> {
        let why = "Wayland has none; use p (pause) and q (stop) in the terminal";
        Ok(Some(why.to_owned()))
    }
}

impl Examined for WlrootsDesktop {
    fn examine(&self) -> Vec<Finding> {
        let screen = match self.screen() {
            Ok(screen) => Finding::good("display", format!("{}x{}", screen.w, screen.h)),
            Err(error) => Finding::no_answer(&error),
        };
        let windows = match self.windows() {
            Ok(windows) => format!("{} windows are listed (sway)", windows.len()),
            Err(error) => return vec![screen, Finding::no_answer(&error)],
        };
        let covered = Finding::note(
            "covered windows",
            "are refused: sway shows other programs the screen only",
            "keep the game's window in front, with all of it on one monitor",
        );
        let (pointer, keyboard) = {
            let compositor = self.compositor();
            (compositor.has_pointer(), compositor.has_keyboard())
        };
        let taps = match (pointer, keyboard) {
            (true, true) => Finding::good(
                "taps",
                "can be made, and keys (wlr-virtual-pointer, virtual-keyboard)",
            ),
            (true, false) => Finding::note(
                "taps",
                "can be made, and no keys: the compositor has no virtual-keyboard",
                "games that are played by taps work",
            ),
            (false, _) => Finding::note(
                "taps",
                "cannot be made: the compositor has no wlr-virtual-pointer",
                "advice still works",
            ),
        };
        let capture = Finding::good("capture", format!("by wlr-screencopy; {windows}"));
        vec![screen, capture, covered, taps]
    }

    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError> {
        Ok("")
    }
}

/// What kind of session this is.
pub fn session() -> Finding {
    match super::is_there() {
        true => Finding::good("session", "Wayland, in sway"),
        false => Finding::note("session", "no session of sway", "leave out --platform wlroots"),
    }
}
