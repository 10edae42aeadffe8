//! The loop itself.

use super::act::{Act, Intent};
use super::attempt::Attempt;
use super::goals::Goals;
use super::latency::Latency;
use super::observer::{Event, Observer};
use super::pace::Pace;
use super::panel::Panel;
use super::player::Player;
use super::stillness::Stillness;
use super::stopped::Stopped;
use super::waiting::{Pause, Waiting};
use crate::capture::{CaptureError, Source};
use crate::frame::Frame;
use crate::input::{Hand, InputError};
use std::any::Any;
use std::ops::ControlFlow::{self, Break, Continue};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// How many times in a row a source may fail without saying that it will pass.
const MOST_FAILURES: u32 = 40;

/// The loop: see the [module](super).
pub struct Companion<'a, P: Player> {
    source: &'a mut dyn Source,
    hand: Option<&'a mut dyn Hand>,
    player: &'a mut P,
    observers: Vec<&'a mut dyn Observer<P>>,
    goals: Goals,
    pace: Pace,
    asked: Box<dyn Fn() -> Option<String> + 'a>,
    state: State<P>,
}

/// What the loop itself remembers.
struct State<P: Player> {
    stillness: Stillness<P::Sight>,
    /// The source's clock.
    now: Duration,
    attempt: Option<Attempt<P>>,
    latency: Latency,
    waiting: Waiting,
    /// The move that was advised last for what is still shown, and what was shown with it.
    advised: Option<(P::Move, Panel)>,
    /// Whether the game was out of sight since its last sound reading.
    interrupted: bool,
    /// The doubt for which the player was last made to start anew.
    forgotten: Option<String>,
    failures: u32,
    /// When the last act was made.
    acted: Option<Duration>,
    rounds: u64,
    score: u64,
}

impl<'a, P: Player> Companion<'a, P> {
    /// A companion that advises: it looks on and says what it would do.
    pub fn new(source: &'a mut dyn Source, player: &'a mut P) -> Self {
        Self {
            source,
            hand: None,
            player,
            observers: Vec::new(),
            goals: Goals::default(),
            pace: Pace::default(),
            asked: Box::new(|| None),
            state: State {
                stillness: Stillness::new(),
                now: Duration::ZERO,
                attempt: None,
                latency: Latency::default(),
                waiting: Waiting::default(),
                advised: None,
                interrupted: true,
                forgotten: None,
                failures: 0,
                acted: None,
                rounds: 0,
                score: 0,
            },
        }
    }

    /// Lets it play, with this hand.
    #[must_use]
    pub fn playing(mut self, hand: &'a mut dyn Hand) -> Self {
        self.hand = Some(hand);
        self
    }

    /// Tells `observer` what happens.
    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer<P>) -> Self {
        self.observers.push(observer);
        self
    }

    /// Sets when to stop.
    #[must_use]
    pub fn until(mut self, goals: Goals) -> Self {
        self.goals = goals;
        self
    }

    /// Sets how often to look and how long to wait.
    #[must_use]
    pub fn at_pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Stops as soon as `asked` gives a reason; it is asked before each picture.
    #[must_use]
    pub fn unless(mut self, asked: impl Fn() -> Option<String> + 'a) -> Self {
        self.asked = Box::new(asked);
        self
    }

    /// Runs until there is a reason to stop.
    pub fn run(mut self) -> Stopped {
        let stopped = loop {
            if let Some(why) = (self.asked)() {
                break Stopped::Asked(why);
            }
            if let Some(stopped) = self.observers.iter().find_map(|observer| observer.objection()) {
                break stopped;
            }
            // Even a fault of the program is told to those who keep a log and sum up.
            match catch_unwind(AssertUnwindSafe(|| self.turn())) {
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
        let Some((frame, sight)) = self.look(self.wait())? else {
            // Who wants it to end need not wait until the game is back.
            if let Some(Err(InputError::Stopped(why))) = self.hand.as_mut().map(|h| h.ready()) {
                return Break(Stopped::Asked(why));
            }
            let late = self.goals.until.is_some_and(|until| self.state.now >= until);
            return if late { Break(Stopped::Goal("the time is up".into())) } else { Continue(()) };
        };
        let free = self.is_free()?;
        self.follow_attempt(&sight);
        let underway = self.state.attempt.as_ref().is_some_and(|attempt| !attempt.expired);
        if underway {
            return Continue(());
        }
        if self.state.stillness.still_for() < self.pace.still {
            return if free {
                self.pause(Pause::Unrest, self.pace.unrest, None)
            } else {
                Continue(())
            };
        }
        let intent = self.player.decide(&sight, frame.at);
        self.hear_player()?;
        match intent {
            Intent::Do(act) => {
                self.advise(&act, &frame);
                if !free {
                    return Continue(());
                }
                self.state.interrupted = false;
                self.state.forgotten = None;
                if self.hand.is_none() {
                    self.wait_for_nothing();
                    return Continue(());
                }
                self.act(&act, &frame, &sight)
            }
            // Why nothing is done is known already.
            Intent::Wait { .. } | Intent::Doubt(_) if !free => Continue(()),
            Intent::Wait { why, patience } => {
                self.state.interrupted = false;
                let told = why.clone();
                self.pause(Pause::Wait(why), patience, Some(&Event::Waiting(&told)))
            }
            Intent::Doubt(what) => {
                let told = what.clone();
                self.pause(Pause::Doubt(what), self.pace.doubt, Some(&Event::Doubt(&told)))
            }
            Intent::Over(why) => Break(Stopped::Over(why)),
        }
    }

    /// How long to wait before the next picture.
    fn wait(&self) -> Duration {
        let lull =
            self.state.stillness.still_for() >= self.pace.lull || self.state.waiting.is_unseen();
        // The effect of an act is waited for.
        let underway = self.state.attempt.as_ref().is_some_and(|attempt| !attempt.expired);
        if lull && !underway { self.pace.idle_poll } else { self.pace.poll }
    }

    /// The next picture and what it shows, if there is one and the game is in it.
    fn look(&mut self, wait: Duration) -> ControlFlow<Stopped, Option<(Frame, P::Sight)>> {
        let frame = match self.source.next(wait) {
            Ok(frame) => frame,
            Err(end @ (CaptureError::Ended(_) | CaptureError::Closed { .. })) => {
                return Break(Stopped::Ended(end.to_string()));
            }
            Err(error) => {
                self.state.now += wait;
                self.state.failures += u32::from(matches!(error, CaptureError::Failed(_)));
                if self.state.failures > MOST_FAILURES {
                    return Break(Stopped::Source(error));
                }
                if matches!(error, CaptureError::Lost(_) | CaptureError::Hidden { .. }) {
                    // Whatever comes next is not the effect of what was done before.
                    self.state.attempt = None;
                }
                self.lose(error.to_string(), &Event::NoPicture(&error));
                return Continue(None);
            }
        };
        self.state.failures = 0;
        self.state.now = frame.at;
        let known = self.state.stillness.seen_before(&frame);
        let sight = match known {
            Some(sight) => sight,
            None => match self.player.look(&frame) {
                Ok(sight) => {
                    self.tell(&Event::Looked { frame: &frame, sight: &sight });
                    sight
                }
                Err(why) => {
                    self.lose(why.to_string(), &Event::Blind { frame: &frame, why: &why });
                    return Continue(None);
                }
            },
        };
        let player = &*self.player;
        self.state
            .stillness
            .take_in(frame.clone(), sight.clone(), |before, now| player.at_rest(before, now));
        Continue(Some((frame, sight)))
    }

    /// The game is out of sight.
    fn lose(&mut self, why: String, event: &Event<'_, P>) {
        self.state.stillness.lose();
        self.state.interrupted = true;
        let pause = Pause::Unseen(why);
        if !self.state.waiting.is_for(&pause) {
            self.tell(event);
            self.wait_for(pause);
        }
    }

    /// Looks whether the act under way took effect, or its time is up.
    fn follow_attempt(&mut self, sight: &P::Sight) {
        let Some(attempt) = &mut self.state.attempt else { return };
        let now = self.state.now;
        if self.player.took_effect(&attempt.act.what, &attempt.before, sight) {
            let after = now.saturating_sub(attempt.at);
            if let Some(attempt) = self.state.attempt.take() {
                // Of one that was repeated it is not known which the effect is of.
                if attempt.made == 1 {
                    self.state.latency.learn(after);
                }
                self.tell(&Event::Confirmed { act: &attempt.act, after });
            }
        } else if !attempt.expired && attempt.is_due(now, self.state.latency) {
            attempt.expired = true;
            let (act, attempt) = (attempt.act.clone(), attempt.made);
            self.tell(&Event::NoEffect { act: &act, attempt });
        }
    }

    fn wait_for(&mut self, pause: Pause) {
        if matches!(pause, Pause::Wait(_) | Pause::Doubt(_)) {
            self.state.advised = None;
        }
        if self.state.waiting.begin(pause, self.state.now) {
            self.tell(&Event::Resumed);
        }
    }

    fn wait_for_nothing(&mut self) {
        if self.state.waiting.end() {
            self.tell(&Event::Resumed);
        }
    }

    /// Does nothing, for a reason; after `patience` that is an answer too.
    fn pause(
        &mut self,
        pause: Pause,
        patience: Duration,
        event: Option<&Event<'_, P>>,
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
            Pause::Doubt(what) if self.state.interrupted || self.hand.is_none() => {
                // The doubt itself stays told.
                self.wait_for(Pause::Doubt(what.clone()));
                self.state.interrupted = false;
                if self.state.forgotten.as_ref() != Some(&what) {
                    self.player.forget();
                    self.tell(&Event::Note(&format!("starting anew: {what}")));
                    self.state.forgotten = Some(what);
                }
                Continue(())
            }
            _ if self.hand.is_none() => Continue(()),
            Pause::Doubt(what) => Break(Stopped::Doubt { what, after }),
            Pause::Wait(what) => self.outlast(what, after),
            Pause::Unrest => self.outlast("a still picture".to_owned(), after),
            Pause::Unseen(_) | Pause::Held(_) | Pause::Deaf(_) => Continue(()),
        }
    }

    /// The game does not go on, perhaps because its emulator is paused: says so, and goes on
    /// waiting, but not for ever.
    fn outlast(&mut self, what: String, after: Duration) -> ControlFlow<Stopped> {
        if after >= self.pace.standstill {
            return Break(Stopped::Stuck { what, after });
        }
        self.state.interrupted = true;
        if self.state.waiting.is_newly_overdue() {
            let seconds = after.as_secs();
            self.tell(&Event::Standstill(&format!(
                "{what}, for {seconds} s already: is the emulator paused?"
            )));
        }
        Continue(())
    }

    /// Whether something may be done.
    fn is_free(&mut self) -> ControlFlow<Stopped, bool> {
        if let Some(why) = self.source.standstill() {
            self.hold(InputError::UserActive(why))?;
            return Continue(false);
        }
        match self.hand.as_mut().map(|hand| hand.ready()) {
            None | Some(Ok(())) => {
                // What holds a hand only when it acts is asked anew with the next act.
                Continue(true)
            }
            Some(Err(error)) => {
                self.hold(error)?;
                Continue(false)
            }
        }
    }

    /// The hand would not act: that may pass, or not.
    fn hold(&mut self, error: InputError) -> ControlFlow<Stopped> {
        match error {
            InputError::UserActive(why) => {
                // Somebody may play meanwhile.
                self.state.interrupted = true;
                self.state.attempt = None;
                let told = why.clone();
                self.pause(Pause::Held(why), Duration::MAX, Some(&Event::Held(&told)))
            }
            InputError::Stopped(why) => Break(Stopped::Asked(why)),
            error => Break(Stopped::Hand(error)),
        }
    }

    /// Tells the advice, if it or what it is based on is another than before.
    fn advise(&mut self, act: &Act<P::Move>, frame: &Frame) {
        let panel = self.player.panel();
        let told = self.state.advised.take();
        match &told {
            Some((what, last)) if *what == act.what && last.is_same_advice(&panel) => {
                if *last != panel {
                    self.tell(&Event::Refined);
                }
            }
            _ => self.tell(&Event::Advised { act, frame }),
        }
        self.state.advised = Some((act.what.clone(), panel));
    }

    /// Makes the move, if the picture still shows what it was decided on.
    fn act(&mut self, act: &Act<P::Move>, frame: &Frame, sight: &P::Sight) -> ControlFlow<Stopped> {
        if self.state.stillness.still_for() < act.after {
            return Continue(());
        }
        let last = self.state.acted;
        if last.is_some_and(|last| frame.at.saturating_sub(last) < self.pace.gap) {
            return Continue(());
        }
        // Deciding may have taken long.
        let Some((frame, now)) = self.look(Duration::ZERO)? else { return Continue(()) };
        if !self.player.at_rest(sight, &now) {
            return Continue(());
        }
        let act = self.player.aim(act, &now);
        let before = self.state.attempt.as_ref().filter(|attempt| attempt.act.what == act.what);
        let (made, first) = before.map_or((0, frame.at), |attempt| (attempt.made, attempt.first));
        if let Some(last) = before.map(|attempt| attempt.at)
            && made >= act.tries
        {
            let rest = self.pace.rest(made - act.tries);
            if frame.at.saturating_sub(first) >= self.pace.standstill {
                let act = act.what.to_string();
                return Break(Stopped::NoEffect { act, tries: made });
            }
            if frame.at.saturating_sub(last) < rest {
                return self.be_deaf(&act, made);
            }
        }
        match self.hand.as_mut().map(|hand| hand.perform(&act.gesture, &frame)) {
            Some(Ok(())) => {}
            Some(Err(error)) => return self.hold(error),
            None => return Continue(()),
        }
        self.state.acted = Some(frame.at);
        self.wait_for_nothing();
        self.tell(&Event::Acted { act: &act, frame: &frame, attempt: made + 1 });
        let at = frame.at;
        self.state.attempt =
            Some(Attempt { act, before: now, first, at, made: made + 1, expired: false });
        self.state.advised = None;
        Continue(())
    }

    /// The game takes no taps: the next one comes later.
    fn be_deaf(&mut self, act: &Act<P::Move>, made: u32) -> ControlFlow<Stopped> {
        self.state.interrupted = true;
        let remedy = self.source.remedy().map_or_else(
            || "is the emulator paused, or does something else take the taps?".to_owned(),
            |remedy| format!("is the emulator paused? If not: {remedy}"),
        );
        let why = format!(
            "the game to answer: tried {made} times to {}, and nothing happened; {remedy}",
            act.what
        );
        let told = why.clone();
        self.pause(Pause::Deaf(why), Duration::MAX, Some(&Event::Standstill(&told)))
    }

    /// Passes on what the player has to tell, and sees whether a goal is reached.
    fn hear_player(&mut self) -> ControlFlow<Stopped> {
        for note in self.player.notes() {
            self.tell(&Event::Note(&note));
        }
        let Some(end) = self.player.round_end() else { return Continue(()) };
        self.state.rounds += 1;
        self.state.score += end.score;
        self.tell(&Event::RoundEnd(&end));
        let (rounds, score) = (self.state.rounds, self.state.score);
        match self.goals.reached(&end, rounds, score, self.state.now) {
            Some(why) => Break(Stopped::Goal(why)),
            None => Continue(()),
        }
    }

    fn tell(&mut self, event: &Event<'_, P>) {
        for observer in &mut self.observers {
            observer.notice(self.state.now, event, self.player);
        }
    }
}

/// What a panic said.
fn words_of(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| fault.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it does not say what".to_owned())
}
