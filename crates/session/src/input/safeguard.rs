//! The safeguards: what makes a guard halt because of a person or another window.

use std::fmt;
use std::str::FromStr;

/// A guard: a reason to halt that depends on what the desktop reports. If the desktop does not report it, the player
/// does not act, unless the user switches the guard off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Safeguard {
    /// The pointer was moved by hand, or put into a corner of the screen.
    Pointer,
    /// Another window lies over the point of a tap.
    Cover,
    /// Another window has the keyboard.
    Focus,
    /// A hotkey was pressed.
    Hotkeys,
}

impl Safeguard {
    /// All safeguards.
    pub const ALL: [Self; 4] = [Self::Pointer, Self::Cover, Self::Focus, Self::Hotkeys];

    /// The reason for which it halts, as the end of a sentence.
    pub fn what(self) -> &'static str {
        match self {
            Self::Pointer => "the pointer is moved by hand",
            Self::Cover => "another window lies over the game",
            Self::Focus => "another window has the keyboard",
            Self::Hotkeys => "a hotkey is pressed",
        }
    }
}

impl fmt::Display for Safeguard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pointer => "pointer",
            Self::Cover => "cover",
            Self::Focus => "focus",
            Self::Hotkeys => "hotkeys",
        })
    }
}

impl FromStr for Safeguard {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|safeguard| safeguard.to_string() == name).ok_or_else(|| {
            let names = Self::ALL.map(|safeguard| safeguard.to_string()).join(", ");
            format!("there is no safeguard {name:?}: there are {names}")
        })
    }
}
