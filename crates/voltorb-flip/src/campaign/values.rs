//! The values of a campaign worked out: Newton's method (policy iteration) on the optimality equation
//!
//! ```text
//! bias(s) + gain = mean over the boards of the level of the round's worth, given bias
//! ```
//!
//! The worth of a board is what the solver reaches from its first flip (all outcomes of all boards that
//! fit its headers, weighed by their posterior), so that only the headers are sampled. Where the work for
//! a move is limited it is a lower bound. Each board is also played to its end: the standings that follow
//! and the time linearise the equation. They decide how soon it settles, not where.
//!
//! Without a streak all boards of the sample are used. What a streak adds is the mean difference on the
//! first quarter of the same boards, which varies far less than either worth (a control variate).

use super::gain::{ChainStep, occupancy, solve};
use super::pace;
use super::play::round_told;
use crate::board::Board;
use crate::generator::Generator;
use crate::levels::{Outcome, Round};
use crate::solver::NotListed;
use crate::solver::strategies::StrategyPlayer;
use crate::solver::values::{CampaignValues, Minutes, Per};
use crate::standing::Standing;
use grid::statistics::{Estimate, Moments};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How to work the values out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// What the gain is counted by.
    pub per: Per,
    /// Boards of each level in the last two iterations; in each one before them half as many as in the
    /// next, but no fewer than [`FEWEST`].
    pub boards: usize,
    /// How many times the values are improved.
    pub iterations: usize,
    /// The work that a move may take, see [`WorkLimit`](crate::solver::WorkLimit).
    pub work: u64,
    /// The seed of the generator.
    pub seed: u32,
}

/// The fewest boards of a level that an iteration begins with.
pub const FEWEST: usize = 16;

/// With a streak one in so many boards is used.
const STREAKS: usize = 4;

/// Streaks that are told apart, none among them.
const ROW: usize = Standing::LONGEST_STREAK as usize + 1;

/// A round that was played for the values. Whole numbers: what is kept in a file is what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    /// The worth of the board before the first flip, in thousandths of a coin.
    worth: i64,
    outcome: Outcome,
    flips: u8,
    milliseconds: u32,
}

/// A computation of the values, as kept in a file. It can stop at any time and continue to the same values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rebuild {
    /// How they are worked out.
    pub sample: Sample,
    /// Iterations that are done.
    pub iterations: usize,
    /// The values that these found.
    pub values: CampaignValues,
    /// The rounds of this iteration, by standing.
    seen: Vec<Vec<Seen>>,
}

/// Rounds played in a step: after each step the work can be kept and stopped.
const STEP: usize = 32;

impl Rebuild {
    /// Nothing known yet: every standing is worth the same, and the first iteration plays for the coins
    /// of the round alone.
    pub fn new(sample: Sample) -> Self {
        let minutes = Minutes { won: 0.25, lost: 0.2, quit: 0.2 };
        let values = CampaignValues {
            per: sample.per,
            gain: 0.0,
            gain_error: 0.0,
            boards: 0,
            seed: sample.seed,
            residual: 0.0,
            worth: vec![[0.0; ROW]; 8],
            occupancy: vec![[0.0; ROW]; 8],
            minutes: vec![minutes; 8],
        };
        Self { sample, iterations: 0, values, seen: vec![Vec::new(); Standing::all().count()] }
    }

    /// Whether it has a place for every standing, as what was read from a file may not.
    pub fn is_whole(&self) -> bool {
        let places = self.seen.len() == Standing::all().count();
        places && self.values.is_whole() && self.values.per == self.sample.per
    }

    /// Whether every iteration is done.
    pub fn is_done(&self) -> bool {
        self.iterations >= self.sample.iterations
    }

    /// Rounds that are left to play in all iterations.
    pub fn left(&self) -> u64 {
        let of = |iteration| 8 * (self.boards(iteration, 0) + 4 * self.boards(iteration, 1));
        let all: usize = (self.iterations..self.sample.iterations).map(of).sum();
        all.saturating_sub(self.seen.iter().map(Vec::len).sum()) as u64
    }

    /// The boards of a level that an iteration uses with this streak.
    fn boards(&self, iteration: usize, streak: u8) -> usize {
        let halvings = (self.sample.iterations - iteration).saturating_sub(2).min(31);
        let boards = (self.sample.boards >> halvings).max(FEWEST.min(self.sample.boards));
        if streak == 0 { boards } else { boards.div_ceil(STREAKS) }
    }

    /// Plays the next rounds. At the end of an iteration the values are improved: then `true`.
    ///
    /// # Errors
    /// Never on boards of the game: too many boards fit to be listed.
    pub fn step(&mut self) -> Result<bool, NotListed> {
        let next = Standing::all().find(|standing| {
            self.seen[standing.index()].len() < self.boards(self.iterations, standing.streak)
        });
        let Some(standing) = next else {
            self.values = self.improved();
            self.seen.iter_mut().for_each(Vec::clear);
            self.iterations += 1;
            return Ok(true);
        };
        let seen = &mut self.seen[standing.index()];
        let (first, values) = (seen.len(), Arc::new(self.values.clone()));
        let last = (first + STEP).min(self.boards(self.iterations, standing.streak));
        let mut generator = Generator::new(self.sample.seed);
        let boards = (0..last).map(|_| generator.deal(standing.level).board).skip(first);
        let boards: Vec<Board> = boards.collect();
        let played: Vec<Seen> = boards
            .par_iter()
            .map(|board| play(&values, self.sample.work, standing, board))
            .collect::<Result<_, _>>()?;
        self.seen[standing.index()].extend(played);
        Ok(false)
    }

    /// The values after the iteration whose rounds are all played.
    fn improved(&self) -> CampaignValues {
        let values = &self.values;
        let mut minutes = Vec::new();
        let (mut means, mut errors, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for (level, before) in self.seen.chunks(ROW).zip(&values.minutes) {
            minutes.push(Minutes {
                won: mean_minutes(level, Outcome::Won).unwrap_or(before.won),
                lost: mean_minutes(level, Outcome::Lost).unwrap_or(before.lost),
                quit: mean_minutes(level, Outcome::Quit).unwrap_or(before.quit),
            });
            let without = mean(level[0].iter().map(|seen| seen.worth));
            for streak in level {
                let pairs = streak.iter().zip(&level[0]);
                let more = mean(pairs.map(|(seen, without)| seen.worth - without.worth));
                means.push(without.value + more.value);
                errors.push([without.error, more.error]);
            }
        }
        for ((standing, seen), mean) in Standing::all().zip(&self.seen).zip(&mut means) {
            // The solver tells worths against a loss with no card flipped.
            *mean += values.end_worth(standing).lost[0];
            steps.push(self.linearised(standing, seen, *mean));
        }
        let share = occupancy(&steps);
        let off = |(standing, step): (Standing, &ChainStep)| {
            let after: f64 = Standing::all().map(|s| step.next[s.index()] * values.worth(s)).sum();
            (step.reward + after - values.gain * step.length - values.worth(standing)).abs()
        };
        let residual = Standing::all()
            .zip(&steps)
            .filter(|(standing, _)| share[standing.index()] >= SHOWN)
            .map(off)
            .fold(0.0, f64::max);
        let (gain, bias) = solve(&steps).unwrap_or_else(|| {
            // In a small sample there can be standings that are never left: one round more in each,
            // which leads to the start.
            steps.iter_mut().zip(&self.seen).for_each(|(step, seen)| {
                let n = seen.len() as f64;
                step.next.iter_mut().for_each(|chance| *chance *= n / (n + 1.0));
                step.next[0] += 1.0 / (n + 1.0);
            });
            solve(&steps).unwrap_or((values.gain, values.worth.concat()))
        });
        let length: f64 = steps.iter().zip(&share).map(|(step, share)| step.length * share).sum();
        // The gain is off by the mean of the errors of the worths (the envelope theorem). Those of a level
        // share the boards without a streak, and their differences too share boards.
        let variance: f64 = share
            .chunks(ROW)
            .zip(errors.chunks(ROW))
            .map(|(share, errors)| {
                let sum = |which: usize| -> f64 {
                    share.iter().zip(errors).map(|(share, error)| share * error[which]).sum()
                };
                sum(0).powi(2) + sum(1).powi(2)
            })
            .sum();
        CampaignValues {
            per: values.per,
            gain: rounded(gain, 1e6),
            gain_error: rounded(variance.sqrt() / length, 1e6),
            boards: self.boards(self.iterations, 0),
            seed: self.sample.seed,
            residual: rounded(residual, 1e3),
            worth: rows(&bias, 1e3),
            occupancy: rows(&share, 1e6),
            minutes,
        }
    }

    /// The equation of a standing, linear in the bias: its reward is what the mean worth holds besides
    /// the coins to come.
    fn linearised(&self, standing: Standing, seen: &[Seen], mean: f64) -> ChainStep {
        let share = 1.0 / seen.len() as f64;
        let mut next = vec![0.0; Standing::all().count()];
        let (mut expected, mut minutes) = (0.0, 0.0);
        for round in seen {
            let after = standing.after(round.outcome, round.flips);
            next[after.index()] += share;
            expected += share * self.values.worth(after);
            minutes += share * f64::from(round.milliseconds) / 60_000.0;
        }
        match self.sample.per {
            Per::Round => ChainStep { reward: mean - expected, length: 1.0, next },
            // The worth holds the cost of the time, by the mean of the outcome.
            Per::Minute => {
                let reward = mean - expected + self.values.gain * minutes;
                ChainStep { reward, length: minutes, next }
            }
        }
    }
}

/// How much of the time a standing is met that counts for [`CampaignValues::residual`].
const SHOWN: f64 = 1e-3;

/// One round from a standing, to its end.
fn play(
    values: &Arc<CampaignValues>,
    work: u64,
    standing: Standing,
    board: &Board,
) -> Result<Seen, NotListed> {
    let mut player = StrategyPlayer::with_values(values.clone());
    player.limit_work(Some(work));
    let long = Round { level: standing.level, outcome: Outcome::Quit, flipped: 8 };
    player.set_history(&vec![long; usize::from(standing.streak)]);
    let mut worth = None;
    let played = round_told(&mut player, board, Some(standing.level), |_, _, player| {
        worth = worth.or(player.told().map(|advice| advice.value));
    })?;
    Ok(Seen {
        worth: (1000.0 * worth.unwrap_or(0.0)).round() as i64,
        outcome: played.outcome,
        flips: played.flips as u8,
        milliseconds: (1000.0 * pace::seconds(&played)).round() as u32,
    })
}

/// The mean of numbers in thousandths.
fn mean(numbers: impl Iterator<Item = i64>) -> Estimate {
    let mut moments = Moments::default();
    numbers.for_each(|number| moments.add(number));
    moments.mean().per(1000.0)
}

/// Decimal places that a file keeps: values read from it are those that were worked out.
fn rounded(value: f64, places: f64) -> f64 {
    (value * places).round() / places
}

fn rows(values: &[f64], places: f64) -> Vec<[f64; ROW]> {
    let rows = values.chunks(ROW);
    rows.map(|row| std::array::from_fn(|streak| rounded(row[streak], places))).collect()
}

fn mean_minutes(streaks: &[Vec<Seen>], outcome: Outcome) -> Option<f64> {
    let mut moments = Moments::default();
    let ended = streaks.iter().flatten().filter(|seen| seen.outcome == outcome);
    ended.for_each(|seen| moments.add(i64::from(seen.milliseconds)));
    (moments.count > 0).then(|| rounded(moments.mean().per(60_000.0).value, 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Sample {
        Sample { per: Per::Round, boards: 8, iterations: 2, work: 1, seed: 5 }
    }

    /// Kept in a file after every step, taken up again, on other numbers of threads: the same values.
    #[test]
    fn work_that_was_stopped_comes_to_the_same_values() {
        let mut straight = Rebuild::new(sample());
        let mut stopped = straight.clone();
        assert_eq!(straight.left(), 2 * 8 * (8 + 4 * 2));
        while !straight.is_done() {
            straight.step().unwrap();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        while !stopped.is_done() {
            pool.install(|| stopped.step()).unwrap();
            stopped = serde_json::from_str(&serde_json::to_string(&stopped).unwrap()).unwrap();
        }
        assert_eq!(straight, stopped);
        assert_eq!(straight.left(), 0);
        let values = &straight.values;
        assert!(values.gain > 0.0 && values.worth[0][0] == 0.0, "{values:?}");
        assert!((values.occupancy.concat().iter().sum::<f64>() - 1.0).abs() < 1e-4);
    }

    #[test]
    fn early_iterations_use_fewer_boards() {
        let rebuild = Rebuild::new(Sample { boards: 400, iterations: 5, ..sample() });
        let boards: Vec<usize> = (0..5).map(|iteration| rebuild.boards(iteration, 0)).collect();
        assert_eq!(boards, [50, 100, 200, 400, 400]);
        assert_eq!(rebuild.boards(4, 3), 100);
        let few = Rebuild::new(Sample { boards: 40, iterations: 9, ..sample() });
        assert_eq!((few.boards(0, 0), few.boards(8, 0)), (16, 40));
    }
}
