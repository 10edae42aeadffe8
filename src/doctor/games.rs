//! The games that are open, and what their emulators need.

use super::{Finding, good, note};
use crate::capture::window::{Candidate, candidates};
use crate::desktop::desmume::Settings;
use crate::desktop::known::Runs;
use crate::desktop::retroarch::{PointerType, pointer_type};
use crate::desktop::{WindowId, XServer};

/// The windows of known programs, and the settings of the one whose settings are known.
pub(super) fn look(desktop: &XServer) -> Vec<Finding> {
    const WHAT: &str = "game";
    let windows = match candidates(desktop) {
        Ok(windows) => windows,
        // The window manager's point says what to do.
        Err(_) => return Vec::new(),
    };
    let mut points = Vec::new();
    for window in windows.iter().filter(|window| window.known.is_some()) {
        let found =
            format!("{} ({:?}, {}x{})", window.name(), window.title, window.width, window.height);
        let paused = window.known.is_some_and(|known| known.says_paused(&window.title));
        points.push(match &window.obstacle {
            Some(why) => note(WHAT, found, why.clone()),
            None if paused => note(WHAT, found, "it is paused: let it run"),
            None if hangs_off(desktop, window.id) => note(
                WHAT,
                found,
                "a part of it is off the screen, where nothing can be tapped: move it, or make it \
                 smaller",
            ),
            None => match window.known.and_then(|known| known.remedy()) {
                Some(remedy) => note(WHAT, found, format!("should taps do nothing: {remedy}")),
                None => good(WHAT, found),
            },
        });
    }
    if points.is_empty() {
        points.push(note(
            WHAT,
            "no window of a known program",
            "start the game, or name its window with --window; `voltsight windows` lists all",
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
fn hangs_off(desktop: &XServer, window: WindowId) -> bool {
    let (area, screen) = (desktop.client_area(window), desktop.screen());
    matches!((area, screen), (Ok(area), Ok(screen)) if !screen.encloses(&area))
}

fn desmume() -> Option<Finding> {
    const WHAT: &str = "DeSmuME's settings";
    let path = Settings::path()?;
    Some(match Settings::read(&path) {
        Ok(None) => good(WHAT, "none saved: its own defaults, which are good"),
        Ok(Some(settings)) if settings.is_pixel_exact() => good(WHAT, settings.describe()),
        Ok(Some(settings)) => note(
            WHAT,
            settings.describe(),
            format!(
                "reading is surest without filters: choose none in its View menu, or set Filter=0 \
                 and SecondaryFilter=3 in {} while it is closed",
                path.display()
            ),
        ),
        Err(error) => note(
            WHAT,
            format!("{} cannot be read: {error}", path.display()),
            "look at its View menu: reading is surest without filters",
        ),
    })
}

fn retroarch() -> Finding {
    const WHAT: &str = "RetroArch's options";
    const TO_DO: &str = "for taps set it to touch: F1, Core Options, \"Pointer Type\"";
    match pointer_type() {
        Ok(Some((PointerType::Touch, _))) => good(WHAT, "desmume_pointer_type is touch"),
        Ok(Some((PointerType::Mouse, file))) => {
            note(WHAT, format!("desmume_pointer_type is not touch in {}", file.display()), TO_DO)
        }
        Ok(None) => note(WHAT, "no file says desmume_pointer_type, whose default is mouse", TO_DO),
        Err(error) => note(WHAT, format!("desmume_pointer_type is not known: {error}"), TO_DO),
    }
}
