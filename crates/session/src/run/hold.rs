//! May something be done?

use super::Run;
use crate::act::Act;
use crate::attempt::Stage;
use crate::input::InputError;
use crate::observer::Event;
use crate::player::Player;
use crate::stopped::Stopped;
use crate::trust::Trust;
use crate::waiting::Pause;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

impl<P: Player> Run<'_, '_, P> {
    /// Whether something may be done.
    pub(super) fn is_free(&mut self) -> ControlFlow<Stopped, bool> {
        if let Some(why) = self.source.standstill() {
            self.hold(InputError::UserActive(why))?;
            return Continue(false);
        }
        match self.hand.as_mut().map(|hand| hand.ready()) {
            // What holds a hand only when it acts is asked anew with the next act.
            None | Some(Ok(())) => Continue(true),
            Some(Err(error)) => {
                self.hold(error)?;
                Continue(false)
            }
        }
    }

    /// The hand would not act: that may pass, or not.
    pub(super) fn hold(&mut self, error: InputError) -> ControlFlow<Stopped> {
        match error {
            InputError::UserActive(why) => {
                // Somebody may play meanwhile.
                self.state.trust = Trust::Interrupted;
                self.state.stage = Stage::Idle;
                let told = why.clone();
                self.pause(Pause::Held(why), Duration::MAX, Some(&Event::Held(&told)))
            }
            InputError::Stopped(why) => Break(Stopped::Asked(why)),
            error => Break(Stopped::Input(error)),
        }
    }

    /// The game takes no input: the next act comes later.
    pub(super) fn unresponsive(&mut self, act: &Act<P::Move>, made: u32) -> ControlFlow<Stopped> {
        self.state.trust = Trust::Interrupted;
        let remedy = self.source.remedy().map_or_else(
            || "is the emulator paused, or does something else take the taps?".to_owned(),
            |remedy| format!("is the emulator paused? If not: {remedy}"),
        );
        let why = format!(
            "the game to answer: tried {made} times to {}, and nothing happened; {remedy}",
            act.what
        );
        let told = why.clone();
        self.pause(Pause::Unresponsive(why), Duration::MAX, Some(&Event::Standstill(&told)))
    }
}
