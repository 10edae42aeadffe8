//! Loads the user's learned themes (profiles).

use super::screen::{IceLook, IceReader};
use ice_floor::plan::Version;
use session::profiles::ProfileError;
use session::profiles::look_file::LookFile;

/// How a profile's folder holds a theme.
pub static LOOKS: LookFile<IceLook> = LookFile {
    folder: "ice-profiles",
    file: "look.json",
    shipped: || Version::ALL.map(|version| version.name().to_owned()).to_vec(),
    read: IceLook::from_file,
    text: IceLook::to_file,
};

/// Creates a reader with the built-in and the learned themes, or with the profile `name` alone. Profiles that cannot
/// be used and were not named are skipped; `left_out` gets the reason.
///
/// # Errors
/// The named profile cannot be used.
pub fn reader(
    profile: Option<&str>,
    left_out: &mut dyn FnMut(ProfileError),
) -> anyhow::Result<IceReader> {
    match profile {
        Some(name) => Ok(IceReader::only(LOOKS.asked_for(name)?)),
        None => Ok(IceReader::with(LOOKS.usable(left_out))),
    }
}
