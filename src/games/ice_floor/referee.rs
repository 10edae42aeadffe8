//! The referee of the built-in game.

use ice_floor_game::player::{IcePlayer, IcePlayerOptions};
use ice_floor_game::screen::IceReading;
use lab::arcade::demonstration::{Demonstrated, Demonstration, Judge, Outcome};
use lab::ice_floor::arcade::{IceArcade, IceArcadeOptions, WalkTally};
use serde::Serialize;
use session::observation::Observation;
use session::truth::compare;
use session::{Event, Observer, View};
use std::any::Any;
use std::fmt;
use std::time::Duration;

/// The built-in game with a player before its referee.
pub(super) fn refereed(options: IceArcadeOptions) -> Box<dyn Demonstration> {
    let game = IceArcade::new(options);
    let player = IcePlayer::new(IcePlayerOptions::default());
    let referee = Referee { game: game.clone(), verdict: Verdict::default() };
    Box::new(Demonstrated::before(referee, game, player))
}

/// Holds what was read against what was drawn; the player learns nothing of it.
struct Referee {
    game: IceArcade,
    verdict: Verdict,
}

/// What the referee found.
#[derive(Clone, Debug, Default, Serialize)]
struct Verdict {
    /// Pictures compared.
    pictures: u64,
    /// Fields that were read, and right.
    fields: u64,
    /// Fields that were read wrong: when, what.
    misreads: Vec<String>,
    /// Pictures of a floor in which none was found.
    not_found: u64,
    /// How often the leader was reached, as the game has it and as it was told.
    walks: u64,
    walks_told: u64,
    falls: u64,
    steps: u64,
    /// Presses that the game did not see.
    lost_keys: u64,
}

impl Judge for Referee {
    fn outcome(self) -> Outcome {
        let WalkTally { walks, falls, steps, lost } = self.game.inside();
        let verdict = Verdict { walks, falls, steps, lost_keys: lost, ..self.verdict };
        Outcome { clean: verdict.is_clean(), text: verdict.to_string(), report: Box::new(verdict) }
    }
}

impl Observer for Referee {
    fn notice(&mut self, at: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::Looked { seen, .. } => {
                let any: &dyn Any = *seen;
                let Some(truth) = self.game.truth().filter(|_| any.is::<IceReading>()) else {
                    return;
                };
                let seen: &dyn Observation = *seen;
                let comparison = compare(&truth, Some(seen));
                self.verdict.pictures += 1;
                self.verdict.fields += comparison.right as u64;
                let at = at.as_secs_f64();
                let wrong = comparison.wrong.into_iter().map(|what| format!("{at:.3} s: {what}"));
                self.verdict.misreads.extend(wrong);
            }
            Event::NotVisible { .. } if self.game.truth().is_some() => self.verdict.not_found += 1,
            Event::RoundEnd(_) => self.verdict.walks_told += 1,
            _ => {}
        }
    }
}

impl Verdict {
    fn is_clean(&self) -> bool {
        self.misreads.is_empty() && self.falls == 0 && self.walks == self.walks_told
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "reading   {} pictures: {} fields right, {} wrong; {} floors not found",
            self.pictures,
            self.fields,
            self.misreads.len(),
            self.not_found
        )?;
        writeln!(
            f,
            "walking   the leader reached {} times, {} falls, {} steps; {} keys lost",
            self.walks, self.falls, self.steps, self.lost_keys
        )?;
        self.misreads.iter().take(20).try_for_each(|what| writeln!(f, "  {what}"))
    }
}
