//! Loads the user's learned themes (profiles).

use super::screen::MineReader;
use super::screen::taught::TaughtMineLook;
use session::profiles::ProfileError;
use session::profiles::look_file::LookFile;

/// How a profile's folder holds a theme.
pub static LOOKS: LookFile<TaughtMineLook> = LookFile {
    folder: "minesweeper-profiles",
    file: "look.json",
    shipped: || MineReader::shipped_looks().map(str::to_owned).collect(),
    read: TaughtMineLook::from_file,
    text: TaughtMineLook::to_file,
};

/// Creates a reader with the built-in and the learned themes, or with the profile `name` alone. Profiles that cannot
/// be used and were not named are skipped; `left_out` gets the reason.
///
/// # Errors
/// The named profile cannot be used.
pub fn reader(
    profile: Option<&str>,
    left_out: &mut dyn FnMut(ProfileError),
) -> anyhow::Result<MineReader> {
    match profile {
        Some(name) => Ok(MineReader::only(LOOKS.asked_for(name)?)),
        None => Ok(MineReader::with(LOOKS.usable(left_out))),
    }
}
