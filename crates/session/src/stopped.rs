//! Why the loop ended.

use std::time::Duration;

/// Why the loop ended.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// A goal was reached.
    #[error("{0}")]
    Goal(String),
    /// The source has no more pictures.
    #[error("{0}")]
    Ended(String),
    /// The person asked for it.
    #[error("stopped: {0}")]
    Asked(String),
    /// Nothing that the loop may do is left.
    #[error("{0}")]
    Over(String),
    /// An act was tried as often as allowed and showed no effect.
    #[error(
        "tried {tries} times to {act}, and nothing happened: is the emulator paused, or does \
         something else take the taps?"
    )]
    NoEffect {
        /// What.
        act: String,
        /// How often.
        tries: u32,
    },
    /// The same readings stayed doubtful.
    #[error(
        "the reading stayed doubtful for {} s: {what}",
        after.as_secs()
    )]
    Doubt {
        /// What cannot be right.
        what: String,
        /// For how long.
        after: Duration,
    },
    /// The game did not go on.
    #[error("waited {} s for {what}, and it did not come", after.as_secs())]
    Stuck {
        /// What was waited for.
        what: String,
        /// For how long.
        after: Duration,
    },
    /// The hand refused, or could not act.
    #[error("{0}")]
    Input(crate::input::InputError),
    /// Nobody reads what an observer shows any more.
    #[error("nobody reads the output")]
    Unread,
    /// What an observer shows or keeps cannot be written.
    #[error("{0}")]
    Unwritable(String),
    /// The program itself is at fault: it panicked.
    #[error("an error in voltsight, please report it: {0}")]
    Fault(String),
    /// The source failed for good.
    #[error("{0}")]
    Source(crate::capture::CaptureError),
}

impl Stopped {
    /// Whether the loop ended as it was meant to, rather than because something was wrong.
    pub fn as_meant(&self) -> bool {
        matches!(
            self,
            Self::Goal(_) | Self::Ended(_) | Self::Asked(_) | Self::Over(_) | Self::Unread
        )
    }
}
