//! Why a question to the desktop got no answer.

/// Why a question to the desktop got no answer.
#[derive(Debug, thiserror::Error)]
pub enum DesktopError {
    /// There is no desktop to talk to: why, and what to do.
    #[error("{0}")]
    NoDisplay(String),
    /// Nothing lists its windows: why, and what to do.
    #[error("{0}")]
    NoWindowList(String),
    /// It lacks what an overlay needs.
    #[error("an overlay cannot be shown: {0}")]
    NoOverlay(String),
    /// The connection broke or was refused an answer.
    #[error("{0}")]
    NoAnswer(String),
    /// A window was closed while it was asked about.
    #[error("a window was closed while it was captured")]
    WindowGone,
    /// It lets no program press anything.
    #[error("the pointer cannot be used ({0}): see `voltsight doctor`")]
    NoPresses(String),
    /// It refused a press.
    #[error("the desktop refused the input: {0}")]
    NotPressed(String),
}
