//! The user's profiles as looks of the game.

use super::screen::{IceLook, IceReader};
use crate::profiles::look_file::LookFile;
use ice_floor::plan::Version;

/// A profile is the folder of a look.
pub static LOOKS: LookFile<IceLook> = LookFile {
    folder: "ice-profiles",
    file: "look.json",
    shipped: || Version::ALL.map(|version| version.name().to_owned()).to_vec(),
    read: IceLook::from_file,
    text: IceLook::to_file,
};

/// A reader with the looks that ship and the user's profiles, or with the profile of this name only. A
/// profile that cannot be used is told on standard error, and left out unless it was asked for.
///
/// # Errors
/// The profile that was asked for cannot be used.
pub fn reader(profile: Option<&str>) -> anyhow::Result<IceReader> {
    match profile {
        Some(name) => Ok(IceReader::only(LOOKS.asked_for(name)?)),
        None => Ok(IceReader::with(LOOKS.usable())),
    }
}
