//! What is seen?

use super::Run;
use crate::attempt::Stage;
use crate::capture::CaptureError;
use crate::frame::Frame;
use crate::observer::Event;
use crate::player::Player;
use crate::stopped::Stopped;
use crate::trust::Trust;
use crate::waiting::Pause;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// How many times in a row a source may fail without saying that it will pass.
const MOST_FAILURES: u32 = 40;

impl<P: Player> Run<'_, '_, P> {
    /// How long to wait before the next picture.
    pub(super) fn wait(&self) -> Duration {
        let acted = self.state.acted.map_or(Duration::MAX, |at| self.state.now.saturating_sub(at));
        let quiet = self.state.stillness.still_for().min(acted) >= self.pace.lull;
        let lull = quiet || self.state.waiting.is_unseen();
        // The effect of an act is waited for.
        let underway = self.state.stage.is_underway();
        if lull && !underway { self.pace.idle_poll } else { self.pace.poll }
    }

    /// The next picture and what it shows, if there is one and the game is in it.
    pub(super) fn look(
        &mut self,
        wait: Duration,
    ) -> ControlFlow<Stopped, Option<(Frame, P::Sight)>> {
        let frame = match self.source.next(wait) {
            Ok(frame) => frame,
            Err(error) => {
                self.no_picture(wait, error)?;
                return Continue(None);
            }
        };
        self.state.failures = 0;
        self.state.now = frame.at;
        let size = frame.picture.dimensions();
        if frame.origin.is_some() && self.state.size.replace(size).is_some_and(|was| was != size) {
            self.state.resized = Some(frame.at);
        }
        let unseen = self.state.unseen.take().filter(|(before, _)| before.shows_same(&frame));
        let sight = match (self.state.stillness.seen_before(&frame), unseen) {
            (Some(sight), _) => sight,
            (None, Some((_, why))) => return self.not_visible(frame, why),
            (None, None) => match self.read(&frame) {
                Ok(sight) => sight,
                Err(_) if self.is_glance() => return Continue(None),
                Err(why) => return self.not_visible(frame, why),
            },
        };
        self.take_in(&frame, &sight);
        Continue(Some((frame, sight)))
    }

    /// Whether the game had time to draw itself for the size that its window has. Until then it may still show its old
    /// picture, and a press on that meets the new one.
    pub(super) fn is_redrawn(&self) -> bool {
        let time = self.state.latency.allow(self.pace.redraw);
        self.state.resized.is_none_or(|at| self.state.now.saturating_sub(at) >= time)
    }

    /// Reads a picture, and tells what it shows.
    pub(super) fn read(&mut self, frame: &Frame) -> Result<P::Sight, P::NotVisible> {
        let sight = self.player.look(frame)?;
        let mut sight = self.add_up(sight);
        self.apply_corrections(&mut sight);
        let seen = self.player.observation(&sight);
        self.tell(&Event::Looked { frame, seen });
        Ok(sight)
    }

    /// What the last pictures of a camera show together. Where they contradict each other, only the newest counts. Of
    /// exact pictures each stands for itself.
    fn add_up(&mut self, now: P::Sight) -> P::Sight {
        if self.pace.glance.is_none() {
            return now;
        }
        let before = self.state.evidence.take();
        let both = before.and_then(|before| self.player.together(&before, &now));
        self.state.evidence.insert(both.unwrap_or(now)).clone()
    }

    /// Whether a camera's picture in which the game cannot be seen is passed by: the game was seen a moment ago, so
    /// something shook or covered it.
    fn is_glance(&self) -> bool {
        let seen = self.state.stillness.frame().map(|frame| frame.at);
        let out_of_sight = seen.map(|at| self.state.now.saturating_sub(at));
        self.pace.glance.zip(out_of_sight).is_some_and(|(glance, since)| since < glance)
    }

    /// Sees whether a picture shows the same as the one before.
    pub(super) fn take_in(&mut self, frame: &Frame, sight: &P::Sight) {
        let (player, moves) = (&*self.player, self.pace.glance.is_some());
        let at_rest = |before: &P::Sight, now: &P::Sight| match moves {
            true => player.together(before, now).is_some(),
            false => player.at_rest(before, now),
        };
        self.state.stillness.take_in(frame.clone(), sight.clone(), at_rest);
    }

    /// The game is not in the picture.
    pub(super) fn not_visible<T>(
        &mut self,
        frame: Frame,
        why: P::NotVisible,
    ) -> ControlFlow<Stopped, Option<T>> {
        self.lose(why.to_string(), &Event::NotVisible { frame: &frame, why: &why });
        self.state.unseen = Some((frame, why));
        Continue(None)
    }

    /// The source has no picture: that may pass, or not.
    fn no_picture(&mut self, wait: Duration, error: CaptureError) -> ControlFlow<Stopped> {
        match error {
            CaptureError::Ended(_) | CaptureError::Closed { .. } => {
                return Break(Stopped::Ended(error.to_string()));
            }
            CaptureError::Failed(_) if self.state.failures == MOST_FAILURES => {
                return Break(Stopped::Source(error));
            }
            CaptureError::Failed(_) => self.state.failures += 1,
            // Whatever comes next is not the effect of what was done before.
            CaptureError::Lost(_) | CaptureError::Hidden { .. } => self.state.stage = Stage::Idle,
        }
        self.state.now += wait;
        self.lose(error.to_string(), &Event::NoPicture(&error));
        Continue(())
    }

    /// The game is out of sight.
    fn lose(&mut self, why: String, event: &Event<'_>) {
        self.state.stillness.lose();
        self.state.evidence = None;
        self.state.trust = Trust::Interrupted;
        let pause = Pause::Unseen(why);
        if !self.state.waiting.is_for(&pause) {
            self.tell(event);
            self.wait_for(pause);
        }
    }
}
