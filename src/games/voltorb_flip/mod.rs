//! Voltorb Flip, the card game of Pokémon HeartGold and SoulSilver.

#[cfg(not(target_family = "wasm"))]
pub mod commands;
mod form;
pub mod paper;
mod typed;
#[cfg(not(target_family = "wasm"))]
mod workshop;

use crate::game::{Game, Pictures, Playing};
use crate::output::tell_left_out;
use lab::arcade::demonstration::{Demonstrated, Demonstration, Opening};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use session::ErasedPlayer;
use session::consoles::{Runs, Timing, ds};
use session::form::Form;
use session::question::{Positions, Question};
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};
use voltorb_flip_game::{profiles, screen};

/// The game as the rest of the program sees it.
pub struct VoltorbFlip;

impl Game for VoltorbFlip {
    fn name(&self) -> &'static str {
        "voltorb-flip"
    }

    fn title(&self) -> &'static str {
        "Voltorb Flip"
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
        Some(&form::FlipForm)
    }
}

impl Pictures for VoltorbFlip {
    fn reader(
        &self,
        profile: Option<&str>,
    ) -> anyhow::Result<Box<dyn session::observation::Reader>> {
        let looks = profiles::looks(profile, &mut tell_left_out)?;
        Ok(Box::new(screen::FlipReader::with_looks(looks)))
    }
}

impl Positions for VoltorbFlip {
    fn example(&self) -> &'static str {
        typed::EXAMPLE
    }

    fn claims(&self, text: &str) -> bool {
        // Only its boards have headers: a sum and a number of Voltorbs.
        text.split([' ', ',', ';']).filter(|word| !word.is_empty()).all(|word| {
            word.split_once('/').is_some_and(|(sum, voltorbs)| {
                [sum, voltorbs].iter().all(|part| part.parse::<u8>().is_ok())
            })
        })
    }

    fn ask(&self, text: &str) -> Result<Box<dyn Question>, String> {
        Ok(Box::new(typed::Typed::new(text)?))
    }
}

impl Playing for VoltorbFlip {
    fn timing(&self) -> Timing {
        ds::TIMING
    }

    fn runs_on(&self) -> Runs {
        Runs::Ds
    }

    fn player(&self, profile: Option<&str>, plays: bool) -> anyhow::Result<Box<dyn ErasedPlayer>> {
        Ok(<dyn ErasedPlayer>::begin(FlipPlayer::new(usual(profile, plays)?)))
    }

    fn demo(&self, opening: Opening) -> anyhow::Result<Box<dyn Demonstration>> {
        let Opening { seed, speed } = opening;
        let game = FlipArcade::new(FlipArcadeOptions { seed, speed, ..Default::default() });
        Ok(Box::new(Demonstrated::new(game, FlipPlayer::new(FlipPlayerOptions::default()))))
    }
}

/// The usual options of a player; the parameters are those of [`Playing::player`].
///
/// # Errors
/// The profile cannot be used.
fn usual(profile: Option<&str>, plays: bool) -> anyhow::Result<FlipPlayerOptions> {
    Ok(FlipPlayerOptions {
        plays,
        looks: profiles::looks(profile, &mut tell_left_out)?,
        // Without a configuration folder there are none.
        profiles: profiles::of_user().ok(),
        ..FlipPlayerOptions::default()
    })
}
