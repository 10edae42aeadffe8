//! The user's profiles as looks of the game.

use super::screen::{IceLook, IceReader};
use ice_floor::plan::Version;
use session::profiles::ProfileError;
use session::profiles::look_file::LookFile;

/// A profile is the folder of a look.
pub static LOOKS: LookFile<IceLook> = LookFile {
    folder: "ice-profiles",
    file: "look.json",
    shipped: || Version::ALL.map(|version| version.name().to_owned()).to_vec(),
    read: IceLook::from_file,
    text: IceLook::to_file,
};

/// A reader with the looks that ship and the user's profiles, or with the profile of this name only. A
/// profile that cannot be used and was not asked for is left out, and why is given to `left_out`.
///
/// # Errors
/// The profile that was asked for cannot be used.
pub fn reader(
    profile: Option<&str>,
    left_out: &mut dyn FnMut(ProfileError),
) -> anyhow::Result<IceReader> {
    match profile {
        Some(name) => Ok(IceReader::only(LOOKS.asked_for(name)?)),
        None => Ok(IceReader::with(LOOKS.usable(left_out))),
    }
}
