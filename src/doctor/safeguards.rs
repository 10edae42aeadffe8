//! Which safeguards work on this desktop, by trying them.

use crate::desktop::{DesktopError, XServer};
use crate::input::Safeguard;
use crate::input::hotkeys::{HotkeyError, Hotkeys};

/// How the trial of a safeguard went.
#[derive(Clone, Debug)]
pub struct SafeguardTrial {
    /// Which.
    pub safeguard: Safeguard,
    /// Why it does not work here; `None` if it does.
    pub why_not: Option<String>,
}

/// Tries all safeguards. `hotkeys` is how registering the hotkeys went, which is their trial.
///
/// # Errors
/// When the X server does not answer.
pub fn try_all(
    desktop: &XServer,
    hotkeys: Result<&Hotkeys, &HotkeyError>,
) -> Result<[SafeguardTrial; 4], DesktopError> {
    let xwayland = desktop.is_xwayland()?;
    let hidden = |what: &str| format!("on Wayland an X program is not told {what}");
    let pointer = match xwayland {
        true => Some(hidden("where the pointer is while it is over a native window")),
        false => (!desktop.sees_pointer()?)
            .then(|| "the pointer is not found where it was moved to".to_owned()),
    };
    let cover = match xwayland {
        true => Some(hidden("of native windows over the game, nor which workspace is shown")),
        false => (!desktop.sees_covers()?)
            .then(|| "a window over another one is not found there".to_owned()),
    };
    let focus = (!desktop.tells_focus()?).then(|| {
        "no window manager tells which window has the keyboard (_NET_ACTIVE_WINDOW)".to_owned()
    });
    let hotkeys = hotkeys.err().map(ToString::to_string);
    let tried = [
        (Safeguard::Pointer, pointer),
        (Safeguard::Cover, cover),
        (Safeguard::Focus, focus),
        (Safeguard::Hotkeys, hotkeys),
    ];
    Ok(tried.map(|(safeguard, why_not)| SafeguardTrial { safeguard, why_not }))
}
