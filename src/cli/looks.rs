//! Which looks the readers know: those that ship, and the user's profiles.

use crate::any_game::Readers;
use crate::game::Game;
use std::path::PathBuf;

/// The option that names a profile.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LookArguments {
    /// Read with this learned theme only (see `voltsight look`). Default: try the built-in themes first, then the
    /// learned ones where a field stays unread.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    profile: Option<String>,
    /// Override built-in templates with the files in DIR, laid out like templates/.
    // What is done with it, is done for all commands: see `run`.
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    templates: Option<PathBuf>,
}

impl LookArguments {
    /// The profile that was asked for.
    pub fn profile(&self) -> Option<&str> {
        self.profile.as_deref()
    }

    /// The readers of the game that was named, or of all. A profile that cannot be used is reported and left out,
    /// unless it was named.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    pub fn readers(&self, named: Option<&'static dyn Game>) -> anyhow::Result<Readers> {
        Readers::new(named, self.profile.as_deref())
    }
}
