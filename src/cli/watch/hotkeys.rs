//! The hotkeys of `voltsight watch`.

use crate::companion::{Control, Event, Observer, Stopped, View};
use crate::input::hotkeys::{HotkeyError, Hotkeys};
use crate::output::warn;
use anyhow::bail;
use std::time::Duration;

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
