//! A player with all that was seen: a session that is taken up again whenever there are more pictures.

use super::control::Setting;
use super::panel::Panel;
use super::player::{Player, Units, View};
use super::run::State;
use super::session::Session;
use super::stopped::Stopped;
use serde_json::Value;

/// A player of any game, and what the loop remembers of its pictures.
pub trait Ongoing: View {
    /// Goes on with this session, until there is a reason to stop: where the last one stopped.
    fn go_on(&mut self, session: Session<'_>) -> Stopped;

    /// Goes on from a checkpoint, as told by [`Event::Checkpoint`](super::Event::Checkpoint).
    ///
    /// # Errors
    /// It is of another game, or of another program: in a sentence.
    fn recall(&mut self, memory: &Value) -> Result<(), String>;
}

struct Seated<P: Player> {
    player: P,
    state: State<P>,
}

impl dyn Ongoing {
    /// A player that has seen nothing yet.
    pub fn begin<P: Player + 'static>(player: P) -> Box<Self> {
        Box::new(Seated { player, state: State::default() })
    }
}

impl<P: Player> Ongoing for Seated<P> {
    fn go_on(&mut self, session: Session<'_>) -> Stopped {
        session.take_up(&mut self.player, &mut self.state)
    }

    fn recall(&mut self, memory: &Value) -> Result<(), String> {
        self.state = State::recall(&mut self.player, memory)?;
        Ok(())
    }
}

impl<P: Player> View for Seated<P> {
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
