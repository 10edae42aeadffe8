//! The games that are open, and what their emulators need.

use crate::desmume::Settings;
use crate::known::Runs;
use crate::retroarch::{PointerType, pointer_type};
use crate::window::{Candidate, candidates};
use crate::{Finding, Platform, WindowId};
use session::files::shown;

/// The windows of known programs, and the settings of the one whose settings are known.
pub(super) fn look(desktop: &dyn Platform) -> Vec<Finding> {
    const WHAT: &str = "game";
    let windows = match candidates(desktop) {
        Ok(windows) => windows,
        // The window manager's point says what to do.
        Err(_) => return Vec::new(),
    };
    let mut points = Vec::new();
    for window in windows.iter().filter(|window| window.known.is_some()) {
        let found = format!(
            "{} ({:?}, {}x{})",
            window.name(),
            window.shown_title(),
            window.width,
            window.height
        );
        let paused = window.known.is_some_and(|known| known.says_paused(&window.title));
        points.push(match &window.obstacle {
            Some(why) => Finding::note(WHAT, found, why.clone()),
            None if paused => Finding::note(WHAT, found, "it is paused: let it run"),
            None if hangs_off(desktop, window.id) => Finding::note(
                WHAT,
                found,
                "part of it is off the screen and cannot be tapped: move it, or make it smaller",
            ),
            None => match window.known.and_then(|known| known.remedy()) {
                Some(remedy) => Finding::note(WHAT, found, format!("if taps do nothing: {remedy}")),
                None => Finding::good(WHAT, found),
            },
        });
    }
    if points.is_empty() {
        points.push(Finding::note(
            WHAT,
            "no window of a known program",
            "start the game, or name its window with --window; `voltsight doctor --windows` lists all",
        ));
    }
    let ds = |runs| matches!(runs, Runs::Ds);
    if windows.iter().any(|w| w.known.is_some_and(|k| ds(k.runs) && k.name == "DeSmuME")) {
        points.extend(desmume());
    }
    // With other cores the title says another name.
    let core = |w: &Candidate| {
        w.known.is_some_and(|k| k.name == "RetroArch") && w.title.contains("DeSmuME")
    };
    if windows.iter().any(core) {
        points.push(retroarch());
    }
    points
}

/// Whether a part of the window lies off the screen.
fn hangs_off(desktop: &dyn Platform, window: WindowId) -> bool {
    let (area, screen) = (desktop.client_area(window), desktop.screen());
    matches!((area, screen), (Ok(area), Ok(screen)) if !screen.encloses(&area))
}

fn desmume() -> Option<Finding> {
    const WHAT: &str = "DeSmuME's settings";
    let path = Settings::path()?;
    Some(match Settings::read(&path) {
        Ok(None) => Finding::good(WHAT, "none saved; its defaults are good"),
        Ok(Some(settings)) if settings.is_pixel_exact() => Finding::good(WHAT, settings.describe()),
        Ok(Some(settings)) => Finding::note(
            WHAT,
            settings.describe(),
            format!(
                "pictures are read best without filters: choose none in its View menu, or set Filter=0 \
                 and SecondaryFilter=3 in {} while it is closed",
                shown(&path)
            ),
        ),
        Err(error) => Finding::note(
            WHAT,
            format!("{} cannot be read: {error}", shown(&path)),
            "check its View menu: pictures are read best without filters",
        ),
    })
}

fn retroarch() -> Finding {
    const WHAT: &str = "RetroArch's options";
    const TO_DO: &str = "for taps set it to touch: F1, Core Options, \"Pointer Type\"";
    match pointer_type() {
        Ok(Some((PointerType::Touch, _))) => Finding::good(WHAT, "desmume_pointer_type is touch"),
        Ok(Some((PointerType::Mouse, file))) => Finding::note(
            WHAT,
            format!("desmume_pointer_type is not touch in {}", shown(&file)),
            TO_DO,
        ),
        Ok(None) => {
            Finding::note(WHAT, "desmume_pointer_type is not set; its default is mouse", TO_DO)
        }
        Err(error) => {
            Finding::note(WHAT, format!("desmume_pointer_type is not known: {error}"), TO_DO)
        }
    }
}
