//! Checks the player against the built-in game: what was read against what was drawn, where was
//! tapped against what was meant. The player learns nothing of it.

use super::arcade::{Arcade, Tap, Touched};
use super::levels::Outcome;
use super::player::Move;
use super::screen::{Phase, Sighting};
use super::truth::{Truth, compare};
use crate::companion::{Ending, Event, Observer, RoundEnd, View};
use serde::Serialize;
use std::any::Any;
use std::time::Duration;

/// Looks on, with a view of the game's inside.
pub struct Referee {
    game: Arcade,
    verdict: Verdict,
    meant: Vec<Move>,
    rounds: Vec<RoundEnd>,
}

/// What the referee found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    /// Pictures compared.
    pub pictures: u64,
    /// Fields that were read, and right.
    pub fields: u64,
    /// Fields that were read wrong: when, what.
    pub misreads: Vec<String>,
    /// The same in pictures of cards in motion or under an explosion, which are never acted upon.
    pub misreads_in_motion: Vec<String>,
    /// Pictures of the game in which it was not found.
    pub not_found: u64,
    /// Taps that the game saw as something else than was meant.
    pub wrong_taps: Vec<String>,
    /// Taps that the game did not see.
    pub lost_taps: u64,
    /// Dismissals of message boxes that came while the game was not waiting for one.
    pub early_dismissals: u64,
    /// Rounds whose end was told otherwise than it was.
    pub misreported_rounds: Vec<String>,
}

impl Verdict {
    /// Whether nothing was wrong that was, or could have been, acted upon.
    pub fn clean(&self) -> bool {
        self.misreads.is_empty() && self.wrong_taps.is_empty() && self.misreported_rounds.is_empty()
    }
}

impl Referee {
    /// A referee for `game`.
    pub fn new(game: Arcade) -> Self {
        Self { game, verdict: Verdict::default(), meant: Vec::new(), rounds: Vec::new() }
    }

    /// What was found, once the game is over.
    pub fn verdict(mut self) -> Verdict {
        let log = self.game.log();
        if log.taps.len() != self.meant.len() {
            self.verdict.wrong_taps.push(format!(
                "{} taps were meant, {} were made",
                self.meant.len(),
                log.taps.len()
            ));
        }
        for (meant, tap) in self.meant.iter().zip(&log.taps) {
            self.verdict.judge_tap(*meant, tap);
        }
        let ends = self.rounds.iter();
        for (number, (told, was)) in (1..).zip(ends.zip(&log.rounds)) {
            let ending = match was.round.outcome {
                Outcome::Won => Ending::Won,
                Outcome::Lost => Ending::Lost,
                Outcome::Quit => Ending::Quit,
            };
            let right = told.ending == ending
                && told.score == u64::from(was.coins)
                && told.moves == u32::from(was.round.flipped)
                && told.level == Some(was.round.level.number());
            if !right {
                self.verdict.misreported_rounds.push(format!(
                    "round {number}: told {told:?}, was {:?} with {} coins",
                    was.round, was.coins
                ));
            }
        }
        self.verdict
    }

    fn judge_reading(&mut self, at: Duration, sighting: &Sighting) {
        self.verdict.pictures += 1;
        let shown = self.game.shown();
        let (is_boxed, truth) = (shown.message.is_some(), Truth::from(shown));
        let state = truth.state;
        let comparison = compare(&Truth { state: None, ..truth }, Some(sighting));
        self.verdict.fields += comparison.right as u64;
        let mut wrong = comparison.wrong;
        if let (Some(state), Some(phase)) = (state, sighting.phase.value)
            && phase != state
            // A box may already be up while a sprite still plays.
            && !(state == Phase::Moving && phase == Phase::Message && is_boxed)
        {
            wrong.push(format!("state: read {phase:?}, it is {state:?}"));
        }
        let at = at.as_secs_f64();
        let wrong = wrong.into_iter().map(|what| format!("{at:.3} s: {what}"));
        if state == Some(Phase::Moving) {
            self.verdict.misreads_in_motion.extend(wrong);
        } else {
            self.verdict.misreads.extend(wrong);
        }
    }
}

impl Verdict {
    fn judge_tap(&mut self, meant: Move, tap: &Tap) {
        let right = match (meant, tap.touched) {
            (_, Touched::Lost) => {
                self.lost_taps += 1;
                return;
            }
            (Move::Advance, Touched::Nothing) => {
                self.early_dismissals += 1;
                true
            }
            (Move::Advance, touched) => touched == Touched::Advance,
            (Move::Flip(cell), touched) => touched == Touched::Card(cell),
            (Move::Play, touched) => touched == Touched::Entry("Play"),
            (Move::LeaveInfo, touched) => touched == Touched::Entry("Return"),
            (Move::CloseMemo, touched) => touched == Touched::MemoButton,
            (Move::AskToQuit, touched) => touched == Touched::QuitButton,
            (Move::Quit, touched) => touched == Touched::Yes,
            (Move::Stay, touched) => touched == Touched::No,
        };
        if !right {
            self.wrong_taps.push(format!("meant to {meant}, hit {:?}", tap.touched));
        }
    }
}

impl Observer for Referee {
    fn notice(&mut self, at: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::Looked { seen, .. } => {
                let seen: &dyn Any = *seen;
                if let Some(sighting) = seen.downcast_ref() {
                    self.judge_reading(at, sighting);
                }
            }
            Event::NotVisible { .. } => self.verdict.not_found += 1,
            Event::Acted { act, .. } => self.meant.extend(act.move_of::<Move>()),
            Event::RoundEnd(end) => self.rounds.push((*end).clone()),
            _ => {}
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "reading   {} pictures, {} fields right, {} wrong; {} more in motion, not acted upon",
            self.pictures,
            self.fields,
            self.misreads.len(),
            self.misreads_in_motion.len()
        )?;
        writeln!(
            f,
            "taps      {} hit something else than was meant, {} lost, {} dismissals too early",
            self.wrong_taps.len(),
            self.lost_taps,
            self.early_dismissals
        )?;
        writeln!(f, "rounds    {} misreported", self.misreported_rounds.len())?;
        for what in
            self.misreads.iter().chain(&self.wrong_taps).chain(&self.misreported_rounds).take(20)
        {
            writeln!(f, "  {what}")?;
        }
        Ok(())
    }
}
