//! Which safeguards work on this desktop, by trying them.

use crate::hotkeys::{HotkeyError, Hotkeys};
use crate::{DesktopError, Platform, PlatformKind};
use anyhow::bail;
use session::input::Safeguard;

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
/// When the desktop does not answer.
pub fn try_all(
    desktop: &dyn Platform,
    hotkeys: Result<&Hotkeys, &HotkeyError>,
) -> Result<[SafeguardTrial; 4], DesktopError> {
    let hotkeys = hotkeys.err().map(ToString::to_string);
    let tried = [
        (Safeguard::Pointer, desktop.why_no_pointer()?),
        (Safeguard::Cover, desktop.why_no_cover()?),
        (Safeguard::Focus, desktop.why_no_focus()?),
        (Safeguard::Hotkeys, hotkeys),
    ];
    Ok(tried.map(|(safeguard, why_not)| SafeguardTrial { safeguard, why_not }))
}

/// The hotkeys for play on a desktop that is reached this way, registered by `register`, having seen that all safeguards work but those that are
/// done without.
///
/// # Errors
/// A name that is no hotkey's; a safeguard that does not work here, and how to play without it.
pub fn hotkeys_for_play(
    platform: PlatformKind,
    register: impl FnOnce() -> Result<Hotkeys, HotkeyError>,
    without: &[Safeguard],
) -> anyhow::Result<Option<Hotkeys>> {
    let hotkeys = register();
    if let Err(why @ HotkeyError::Unknown { .. }) = hotkeys {
        bail!(why);
    }
    let trials = try_all(&*platform.connect()?, hotkeys.as_ref())?;
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
