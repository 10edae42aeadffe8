//! The user's profiles as looks of the game.

use super::screen::MineReader;
use super::screen::taught::TaughtMineLook;
use session::profiles::ProfileError;
use session::profiles::look_file::LookFile;

/// A profile is the folder of a look.
pub static LOOKS: LookFile<TaughtMineLook> = LookFile {
    folder: "minesweeper-profiles",
    file: "look.json",
    shipped: || MineReader::shipped_looks().map(str::to_owned).collect(),
    read: TaughtMineLook::from_file,
    text: TaughtMineLook::to_file,
};

/// A reader with the looks that ship and the user's profiles, or with the profile of this name only. A
/// profile that cannot be used and was not asked for is left out, and why is given to `left_out`.
///
/// # Errors
/// The profile that was asked for cannot be used.
pub fn reader(
    profile: Option<&str>,
    left_out: &mut dyn FnMut(ProfileError),
) -> anyhow::Result<MineReader> {
    match profile {
        Some(name) => Ok(MineReader::only(LOOKS.asked_for(name)?)),
        None => Ok(MineReader::with(LOOKS.usable(left_out))),
    }
}
