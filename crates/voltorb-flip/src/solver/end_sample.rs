//! How rounds end that are played for one objective from their first card to their last: a sample of the
//! game's boards, made by `voltsight lab campaign --sample`.

use super::Objective;
use super::worth::COUNTED;
use crate::levels::Outcome;
use crate::standing::Standing;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Rounds of the sample that ended alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Outcome, u8, u32, u32, u32)", into = "(Outcome, u8, u32, u32, u32)")]
pub struct SampledEnd {
    /// How they ended.
    pub outcome: Outcome,
    /// Cards flipped, Voltorbs left out, up to [`COUNTED`].
    pub flips: u8,
    /// The most coins that could have been taken at any time: of a round that was not lost, its coins.
    pub most: u32,
    /// How many rounds.
    pub count: u32,
    /// How long one of them takes on average, in milliseconds.
    pub milliseconds: u32,
}

impl From<(Outcome, u8, u32, u32, u32)> for SampledEnd {
    fn from((outcome, flips, most, count, milliseconds): (Outcome, u8, u32, u32, u32)) -> Self {
        Self { outcome, flips, most, count, milliseconds }
    }
}

impl From<SampledEnd> for (Outcome, u8, u32, u32, u32) {
    fn from(end: SampledEnd) -> Self {
        (end.outcome, end.flips, end.most, end.count, end.milliseconds)
    }
}

impl SampledEnd {
    /// What each of the rounds pays.
    pub fn coins(&self) -> u32 {
        if self.outcome == Outcome::Lost { 0 } else { self.most }
    }

    /// The order of ends in a file, which also identifies them.
    pub fn key(&self) -> (u8, u8, u32) {
        (self.outcome as u8, self.flips, self.most)
    }

    /// Takes up another round that ended alike.
    pub fn add(&mut self, milliseconds: u32) {
        let (count, mean) = (u64::from(self.count), u64::from(self.milliseconds));
        self.milliseconds = ((mean * count + u64::from(milliseconds)) / (count + 1)) as u32;
        self.count += 1;
    }
}

/// The rounds that were played for one objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveEnds {
    /// The objective's name.
    pub objective: String,
    /// By standing in the order of [`Standing::all`]; of an objective that does not look at the streak
    /// by level.
    pub ends: Vec<Vec<SampledEnd>>,
}

impl ObjectiveEnds {
    /// How rounds end that begin in this standing.
    pub fn of(&self, standing: Standing) -> &[SampledEnd] {
        if self.ends.len() == LEVELS {
            &self.ends[usize::from(standing.level.number()) - 1]
        } else {
            &self.ends[standing.index()]
        }
    }
}

/// How many levels there are.
pub const LEVELS: usize = 8;

/// A sample of rounds, by the objective they are played for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndSample {
    /// How many boards of each level were played by each objective.
    pub boards: usize,
    /// The seed of their generator.
    pub seed: u32,
    /// The work that a move might take, see [`WorkLimit`](super::WorkLimit).
    pub work: u64,
    /// By objective.
    pub objectives: Vec<ObjectiveEnds>,
}

impl EndSample {
    /// The objectives that a round may be played for.
    pub const OBJECTIVES: [Objective; 6] = [
        Objective::Campaign(super::Per::Round),
        Objective::Campaign(super::Per::Minute),
        Objective::Coins,
        Objective::Clear,
        Objective::Level,
        Objective::Survive(COUNTED as u8),
    ];

    /// The sample that ships with the program.
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<EndSample> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let text = include_str!("../campaign/end-sample.json");
            serde_json::from_str(text).expect("a test reads it")
        })
    }

    /// The objectives of the sample. One that ships knows no others than those of today.
    pub fn objectives(&self) -> Vec<Objective> {
        let parse = |ends: &ObjectiveEnds| ends.objective.parse().unwrap_or_default();
        self.objectives.iter().map(parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_tells_of_every_standing() {
        let shipped = EndSample::shipped();
        assert_eq!(shipped.objectives(), EndSample::OBJECTIVES);
        for ends in &shipped.objectives {
            for standing in Standing::all() {
                let rounds: u32 = ends.of(standing).iter().map(|end| end.count).sum();
                assert_eq!(rounds as usize, shipped.boards, "{}: {standing:?}", ends.objective);
            }
        }
    }

    #[test]
    fn a_mean_of_times_is_kept() {
        let mut end = SampledEnd::from((Outcome::Lost, 3, 8, 1, 1000));
        assert_eq!((end.coins(), end.most), (0, 8));
        end.add(2000);
        assert_eq!((end.count, end.milliseconds), (2, 1500));
    }
}
