//! Which way leads to the desktop.

use crate::system;
use crate::{DesktopError, Finding, Followed, OverlaySurface, Platform, Presser};
use serde::Serialize;
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
}

impl PlatformKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Native, Self::Portable];

    /// Connects to the desktop that this program runs on.
    ///
    /// # Errors
    /// [`DesktopError::NoDisplay`] when there is none.
    pub fn connect(self) -> Result<Box<dyn Platform>, DesktopError> {
        match self {
            Self::Native => system::connect(),
            Self::Portable => system::portable::connect(),
        }
    }

    /// What presses keys and buttons there.
    ///
    /// # Errors
    /// [`DesktopError::NoPresses`] when the desktop lets no program press keys.
    pub fn presser(self) -> Result<Box<dyn Presser>, DesktopError> {
        match self {
            Self::Native | Self::Portable => system::presser(),
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
                "the portable platform captures only windows in plain view, and the marks would lie over them".into(),
            )),
        }
    }

    /// What kind of session this is, whether or not there is a display.
    pub fn session(self) -> Finding {
        system::session()
    }
}

impl fmt::Display for PlatformKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Native => "native",
            Self::Portable => "portable",
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
