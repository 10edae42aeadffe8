//! The fewest rounds, or minutes, to a number of coins, and the best chance to meet a level in time: what
//! each round is to be played for.
//!
//! Both are Markov decision processes whose states are the standing and what is left, coins or rounds.
//! What is chosen in a state is the objective of the whole next round (an option: Sutton, Precup and
//! Singh, Between MDPs and semi-MDPs, 1999); within it the solver plays exactly. How rounds end is sampled
//! ([`EndSample`]), all else is exact. A round is over as soon as its coins are all that is left to win.
//!
//! ```text
//! V(standing, left) = min over objectives of  mean over ends of
//!     length + (0 if most >= left, else V(next standing, left - coins))
//! ```

use super::end_sample::{EndSample, SampledEnd};
use super::{CampaignValues, Objective, Per};
use crate::levels::Level;
use crate::standing::Standing;
use std::sync::{Arc, Mutex, PoisonError};

/// How many standings there are.
const STANDINGS: usize = 40;

/// Rounds are counted so often until the values of a number of coins have settled.
const SWEEPS: usize = 200;

/// Values have settled once none changes by more, in rounds or minutes.
const SETTLED: f64 = 1e-9;

/// The most coins whose way is worked out: the most that a wallet holds.
pub const MOST_COINS: u32 = 50_000;

/// An end of a round, as it counts for the values.
struct Way {
    chance: f64,
    most: u32,
    coins: u32,
    next: usize,
}

/// A round played for one objective in one standing.
struct Play {
    length: f64,
    ways: Vec<Way>,
}

impl Play {
    fn new(standing: Standing, ends: &[SampledEnd], per: Per) -> Self {
        let rounds: u32 = ends.iter().map(|end| end.count).sum();
        let share = |end: &SampledEnd| f64::from(end.count) / f64::from(rounds.max(1));
        let length = match per {
            Per::Round => 1.0,
            Per::Minute => {
                ends.iter().map(|end| share(end) * f64::from(end.milliseconds) / 60_000.0).sum()
            }
        };
        let way = |end: &SampledEnd| Way {
            chance: share(end),
            most: end.most,
            coins: end.coins(),
            next: standing.after(end.outcome, end.flips).index(),
        };
        Self { length, ways: ends.iter().map(way).collect() }
    }
}

/// The objectives that a round may be played for: of the campaigns the one that counts as this does.
fn eligible(ends: &EndSample, per: Per) -> EndSample {
    let other = |objective: Objective| matches!(objective, Objective::Campaign(p) if p != per);
    let kept = ends.objectives.iter().zip(ends.objectives());
    let objectives = kept.filter(|(_, objective)| !other(*objective)).map(|(ends, _)| ends.clone());
    EndSample { objectives: objectives.collect(), ..*ends }
}

/// Every way to play a round in every standing: by standing, then by objective.
fn plays(ends: &EndSample, per: Per) -> Vec<Vec<Play>> {
    let of =
        |standing| ends.objectives.iter().map(move |o| Play::new(standing, o.of(standing), per));
    Standing::all().map(|standing| of(standing).collect()).collect()
}

/// What every round is to be played for on the way to so many coins.
#[derive(Clone, Debug)]
pub struct TargetPlan {
    objectives: Vec<Objective>,
    /// By coins left (from 1) and standing: rounds or minutes to come, and the number of the objective.
    values: Vec<[(f64, u8); STANDINGS]>,
}

impl TargetPlan {
    /// The plan by the sample that ships, worked out once for all who ask.
    pub fn shipped(coins: u32, per: Per) -> Arc<Self> {
        static SHIPPED: Mutex<[Option<Arc<TargetPlan>>; 2]> = Mutex::new([None, None]);
        let mut shipped = SHIPPED.lock().unwrap_or_else(PoisonError::into_inner);
        let place = &mut shipped[usize::from(per == Per::Minute)];
        match place {
            Some(plan) if plan.values.len() >= coins.min(MOST_COINS) as usize => plan.clone(),
            _ => place.insert(Arc::new(Self::new(EndSample::shipped(), coins, per))).clone(),
        }
    }

    /// The plan for up to so many coins, at most [`MOST_COINS`], counted in rounds or in minutes.
    pub fn new(ends: &EndSample, coins: u32, per: Per) -> Self {
        let ends = &eligible(ends, per);
        let plays = plays(ends, per);
        let mut values: Vec<[(f64, u8); STANDINGS]> = Vec::new();
        for left in 1..=coins.min(MOST_COINS) {
            let row = settled(&plays, &values, left);
            values.push(row);
        }
        Self { objectives: ends.objectives(), values }
    }

    /// Rounds or minutes until the coins that are left are won, on average.
    pub fn expected(&self, standing: Standing, left: u32) -> f64 {
        self.at(standing, left).map_or(0.0, |(value, _)| value)
    }

    /// What the next round is to be played for; `None` if no coins are left to win.
    pub fn objective(&self, standing: Standing, left: u32) -> Option<Objective> {
        self.at(standing, left).map(|(_, number)| self.objectives[usize::from(number)])
    }

    /// With more coins left than it was worked out for, as with the most.
    fn at(&self, standing: Standing, left: u32) -> Option<(f64, u8)> {
        let place = (left as usize).min(self.values.len()).checked_sub(1)?;
        Some(self.values[place][standing.index()])
    }
}

/// What a play costs but for its rounds that win nothing, and where these lead, each with its chance.
type Known = (f64, Vec<(f64, usize)>);

/// The values with so many coins left, those with fewer being known: value iteration, from the last ones.
fn settled(
    plays: &[Vec<Play>],
    values: &[[(f64, u8); STANDINGS]],
    left: u32,
) -> [(f64, u8); STANDINGS] {
    let known: Vec<Vec<Known>> = plays
        .iter()
        .map(|plays| {
            let split = |play: &Play| {
                let (mut cost, mut blank) = (play.length, [0.0; STANDINGS]);
                for way in play.ways.iter().filter(|way| way.most < left) {
                    if way.coins == 0 {
                        blank[way.next] += way.chance;
                    } else {
                        let after = values[(left - way.coins) as usize - 1][way.next].0;
                        cost += way.chance * after;
                    }
                }
                let blank = blank.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0);
                (cost, blank.map(|(next, chance)| (chance, next)).collect())
            };
            plays.iter().map(split).collect()
        })
        .collect();
    let mut row = values.last().copied().unwrap_or([(1.0, 0); STANDINGS]);
    for _ in 0..SWEEPS {
        let mut change: f64 = 0.0;
        for standing in 0..STANDINGS {
            let cost = |(cost, blank): &Known| {
                cost + blank.iter().map(|&(chance, next)| chance * row[next].0).sum::<f64>()
            };
            let costs = known[standing].iter().map(cost).zip(0..);
            let best = costs.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0));
            change = change.max((best.0 - row[standing].0).abs());
            row[standing] = best;
        }
        if change <= SETTLED {
            break;
        }
    }
    row
}

/// A lower bound of the rounds, or minutes, that any play takes to win so many coins on average:
/// by the optimality equation no play wins more in a number of rounds than the gain brings in them and
/// the biases of where it begins and ends allow.
pub fn least_expected(values: &CampaignValues, standing: Standing, left: u32) -> f64 {
    let least = values.worth.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let one = if left > 0 && values.per == Per::Round { 1.0 } else { 0.0 };
    ((f64::from(left) - values.worth(standing) + least) / values.gain).max(one)
}

/// The best chance to meet a level within a number of rounds, and what to play the rounds for.
#[derive(Clone, Debug)]
pub struct ReachPlan {
    objectives: Vec<Objective>,
    level: Level,
    /// By rounds left (from 1) and standing.
    chances: Vec<[(f64, u8); STANDINGS]>,
}

impl ReachPlan {
    /// The plan for a level, this number or a higher one, with up to so many rounds left to play.
    pub fn new(ends: &EndSample, level: Level, rounds: usize) -> Self {
        let ends = &eligible(ends, Per::Round);
        let plays = plays(ends, Per::Round);
        let mut chances: Vec<[(f64, u8); STANDINGS]> = Vec::with_capacity(rounds);
        for _ in 0..rounds {
            let before = chances.last();
            let chance = |next: Standing| {
                let met = next.level >= level;
                if met { 1.0 } else { before.map_or(0.0, |row| row[next.index()].0) }
            };
            let after: Vec<f64> = Standing::all().map(chance).collect();
            let best = |standing: usize| {
                let sum = |play: &Play| -> f64 {
                    play.ways.iter().map(|way| way.chance * after[way.next]).sum()
                };
                let chances = plays[standing].iter().map(sum).zip(0..);
                // Of equal chances the first: the objectives stand in the order of preference.
                chances.reduce(|best, other| if other.0 > best.0 { other } else { best })
            };
            chances.push(std::array::from_fn(|standing| best(standing).unwrap_or((0.0, 0))));
        }
        Self { objectives: ends.objectives(), level, chances }
    }

    /// The chance with so many rounds left.
    pub fn chance(&self, standing: Standing, rounds: usize) -> f64 {
        if standing.level >= self.level {
            return 1.0;
        }
        self.at(standing, rounds).map_or(0.0, |(chance, _)| chance)
    }

    /// What the next round is to be played for; `None` if the level is met, or cannot be.
    pub fn objective(&self, standing: Standing, rounds: usize) -> Option<Objective> {
        let open = |&(chance, _): &(f64, u8)| standing.level < self.level && chance > 0.0;
        self.at(standing, rounds)
            .filter(open)
            .map(|(_, number)| self.objectives[usize::from(number)])
    }

    fn at(&self, standing: Standing, rounds: usize) -> Option<(f64, u8)> {
        let place = rounds.min(self.chances.len()).checked_sub(1)?;
        Some(self.chances[place][standing.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::super::end_sample::{LEVELS, ObjectiveEnds};
    use super::*;
    use crate::levels::Outcome;

    type End = (Outcome, u8, u32, u32, u32);

    /// Each objective's ends, the same at every level.
    fn sample(objectives: &[(Objective, &[End])]) -> EndSample {
        let of = |(objective, ends): &(Objective, &[End])| {
            let ends: Vec<SampledEnd> = ends.iter().map(|&end| end.into()).collect();
            ObjectiveEnds { objective: objective.to_string(), ends: vec![ends; LEVELS] }
        };
        EndSample { boards: 4, seed: 1, work: 1, objectives: objectives.iter().map(of).collect() }
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
    }

    #[test]
    fn coins_won_every_other_round_take_twice_as_many_rounds() {
        let ends = [(Outcome::Won, 8, 10, 2, 30_000), (Outcome::Lost, 1, 4, 2, 6_000)];
        let sample = sample(&[(Objective::Clear, &ends)]);
        let plan = TargetPlan::new(&sample, 30, Per::Round);
        for standing in Standing::all() {
            near(plan.expected(standing, 30), 6.0);
            near(plan.expected(standing, 21), 5.0);
            near(plan.expected(standing, 20), 4.0);
            // With 4 left, or fewer, the 4 coins of a round that would be lost are enough.
            near(plan.expected(standing, 4), 1.0);
            near(plan.expected(standing, 0), 0.0);
        }
        let minutes = TargetPlan::new(&sample, 30, Per::Minute);
        near(minutes.expected(Standing::START, 20), 4.0 * 0.3);
        assert_eq!(plan.objective(Standing::START, 0), None);
    }

    /// A gamble for much is right while much is left, and a little for sure at the end.
    #[test]
    fn what_is_left_decides_what_a_round_is_played_for() {
        let safe = [(Outcome::Quit, 8, 4, 4, 10_000)];
        let gamble = [(Outcome::Won, 8, 40, 1, 10_000), (Outcome::Lost, 1, 2, 3, 10_000)];
        let sample = sample(&[(Objective::Coins, &safe), (Objective::Clear, &gamble)]);
        let plan = TargetPlan::new(&sample, 40, Per::Round);
        // In 1 round for sure, or 4 on average by the gamble alone.
        assert_eq!(plan.objective(Standing::START, 4), Some(Objective::Coins));
        assert_eq!(plan.objective(Standing::START, 40), Some(Objective::Clear));
        near(plan.expected(Standing::START, 16), 4.0);
        near(plan.expected(Standing::START, 40), 4.0);
        assert_eq!(plan.objective(Standing::START, 12), Some(Objective::Coins));
    }

    #[test]
    fn a_level_is_met_with_the_chance_of_the_wins_that_lead_to_it() {
        let ends = [(Outcome::Won, 8, 10, 3, 1), (Outcome::Lost, 0, 0, 1, 1)];
        let worse = [(Outcome::Lost, 0, 0, 4, 1)];
        let sample = sample(&[(Objective::Coins, &worse), (Objective::Level, &ends)]);
        let third = Level::try_from(3).unwrap();
        let plan = ReachPlan::new(&sample, third, 3);
        near(plan.chance(Standing::START, 1), 0.0);
        near(plan.chance(Standing::START, 2), 0.75 * 0.75);
        // Won, won; or lost once at first. A loss after a win leads back to level 1.
        near(plan.chance(Standing::START, 3), 0.75 * 0.75 + 0.25 * 0.75 * 0.75);
        assert_eq!(plan.objective(Standing::START, 3), Some(Objective::Level));
        near(plan.chance(Standing { level: third, streak: 0 }, 0), 1.0);
        assert_eq!(plan.objective(Standing { level: third, streak: 0 }, 3), None);
    }

    /// The rounds that the plan foresees are at least as many as the bound, and no fewer the more is left.
    #[test]
    fn what_ships_agrees_with_the_bound_of_the_campaign() {
        let plan = TargetPlan::shipped(2000, Per::Round);
        let values = CampaignValues::shipped(Per::Round);
        for standing in Standing::all() {
            let mut before = 0.0;
            for left in (0..=2000).step_by(100) {
                let expected = plan.expected(standing, left);
                assert!(expected >= before - 1e-6);
                let least = least_expected(values, standing, left);
                assert!(expected >= 0.9 * least, "{standing:?}, {left}: {expected} {least}");
                before = expected;
            }
        }
    }
}
