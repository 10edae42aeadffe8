//! Did the act under way take effect, and how is the next one made?

use super::Run;
use crate::act::Act;
use crate::attempt::{Attempt, Stage};
use crate::frame::Frame;
use crate::input::{Hold, InputError};
use crate::observer::Event;
use crate::player::Player;
use crate::stopped::Stopped;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

impl<P: Player> Run<'_, '_, P> {
    /// Looks whether the last act took effect, or its time is up.
    pub(super) fn follow_attempt(&mut self, sight: &P::Sight) {
        let now = self.state.now;
        let (mut attempt, expired) = match std::mem::replace(&mut self.state.stage, Stage::Idle) {
            Stage::Idle => return,
            Stage::Underway(attempt) => (attempt, false),
            Stage::Expired(attempt) => (attempt, true),
        };
        attempt.looks += 1;
        if self.player.took_effect(&attempt.act.what, &attempt.before, sight) {
            let after = now.saturating_sub(attempt.at);
            // Of one that was repeated it is not known which the effect is of.
            if attempt.made == 1 {
                self.state.latency.learn(after);
            }
            self.tell(&Event::Confirmed { act: attempt.act.view(), after });
        } else if expired {
            self.state.stage = Stage::Expired(attempt);
        } else if attempt.is_due(now, self.state.latency) {
            self.tell(&Event::NoEffect { act: attempt.act.view(), attempt: attempt.made });
            self.state.stage = Stage::Expired(attempt);
        } else {
            self.state.stage = Stage::Underway(attempt);
        }
    }

    /// Makes the move, if the picture still shows what it was decided on.
    pub(super) fn act(
        &mut self,
        act: &Act<P::Move>,
        frame: &Frame,
        sight: &P::Sight,
    ) -> ControlFlow<Stopped> {
        if self.state.stillness.still_for() < act.after {
            return Continue(());
        }
        let last = self.state.acted;
        if last.is_some_and(|last| frame.at.saturating_sub(last) < self.pace.gap) {
            return Continue(());
        }
        // Deciding may have taken long.
        let Some((frame, now)) = self.look(Duration::ZERO)? else { return Continue(()) };
        if !self.player.at_rest(sight, &now) || !self.is_redrawn() {
            return Continue(());
        }
        // The same act, at the place where the newer picture shows its target.
        let act = Act { gesture: self.player.aim(&act.what, &now), ..act.clone() };
        let before = self.state.stage.attempt().filter(|attempt| attempt.act.what == act.what);
        let (made, first) = before.map_or((0, frame.at), |attempt| (attempt.made, attempt.first));
        if let Some(last) = before.map(|attempt| attempt.at)
            && made >= act.tries
        {
            if frame.at.saturating_sub(first) >= self.pace.standstill {
                let act = act.what.to_string();
                return Break(Stopped::NoEffect { act, tries: made });
            }
            if frame.at.saturating_sub(last) < self.pace.rest(made - act.tries) {
                return self.unresponsive(&act, made);
            }
        }
        if let Err(error) = self.perform(&act, &frame, &now)? {
            return self.hold(error);
        }
        self.wait_for_nothing();
        self.consume_step(act.dismissal);
        let made = made + 1;
        self.tell(&Event::Acted { act: act.view(), frame: &frame, attempt: made });
        let attempt = Attempt { act, before: now, first, at: frame.at, made, looks: 0 };
        self.state.stage = Stage::Underway(attempt);
        self.state.advised = None;
        Continue(())
    }

    /// Makes the act's gesture. One that may be held on is held while the player gains by it, and
    /// for a moment longer; pictures are taken meanwhile.
    fn perform(
        &mut self,
        act: &Act<P::Move>,
        frame: &Frame,
        sight: &P::Sight,
    ) -> ControlFlow<Stopped, Result<(), InputError>> {
        let Some(hand) = self.hand.take() else { return Continue(Ok(())) };
        let (mut flow, mut last, mut gained) = (Continue(()), sight.clone(), None);
        let least = frame.at + act.gesture.hold();
        let done = hand.hold(&act.gesture, frame, act.hold_on, &mut || {
            // Whether to end is not asked here: whoever is asked may suspend the process, and a hand that can end
            // a press sooner knows when.
            if act.hold_on.is_zero() {
                return Hold::Enough;
            }
            match self.look(self.pace.poll) {
                Continue(Some((frame, now))) => {
                    if self.player.gains(&act.what, &last, &now) {
                        gained = Some(frame.at);
                    }
                    last = now;
                    let until = gained.map_or(least, |gained| gained + self.pace.still);
                    if frame.at < until { Hold::On } else { Hold::Enough }
                }
                Continue(None) => Hold::Enough,
                Break(stopped) => {
                    flow = Break(stopped);
                    Hold::Enough
                }
            }
        });
        self.hand = Some(hand);
        if done.is_ok() {
            self.state.acted = Some(self.state.now.max(least));
        }
        flow?;
        Continue(done)
    }
}
