//! The loop itself: the questions of each picture, in their order. Each has a file: what is seen
//! ([`look`]), whether something may be done ([`hold`]), whether the act under way took effect and
//! making the next one ([`perform`]), what the person asks for ([`attend`]), what is waited for and
//! how long ([`pause`]), where a recording can begin ([`checkpoint`]), and who is told what ([`tell`]).

mod attend;
mod checkpoint;
mod hold;
mod look;
mod pause;
mod perform;
mod tell;

use super::act::Intent;
use super::attempt::Stage;
use super::corrections::Corrections;
use super::goals::Goals;
use super::latency::Latency;
use super::observer::{Event, Observer};
use super::pace::Pace;
use super::panel::Panel;
use super::player::Player;
use super::session::Session;
use super::stillness::Stillness;
use super::stopped::Stopped;
use super::trust::Trust;
use super::waiting::{Pause, Waiting};
use crate::capture::Source;
use crate::frame::Frame;
use crate::input::{InputDevice, InputError};
use crate::run_mode::RunMode;
use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

impl Session<'_> {
    /// Runs with this player until there is a reason to stop.
    pub fn run<P: Player>(self, player: &mut P) -> Stopped {
        self.resume(player, &mut State::default())
    }

    /// Runs with this player and what is remembered of the pictures that it has seen.
    pub(super) fn resume<P: Player>(self, player: &mut P, state: &mut State<P>) -> Stopped {
        let Self { source, hand, observers, goals, pace, asked } = self;
        Run { source, hand, player, observers, goals, pace, asked, state }.run()
    }
}

/// The loop: see the [module](crate).
struct Run<'a, 'p, P: Player> {
    source: &'a mut dyn Source,
    hand: Option<&'a mut dyn InputDevice>,
    player: &'p mut P,
    observers: Vec<&'a mut dyn Observer>,
    goals: Goals,
    pace: Pace,
    asked: Box<dyn Fn() -> Option<String> + 'a>,
    state: &'p mut State<P>,
}

/// What the loop itself remembers.
pub(super) struct State<P: Player> {
    stillness: Stillness<P::Sight>,
    /// The last picture in which the game was not seen, and why: it is not looked at again.
    unseen: Option<(Frame, P::NotVisible)>,
    /// Of a camera: what its last pictures showed together.
    evidence: Option<P::Sight>,
    /// The source's clock.
    now: Duration,
    /// How large the game's window is, in pixels.
    size: Option<(u32, u32)>,
    /// When it last changed its size.
    resized: Option<Duration>,
    /// What becomes of the last act.
    stage: Stage<P>,
    latency: Latency,
    waiting: Waiting,
    /// The move that was advised last for what is still shown, and what was shown with it.
    advised: Option<(P::Move, Panel)>,
    /// How far it may go by the person's word.
    mode: RunMode,
    /// What a person typed over.
    corrections: Corrections,
    /// Whether what the player knows may be out of date.
    trust: Trust,
    /// How many times in a row the source has failed.
    failures: u32,
    /// When the last act was over.
    acted: Option<Duration>,
    rounds: u64,
    score: u64,
}

impl<P: Player> Default for State<P> {
    fn default() -> Self {
        Self {
            stillness: Stillness::new(),
            unseen: None,
            evidence: None,
            now: Duration::ZERO,
            size: None,
            resized: None,
            stage: Stage::Idle,
            latency: Latency::default(),
            waiting: Waiting::default(),
            advised: None,
            mode: RunMode::default(),
            corrections: Corrections::default(),
            trust: Trust::Interrupted,
            failures: 0,
            acted: None,
            rounds: 0,
            score: 0,
        }
    }
}

impl<P: Player> Run<'_, '_, P> {
    /// Runs until there is a reason to stop.
    fn run(mut self) -> Stopped {
        let stopped = loop {
            if let Some(why) = (self.asked)() {
                break Stopped::Asked(why);
            }
            if let Some(stopped) = self.observers.iter().find_map(|observer| observer.objection()) {
                break stopped;
            }
            // Even a fault of the program is told to those who keep a log and sum up.
            match catch_unwind(AssertUnwindSafe(|| {
                self.attend()?;
                self.turn()
            })) {
                Ok(Continue(())) => {}
                Ok(Break(stopped)) => break stopped,
                Err(fault) => break Stopped::Fault(words_of(&*fault)),
            }
        };
        self.tell(&Event::Stopped(&stopped));
        stopped
    }

    /// One picture, and what follows from it.
    fn turn(&mut self) -> ControlFlow<Stopped> {
        let Some((frame, sight)) = self.look(self.wait())? else { return self.unseen() };
        let free = self.is_free()?;
        self.follow_attempt(&sight);
        if self.state.stage.is_underway() {
            return Continue(());
        }
        // What was begun is seen to its end first.
        let free = free && self.may_act()?;
        if self.state.stillness.still_for() < self.pace.still || !self.is_redrawn() {
            return match free {
                true => self.pause(Pause::Unrest, self.pace.unrest, None),
                false => Continue(()),
            };
        }
        let Some(sight) = self.checkpoint(&frame, sight)? else { return Continue(()) };
        let intent = self.player.decide(&sight, frame.at);
        self.hear_player()?;
        match intent {
            Intent::Do(act) => {
                self.advise(&act, &frame);
                if !free || !self.may_make(act.dismissal)? {
                    return Continue(());
                }
                self.state.trust = Trust::Sound;
                if self.hand.is_none() {
                    self.wait_for_nothing();
                    return Continue(());
                }
                self.act(&act, &frame, &sight)
            }
            // Why nothing is done is known already.
            Intent::Wait { .. } | Intent::Doubt(_) if !free => Continue(()),
            Intent::Wait { why, patience } => {
                self.state.trust.restore();
                let told = why.clone();
                self.pause(Pause::Wait(why), patience, Some(&Event::Waiting(&told)))
            }
            Intent::Doubt(what) => {
                let told = what.clone();
                self.pause(Pause::Doubt(what), self.pace.doubt, Some(&Event::Doubt(&told)))
            }
            Intent::Over(why) => {
                self.state.advised = None;
                Break(Stopped::Over(why))
            }
        }
    }

    /// There is no picture of the game. Who wants it to end need not wait until it is back.
    fn unseen(&mut self) -> ControlFlow<Stopped> {
        if let Some(Err(InputError::Stopped(why))) = self.hand.as_mut().map(|hand| hand.ready()) {
            return Break(Stopped::Asked(why));
        }
        let late = self.goals.until.is_some_and(|until| self.state.now >= until);
        if late { Break(Stopped::Goal("the time is up".into())) } else { Continue(()) }
    }
}

/// What a panic said.
fn words_of(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it does not say what".to_owned())
}
