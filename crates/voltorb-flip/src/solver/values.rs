//! What it is worth to stand at a level with a streak, within a campaign without end: the solution of
//! an average-reward Markov decision process, worked out by `voltsight lab campaign`.

use super::worth::EndWorth;
use crate::levels::Outcome;
use crate::standing::Standing;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// What the coins of a campaign are counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Per {
    /// Coins per round.
    #[default]
    Round,
    /// Coins per minute.
    Minute,
}

impl Per {
    /// Both ways to count.
    pub const ALL: [Self; 2] = [Self::Round, Self::Minute];

    /// The name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Minute => "minute",
        }
    }
}

impl fmt::Display for Per {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is neither "round" nor "minute".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a way to count coins: choose round or minute")]
pub struct NoSuchRate(String);

impl FromStr for Per {
    type Err = NoSuchRate;
    fn from_str(text: &str) -> Result<Self, NoSuchRate> {
        let per = Self::ALL.into_iter().find(|per| per.name() == text);
        per.ok_or_else(|| NoSuchRate(text.to_owned()))
    }
}

/// How long a round takes on average, in minutes, from its first card to that of the next round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minutes {
    /// A round that is won.
    pub won: f64,
    /// A round that ends on a Voltorb.
    pub lost: f64,
    /// A round that is quit.
    pub quit: f64,
}

impl Minutes {
    /// The minutes that a round with this outcome takes.
    pub fn of(self, outcome: Outcome) -> f64 {
        match outcome {
            Outcome::Won => self.won,
            Outcome::Lost => self.lost,
            Outcome::Quit => self.quit,
        }
    }
}

/// The solution of the campaign: the bias (or relative value) of every standing, and the gain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignValues {
    /// What the gain is counted by.
    pub per: Per,
    /// The coins of a round, or a minute, in the long run.
    pub gain: f64,
    /// The standard error of the gain, from the sample of boards.
    pub gain_error: f64,
    /// How many boards of each level it was worked out from, and the seed of their generator.
    pub boards: usize,
    /// See `boards`.
    pub seed: u32,
    /// By how many coins the equation that the values solve was off before the last improvement, where it
    /// was off the most among the standings that are met once in a thousand rounds.
    pub residual: f64,
    /// How many coins a campaign brings more, all in all, that starts at a level (from 1) and streak
    /// (from 0) than one that starts at level 1 without a streak.
    pub worth: Vec<[f64; 5]>,
    /// The share of rounds that begin at each level and streak in the long run.
    pub occupancy: Vec<[f64; 5]>,
    /// The minutes of a round by level.
    pub minutes: Vec<Minutes>,
}

impl CampaignValues {
    /// Whether it has values for every level, as what was read from a file may not.
    pub fn is_whole(&self) -> bool {
        [self.worth.len(), self.occupancy.len(), self.minutes.len()] == [8; 3]
    }

    /// The values that ship with the program.
    pub fn shipped(per: Per) -> &'static Arc<Self> {
        static SHIPPED: OnceLock<[Arc<CampaignValues>; 2]> = OnceLock::new();
        let read = |text| Arc::new(serde_json::from_str(text).expect("a test reads it"));
        let shipped = SHIPPED.get_or_init(|| {
            [
                read(include_str!("../campaign/per-round.json")),
                read(include_str!("../campaign/per-minute.json")),
            ]
        });
        match per {
            Per::Round => &shipped[0],
            Per::Minute => &shipped[1],
        }
    }

    /// What it is worth to stand somewhere.
    pub fn worth(&self, standing: Standing) -> f64 {
        self.worth[usize::from(standing.level.number() - 1)][usize::from(standing.streak)]
    }

    /// How many coins the rounds that begin at level 1 lack beside as many in the long run: what it is
    /// worth, on average, to stand where a long campaign stands.
    pub fn start_lacks(&self) -> f64 {
        let worths = self.worth.iter().flatten();
        worths.zip(self.occupancy.iter().flatten()).map(|(worth, share)| worth * share).sum()
    }

    /// What the ends of a round are worth.
    pub fn end_worth(&self, standing: Standing) -> EndWorth {
        let minutes = self.minutes[usize::from(standing.level.number() - 1)];
        let cost = |outcome| match self.per {
            Per::Round => 0.0,
            Per::Minute => self.gain * minutes.of(outcome),
        };
        EndWorth::new(standing, |next| self.worth(next), cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::Level;

    #[test]
    fn what_ships_is_whole_and_higher_levels_are_worth_more() {
        for per in [Per::Round, Per::Minute] {
            let values = CampaignValues::shipped(per);
            assert_eq!((values.per, values.worth.len(), values.minutes.len()), (per, 8, 8));
            assert!(values.gain > 0.0);
            let at = |level: u8, streak| {
                values.worth(Standing { level: Level::try_from(level).unwrap(), streak })
            };
            assert!(at(8, 0) > at(5, 0) && at(5, 0) > at(1, 0), "{values:?}");
            assert_eq!(at(1, 0), 0.0);
        }
    }
}
