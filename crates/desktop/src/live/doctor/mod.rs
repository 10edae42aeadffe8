//! Whether this desktop allows live use, point by point, and what to do about each.

mod games;
pub mod safeguards;

pub use crate::{Finding, Severity};

use crate::hotkeys::{Hotkey, Hotkeys};
use crate::{DesktopError, Platform, PlatformKind};
use session::input::Safeguard;

/// Looks at everything that live use depends on, on the way to the desktop that is meant. Without a display, only at
/// that.
pub fn examine(platform: PlatformKind) -> Vec<Finding> {
    let mut points = vec![platform.session()];
    match platform.connect() {
        Err(error) => points.push(Finding::bad(
            "display",
            error.to_string(),
            "saved pictures and the built-in game work without one",
        )),
        Ok(desktop) => {
            points.extend(desktop.examine());
            points.extend(
                guards(platform, &*desktop)
                    .unwrap_or_else(|error| vec![Finding::no_answer(&error)]),
            );
            if platform != PlatformKind::Portal {
                points.extend(games::look(&*desktop));
            }
        }
    }
    points
}

/// A point for each safeguard, as it was just tried.
fn guards(platform: PlatformKind, desktop: &dyn Platform) -> Result<Vec<Finding>, DesktopError> {
    // Where a person would be asked for hotkeys, they are not tried.
    let is_asked = desktop.gives_hotkeys();
    let hotkeys = (!is_asked).then(|| Hotkeys::usual(platform));
    let trials =
        safeguards::try_all(desktop, hotkeys.as_ref().and_then(|tried| tried.as_ref().err()))?;
    let heard = desktop.hotkeys_are_heard()?;
    Ok(trials
        .into_iter()
        .map(|trial| {
            let what = match trial.safeguard {
                Safeguard::Pointer => "guard: pointer",
                Safeguard::Cover => "guard: cover",
                Safeguard::Focus => "guard: focus",
                Safeguard::Hotkeys => "guard: hotkeys",
            };
            match (trial.why_not, trial.safeguard) {
                (Some(why), safeguard) if platform.may_lack(safeguard) => {
                    let found = format!("does not work: {why}");
                    Finding::note(
                        what,
                        found,
                        "voltsight play works without it, and taps less often",
                    )
                }
                (Some(why), safeguard) => Finding::note(
                    what,
                    format!("does not work: {why}"),
                    format!("voltsight play needs --without-guard {safeguard} here"),
                ),
                (None, Safeguard::Hotkeys) if is_asked => Finding::good(
                    what,
                    "can be had, where you allow them in the desktop's dialog (GlobalShortcuts)",
                ),
                (None, Safeguard::Hotkeys) => {
                    let [pause, stop, _] = Hotkey::OF_PLAY.map(Hotkey::usual_key);
                    Finding::good(
                        what,
                        format!("{pause} (pause) and {stop} (stop) are free{heard}"),
                    )
                }
                (None, safeguard) => {
                    Finding::good(what, format!("tried: halts when {}", safeguard.what()))
                }
            }
        })
        .collect())
}
