//! The ice floor of the Sootopolis Gym (Pokémon Ruby, Sapphire and Emerald): every ice tile is to be
//! stepped on exactly once, ending in front of the stairs. That is a Hamiltonian path in a grid graph
//! from a given start to a given end.

#[cfg(not(target_family = "wasm"))]
mod commands;
mod form;
mod referee;
mod typed;
#[cfg(not(target_family = "wasm"))]
mod workshop;

use crate::game::{Game, Pictures, Playing};
use crate::output::tell_left_out;
use ice_floor_game::player::{IcePlayer, IcePlayerOptions};
use ice_floor_game::profiles;
use lab::arcade::demonstration::{Demonstration, Opening};
use lab::ice_floor::arcade::IceArcadeOptions;
use session::ErasedPlayer;
use session::consoles::{Runs, Timing, gba};
use session::form::Form;
use session::observation::Reader;
use session::question::{Positions, Question};

/// The game as the rest of the program sees it.
pub struct IceFloor;

impl Game for IceFloor {
    fn name(&self) -> &'static str {
        "ice"
    }

    fn title(&self) -> &'static str {
        "Sootopolis ice floor"
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
        Some(&form::FloorForm)
    }
}

impl Pictures for IceFloor {
    fn reader(&self, profile: Option<&str>) -> anyhow::Result<Box<dyn Reader>> {
        Ok(Box::new(profiles::reader(profile, &mut tell_left_out)?))
    }
}

impl Positions for IceFloor {
    fn example(&self) -> &'static str {
        typed::EXAMPLE
    }

    fn ask(&self, text: &str) -> Result<Box<dyn Question>, String> {
        Ok(Box::new(typed::Typed::new(text)?))
    }
}

impl Playing for IceFloor {
    fn timing(&self) -> Timing {
        gba::TIMING
    }

    fn runs_on(&self) -> Runs {
        Runs::Gba
    }

    fn player(&self, profile: Option<&str>, plays: bool) -> anyhow::Result<Box<dyn ErasedPlayer>> {
        let options = IcePlayerOptions { only_advises: !plays, ..IcePlayerOptions::default() };
        let reader = profiles::reader(profile, &mut tell_left_out)?;
        Ok(<dyn ErasedPlayer>::begin(IcePlayer::with(reader, options)))
    }

    fn demo(&self, opening: Opening) -> anyhow::Result<Box<dyn Demonstration>> {
        let speed = opening.speed;
        Ok(referee::refereed(IceArcadeOptions { speed, ..IceArcadeOptions::default() }))
    }
}
