//! Which way leads to the desktop, for commands that look at all of it.

use clap::Args;
use desktop::PlatformKind;

/// The way to the desktop.
#[derive(Debug, Args)]
pub struct Way {
    /// How to find windows: native (X11 or Windows), portable (what macOS uses), portal (Wayland) or wlroots (sway).
    /// Default: detect automatically.
    #[arg(long, value_name = "NAME")]
    platform: Option<PlatformKind>,
}

impl Way {
    /// The one that was named, else one that leads anywhere.
    pub(super) fn platform(&self) -> PlatformKind {
        self.platform.unwrap_or_else(PlatformKind::reachable)
    }
}
