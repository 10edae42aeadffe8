//! What the doctor looks at, and which safeguards work, by trying.

use super::{PortableDesktop, presser};
use crate::{DesktopError, Examined, Finding, KeyboardFocus, PointerPlace, Trials, WindowList};
use std::time::{Duration, Instant};

/// While another window is about to get the keyboard, none has it.
const BETWEEN: Duration = Duration::from_millis(500);

/// Why the safeguards that look at other windows and the pointer cannot work, where that is known of the session.
fn hidden_by_session() -> Option<String> {
    crate::system::is_wayland().then(|| {
        "on Wayland, an X program does not see native windows, nor the pointer over them".to_owned()
    })
}

impl Trials for PortableDesktop {
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError> {
        if let Some(why) = hidden_by_session() {
            return Ok(Some(why));
        }
        let home = match self.pointer() {
            Ok(Some(home)) => home,
            Ok(None) => return Ok(Some("the pointer is not found".to_owned())),
            Err(error) => return Ok(Some(error.to_string())),
        };
        // Not over the edge of the screen.
        let x = if home.x > self.screen()?.x { home.x - 1.0 } else { home.x + 1.0 };
        let moved = |x: f64, y: f64| -> Result<bool, DesktopError> {
            self.put_pointer((x as i32, y as i32))?;
            Ok(self.pointer()?.is_some_and(|at| (at.x, at.y) == (x, y)))
        };
        let tells = moved(x, home.y)? & moved(home.x, home.y)?;
        Ok((!tells).then(|| "the pointer is not found where it was moved to".to_owned()))
    }

    fn why_no_cover(&self) -> Result<Option<String>, DesktopError> {
        if let Some(why) = hidden_by_session() {
            return Ok(Some(why));
        }
        Ok(self.windows().err().map(|error| error.to_string()))
    }

    fn why_no_focus(&self) -> Result<Option<String>, DesktopError> {
        let begin = Instant::now();
        while begin.elapsed() < BETWEEN {
            if self.focused()?.is_some() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Some("the desktop does not say which window has the keyboard: click one".into()))
    }

    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError> {
        Ok(Some(
            "the portable platform has none; use p (pause) and q (stop) in the terminal".to_owned(),
        ))
    }
}

impl Examined for PortableDesktop {
    fn examine(&self) -> Vec<Finding> {
        let display = match (self.screen(), self.monitors()) {
            (Ok(screen), Ok(monitors)) => {
                let count = monitors.len();
                let monitors =
                    if count == 1 { "1 monitor".into() } else { format!("{count} monitors") };
                Finding::good("display", format!("{}x{}, {monitors}", screen.w, screen.h))
            }
            (Err(error), _) | (_, Err(error)) => Finding::no_answer(&error),
        };
        let covered = Finding::note(
            "covered windows",
            "are refused by the portable platform",
            "keep the game's window in front, with all of it on the screen",
        );
        vec![display, captures(self), covered, taps()]
    }

    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError> {
        Ok("")
    }
}

/// Whether windows are listed, and what macOS wants for that.
fn captures(desktop: &PortableDesktop) -> Finding {
    const WHAT: &str = "capture";
    if !crate::system::may_capture() {
        return Finding::bad(
            WHAT,
            "macOS does not let this terminal's programs see windows",
            "System Settings, Privacy & Security, Screen Recording: switch your terminal on, and start it anew",
        );
    }
    match desktop.windows() {
        Ok(windows) if windows.is_empty() => {
            Finding::note(WHAT, "no windows are listed", "open the game")
        }
        Ok(windows) => Finding::good(WHAT, format!("{} windows are listed (xcap)", windows.len())),
        Err(error) => Finding::bad(
            WHAT,
            error.to_string(),
            "on X11, an EWMH window manager lists the windows: start one, such as `openbox &`",
        ),
    }
}

/// Whether the pointer and the keys can be used. On macOS this is what asks for the permission.
fn taps() -> Finding {
    const WHAT: &str = "taps";
    match presser::connect() {
        Ok(_) => Finding::good(WHAT, "can be made (enigo)"),
        Err(error) => Finding::bad(
            WHAT,
            error.to_string(),
            "advice still works; on macOS, to play: System Settings, Privacy & Security, Accessibility: switch \
             your terminal on, and start it anew",
        ),
    }
}
