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
use serde_json::{Map, Value};
use session::Ongoing;
use session::consoles::{Runs, Timing, ds};
use session::form::Form;
use session::question::{Positions, Question};
use session::templates::Template;
use session::truth::Truth;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};
use voltorb_flip_game::{profiles, screen, truth};

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

    fn truth(&self, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
        match truth::FlipTruth::from_json(entry) {
            Ok(truth) => Ok(Box::new(truth)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn templates(&self) -> Vec<Template> {
        let boards = screen::taught::all_templates();
        screen::looks::all_templates().into_iter().chain(boards).collect()
    }

    fn check_templates(&self) -> Result<(), String> {
        screen::looks::check().and_then(|()| screen::taught::check())
    }

    fn native_screen(&self) -> Option<(u32, u32)> {
        Some(ds::SCREEN)
    }

    fn usual_look(&self) -> &'static str {
        screen::looks::shipped()[0].name()
    }
}

impl Positions for VoltorbFlip {
    fn example(&self) -> &'static str {
        typed::EXAMPLE
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

    fn player(&self, profile: Option<&str>, plays: bool) -> anyhow::Result<Box<dyn Ongoing>> {
        Ok(<dyn Ongoing>::begin(FlipPlayer::new(usual(profile, plays)?)))
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
