//! What is waited for, and for how long?

use super::Run;
use crate::observer::Event;
use crate::player::Player;
use crate::stopped::Stopped;
use crate::trust::Trust;
use crate::waiting::Pause;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// Why a game mostly stands still of which all is seen.
const PAUSED: &str = ": is the emulator paused?";

impl<P: Player> Run<'_, '_, P> {
    pub(super) fn wait_for(&mut self, pause: Pause) {
        if matches!(pause, Pause::Wait(_) | Pause::Doubt(_)) {
            self.state.advised = None;
        }
        if self.state.waiting.begin(pause, self.state.now) {
            self.tell(&Event::Resumed);
        }
    }

    pub(super) fn wait_for_nothing(&mut self) {
        if self.state.waiting.end() {
            self.tell(&Event::Resumed);
        }
    }

    /// Does nothing, for a reason; after `patience` that is an answer too.
    pub(super) fn pause(
        &mut self,
        pause: Pause,
        patience: Duration,
        event: Option<&Event<'_>>,
    ) -> ControlFlow<Stopped> {
        let now = self.state.now;
        if pause == Pause::Unrest && self.state.waiting.is_held() {
            return Continue(());
        }
        let since = self.state.waiting.since(&pause).unwrap_or_else(|| {
            if let Some(event) = event {
                self.tell(event);
            }
            self.wait_for(pause.clone());
            now
        });
        let after = now.saturating_sub(since);
        if after < patience {
            return Continue(());
        }
        match pause {
            // What contradicts what was known before an interruption may well be true.
            Pause::Doubt(what) if self.state.trust == Trust::Interrupted || self.hand.is_none() => {
                self.start_anew(what);
                Continue(())
            }
            _ if self.hand.is_none() => Continue(()),
            Pause::Doubt(what) => Break(Stopped::Doubt { what, after }),
            Pause::Wait(what) => self.outlast(what, PAUSED, after),
            Pause::Unrest => {
                let sight = self.state.stillness.last();
                match sight.and_then(|sight| self.player.hindrance(sight)) {
                    Some(what) => self.outlast(what, "", after),
                    None => self.outlast("a still picture".to_owned(), PAUSED, after),
                }
            }
            Pause::Unseen(_) | Pause::Held(_) | Pause::Unresponsive(_) => Continue(()),
        }
    }

    /// Drops what the player knows, once for each doubt. The doubt itself stays told.
    fn start_anew(&mut self, what: String) {
        self.wait_for(Pause::Doubt(what.clone()));
        let renewed = Trust::Renewed(what);
        if self.state.trust != renewed
            && let Trust::Renewed(what) = &renewed
        {
            self.player.forget();
            self.tell(&Event::Note(&format!("starting again: {what}")));
        }
        self.state.trust = renewed;
    }

    /// The game does not go on: says so, and the `guess` why, and goes on waiting, but not for ever.
    fn outlast(&mut self, what: String, guess: &str, after: Duration) -> ControlFlow<Stopped> {
        if after >= self.pace.standstill {
            return Break(Stopped::Stuck { what, after });
        }
        self.state.trust = Trust::Interrupted;
        if self.state.waiting.is_newly_overdue() {
            let seconds = after.as_secs();
            self.tell(&Event::Standstill(&format!("{what}, for {seconds} s already{guess}")));
        }
        Continue(())
    }
}
