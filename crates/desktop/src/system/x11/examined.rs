//! What the doctor looks at on an X server.

use super::server::XServer;
use crate::{DesktopError, Examined, Finding, WindowList};

impl Examined for XServer {
    fn examine(&self) -> Vec<Finding> {
        let name = std::env::var("DISPLAY").unwrap_or_default();
        let display = match self.screen() {
            Ok(screen) => {
                Finding::good("display", format!("{name}, {}x{} pixels", screen.w, screen.h))
            }
            Err(error) => Finding::no_answer(&error),
        };
        let looks = [window_manager, compositor, covered, shared_memory, taps, scale];
        let looks = looks
            .into_iter()
            .map(|look| look(self).unwrap_or_else(|error| Finding::no_answer(&error)));
        std::iter::once(display).chain(looks).collect()
    }

    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError> {
        Ok(match self.is_xwayland()? {
            true => ", and work while an X window has the keyboard",
            false => "",
        })
    }
}

/// What kind of session this is, whether or not there is a display.
pub fn session() -> Finding {
    const WHAT: &str = "session";
    let has_display = std::env::var("DISPLAY").is_ok_and(|display| !display.is_empty());
    match (crate::system::is_wayland(), has_display) {
        (true, true) => Finding::note(
            WHAT,
            "Wayland with XWayland",
            "only programs that run on XWayland are seen: share others through the desktop's dialog (--platform portal), or \
             start the emulator with QT_QPA_PLATFORM=xcb SDL_VIDEODRIVER=x11 GDK_BACKEND=x11; no overlay is drawn there",
        ),
        (true, false) => {
            let advice = "share windows through the desktop's dialog (--platform portal), or install and enable XWayland";
            Finding::bad(WHAT, "Wayland without XWayland", advice)
        }
        (false, true) => Finding::good(WHAT, "X11"),
        (false, false) => Finding::bad(
            WHAT,
            "none: DISPLAY is not set",
            "run this in a terminal of the graphical session, or `export DISPLAY=:0`",
        ),
    }
}

fn window_manager(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "window manager";
    Ok(match desktop.window_manager()? {
        Some(name) if name.is_empty() => {
            Finding::good(WHAT, "an EWMH window manager without a name")
        }
        Some(name) => Finding::good(WHAT, name),
        None => Finding::bad(
            WHAT,
            "none that lists windows (EWMH)",
            "start one, such as `openbox &`; every usual desktop has one",
        ),
    })
}

fn compositor(desktop: &XServer) -> Result<Finding, DesktopError> {
    let found = if desktop.has_compositor()? { "running" } else { "none; none is needed" };
    Ok(Finding::good("compositor", found))
}

fn covered(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "covered windows";
    Ok(if desktop.has_extension("Composite")? {
        Finding::good(WHAT, "are captured correctly (XComposite)")
    } else {
        Finding::note(
            WHAT,
            "are refused: the X server has no Composite extension",
            "keep the game's window in front, or enable the extension in the server's configuration",
        )
    })
}

fn shared_memory(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "capture";
    Ok(if desktop.has_extension("MIT-SHM")? {
        Finding::good(WHAT, "through shared memory")
    } else {
        Finding::note(
            WHAT,
            "through the connection: the X server has no MIT-SHM extension",
            "pictures take several times as long; run this on the machine of the display",
        )
    })
}

fn taps(desktop: &XServer) -> Result<Finding, DesktopError> {
    const WHAT: &str = "taps";
    Ok(if desktop.has_extension("XTEST")? {
        Finding::good(
            WHAT,
            match desktop.is_xwayland()? {
                true => {
                    "can be made (XTEST), in X windows; native windows above neither receive nor block them \
                     (seen in sway)"
                }
                false => "can be made (XTEST)",
            },
        )
    } else {
        Finding::bad(
            WHAT,
            "cannot be made: the X server has no XTEST extension",
            "advice still works; to play by itself, enable the extension",
        )
    })
}

fn scale(desktop: &XServer) -> Result<Finding, DesktopError> {
    Ok(Finding::good(
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
