//! Minesweeper: a rectangle of cells, some of them mines. An open cell shows how many of its up to eight neighbours are
//! mines. You win when every cell without a mine is open.

#[cfg(not(target_family = "wasm"))]
mod commands;
mod form;
mod typed;
#[cfg(not(target_family = "wasm"))]
mod workshop;

use crate::game::{Game, Pictures, Playing};
use crate::output::tell_left_out;
use lab::arcade::demonstration::{Demonstrated, Demonstration, Opening};
use lab::minesweeper::arcade::{MineArcade, MineArcadeOptions};
use minesweeper::layout_file::LayoutFile;
use minesweeper::notation::looks_like_a_board;
use minesweeper_game::player::{MinePlayer, MinePlayerOptions};
use minesweeper_game::profiles;
use session::ErasedPlayer;
use session::consoles::{Runs, Timing, desktop};
use session::form::Form;
use session::observation::Reader;
use session::question::{Positions, Question};

/// The game as the rest of the program sees it.
pub struct Minesweeper;

impl Game for Minesweeper {
    fn name(&self) -> &'static str {
        "minesweeper"
    }

    fn title(&self) -> &'static str {
        "Minesweeper"
    }

    fn pictures(&self) -> Option<&dyn Pictures> {
        Some(self)
    }

    fn playing(&self) -> Option<&dyn Playing> {
        Some(self)
    }

    fn positions(&self) -> Option<&dyn Positions> {
        Some(self)
    }

    fn form(&self) -> Option<&'static dyn Form> {
        Some(&form::MineForm)
    }
}

impl Positions for Minesweeper {
    fn example(&self) -> &'static str {
        typed::EXAMPLE
    }

    fn claims(&self, text: &str) -> bool {
        // Only its boards have a number of mines.
        let says_mines = || text.split([' ', ';']).any(|word| ["mines", "left"].contains(&word));
        looks_like_a_board(text) && says_mines()
    }

    fn extensions(&self) -> &'static [&'static str] {
        &LayoutFile::EXTENSIONS
    }

    fn ask(&self, text: &str) -> Result<Box<dyn Question>, String> {
        Ok(Box::new(typed::Typed::new(text)?))
    }
}

impl Playing for Minesweeper {
    fn timing(&self) -> Timing {
        desktop::TIMING
    }

    // A program that answers at once was pressed each 0.22 seconds.
    fn most_acts_a_minute(&self) -> usize {
        600
    }

    fn runs_on(&self) -> Runs {
        Runs::Mines
    }

    fn player(&self, profile: Option<&str>, plays: bool) -> anyhow::Result<Box<dyn ErasedPlayer>> {
        let options = MinePlayerOptions { plays, ..MinePlayerOptions::default() };
        Ok(<dyn ErasedPlayer>::begin(MinePlayer::new(options, self.reader(profile)?)))
    }

    fn demo(&self, opening: Opening) -> anyhow::Result<Box<dyn Demonstration>> {
        let Opening { seed, speed } = opening;
        let game = MineArcadeOptions { seed: seed.into(), speed, ..MineArcadeOptions::default() };
        let mines = Some(game.mines);
        let player = MinePlayerOptions { plays: true, mines, ..MinePlayerOptions::default() };
        let player = MinePlayer::new(player, self.reader(None)?);
        Ok(Box::new(Demonstrated::new(MineArcade::new(game), player)))
    }
}

impl Pictures for Minesweeper {
    fn reader(&self, profile: Option<&str>) -> anyhow::Result<Box<dyn Reader>> {
        Ok(Box::new(profiles::reader(profile, &mut tell_left_out)?))
    }
}
