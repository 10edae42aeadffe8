//! What stands beside the view while a window is watched: hotkeys, and an overlay on the game.

use super::Loop;
use crate::output::warn;
use crate::show::overlay::Overlay;
use anyhow::{Context, bail};
use desktop::hotkeys::{Hotkey, HotkeyError, Hotkeys};
use desktop::{Followed, PlatformKind};
use session::{Control, Event, Observer, Stopped, View};
use std::time::Duration;

/// A view with an overlay, whose person can also press hotkeys.
pub(super) struct Beside<'a> {
    pub view: &'a mut dyn Observer,
    pub hotkeys: Option<Hotkeys>,
    pub overlay: Option<Overlay>,
}

impl Observer for Beside<'_> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.view.notice(at, event, view);
        if let Some(overlay) = &mut self.overlay {
            overlay.notice(at, event, view);
        }
    }

    fn objection(&self) -> Option<Stopped> {
        self.view.objection()
    }

    fn requests(&mut self) -> Vec<Control> {
        let mut requests = self.view.requests();
        let was_pressed =
            |hotkey| self.hotkeys.as_ref().is_some_and(|hotkeys| hotkeys.was_pressed(hotkey));
        if was_pressed(Hotkey::Report) {
            requests.push(Control::Report);
        }
        if let Some(overlay) = &mut self.overlay
            && was_pressed(Hotkey::Overlay)
        {
            overlay.switch();
        }
        requests
    }
}

impl Loop {
    /// The hotkeys that are asked for, with their keys.
    pub(super) fn wanted_hotkeys(&self) -> Vec<(Hotkey, &str)> {
        let plays = self.taps().is_some();
        let all = [
            (plays, Hotkey::Pause, &self.options.pause_key),
            (plays, Hotkey::Stop, &self.options.stop_key),
            (plays || self.options.saves_reports(), Hotkey::Report, &self.options.report_key),
            (self.options.overlay, Hotkey::Overlay, &self.options.overlay_key),
        ];
        let wanted = all.iter().filter(|(wanted, _, _)| *wanted);
        wanted.map(|(_, hotkey, key)| (*hotkey, key.as_str())).collect()
    }

    /// The hotkeys where nothing is played. Advice is given without them as well.
    pub(super) fn hotkeys_for_advice(
        &self,
        platform: PlatformKind,
    ) -> anyhow::Result<Option<Hotkeys>> {
        let wanted = self.wanted_hotkeys();
        // Nobody is asked for a hotkey that advice does without.
        if wanted.is_empty() || platform.connect()?.gives_hotkeys() {
            return Ok(None);
        }
        match Hotkeys::register(platform, &wanted) {
            Ok(hotkeys) => Ok(Some(hotkeys)),
            Err(why @ (HotkeyError::Unknown { .. } | HotkeyError::Twice(_))) => bail!(why),
            Err(why) => {
                warn(format_args!("no hotkeys: {why}"));
                Ok(None)
            }
        }
    }

    /// The overlay on the window that is followed, if it is asked for.
    pub(super) fn overlay(&self, followed: Followed) -> anyhow::Result<Option<Overlay>> {
        let overlay =
            self.options.overlay.then(|| followed.platform().overlay(followed)).transpose();
        Ok(overlay.context("--overlay")?.map(Overlay::on))
    }
}
