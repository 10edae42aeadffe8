//! Whether this desktop allows live use, point by point, and what to do about each.

mod games;
pub mod safeguards;

use crate::desktop::{DesktopError, XServer};
use crate::input::Safeguard;
use crate::input::hotkeys::{Hotkey, Hotkeys};
use serde::Serialize;

/// How a point stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// As it should be.
    Good,
    /// Live use works, with a restriction.
    Note,
    /// Live use does not work.
    Bad,
}

/// One point.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// How it stands.
    pub verdict: Severity,
    /// What was found.
    pub found: String,
    /// What to do about it, where there is something to do.
    pub advice: Option<String>,
}

fn good(what: &'static str, found: impl Into<String>) -> Finding {
    Finding { what, verdict: Severity::Good, found: found.into(), advice: None }
}

fn note(what: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding { what, verdict: Severity::Note, found: found.into(), advice: Some(advice.into()) }
}

fn bad(what: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding { verdict: Severity::Bad, ..note(what, found, advice) }
}

/// Looks at everything that live use depends on. Without a display, only at that.
pub fn examine() -> Vec<Finding> {
    let mut points = vec![session()];
    match XServer::connect() {
        Err(error) => points.push(bad(
            "display",
            error.to_string(),
            "saved pictures and the built-in game work without one",
        )),
        Ok(desktop) => {
            let name = std::env::var("DISPLAY").unwrap_or_default();
            points.push(match desktop.screen() {
                Ok(screen) => good("display", format!("{name}, {}x{} pixels", screen.w, screen.h)),
                Err(error) => bad("display", error.to_string(), "restart the session"),
            });
            for look in [window_manager, compositor, covered, shared_memory, taps, scale] {
                points.push(look(&desktop).unwrap_or_else(|error| no_answer(&error)));
            }
            points.extend(guards(&desktop).unwrap_or_else(|error| vec![no_answer(&error)]));
            points.extend(games::look(&desktop));
        }
    }
    points
}

fn no_answer(error: &DesktopError) -> Finding {
    bad("display", error.to_string(), "restart the session")
}

fn session() -> Finding {
    const WHAT: &str = "session";
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let wayland = set("WAYLAND_DISPLAY").is_some()
        || set("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland");
    match (wayland, set("DISPLAY")) {
        (true, Some(_)) => note(
            WHAT,
            "Wayland with XWayland",
            "only programs that run on XWayland are seen: start the emulator with \
             QT_QPA_PLATFORM=xcb SDL_VIDEODRIVER=x11 GDK_BACKEND=x11; no overlay is drawn there",
        ),
        (true, None) => bad(WHAT, "Wayland without XWayland", "install and enable XWayland"),
        (false, Some(_)) => good(WHAT, "X11"),
        (false, None) => bad(
            WHAT,
            "none: DISPLAY is not set",
            "run this in a terminal of the graphical session, or `export DISPLAY=:0`",
        ),
    }
}

fn window_manager(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "window manager";
    Ok(match desktop.window_manager()? {
        Some(name) if name.is_empty() => good(WHAT, "one of the EWMH standard, without a name"),
        Some(name) => good(WHAT, name),
        None => bad(
            WHAT,
            "none of the EWMH standard, so windows are not listed",
            "start one: any usual desktop has one; alone, `openbox &` will do",
        ),
    })
}

fn compositor(desktop: &XServer) -> Result<Finding, DesktopError> {
    let found = if desktop.has_compositor()? { "running" } else { "none; none is needed" };
    Ok(good("compositor", found))
}

fn covered(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "covered windows";
    Ok(if desktop.has_extension("Composite")? {
        good(WHAT, "are captured right (XComposite)")
    } else {
        note(
            WHAT,
            "are refused: the X server has no Composite extension",
            "keep the game's window in front, or enable the extension in the server's configuration",
        )
    })
}

fn shared_memory(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "capture";
    Ok(if desktop.has_extension("MIT-SHM")? {
        good(WHAT, "through shared memory")
    } else {
        note(
            WHAT,
            "through the connection: the X server has no MIT-SHM extension",
            "pictures take several times as long; run this on the machine of the display",
        )
    })
}

fn taps(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "taps";
    Ok(if desktop.has_extension("XTEST")? {
        good(
            WHAT,
            match desktop.is_xwayland()? {
                true => {
                    "can be made (XTEST), in X windows: native windows over it neither get nor stop them \
                     (seen in sway)"
                }
                false => "can be made (XTEST)",
            },
        )
    } else {
        bad(
            WHAT,
            "cannot be made: the X server has no XTEST extension",
            "advice works all the same; to play by itself, enable the extension",
        )
    })
}

fn scale(desktop: &XServer) -> Result<Finding, DesktopError> {
    Ok(good(
        "scale",
        match desktop.dpi()? {
            Some(dpi) => format!(
                "{dpi} dots per inch ({:.2} times); coordinates are raw pixels, so it does not matter",
                f64::from(dpi) / 96.0
            ),
            None => "not set: programs draw for 96 dots per inch".into(),
        },
    ))
}

/// A point for each safeguard, as it was just tried.
fn guards(desktop: &XServer) -> Result<Vec<Finding>, DesktopError> {
    let hotkeys = Hotkeys::usual();
    let trials = safeguards::try_all(desktop, hotkeys.as_ref())?;
    let xwayland = desktop.is_xwayland()?;
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
                (Some(why), safeguard) => note(
                    what,
                    format!("does not work: {why}"),
                    format!("watch --auto asks for --without-guard {safeguard} here"),
                ),
                (None, Safeguard::Hotkeys) => {
                    let heard = match xwayland {
                        true => ", and heard while an X window has the keyboard",
                        false => "",
                    };
                    let [pause, stop, _] = Hotkey::OF_PLAY.map(Hotkey::usual_key);
                    good(what, format!("{pause} (pause) and {stop} (stop) are free{heard}"))
                }
                (None, safeguard) => good(what, format!("tried: halts when {}", safeguard.what())),
            }
        })
        .collect())
}
