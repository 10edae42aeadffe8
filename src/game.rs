//! The seam between a game and everything else: whatever is asked of a game is asked through
//! [`Game`]. The games are listed in [`crate::games`].

use crate::observation::Reader;
use crate::output::Exit;
use clap::{ArgMatches, Command};

/// A game that voltsight reads, decides and plays. It knows no window, pointer, terminal or other
/// game.
pub trait Game: Sync {
    /// Its name on the command line: lower case, words joined by hyphens.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn title(&self) -> &'static str;

    /// A reader with the looks that ship and the user's profiles, or with the profile of this name
    /// only. A profile that cannot be used and was not asked for is told on standard error, and left
    /// out.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    fn reader(&self, profile: Option<&str>) -> anyhow::Result<Box<dyn Reader>>;

    /// The commands that it brings: `solve`, `simulate` and what else only makes sense for it.
    fn commands(&self) -> Vec<Command>;

    /// Runs the command `name` of [`Game::commands`] with what was typed.
    ///
    /// # Errors
    /// Bad input, in a sentence that says what to do.
    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit>;
}
