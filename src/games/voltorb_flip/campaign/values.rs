//! The values of a campaign worked out: Newton's method on the optimality equation
//!
//! ```text
//! bias(s) + gain = mean over the boards of the level of the round's worth, given bias
//! ```
//!
//! The worth of a board is what the solver reaches (all outcomes of all boards that fit its headers,
//! weighed by their posterior), so that only the headers are sampled. Where the work for a first move is
//! limited it is a lower bound. The sample is the same in each iteration and for each streak. The chances
//! of the next standings, with which an iteration is linearised, come from rounds played to their end;
//! they decide how soon it settles, not where.

use super::gain::{ChainStep, occupancy, solve};
use super::pace;
use super::play::{face_down, round};
use crate::games::voltorb_flip::board::Board;
use crate::games::voltorb_flip::generator::Generator;
use crate::games::voltorb_flip::levels::{Level, Outcome, Round};
use crate::games::voltorb_flip::solver::strategies::StrategyPlayer;
use crate::games::voltorb_flip::solver::values::{CampaignValues, Minutes, Per};
use crate::games::voltorb_flip::solver::{NotListed, Solver, WorkLimit};
use crate::games::voltorb_flip::standing::Standing;
use crate::laboratory::statistics::Moments;
use rayon::prelude::*;
use std::sync::Arc;

/// How to work the values out.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Boards of each level.
    pub boards: usize,
    /// Boards of each level and streak that are played to their end in an iteration.
    pub rounds: usize,
    /// The work that a move may take, see [`WorkLimit`].
    pub work: u64,
    /// The seed of the generator.
    pub seed: u32,
}

/// What an iteration found.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// The values after it.
    pub values: CampaignValues,
    /// By how much the equation was off before it, at the standing where it is off the most among
    /// those that are met at least once in a thousand rounds.
    pub residual: f64,
    /// The share of rounds begun at each level, from 1.
    pub levels: [f64; 8],
}

/// One iteration, from these values.
///
/// # Errors
/// Never on boards of the game: too many boards fit to be listed.
pub fn iterate(values: &CampaignValues, plan: &Sample) -> Result<Iteration, NotListed> {
    let shared = Arc::new(values.clone());
    let boards: Vec<Vec<Board>> = Level::all()
        .map(|level| {
            let mut generator = Generator::new(plan.seed);
            (0..plan.boards).map(|_| generator.deal(level).board).collect()
        })
        .collect();
    let played: Vec<Counts> = Standing::all()
        .map(|standing| Counts::of(&shared, plan, standing, &boards))
        .collect::<Result<_, _>>()?;
    let mut minutes = Vec::new();
    for of_level in played.chunks(5) {
        let before = values.minutes[minutes.len()];
        minutes.push(Minutes {
            won: mean_minutes(of_level, Outcome::Won).unwrap_or(before.won),
            lost: mean_minutes(of_level, Outcome::Lost).unwrap_or(before.lost),
            quit: mean_minutes(of_level, Outcome::Quit).unwrap_or(before.quit),
        });
    }
    let mut steps = Vec::new();
    let mut variances = Vec::new();
    for (standing, counts) in Standing::all().zip(&played) {
        let worth = counts.worth(&shared, plan, standing, &boards)?;
        let bias = worth.value;
        // What the linearised equation holds besides the coins to come.
        let expected: f64 = Standing::all()
            .zip(&counts.next)
            .map(|(next, chance)| chance * values.worth(next))
            .sum();
        let length = match values.per {
            Per::Round => 1.0,
            Per::Minute => counts.minutes,
        };
        // The worth of the round holds the time it takes; that is in `length` here.
        let cost = if values.per == Per::Minute { values.gain * counts.minutes } else { 0.0 };
        let reward = bias - expected + cost;
        steps.push(ChainStep { reward, length, next: counts.next.clone() });
        variances.push(worth.error * worth.error);
    }
    let share = occupancy(&steps);
    let residual = Standing::all()
        .zip(&steps)
        .zip(&share)
        .filter(|(_, share)| **share >= 1e-3)
        .map(|((standing, step), _)| {
            let after: f64 =
                Standing::all().zip(&step.next).map(|(next, p)| p * values.worth(next)).sum();
            let off = step.reward + after - values.gain * step.length - values.worth(standing);
            off.abs()
        })
        .fold(0.0, f64::max);
    let (gain, bias) = solve(&steps).unwrap_or((values.gain, values.worth.concat()));
    let mean_length: f64 = steps.iter().zip(&share).map(|(step, share)| step.length * share).sum();
    // The boards of a level are the same for all its streaks: their errors add up.
    let variance: f64 = share
        .chunks(5)
        .zip(variances.chunks(5))
        .map(|(share, variance)| {
            let error: f64 = share.iter().zip(variance).map(|(s, v)| s * v.sqrt()).sum();
            error * error
        })
        .sum();
    let mut levels = [0.0; 8];
    levels.iter_mut().zip(share.chunks(5)).for_each(|(level, share)| *level = share.iter().sum());
    let worth = bias.chunks(5).map(|row| [row[0], row[1], row[2], row[3], row[4]]).collect();
    let values = CampaignValues {
        per: values.per,
        gain,
        gain_error: variance.sqrt() / mean_length,
        boards: plan.boards,
        seed: plan.seed,
        worth,
        minutes,
    };
    Ok(Iteration { values, residual, levels })
}

/// The rounds before one in this standing.
fn history(standing: Standing) -> Vec<Round> {
    let long = Round { level: standing.level, outcome: Outcome::Quit, flipped: 8 };
    vec![long; usize::from(standing.streak)]
}

/// What rounds in a standing led to.
struct Counts {
    /// The chances of the next standings.
    next: Vec<f64>,
    /// The mean length of a round, in minutes.
    minutes: f64,
    rounds: Vec<(Outcome, f64)>,
}

impl Counts {
    fn of(
        values: &Arc<CampaignValues>,
        plan: &Sample,
        standing: Standing,
        boards: &[Vec<Board>],
    ) -> Result<Self, NotListed> {
        let boards = &boards[usize::from(standing.level.number() - 1)];
        let played: Vec<_> = boards[..plan.rounds.min(boards.len())]
            .par_iter()
            .map(|board| {
                let mut player = StrategyPlayer::with_values(values.clone());
                player.limit_work(Some(plan.work));
                player.set_history(&history(standing));
                round(&mut player, board, Some(standing.level))
            })
            .collect::<Result<_, _>>()?;
        let mut next = vec![0.0; Standing::all().count()];
        let share = 1.0 / played.len() as f64;
        for round in &played {
            next[standing.after(round.outcome, round.flips as u8).index()] += share;
        }
        let rounds: Vec<_> =
            played.iter().map(|round| (round.outcome, pace::seconds(round) / 60.0)).collect();
        let minutes = rounds.iter().map(|(_, minutes)| minutes).sum::<f64>() * share;
        Ok(Self { next, minutes, rounds })
    }

    /// The mean worth of a round in a standing over the boards of its level, told against standing at
    /// the start.
    fn worth(
        &self,
        values: &Arc<CampaignValues>,
        plan: &Sample,
        standing: Standing,
        boards: &[Vec<Board>],
    ) -> Result<crate::laboratory::statistics::Estimate, NotListed> {
        let boards = &boards[usize::from(standing.level.number() - 1)];
        let nothing = values.end_worth(standing).lost[0];
        let worths: Vec<f64> = boards
            .par_iter()
            .map(|board| {
                let mut solver = Solver::with_values(values.clone());
                solver.set_history(&history(standing));
                let position = face_down(board, Some(standing.level));
                Ok(solver.best_move(&position, &WorkLimit::new(plan.work))?.value)
            })
            .collect::<Result<_, NotListed>>()?;
        let mut moments = Moments::default();
        // Thousandths of a coin, so that the sum does not depend on the order.
        worths.iter().for_each(|worth| moments.add((1000.0 * worth).round() as i64));
        let mut mean = moments.mean().per(1000.0);
        mean.value += nothing;
        Ok(mean)
    }
}

fn mean_minutes(counts: &[Counts], outcome: Outcome) -> Option<f64> {
    let all = counts.iter().flat_map(|counts| &counts.rounds);
    let (mut sum, mut number) = (0.0, 0.0);
    for (_, minutes) in all.filter(|(ended, _)| *ended == outcome) {
        sum += minutes;
        number += 1.0;
    }
    (number > 0.0).then(|| sum / number)
}
