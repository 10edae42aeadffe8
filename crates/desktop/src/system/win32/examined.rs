//! What the doctor looks at on Windows.

use super::calls;
use super::desk::WindowsDesktop;
use crate::{DesktopError, Examined, Finding};

impl Examined for WindowsDesktop {
    fn examine(&self) -> Vec<Finding> {
        let [_, _, width, height] = calls::screen();
        let count = calls::monitors().len();
        let monitors = if count == 1 { "1 monitor".into() } else { format!("{count} monitors") };
        let compositor = match calls::composes() {
            true => Finding::good("compositor", "running"),
            false => Finding::good("compositor", "none; none is needed"),
        };
        let covered = Finding::note(
            "covered windows",
            "are refused: Windows shows only what is on the screen",
            "keep the game's window in front, with all of it on the screen",
        );
        let swapped = match calls::buttons_are_swapped() {
            true => ", with the mouse buttons as they are swapped",
            false => "",
        };
        let taps = format!(
            "can be made (SendInput){swapped}; a game that runs as administrator takes them only from a \
             program that does so too"
        );
        let dpi = calls::dpi();
        let scale = format!(
            "{dpi} dots per inch ({:.2} times); coordinates are raw pixels, so it does not matter",
            f64::from(dpi) / 96.0
        );
        vec![
            Finding::good("display", format!("{width}x{height} pixels, {monitors}")),
            compositor,
            covered,
            Finding::good("taps", taps),
            Finding::good("scale", scale),
        ]
    }

    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError> {
        Ok(match calls::is_wine() {
            true => ", and work while a window of Wine has the keyboard",
            false => "",
        })
    }
}

/// What kind of session this is.
pub fn session() -> Finding {
    match calls::is_wine() {
        true => Finding::note(
            "session",
            "Wine",
            "only windows inside Wine are seen: on Linux, use voltsight for Linux",
        ),
        false => Finding::good("session", "Windows"),
    }
}
