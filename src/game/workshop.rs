//! What only the command line and the laboratory ask of a game.

use crate::output::Exit;
use crate::profiles::Profiles;
use anyhow::bail;
use clap::{ArgMatches, Command};
use lab::arcade::demonstration::{Demonstration, Opening};
use lab::specimen::Specimen;
use lab::taught::TaughtTrial;
use serde_json::{Map, Value};
use session::ErasedPlayer;
use session::profiles::ProfileError;
use session::templates::Template;
use session::truth::Truth;

/// A game with commands of its own.
pub trait GameCli {
    /// The commands that it brings: `solve`, `simulate` and what else only makes sense for it.
    fn commands(&self) -> Vec<Command>;

    /// Runs the command `name` of [`GameCli::commands`] with what was typed.
    ///
    /// # Errors
    /// Bad input, in a sentence that says what to do.
    fn run(&self, name: &str, arguments: &ArgMatches) -> anyhow::Result<Exit>;

    /// The themes that a player has taught; `None` for a game that learns none.
    fn profiles(&self) -> Option<Result<Profiles, ProfileError>> {
        None
    }
}

/// See [`Optioned::player_with`].
pub type PlayerWith = fn(&ArgMatches, Option<&str>, bool) -> anyhow::Result<Box<dyn ErasedPlayer>>;

/// What a game does with the options of its own.
pub struct OwnOptions {
    /// See [`Optioned::options`].
    pub watch: fn(Command) -> Command,
    /// See [`Optioned::player_with`].
    pub player: PlayerWith,
    /// See [`Optioned::demo_options`].
    pub demo: fn(Command) -> Command,
    /// See [`Optioned::demo_with`].
    pub open: fn(&ArgMatches, Opening) -> anyhow::Result<Box<dyn Demonstration>>,
}

/// A game that is played with options of its own.
pub trait Optioned {
    /// What it does with them.
    fn own(&self) -> OwnOptions;

    /// Adds the options to `watch` that only make sense for it.
    fn options(&self, watch: Command) -> Command {
        (self.own().watch)(watch)
    }

    /// Those options as they are where nothing is typed: the usual ones.
    fn defaults(&self) -> ArgMatches {
        self.options(Command::new("watch")).get_matches_from(["watch"])
    }

    /// Its player, as these options say; the rest is as for [`Playing::player`](super::Playing::player).
    ///
    /// # Errors
    /// The profile cannot be used.
    fn player_with(
        &self,
        options: &ArgMatches,
        profile: Option<&str>,
        plays: bool,
    ) -> anyhow::Result<Box<dyn ErasedPlayer>> {
        (self.own().player)(options, profile, plays)
    }

    /// Adds the options to `demo` that only make sense for it.
    fn demo_options(&self, demo: Command) -> Command {
        (self.own().demo)(demo)
    }

    /// Opens its built-in game as these options say; the rest is as for
    /// [`Playing::demo`](super::Playing::demo).
    ///
    /// # Errors
    /// Options that cannot be.
    fn demo_with(
        &self,
        options: &ArgMatches,
        opening: Opening,
    ) -> anyhow::Result<Box<dyn Demonstration>> {
        (self.own().open)(options, opening)
    }
}

/// A game whose reader is proven: by what pictures truly show, and by pictures that it draws.
pub trait Drawn {
    /// What a picture truly shows, from its entry in a `truth.json`. `docs/reference/files.md` describes the
    /// format of each game.
    ///
    /// # Errors
    /// What is wrong with it: a field that there is not, with the nearest right name
    /// ([`check_name`](session::truth::entry::check_name)), or a value that cannot be.
    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String>;

    /// The size of the screens of the machine that the game runs on, in its own pixels; `None` if
    /// they are not of one size. A picture of a screen, or of two one above the other, of this size
    /// needs not be searched for them.
    fn native_screen(&self) -> Option<(u32, u32)> {
        None
    }

    /// The files under `templates/` that the themes that ship are made of.
    fn templates(&self) -> Vec<Template> {
        Vec::new()
    }

    /// Whether looks can be made of the templates in use: a folder of the user's may hold others than those
    /// that are built in.
    ///
    /// # Errors
    /// What is wrong with them.
    fn check_templates(&self) -> Result<(), String> {
        Ok(())
    }

    /// The theme that goes without saying: it is not told of the pictures that have it.
    fn usual_look(&self) -> &'static str {
        ""
    }

    /// Pictures of the built-in game, for `check --distort --built-in`: `count` of them, played by
    /// chance from `seed`.
    ///
    /// # Errors
    /// There is no built-in game, or it does not play.
    fn specimens(&self, count: usize, seed: u32) -> anyhow::Result<Vec<Specimen>> {
        let _ = (count, seed);
        bail!("this game has no built-in pictures: name folders of pictures with a truth.json")
    }

    /// Draws a theme by chance from `seed`, teaches it by one picture, and reads `others` more pictures of it,
    /// for `check --distort --looks`.
    ///
    /// # Errors
    /// Its looks are not taught, or what they are drawn with is not there.
    fn taught_trial(&self, seed: u32, others: usize) -> anyhow::Result<TaughtTrial> {
        let _ = (seed, others);
        bail!("themes of this game cannot be learned from pictures")
    }
}
