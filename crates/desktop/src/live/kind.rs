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
    /// sway and its kin: what compositors built on wlroots let programs see and press. Linux only.
    Wlroots,
}

impl PlatformKind {
    /// All kinds of platforms.
    pub const ALL: [Self; 4] = [Self::Native, Self::Portable, Self::Portal, Self::Wlroots];

    /// Connects to the desktop that this program runs on.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when there is none.
    pub fn connect(self) -> Result<Box<dyn Platform>, DesktopError> {
        match self {
            Self::Native => system::connect(),
            Self::Portable => system::portable::connect(),
            Self::Portal => system::connect_portal(),
            Self::Wlroots => system::connect_wlroots(),
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
            Self::Wlroots => system::wlroots_presser(),
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
            Self::Wlroots => Err(DesktopError::NoOverlay(
                "on Wayland it would be in the pictures of the game; use `voltsight app` instead".into(),
            )),
        }
    }

    /// What kind of session this is, whether or not there is a display.
    pub fn session(self) -> Finding {
        match self {
            Self::Portal => system::portal_session(),
            Self::Wlroots => system::wlroots_session(),
            Self::Native | Self::Portable => system::session(),
        }
    }

    /// Says that a window is to be acted in, before it is opened: a portal asks a person for both at once.
    pub fn will_act(self) {
        if self == Self::Portal {
            system::portal_will_act();
        }
    }

    /// Whether play goes on without a safeguard that this way does not give: a portal tells nothing of the keyboard and
    /// has hotkeys on few desktops, no compositor built on wlroots tells where the pointer is or has hotkeys.
    pub(crate) fn may_lack(self, safeguard: Safeguard) -> bool {
        match self {
            Self::Native | Self::Portable => false,
            Self::Portal => matches!(safeguard, Safeguard::Focus | Safeguard::Hotkeys),
            Self::Wlroots => matches!(safeguard, Safeguard::Pointer | Safeguard::Hotkeys),
        }
    }

    /// The way that leads anywhere, where nobody says it: that of sway in its session, else the system's own, if it
    /// does, else the portal.
    pub fn reachable() -> Self {
        Self::by_session(|| Self::Native.connect().is_err())
    }

    /// The platform to use if nobody names one. In a session of sway that is sway's own. In another Wayland session it
    /// is the portal, if no window that other programs see fits and none is named: a portal shows no names.
    pub fn usual(choice: &WindowChoice) -> Self {
        let fits = || {
            let desktop = Self::Native.connect().ok()?;
            Some(!choice.fitting(candidates(&*desktop).ok()?).is_empty())
        };
        Self::by_session(|| !choice.is_named() && !fits().unwrap_or(false))
    }

    /// The way of this session, the portal only where it is `needed`.
    fn by_session(needed: impl FnOnce() -> bool) -> Self {
        match system::is_wayland() {
            true if system::has_wlroots() => Self::Wlroots,
            true if needed() && system::has_portal() => Self::Portal,
            _ => Self::Native,
        }
    }
}

impl fmt::Display for PlatformKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Portable => "portable",
            Self::Portal => "portal",
            Self::Wlroots => "wlroots",
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
