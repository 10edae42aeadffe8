//! Which way leads to the desktop.

use crate::system;
use crate::window::{WindowChoice, candidates};
use crate::{DesktopError, Finding, Followed, OverlaySurface, Platform, Presser};
use serde::Serialize;
use session::input::Safeguard;
use std::fmt;
use std::str::FromStr;

/// Which way leads to the desktop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlatformKind {
    /// The system's own: an X server, or Windows. macOS has the portable one.
    #[default]
    Native,
    /// What xcap and enigo know of any system.
    Portable,
    /// The portal of a Wayland desktop: a person shares a window through the desktop's own dialog. Linux only.
    Portal,
}

impl PlatformKind {
    /// All kinds of platforms.
    pub const ALL: [Self; 3] = [Self::Native, Self::Portable, Self::Portal];

    /// Connects to the desktop that this program runs on.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when there is none.
    pub fn connect(self) -> Result<Box<dyn Platform>, DesktopError> {
        match self {
            Self::Native => system::connect(),
            Self::Portable => system::portable::connect(),
            Self::Portal => system::connect_portal(),
        }
    }

    /// What presses keys and buttons there.
    ///
    /// # Errors
    /// [`DesktopError::NoPresses`] when the desktop lets no program press keys.
    pub fn presser(self) -> Result<Box<dyn Presser>, DesktopError> {
        match self {
            Self::Native | Self::Portable => system::presser(),
            Self::Portal => system::portal_presser(),
        }
    }

    /// An overlay on the window that is followed, with no marks yet.
    ///
    /// # Errors
    /// [`DesktopError::NoOverlay`] when none can be shown here.
    pub fn overlay(self, followed: Followed) -> Result<Box<dyn OverlaySurface>, DesktopError> {
        match self {
            Self::Native => system::overlay(followed),
            Self::Portable => Err(DesktopError::NoOverlay(
                "the portable platform captures only visible windows, and the overlay would cover the \
                 game".into(),
            )),
            Self::Portal => Err(DesktopError::NoOverlay(
                "the portal does not say where the window is; use `voltsight app` instead".into(),
            )),
        }
    }

    /// What kind of session this is, whether or not there is a display.
    pub fn session(self) -> Finding {
        match self {
            Self::Portal => system::portal_session(),
            _ => system::session(),
        }
    }

    /// Says that a window is to be acted in, before it is opened: a portal asks a person for both at once.
    pub fn will_act(self) {
        if self == Self::Portal {
            system::portal_will_act();
        }
    }

    /// Whether this way never gives what a safeguard needs: a portal tells nothing of the keyboard, and hears no hotkeys.
    pub(crate) fn never_has(self, safeguard: Safeguard) -> bool {
        self == Self::Portal && matches!(safeguard, Safeguard::Focus | Safeguard::Hotkeys)
    }

    /// The way that leads anywhere, where nobody says it: the system's own, if it does, else the portal.
    pub fn reachable() -> Self {
        let by_portal =
            system::is_wayland() && Self::Native.connect().is_err() && system::has_portal();
        if by_portal { Self::Portal } else { Self::Native }
    }

    /// The way to a window that is meant, where nobody says it: the portal in a Wayland session where no window that
    /// other programs see fits, and none is named, for a portal tells no names.
    pub fn usual(choice: &WindowChoice) -> Self {
        let fits = || {
            let desktop = Self::Native.connect().ok()?;
            Some(!choice.fitting(candidates(&*desktop).ok()?).is_empty())
        };
        let by_portal = system::is_wayland()
            && !choice.is_named()
            && !fits().unwrap_or(false)
            && system::has_portal();
        if by_portal { Self::Portal } else { Self::Native }
    }
}

impl fmt::Display for PlatformKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Portable => "portable",
            Self::Portal => "portal",
        })
    }
}

impl FromStr for PlatformKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.to_string() == name).ok_or_else(|| {
            let names = Self::ALL.map(|kind| kind.to_string()).join(", ");
            format!("there is no platform {name:?}: there are {names}")
        })
    }
}
