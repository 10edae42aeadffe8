//! The seam between a game and everything else: whatever is asked of a game is asked through
//! [`Game`]. The games are listed in [`crate::games`].

#[cfg(not(target_family = "wasm"))]
mod workshop;

/// A page in a browser has no command line and draws no pictures to prove readers by: what only these ask of a
/// game is not compiled into it, and every game will do.
#[cfg(target_family = "wasm")]
pub use std::marker::Sync as GameCli;
#[cfg(target_family = "wasm")]
pub use std::marker::Sync as Drawn;
#[cfg(target_family = "wasm")]
pub use std::marker::Sync as Optioned;
#[cfg(not(target_family = "wasm"))]
pub use workshop::{Drawn, GameCli, Optioned, OwnOptions};

use lab::arcade::demonstration::{Demonstration, Opening};
use session::ErasedPlayer;
use session::consoles::{Runs, Timing};
use session::form::Form;
use session::input::guard::GuardLimits;
use session::observation::Reader;
use session::question::Positions;

/// A game that voltsight reads, decides and plays. It knows no window, pointer, terminal or other
/// game.
pub trait Game: GameCli + Sync {
    /// Its name on the command line: lower case, words joined by hyphens.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn title(&self) -> &'static str;

    /// How its pictures are read; `None` for a game that is solved only.
    fn pictures(&self) -> Option<&dyn Pictures> {
        None
    }

    /// How it is played; `None` for a game that is only read or solved.
    fn playing(&self) -> Option<&dyn Playing> {
        None
    }

    /// What a person is told who wants advice for a game that is only read.
    fn no_advice(&self) -> String {
        format!("voltsight reads {}, but has no advice for it yet", self.title())
    }

    /// How its positions are typed; `None` for a game that is only read off pictures.
    fn positions(&self) -> Option<&dyn Positions> {
        None
    }

    /// How its boards are entered field by field; `None` for a game that is only read off pictures.
    fn form(&self) -> Option<&'static dyn Form> {
        None
    }
}

/// A game on the screen: how its pictures are read.
pub trait Pictures: Drawn + Sync {
    /// A reader with the themes that ship and the user's profiles, or with the profile of this name
    /// only. A profile that cannot be used and was not asked for is told on standard error, and left
    /// out.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    fn reader(&self, profile: Option<&str>) -> anyhow::Result<Box<dyn Reader>>;
}

/// A game that is played in a session, beside a window or on pictures.
pub trait Playing: Optioned + Sync {
    /// The times that matter to whoever acts upon it.
    fn timing(&self) -> Timing;

    /// More taps and keys a minute than it ever needs.
    fn most_acts_a_minute(&self) -> usize {
        GuardLimits::default().per_minute
    }

    /// What the programs run in whose windows it is looked for.
    fn runs_on(&self) -> Runs;

    /// Its player with the usual options; `profile` is as for [`Pictures::reader`]. `plays` says whether
    /// its moves are to be made, not only shown.
    ///
    /// # Errors
    /// The profile cannot be used.
    fn player(&self, profile: Option<&str>, plays: bool) -> anyhow::Result<Box<dyn ErasedPlayer>>;

    /// Opens its built-in game with the usual options, with a player and a referee.
    ///
    /// # Errors
    /// Its pictures cannot be read.
    fn demo(&self, opening: Opening) -> anyhow::Result<Box<dyn Demonstration>>;
}
