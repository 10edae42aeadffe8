//! A player of any game with its state, so that a session can stop and resume.

use super::control::Setting;
use super::panel::Panel;
use super::player::{Player, Units, View};
use super::run::State;
use super::session::Session;
use super::stopped::Stopped;
use serde_json::Value;

/// A player of any game together with the loop's state; the type of its game is erased.
pub trait ErasedPlayer: View {
    /// Runs this session from where the last one stopped, until there is a reason to stop; returns the reason.
    fn resume(&mut self, session: Session<'_>) -> Stopped;

    /// Restores a checkpoint, as reported by [`Event::Checkpoint`](super::Event::Checkpoint).
    ///
    /// # Errors
    /// A sentence, if the checkpoint is of another game or another version of the program.
    fn recall(&mut self, memory: &Value) -> Result<(), String>;
}

struct Running<P: Player> {
    player: P,
    state: State<P>,
}

impl dyn ErasedPlayer {
    /// Wraps a player that has seen no picture yet.
    pub fn begin<P: Player + 'static>(player: P) -> Box<Self> {
        Box::new(Running { player, state: State::default() })
    }
}

impl<P: Player> ErasedPlayer for Running<P> {
    fn resume(&mut self, session: Session<'_>) -> Stopped {
        session.resume(&mut self.player, &mut self.state)
    }

    fn recall(&mut self, memory: &Value) -> Result<(), String> {
        self.state = State::recall(&mut self.player, memory)?;
        Ok(())
    }
}

impl<P: Player> View for Running<P> {
    fn units(&self) -> Units {
        self.player.units()
    }

    fn panel(&self) -> Panel {
        self.player.panel()
    }

    fn record(&self) -> serde_json::Value {
        self.player.record()
    }

    fn reasons(&self) -> Vec<String> {
        self.player.reasons()
    }

    fn may_improve(&self) -> bool {
        self.player.may_improve()
    }

    fn settings(&self) -> Vec<Setting> {
        self.player.settings()
    }

    fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        self.player.values(field)
    }
}
