//! What is told of a window.

/// A window's number on the desktop.
pub type WindowId = u32;

/// Whether a window's own pixels exist at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// They do, covered or not.
    Yes,
    /// It is minimised.
    Minimised,
    /// It lies on another virtual desktop.
    Elsewhere,
    /// It lies behind another one that has its whole place: a tab, or a window in fullscreen.
    Behind,
    /// It is not on the screen, for a reason of its own.
    Unmapped,
}

impl Visibility {
    /// Why there are no pixels to capture, and what to do; `None` when there are.
    pub fn obstacle(self) -> Option<&'static str> {
        match self {
            Self::Yes => None,
            Self::Minimised => Some("it is minimised: restore it"),
            Self::Elsewhere => Some("it is on another virtual desktop: go there, or bring it here"),
            Self::Behind => {
                Some("it is behind another tab or a fullscreen window: bring it to the front")
            }
            Self::Unmapped => Some("its program does not show it now: wait, or open it again"),
        }
    }
}
