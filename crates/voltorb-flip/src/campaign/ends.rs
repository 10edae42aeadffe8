//! A sample of how rounds end, by objective: every board of the sample is played to its end for each objective, in
//! every standing that makes a difference to it.

use super::pace;
use super::play::round_told;
use crate::board::Board;
use crate::generator::Generator;
use crate::levels::{LONG_ROUND, Outcome, Round};
use crate::solver::end_sample::{EndSample, ObjectiveEnds, SampledEnd};
use crate::solver::strategies::{Strategy, StrategyPlayer};
use crate::solver::worth::COUNTED;
use crate::solver::{NotListed, Objective};
use crate::standing::Standing;
use rayon::prelude::*;

/// The standings that an objective plays differently in.
fn standings(objective: Objective) -> Vec<Standing> {
    let streaks = matches!(objective, Objective::Campaign(_) | Objective::Level);
    Standing::all().filter(|standing| streaks || standing.streak == 0).collect()
}

/// How many standings are played for all objectives together.
pub fn pieces() -> usize {
    EndSample::OBJECTIVES.into_iter().map(|objective| standings(objective).len()).sum()
}

/// Plays so many boards of each level by every objective; `done` is called after each of [`pieces`].
///
/// # Errors
/// Never on boards of the game: too many boards fit to be listed.
pub fn sample(
    boards: usize,
    seed: u32,
    work: u64,
    done: impl Fn(),
) -> Result<EndSample, NotListed> {
    let mut objectives = Vec::new();
    for objective in EndSample::OBJECTIVES {
        let mut all = Vec::new();
        for standing in standings(objective) {
            let mut generator = Generator::new(seed);
            let boards: Vec<Board> =
                (0..boards).map(|_| generator.deal(standing.level).board).collect();
            let ends: Vec<SampledEnd> = boards
                .par_iter()
                .map(|board| play(objective, standing, board, work))
                .collect::<Result<_, _>>()?;
            all.push(counted(&ends));
            done();
        }
        objectives.push(ObjectiveEnds { objective: objective.to_string(), ends: all });
    }
    Ok(EndSample { boards, seed, work, objectives })
}

/// Ends that are alike put together.
fn counted(ends: &[SampledEnd]) -> Vec<SampledEnd> {
    let mut ends = ends.to_vec();
    ends.sort_by_key(SampledEnd::key);
    let mut counted: Vec<SampledEnd> = Vec::new();
    for end in ends {
        match counted.last_mut().filter(|last| last.key() == end.key()) {
            Some(last) => last.add(end.milliseconds),
            None => counted.push(end),
        }
    }
    counted
}

fn play(
    objective: Objective,
    standing: Standing,
    board: &Board,
    work: u64,
) -> Result<SampledEnd, NotListed> {
    let mut player = StrategyPlayer::new(Strategy::Exact(objective), 0);
    player.limit_work(Some(work));
    let long = Round { level: standing.level, outcome: Outcome::Quit, flipped: LONG_ROUND };
    player.set_history(&vec![long; usize::from(standing.streak)]);
    let mut most = 0;
    let played = round_told(&mut player, board, Some(standing.level), |position, _, _| {
        most = position.coins();
    })?;
    let won = if played.outcome == Outcome::Lost { most } else { played.coins };
    Ok(SampledEnd {
        outcome: played.outcome,
        flips: (played.flips as usize).min(COUNTED) as u8,
        most: won as u32,
        count: 1,
        milliseconds: (1000.0 * pace::seconds(&played)).round() as u32,
    })
}
