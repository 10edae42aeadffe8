//! What only the built-in game knows, for a referee.

use super::arcade::{FlipArcade, Tap, Touched};
pub use crate::referee::Verdict;
use crate::referee::{self, Judged, Refereed};
use session::RoundEnd;
use session::observation::Observation;
use std::any::Any;
use voltorb_flip_game::player::{Move, ending};
use voltorb_flip_game::screen::{FlipReading, Phase};
use voltorb_flip_game::truth::{FlipTruth, compare};

/// A referee for the built-in game.
pub type FlipReferee = referee::Referee<FlipArcade>;

impl Refereed for FlipArcade {
    type Move = Move;

    fn judge_reading(&self, seen: &dyn Observation) -> Option<Judged> {
        let reading: &FlipReading = (seen as &dyn Any).downcast_ref()?;
        let shown = self.shown();
        let (is_boxed, truth) = (shown.message.is_some(), FlipTruth::from(shown));
        let state = truth.state;
        let mut comparison = compare(&FlipTruth { state: None, ..truth }, Some(reading));
        if let (Some(state), Some(phase)) = (state, reading.phase.value)
            && phase != state
            // A box may already be up while a sprite still plays.
            && !(state == Phase::Moving && phase == Phase::Message && is_boxed)
        {
            comparison.wrong.push(format!("state: read {phase:?}, it is {state:?}"));
        }
        Some(Judged { comparison, in_motion: state == Some(Phase::Moving) })
    }

    fn judge_acts(&self, meant: &[Move], verdict: &mut Verdict) {
        let taps = self.log().taps;
        if taps.len() != meant.len() {
            verdict.wrong_taps.push(format!(
                "{} taps were meant, {} were made",
                meant.len(),
                taps.len()
            ));
        }
        for (meant, tap) in meant.iter().zip(&taps) {
            judge_tap(verdict, *meant, tap);
        }
    }

    fn judge_rounds(&self, told: &[RoundEnd], verdict: &mut Verdict) {
        for (number, (told, was)) in (1..).zip(told.iter().zip(&self.log().rounds)) {
            let right = told.ending == ending(was.round.outcome)
                && told.score == u64::from(was.coins)
                && told.moves == u32::from(was.round.flipped)
                && told.level == Some(was.round.level.number());
            if !right {
                verdict.misreported_rounds.push(format!(
                    "round {number}: told {told:?}, was {:?} with {} coins",
                    was.round, was.coins
                ));
            }
        }
    }
}

fn judge_tap(verdict: &mut Verdict, meant: Move, tap: &Tap) {
    let right = match (meant, tap.touched) {
        (_, Touched::Lost) => {
            verdict.lost_taps += 1;
            return;
        }
        (Move::Advance, Touched::Nothing) => {
            verdict.early_dismissals += 1;
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
        // The built-in game has no cursor that moves.
        (Move::Point(..), _) => false,
    };
    if !right {
        verdict.wrong_taps.push(format!("meant to {meant}, hit {:?}", tap.touched));
    }
}
