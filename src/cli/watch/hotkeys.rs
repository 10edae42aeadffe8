//! The hotkeys of `voltsight watch`.

use crate::companion::{Control, Event, Observer, Stopped, View};
use crate::desktop::XServer;
use crate::doctor::safeguards;
use crate::input::Safeguard;
use crate::input::hotkeys::{HotkeyError, Hotkeys};
use crate::output::warn;
use anyhow::bail;
use std::time::Duration;

/// The hotkeys for play, registered by `register`, having seen that all safeguards work but those that are
/// done without.
pub(super) fn for_play(
    register: impl FnOnce() -> Result<Hotkeys, HotkeyError>,
    without: &[Safeguard],
) -> anyhow::Result<Option<Hotkeys>> {
    let hotkeys = register();
    if let Err(why @ HotkeyError::Unknown { .. }) = hotkeys {
        bail!(why);
    }
    let trials = safeguards::try_all(&XServer::connect()?, hotkeys.as_ref())?;
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

/// The hotkey for a report where nothing is played. Advice is given without it as well.
pub(super) fn for_reports(key: &str) -> anyhow::Result<Option<Hotkeys>> {
    match Hotkeys::register_report(key) {
        Ok(hotkeys) => Ok(Some(hotkeys)),
        Err(why @ HotkeyError::Unknown { .. }) => bail!(why),
        Err(why) => {
            warn(format_args!("no report by hotkey: {why}"));
            Ok(None)
        }
    }
}

/// A view whose person can also ask for a report by hotkey.
pub(super) struct WithHotkeys<'a> {
    pub view: &'a mut dyn Observer,
    pub hotkeys: Option<Hotkeys>,
}

impl Observer for WithHotkeys<'_> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.view.notice(at, event, view);
    }

    fn objection(&self) -> Option<Stopped> {
        self.view.objection()
    }

    fn requests(&mut self) -> Vec<Control> {
        let mut requests = self.view.requests();
        if self.hotkeys.as_ref().is_some_and(Hotkeys::wants_report) {
            requests.push(Control::Report);
        }
        requests
    }
}
