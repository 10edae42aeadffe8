//! The state of a campaign before a round: all of the past that later rounds depend on.

use super::levels::{LONG_ROUND, Level, Outcome, Round, next_level};
use serde::{Deserialize, Serialize};

/// The level of the next round, and how many long rounds in a row without a loss were played last.
///
/// This is the state of the campaign as a Markov decision process: by the game's rules the level of
/// the round after the next follows from it and from how the next one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// The level of the next round.
    pub level: Level,
    /// Rounds in a row, up to the last one, of [`LONG_ROUND`] cards or more and none lost; at most
    /// [`Standing::LONGEST_STREAK`], since more make no difference.
    pub streak: u8,
}

impl Standing {
    /// The longest streak that counts: with one more long round level 8 is reached.
    pub const LONGEST_STREAK: u8 = 4;

    /// The standing with which every session starts.
    pub const START: Self = Self { level: Level::FIRST, streak: 0 };

    /// Every standing, by level and streak.
    pub fn all() -> impl Iterator<Item = Self> {
        let streaks = |level| (0..=Self::LONGEST_STREAK).map(move |streak| Self { level, streak });
        Level::all().flat_map(streaks)
    }

    /// The place in [`Standing::all`].
    pub fn index(self) -> usize {
        let streaks = usize::from(Self::LONGEST_STREAK) + 1;
        usize::from(self.level.number() - 1) * streaks + usize::from(self.streak)
    }

    /// Before a round at this level, after these rounds of the session, oldest first.
    pub fn at(level: Level, history: &[Round]) -> Self {
        let long = history.iter().rev().take_while(|round| is_long(round));
        let streak = long.count().min(usize::from(Self::LONGEST_STREAK)) as u8;
        Self { level, streak }
    }

    /// After a round that ended so with this many cards flipped, Voltorbs left out.
    pub fn after(self, outcome: Outcome, flipped: u8) -> Self {
        let last = Round { level: self.level, outcome, flipped };
        let before = Round { level: self.level, outcome: Outcome::Quit, flipped: LONG_ROUND };
        let mut history = vec![before; usize::from(self.streak)];
        history.push(last);
        Self::at(next_level(&history), &history)
    }
}

fn is_long(round: &Round) -> bool {
    round.flipped >= LONG_ROUND && round.outcome != Outcome::Lost
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Standings alone give the levels that the whole history gives.
        #[test]
        fn the_past_matters_no_more(rounds in proptest::collection::vec((0u8..3, 0u8..14), 1..40)) {
            let mut history = Vec::new();
            let mut standing = Standing::START;
            for (outcome, flipped) in rounds {
                let outcome = [Outcome::Won, Outcome::Lost, Outcome::Quit][usize::from(outcome)];
                history.push(Round { level: standing.level, outcome, flipped });
                standing = standing.after(outcome, flipped);
                prop_assert_eq!(standing.level, next_level(&history));
                prop_assert_eq!(standing, Standing::at(standing.level, &history));
            }
        }
    }

    #[test]
    fn every_standing_has_its_place() {
        for (place, standing) in Standing::all().enumerate() {
            assert_eq!(standing.index(), place);
        }
    }
}
