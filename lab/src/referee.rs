//! Checks a player against a built-in game: what was read against what was drawn, what was done
//! against what was meant. The player learns nothing of it.

use serde::Serialize;
use session::observation::Observation;
use session::truth::Comparison;
use session::{Event, Observer, RoundEnd, View};
use std::time::Duration;

/// A built-in game, as a referee sees it: with its inside.
pub trait Refereed {
    /// What can be done in it.
    type Move: Clone + 'static;

    /// How what was read of this moment's picture compares with what it shows; `None` if what was read
    /// is another game.
    fn judge_reading(&self, seen: &dyn Observation) -> Option<Judged>;

    /// Holds what became of each act, in `verdict`, against what was meant.
    fn judge_acts(&self, meant: &[Self::Move], verdict: &mut Verdict);

    /// Holds the ends of rounds, in `verdict`, against those that were told.
    fn judge_rounds(&self, told: &[RoundEnd], verdict: &mut Verdict);
}

/// A reading, compared with what was drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// How it compares.
    pub comparison: Comparison,
    /// Whether something moved, so that it is never acted upon.
    pub in_motion: bool,
}

/// Looks on, with a view of the game's inside.
pub struct Referee<G: Refereed> {
    game: G,
    verdict: Verdict,
    meant: Vec<G::Move>,
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
    /// Rounds whose end was reported wrong.
    pub misreported_rounds: Vec<String>,
}

impl Verdict {
    /// Whether nothing was wrong that was, or could have been, acted upon.
    pub fn clean(&self) -> bool {
        self.misreads.is_empty() && self.wrong_taps.is_empty() && self.misreported_rounds.is_empty()
    }
}

impl<G: Refereed> Referee<G> {
    /// A referee for `game`.
    pub fn new(game: G) -> Self {
        Self { game, verdict: Verdict::default(), meant: Vec::new(), rounds: Vec::new() }
    }

    /// What was found, once the game is over.
    pub fn verdict(mut self) -> Verdict {
        self.game.judge_acts(&self.meant, &mut self.verdict);
        self.game.judge_rounds(&self.rounds, &mut self.verdict);
        self.verdict
    }

    fn judge_reading(&mut self, at: Duration, seen: &dyn Observation) {
        let Some(Judged { comparison, in_motion }) = self.game.judge_reading(seen) else { return };
        self.verdict.pictures += 1;
        self.verdict.fields += comparison.right as u64;
        let at = at.as_secs_f64();
        let wrong = comparison.wrong.into_iter().map(|what| format!("{at:.3} s: {what}"));
        if in_motion {
            self.verdict.misreads_in_motion.extend(wrong);
        } else {
            self.verdict.misreads.extend(wrong);
        }
    }
}

impl<G: Refereed> Observer for Referee<G> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::Looked { seen, .. } => self.judge_reading(at, *seen),
            Event::NotVisible { .. } => self.verdict.not_found += 1,
            Event::Acted { act, .. } => self.meant.extend(act.move_of::<G::Move>().cloned()),
            Event::RoundEnd(end) => self.rounds.push((*end).clone()),
            _ => {}
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "reading   {} pictures: {} fields right, {} wrong ({} more in motion, never acted on)",
            self.pictures,
            self.fields,
            self.misreads.len(),
            self.misreads_in_motion.len()
        )?;
        writeln!(
            f,
            "taps      {} in the wrong place, {} lost, {} too early to close a message",
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
