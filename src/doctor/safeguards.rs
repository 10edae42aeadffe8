//! Which safeguards work on this desktop, by trying them.

use crate::desktop::{DesktopError, XServer};
use crate::input::Safeguard;
use crate::input::hotkeys::{HotkeyError, Hotkeys};
use anyhow::bail;

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

/// The hotkeys for play, registered by `register`, having seen that all safeguards work but those that are
/// done without.
///
/// # Errors
/// A name that is no hotkey's; a safeguard that does not work here, and how to play without it.
pub fn hotkeys_for_play(
    register: impl FnOnce() -> Result<Hotkeys, HotkeyError>,
    without: &[Safeguard],
) -> anyhow::Result<Option<Hotkeys>> {
    let hotkeys = register();
    if let Err(why @ HotkeyError::Unknown { .. }) = hotkeys {
        bail!(why);
    }
    let trials = try_all(&XServer::connect()?, hotkeys.as_ref())?;
    let missing: Vec<String> = trials
        .into_iter()
        .filter(|trial| !without.contains(&trial.safeguard))
        .filter_map(|trial| {
            let safeguard = trial.safeguard;
            let why = trial.why_not?;
            Some(format!(
                "it could not halt when {}: {why} (to play all the same: --without-guard {safeguard})",
                safeguard.what()
            ))
        })
        .collect();
    if !missing.is_empty() {
        bail!("not played:\n  {}", missing.join("\n  "));
    }
    Ok(hotkeys.ok())
}
