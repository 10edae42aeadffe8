//! Which looks the reader knows: those that ship, and the user's profiles.

use crate::games::voltorb_flip::screen::Looks;
use crate::profiles;

/// The option that names a profile.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LookArguments {
    /// Read with this profile only (see `voltsight calibrate`). Without it the looks that ship come
    /// first, and profiles are tried where those leave a header or a card unread.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl LookArguments {
    /// The looks to read with. A profile that cannot be used is told, and left out unless it was
    /// asked for.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    pub fn looks(&self) -> anyhow::Result<Looks> {
        profiles::looks(self.profile.as_deref())
    }
}
