//! Which looks the reader knows: those that ship, and the user's profiles.

use crate::games::voltorb_flip::screen::Looks;
use crate::profiles::Profiles;
use anyhow::Context;

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
        if let Some(name) = &self.profile {
            let look = Profiles::of_user()?.load(name).context("--profile")?;
            return Ok(Looks { learnt: vec![look], only_learnt: true });
        }
        let mut looks = Looks::default();
        // Without a configuration folder there are no profiles.
        let Ok(profiles) = Profiles::of_user() else { return Ok(looks) };
        let names = profiles.names().unwrap_or_else(|error| {
            eprintln!("voltsight: {error}");
            Vec::new()
        });
        for name in names {
            match profiles.load(&name) {
                Ok(look) => looks.learnt.push(look),
                Err(error) => eprintln!("voltsight: {error}"),
            }
        }
        Ok(looks)
    }
}
