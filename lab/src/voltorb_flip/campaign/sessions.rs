//! Many sessions by several strategies on the same boards.

use super::log;
use crate::shards::{Done, Shard};
use grid::statistics::Moments;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use voltorb_flip::campaign::pace;
use voltorb_flip::campaign::play::{Played, dealt, round_told};
use voltorb_flip::levels::{Level, Outcome, Round};
use voltorb_flip::solver::strategies::{Strategy, StrategyPlayer};
use voltorb_flip::solver::{CampaignValues, NotListed, Objective};
use voltorb_flip::standing::Standing;

/// What is played. Every strategy plays the same sessions: at the same round and level of a session
/// the same board is dealt to all of them (common random numbers).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The strategies by name. The others are compared with the first.
    pub strategies: Vec<String>,
    /// How many sessions.
    #[serde(alias = "sittings")]
    pub sessions: u64,
    /// Rounds of each.
    pub rounds: u32,
    /// The level of every round; without it the rules of the game decide, from level 1.
    pub level: Option<Level>,
    /// The seed of the boards.
    pub seed: u32,
    /// The work that a move may take, in millions of boards looked at; without it every move is exact.
    pub work: Option<u64>,
    /// The coins whose time is taken, if any.
    pub target: Option<u64>,
    /// The values by which campaigns are played, if not those that ship.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<CampaignValues>,
}

/// Boards that the solver looks at from one question of a limit on work to the next, in millions.
const QUESTION: f64 = 0.016_384;

/// What a strategy brought. Sums of whole numbers only: parts put together in any order are the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionTally {
    /// Rounds that ended so.
    pub won: u64,
    /// See `won`.
    pub lost: u64,
    /// See `won`.
    pub quit: u64,
    /// Coins of each round.
    pub coins: Moments,
    /// Cards flipped in each round, Voltorbs left out.
    pub flips: Moments,
    /// Turns of each round, a flip that shows a Voltorb among them, and how often there were so many.
    pub turns: BTreeMap<u32, u64>,
    /// The same of the rounds that were won alone.
    pub turns_won: BTreeMap<u32, u64>,
    /// Coins of each session.
    #[serde(alias = "sitting_coins")]
    pub session_coins: Moments,
    /// Milliseconds of each session.
    #[serde(alias = "sitting_time")]
    pub session_time: Moments,
    /// The sum of the products of both.
    pub coins_by_time: i64,
    /// Coins of each session less those of the first strategy.
    pub gain: Moments,
    /// By round of the session: the sums of the levels, and in how many sessions each level or a higher
    /// one was met by then.
    pub levels: Vec<u64>,
    /// See `levels`.
    pub reached: Vec<[u64; 8]>,
    /// Coins by round of the session.
    pub coins_by_round: Vec<u64>,
    /// Rounds played at each level.
    pub occupancy: [u64; 8],
    /// How many of these were won.
    pub won_at: [u64; 8],
    /// Rounds and milliseconds until the target was reached, where it was.
    pub target_rounds: Moments,
    /// See `target_rounds`.
    pub target_time: Moments,
}

impl SessionTally {
    fn merge(&mut self, other: &Self) {
        self.won += other.won;
        self.lost += other.lost;
        self.quit += other.quit;
        self.coins.merge(&other.coins);
        self.flips.merge(&other.flips);
        merge_counts(&mut self.turns, &other.turns);
        merge_counts(&mut self.turns_won, &other.turns_won);
        self.session_coins.merge(&other.session_coins);
        self.session_time.merge(&other.session_time);
        self.coins_by_time = self.coins_by_time.saturating_add(other.coins_by_time);
        self.gain.merge(&other.gain);
        let rounds = self.levels.len().max(other.levels.len());
        self.levels.resize(rounds, 0);
        self.coins_by_round.resize(rounds, 0);
        self.reached.resize(rounds, [0; 8]);
        self.levels.iter_mut().zip(&other.levels).for_each(|(a, b)| *a += b);
        self.coins_by_round.iter_mut().zip(&other.coins_by_round).for_each(|(a, b)| *a += b);
        for (mine, theirs) in self.reached.iter_mut().zip(&other.reached) {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
        self.occupancy.iter_mut().zip(other.occupancy).for_each(|(a, b)| *a += b);
        self.won_at.iter_mut().zip(other.won_at).for_each(|(a, b)| *a += b);
        self.target_rounds.merge(&other.target_rounds);
        self.target_time.merge(&other.target_time);
    }
}

fn merge_counts(mine: &mut BTreeMap<u32, u64>, theirs: &BTreeMap<u32, u64>) {
    for (number, count) in theirs {
        *mine.entry(*number).or_default() += count;
    }
}

/// What is known so far, as it is kept in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionResults {
    /// What is played.
    pub plan: Experiment,
    /// Which pieces, of [`PIECE`] sessions each, are done.
    pub done: Done,
    /// By strategy.
    pub tallies: Vec<SessionTally>,
}

/// Sessions of a piece, the smallest part that is kept.
pub const PIECE: u64 = 4;

/// Why results cannot be put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotMerged {
    /// They come of other plans.
    #[error(
        "they are results of different experiments: all options but --shard have to be the same"
    )]
    Different,
    /// Some piece is part of both.
    #[error("sessions {0} to {1} are in two of them: each share counts once")]
    Twice(u64, u64),
}

impl SessionResults {
    /// Nothing yet.
    pub fn new(plan: Experiment) -> Self {
        let tallies = vec![SessionTally::default(); plan.strategies.len()];
        Self { plan, done: Done::default(), tallies }
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> u64 {
        self.plan.sessions.div_ceil(PIECE)
    }

    /// The pieces of a share that are not done.
    pub fn left(&self, shard: Shard) -> Vec<u64> {
        (0..self.pieces()).filter(|&piece| shard.has(piece) && !self.done.has(piece)).collect()
    }

    /// Plays these pieces, on all cores.
    ///
    /// # Errors
    /// Never on boards of the game: too many boards fit to be listed.
    pub fn play(&mut self, strategies: &[Strategy], pieces: &[u64]) -> Result<(), NotListed> {
        self.play_logged(strategies, pieces, false).map(drop)
    }

    /// [`SessionResults::play`]; with `logged` it gives the log of moves of every session, in their order.
    ///
    /// # Errors
    /// As [`SessionResults::play`].
    pub fn play_logged(
        &mut self,
        strategies: &[Strategy],
        pieces: &[u64],
        logged: bool,
    ) -> Result<String, NotListed> {
        let plan = &self.plan;
        let sessions = |piece: u64| piece * PIECE..((piece + 1) * PIECE).min(plan.sessions);
        let all: Vec<u64> = pieces.iter().copied().flat_map(sessions).collect();
        let played: Vec<(Vec<SessionTally>, String)> = all
            .par_iter()
            .map(|&number| session(plan, strategies, number, logged))
            .collect::<Result<_, _>>()?;
        for (tallies, _) in &played {
            self.tallies.iter_mut().zip(tallies).for_each(|(all, one)| all.merge(one));
        }
        for &piece in pieces {
            self.done.insert(piece);
        }
        Ok(played.into_iter().map(|(_, log)| log).collect())
    }

    /// Takes up the results of another share.
    ///
    /// # Errors
    /// They do not belong together.
    pub fn merge(&mut self, other: &Self) -> Result<(), NotMerged> {
        if self.plan != other.plan {
            return Err(NotMerged::Different);
        }
        if let Some(piece) = self.done.merge(&other.done) {
            return Err(NotMerged::Twice(piece * PIECE + 1, (piece + 1) * PIECE));
        }
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(all, one)| all.merge(one));
        Ok(())
    }
}

/// One session by every strategy.
fn session(
    plan: &Experiment,
    strategies: &[Strategy],
    number: u64,
    logged: bool,
) -> Result<(Vec<SessionTally>, String), NotListed> {
    let mut log = String::new();
    let mut tallies = Vec::with_capacity(strategies.len());
    for &strategy in strategies {
        let log = logged.then_some(&mut log);
        tallies.push(session_of(plan, strategy, number, log)?);
    }
    let first = tallies[0].session_coins.sum;
    for tally in &mut tallies {
        tally.gain.add(tally.session_coins.sum - first);
    }
    Ok((tallies, log))
}

fn session_of(
    plan: &Experiment,
    strategy: Strategy,
    number: u64,
    mut log: Option<&mut String>,
) -> Result<SessionTally, NotListed> {
    let mut player = match (&plan.values, strategy) {
        (Some(values), Strategy::Exact(Objective::Campaign(per))) if values.per == per => {
            StrategyPlayer::with_values(Arc::new(values.clone()))
        }
        _ => StrategyPlayer::new(strategy, plan.seed ^ number as u32),
    };
    player.limit_work(plan.work.map(|millions| (millions as f64 / QUESTION) as u64));
    let mut tally = SessionTally::default();
    let (mut coins, mut time, mut highest) = (0u64, 0, 0);
    let mut history: Vec<Round> = Vec::new();
    let mut standing = Standing::START;
    for number_of_round in 0..plan.rounds {
        let level = plan.level.unwrap_or(standing.level);
        let board = dealt(plan.seed, number, number_of_round, level);
        player.set_history(&history);
        player.set_wallet(u32::try_from(coins).unwrap_or(u32::MAX));
        let played = round_told(&mut player, &board, Some(level), |position, choice, player| {
            if let Some(log) = &mut log {
                let advised = log::advised(position, choice, player.told());
                log.push_str(&format!("{advised}\n{}\n", log::acted(choice)));
            }
        })?;
        let place = usize::from(level.number()) - 1;
        let turns = played.flips + u32::from(played.outcome == Outcome::Lost);
        match played.outcome {
            Outcome::Won => {
                tally.won += 1;
                tally.won_at[place] += 1;
                *tally.turns_won.entry(turns).or_default() += 1;
            }
            Outcome::Lost => tally.lost += 1,
            Outcome::Quit => tally.quit += 1,
        }
        highest = highest.max(place);
        tally.occupancy[place] += 1;
        tally.levels.push(u64::from(level.number()));
        tally.reached.push(std::array::from_fn(|level| u64::from(level <= highest)));
        tally.coins.add(played.coins as i64);
        tally.coins_by_round.push(played.coins);
        tally.flips.add(i64::from(played.flips));
        *tally.turns.entry(turns).or_default() += 1;
        coins += played.coins;
        time += (1000.0 * pace::seconds(&played)).round() as i64;
        if plan.target.is_some_and(|target| coins >= target) && tally.target_rounds.count == 0 {
            tally.target_rounds.add(i64::from(number_of_round) + 1);
            tally.target_time.add(time);
        }
        if plan.level.is_none() {
            history.push(played.at(level));
            // No rule looks further back than four rounds.
            if history.len() > 8 {
                history.remove(0);
            }
            standing = standing.after(played.outcome, played.flips as u8);
        }
        if let Some(log) = &mut log {
            let next = plan.level.unwrap_or(standing.level);
            let Played { outcome, flips, coins, .. } = played;
            log.push_str(&format!("{}\n", log::ended(level, next, outcome, flips, coins)));
        }
    }
    tally.session_coins.add(coins as i64);
    tally.session_time.add(time);
    tally.coins_by_time = (coins as i64).saturating_mul(time);
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> (Experiment, Vec<Strategy>) {
        let names = ["min-risk", "logic"];
        let plan = Experiment {
            strategies: names.map(str::to_owned).to_vec(),
            sessions: 13,
            rounds: 6,
            level: None,
            seed: 3,
            work: None,
            target: Some(20),
            values: None,
        };
        (plan, names.map(|name| name.parse().unwrap()).to_vec())
    }

    /// In one go, in another order, shared out over processes and put together: the same numbers.
    #[test]
    fn parts_put_together_are_the_whole() {
        let (plan, strategies) = plan();
        let mut whole = SessionResults::new(plan.clone());
        let pieces = whole.left(Shard::WHOLE);
        whole.play(&strategies, &pieces).unwrap();
        assert_eq!(whole.tallies[0].coins.count, 78);
        assert!(whole.left(Shard::WHOLE).is_empty());
        let shard = |text: &str| {
            let mut part = SessionResults::new(plan.clone());
            let mut pieces = part.left(text.parse().unwrap());
            pieces.reverse();
            for piece in pieces {
                part.play(&strategies, &[piece]).unwrap();
                // Kept in a file and taken up again.
                part = serde_json::from_str(&serde_json::to_string(&part).unwrap()).unwrap();
            }
            part
        };
        let mut merged = shard("2/3");
        merged.merge(&shard("1/3")).unwrap();
        assert_eq!(merged.merge(&shard("1/3")), Err(NotMerged::Twice(1, 4)));
        let mut merged = shard("3/3");
        for text in ["1/3", "2/3"] {
            merged.merge(&shard(text)).unwrap();
        }
        assert_eq!(merged, whole);
        let other = SessionResults::new(Experiment { seed: 4, ..plan.clone() });
        assert_eq!(merged.merge(&other), Err(NotMerged::Different));
    }

    /// Files of long runs are as they were written, when sessions had another name.
    #[test]
    fn results_that_were_kept_under_former_names_are_read() {
        let (plan, strategies) = plan();
        let mut results = SessionResults::new(plan);
        results.play(&strategies, &[0]).unwrap();
        let kept = serde_json::to_string(&results).unwrap();
        let former = kept
            .replace("\"sessions\"", "\"sittings\"")
            .replace("\"session_coins\"", "\"sitting_coins\"")
            .replace("\"session_time\"", "\"sitting_time\"");
        assert_ne!(former, kept);
        let known: SessionResults = serde_json::from_str(&former).unwrap();
        assert_eq!(known, results);
    }

    #[test]
    fn a_session_keeps_the_rules_of_the_levels() {
        let (plan, strategies) = plan();
        let mut results = SessionResults::new(plan);
        results.play(&strategies, &[0, 1]).unwrap();
        for tally in &results.tallies {
            assert_eq!(tally.levels[0], 8, "every session begins at level 1");
            assert_eq!(tally.occupancy.iter().sum::<u64>(), 48);
            assert_eq!(tally.won + tally.lost + tally.quit, 48);
            assert_eq!(tally.turns.values().sum::<u64>(), 48);
            assert!(tally.reached.windows(2).all(|pair| pair[0] <= pair[1]));
            assert_eq!(tally.session_coins.sum, tally.coins.sum);
        }
        // Compared with itself the first one gains nothing; logic never loses.
        assert_eq!(results.tallies[0].gain.squares, 0);
        assert_eq!(results.tallies[1].lost, 0);
    }
}
