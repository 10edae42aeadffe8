//! The player's memory from one round to the next.

use super::history::SessionHistory;
use super::{FlipPlayer, FlipPlayerOptions};
use serde::{Deserialize, Serialize};
use voltorb_flip::solver::strategies::Strategy;

/// All that a player remembers before a round begins.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FlipMemory {
    history: SessionHistory,
    wallet: Option<u32>,
    /// How it plays, as it is typed.
    strategy: String,
    /// The name of the look of the last picture.
    look: String,
    brightest: f32,
    /// What a strategy that plays by chance draws from in the round to come.
    seed: u32,
}

impl FlipPlayer {
    /// What is remembered when a round is about to begin; `None` where more than that would have to be.
    pub(super) fn memory(&self) -> Option<FlipMemory> {
        // A look that is being learned is not known to other sessions.
        self.reader.look(self.look.name())?;
        let memory = FlipMemory {
            history: self.session.clone(),
            wallet: self.wallet,
            strategy: self.options.strategy.to_string(),
            look: self.look.name().to_owned(),
            brightest: self.dimming.brightest(),
            seed: self.seed.wrapping_add(1),
        };
        (self.notes.is_empty() && self.ended.is_none()).then_some(memory)
    }

    /// Remembers nothing but this.
    ///
    /// # Errors
    /// There is no such look, or strategy: in a sentence.
    pub(super) fn remember(&mut self, memory: FlipMemory) -> Result<(), String> {
        let FlipMemory { history, wallet, strategy, look, brightest, seed } = memory;
        let look = self.reader.look(&look).ok_or_else(|| format!("there is no theme {look}"))?;
        let strategy: Strategy = strategy.parse().map_err(|why| format!("{why}"))?;
        let options = FlipPlayerOptions { strategy, ..self.options.clone() };
        let player = Self::with(self.reader.fresh(), options, seed);
        let mut player = Self { look, session: history, wallet, ..player };
        player.dimming.recall(brightest);
        player.inform_solver();
        // What a person has named can still be taken back.
        std::mem::swap(&mut player.lessons, &mut self.lessons);
        *self = player;
        Ok(())
    }
}
