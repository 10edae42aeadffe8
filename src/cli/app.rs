//! `voltsight app`: the window.

#[cfg(all(feature = "live", feature = "window"))]
use super::way::Way;
use crate::game::Game;
use crate::output::Exit;
#[cfg(all(feature = "live", feature = "window"))]
use session::input::Safeguard;
use std::path::PathBuf;

/// Open a window: screenshots, windows of games, typed boards, practice
#[derive(Debug, clap::Args)]
#[cfg_attr(not(feature = "window"), command(hide = true))]
pub struct AppCommand {
    /// Pictures to read and advise on.
    #[arg(value_name = "PICTURE")]
    pictures: Vec<PathBuf>,
    /// Begin with the built-in game.
    #[arg(long, conflicts_with = "pictures")]
    built_in: bool,
    /// Write a log of each session into this folder: session.jsonl, and the last pictures if something goes
    /// wrong. An earlier log there is kept, in a folder earlier-N.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Play in windows without a safeguard: pointer, cover, focus or hotkeys. May be given several times;
    /// `voltsight doctor` says which of them work here.
    #[cfg(all(feature = "live", feature = "window"))]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    without_guard: Vec<Safeguard>,
    #[cfg(all(feature = "live", feature = "window"))]
    #[command(flatten)]
    way: Way,
}

impl AppCommand {
    /// Runs the command.
    ///
    /// # Errors
    /// No window can be opened here.
    #[cfg(feature = "window")]
    pub(super) fn run(self, game: &'static dyn Game) -> anyhow::Result<Exit> {
        use crate::output::print;
        use crate::window::{Beginning, open};

        let summaries = open(Beginning {
            pictures: self.pictures,
            built_in: self.built_in.then_some(game),
            log: self.log,
            #[cfg(feature = "live")]
            without: self.without_guard,
            #[cfg(feature = "live")]
            platform: self.way.platform(),
        })?;
        summaries.into_iter().try_for_each(|summary| print(&format!("{summary}\n")))?;
        Ok(Exit::Success)
    }

    /// Says how to get a program with a window.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "window"))]
    pub(super) fn run(self, _: &'static dyn Game) -> anyhow::Result<Exit> {
        anyhow::bail!(
            "this build of voltsight has no window: build it with `make build` (or `cargo build --release`); \
             `voltsight watch`, `solve` and `demo` need none"
        )
    }
}
