//! Where can a recording begin?
//!
//! At a new beginning that the player sees, all but a few values is dropped, as if the session began there with
//! them: what is played back from these values on decides as the session did.

use super::{Run, State};
use crate::frame::Frame;
use crate::latency::Latency;
use crate::observer::Event;
use crate::player::Player;
use crate::run_mode::RunMode;
use crate::stillness::Stillness;
use crate::stopped::Stopped;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

/// What the loop itself remembers beyond a checkpoint.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    now: Duration,
    still_since: Duration,
    acted: Option<Duration>,
    latency: Latency,
    #[serde(rename = "leave")]
    mode: RunMode,
    rounds: u64,
    score: u64,
}

impl<P: Player> State<P> {
    fn kept(&self) -> Kept {
        Kept {
            now: self.now,
            still_since: self.stillness.began(),
            acted: self.acted,
            latency: self.latency,
            mode: self.mode,
            rounds: self.rounds,
            score: self.score,
        }
    }

    /// The state at a checkpoint, and the player's.
    ///
    /// # Errors
    /// It is of another game, or of another program: in a sentence.
    pub(crate) fn recall(player: &mut P, memory: &Value) -> Result<Self, String> {
        let Kept { now, still_since, acted, latency, mode, rounds, score } =
            Kept::deserialize(&memory["loop"]).map_err(|why| why.to_string())?;
        player.recall(&memory["player"])?;
        let stillness = Stillness::going_on(still_since);
        Ok(Self { stillness, now, acted, latency, mode, rounds, score, ..Self::default() })
    }
}

impl<P: Player> Run<'_, '_, P> {
    /// Drops what need not be remembered, if the player sees a new beginning; what the picture shows. `None` if
    /// the game is not found in it without what was remembered.
    pub(super) fn checkpoint(
        &mut self,
        frame: &Frame,
        sight: P::Sight,
    ) -> ControlFlow<Stopped, Option<P::Sight>> {
        // What a person typed over belongs to the board that is there.
        if !self.state.corrections.all().is_empty() {
            return Continue(Some(sight));
        }
        let Some(player) = self.player.checkpoint(&sight) else { return Continue(Some(sight)) };
        let memory = json!({"player": player, "loop": self.state.kept()});
        // What cannot be recalled is kept, and the recording begins elsewhere.
        let Ok(state) = State::recall(self.player, &memory) else { return Continue(Some(sight)) };
        self.wait_for_nothing();
        // A recording that begins here begins with a picture of this size.
        *self.state = State { size: self.state.size, ..state };
        self.tell(&Event::Checkpoint { frame, memory: &memory });
        match self.read(frame) {
            Ok(sight) => {
                self.take_in(frame, &sight);
                Continue(Some(sight))
            }
            Err(why) => self.not_visible(frame.clone(), why),
        }
    }
}
