//! Who is told what?

use super::Run;
use crate::act::Act;
use crate::frame::Frame;
use crate::observer::Event;
use crate::player::Player;
use crate::stopped::Stopped;
use std::ops::ControlFlow::{self, Break, Continue};

impl<P: Player> Run<'_, '_, P> {
    /// Tells the advice, if it or what it is based on is another than before.
    pub(super) fn advise(&mut self, act: &Act<P::Move>, frame: &Frame) {
        let panel = self.player.panel();
        match self.state.advised.take() {
            Some((what, last)) if what == act.what && last.is_same_advice(&panel) => {
                if last != panel {
                    self.tell(&Event::Refined);
                }
            }
            _ => self.tell(&Event::Advised { act: act.view(), frame }),
        }
        self.state.advised = Some((act.what.clone(), panel));
    }

    /// Passes on what the player has to tell, and sees whether a goal is reached.
    pub(super) fn hear_player(&mut self) -> ControlFlow<Stopped> {
        for note in self.player.notes() {
            self.tell(&Event::Note(&note));
        }
        let Some(end) = self.player.round_end() else { return Continue(()) };
        self.state.rounds += 1;
        self.state.score += end.score;
        self.tell(&Event::RoundEnd(&end));
        self.drop_corrections();
        let (rounds, score) = (self.state.rounds, self.state.score);
        let unit = self.player.units().score;
        match self.goals.reached(&end, rounds, score, unit, self.state.now) {
            Some(why) => Break(Stopped::Goal(why)),
            None => Continue(()),
        }
    }

    pub(super) fn tell(&mut self, event: &Event<'_>) {
        for observer in &mut self.observers {
            observer.notice(self.state.now, event, self.player);
        }
    }
}
