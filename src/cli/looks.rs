//! Which looks the readers know: those that ship, and the user's profiles.

use crate::any_game::Readers;
use crate::game::Game;

/// The option that names a profile.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LookArguments {
    /// Read with this profile only (see `voltsight calibrate`). Without it the looks that ship come
    /// first, and profiles are tried where those leave a field unread.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl LookArguments {
    /// The profile that was asked for.
    pub fn profile(&self) -> Option<&str> {
        self.profile.as_deref()
    }

    /// The readers of the game that was named, or of all. A profile that cannot be used is told, and
    /// left out unless it was asked for.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    pub fn readers(&self, named: Option<&'static dyn Game>) -> anyhow::Result<Readers> {
        Readers::new(named, self.profile.as_deref())
    }
}
