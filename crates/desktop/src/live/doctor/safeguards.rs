//! Which safeguards work on this desktop, by trying them.

use crate::hotkeys::{Hotkey, HotkeyError, Hotkeys};
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

/// Tries all safeguards. `no_hotkeys` is why the hotkeys could not be registered, which is their trial.
///
/// # Errors
/// When the desktop does not answer.
pub fn try_all(
    desktop: &dyn Platform,
    no_hotkeys: Option<&HotkeyError>,
) -> Result<[SafeguardTrial; 4], DesktopError> {
    let hotkeys = no_hotkeys.map(ToString::to_string);
    let tried = [
        (Safeguard::Pointer, desktop.why_no_pointer()?),
        (Safeguard::Cover, desktop.why_no_cover()?),
        (Safeguard::Focus, desktop.why_no_focus()?),
        (Safeguard::Hotkeys, hotkeys),
    ];
    Ok(tried.map(|(safeguard, why_not)| SafeguardTrial { safeguard, why_not }))
}

/// What is played by.
pub struct ForPlay {
    /// The hotkeys, where there are any.
    pub hotkeys: Option<Hotkeys>,
    /// The safeguards that are done without: those that were named, and those that a portal lacks.
    pub without: Vec<Safeguard>,
    /// What a portal lacks, a sentence each.
    pub lacks: Vec<String>,
}

impl ForPlay {
    /// The key that pauses play and resumes it; `otherwise` where there are no hotkeys.
    pub fn pause_key(&self, otherwise: &str) -> String {
        let key = self.hotkeys.as_ref().and_then(|hotkeys| hotkeys.key(Hotkey::Pause));
        key.unwrap_or_else(|| otherwise.to_owned())
    }

    /// How many acts a minute are allowed where nobody says it, and a game needs fewer than `most`: three quarters of that
    /// where safeguards are missing that nobody chose to do without.
    pub fn per_minute(&self, most: usize) -> usize {
        if self.lacks.is_empty() { most } else { 3 * most / 4 }
    }
}

/// What is played by on a desktop that is reached this way, its hotkeys registered by `register`, having seen that all
/// safeguards work but those that are done without. A portal lacks that of the keyboard, and often hotkeys: a person has
/// allowed play in the desktop's own dialog, and can end it there.
///
/// # Errors
/// A name that is not a hotkey's; a safeguard that does not work here, and how to play without it.
pub fn hotkeys_for_play(
    platform: PlatformKind,
    register: impl FnOnce() -> Result<Hotkeys, HotkeyError>,
    without: &[Safeguard],
) -> anyhow::Result<ForPlay> {
    let hotkeys = register();
    if let Err(why @ HotkeyError::Unknown { .. }) = hotkeys {
        bail!(why);
    }
    let trials = try_all(&*platform.connect()?, hotkeys.as_ref().err())?;
    let (mut missing, mut lacks, mut without) = (Vec::new(), Vec::new(), without.to_vec());
    for trial in trials {
        let safeguard = trial.safeguard;
        let Some(why) = trial.why_not.filter(|_| !without.contains(&safeguard)) else { continue };
        let what = safeguard.what();
        if platform.may_lack(safeguard) {
            lacks.push(format!("it cannot halt when {what}: {why}"));
            without.push(safeguard);
        } else {
            missing.push(format!(
                "it could not halt when {what}: {why} (to play anyway, use --without-guard {safeguard})"
            ));
        }
    }
    if !missing.is_empty() {
        bail!("not played:\n  {}", missing.join("\n  "));
    }
    Ok(ForPlay { hotkeys: hotkeys.ok(), without, lacks })
}
