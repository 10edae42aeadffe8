//! Ways to play, by name: those of the literature, for comparison, and the exact solver.
//!
//! MinRisk, ScoreFirst, CutoffN and BogoFlip are those of Jaff and Bohrer, the ratio is the figure
//! of merit of Black, the rules are in [`rules`](super::rules). All but BogoFlip leave out tiles
//! that can only be 1s or Voltorbs, which never help to clear a board.

use super::rules::{Rule, deduce};
use super::target::{MOST_COINS, TargetPlan};
use super::{
    Advice, Boards, CampaignValues, Monitor, NotListed, Objective, Per, Solver, WorkLimit, never,
};
use crate::board::Position;
use crate::levels::Round;
use crate::standing::Standing;
use grid::{Cell, Grid};
use rand_mt::Mt;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A way to choose the next tile. Written as `min-risk`, `score-first`, `cutoff 5`, `bogo-flip`,
/// `ratio`, `logic`, `exact`, `exact coins`, `target 10000`; a rule of the literature by its name, as in `safe-house`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The useful tile that is least likely a Voltorb.
    MinRisk,
    /// The tile that is most likely a 2 or 3.
    ScoreFirst,
    /// [`Strategy::ScoreFirst`] for this many flips, [`Strategy::MinRisk`] from then on: the order
    /// in which the authors' program plays, though a comment in it says the reverse.
    Cutoff(u8),
    /// Any card that is face down.
    BogoFlip,
    /// The tile with the highest chance of a 2 or 3 for its chance of a Voltorb.
    Ratio,
    /// Tiles that the named rules prove safe and not useless; without one, quit.
    Logic,
    /// The same with one of these rules alone. Those that prove cards useless, not safe, quit at once.
    Rule(Rule),
    /// The best play for an objective.
    Exact(Objective),
    /// So many coins in the wallet, in as few rounds or minutes as can be: the best play for the
    /// objective that [`TargetPlan`] chooses for each round.
    Target(u32, Per),
}

/// A name of no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a strategy: choose min-risk, score-first, bogo-flip, ratio, logic, safe-house, n-sum, \
     exhausted-reward, only-voltorbs-left or extended-subset-n-sum; or \"cutoff 5\" (a number of flips), \
     \"target 10000\" (coins, up to 50,000) or \"exact coins\" (an objective)"
)]
pub struct NoSuchStrategy(String);

impl FromStr for Strategy {
    type Err = NoSuchStrategy;

    /// Between name and number or objective may stand a space, `-`, `=` or `:`.
    fn from_str(text: &str) -> Result<Self, NoSuchStrategy> {
        let after = |name: &str| {
            let rest = text.strip_prefix(name)?;
            rest.strip_prefix([' ', '-', '=', ':']).or(Some(rest).filter(|rest| rest.is_empty()))
        };
        let strategy = match text {
            "min-risk" => Some(Self::MinRisk),
            "score-first" => Some(Self::ScoreFirst),
            "bogo-flip" => Some(Self::BogoFlip),
            "ratio" => Some(Self::Ratio),
            "logic" => Some(Self::Logic),
            "5-sum" => Some(Self::Rule(Rule::NSum)),
            _ if let Some(rule) = named_rule(text) => Some(Self::Rule(rule)),
            _ => match (after("cutoff"), after("target"), after("exact")) {
                (Some(flips), _, _) => flips.parse().ok().map(Self::Cutoff),
                (_, Some(coins), _) => target(coins),
                (_, _, Some("")) => Some(Self::Exact(Objective::Clear)),
                (_, _, Some(objective)) => objective.parse().ok().map(Self::Exact),
                _ => None,
            },
        };
        strategy.ok_or_else(|| NoSuchStrategy(text.to_owned()))
    }
}

/// The name of a rule as it is typed.
fn typed(rule: Rule) -> String {
    rule.to_string().to_lowercase().replace(' ', "-")
}

/// A number of coins, and what their way is counted in if that is not rounds.
fn target(text: &str) -> Option<Strategy> {
    let (coins, per) = text.split_once([' ', '-', '=', ':']).unwrap_or((text, "round"));
    let coins = coins.parse().ok().filter(|coins| (1..=MOST_COINS).contains(coins))?;
    Some(Strategy::Target(coins, per.parse().ok()?))
}

fn named_rule(text: &str) -> Option<Rule> {
    Rule::NAMED.into_iter().find(|&rule| typed(rule) == text)
}

impl From<Objective> for Strategy {
    fn from(objective: Objective) -> Self {
        Self::Exact(objective)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MinRisk => f.pad("min-risk"),
            Self::ScoreFirst => f.pad("score-first"),
            Self::Cutoff(flips) => f.pad(&format!("cutoff {flips}")),
            Self::BogoFlip => f.pad("bogo-flip"),
            Self::Ratio => f.pad("ratio"),
            Self::Logic => f.pad("logic"),
            Self::Rule(rule) => f.pad(&typed(*rule)),
            Self::Exact(objective) => f.pad(&format!("exact {objective}")),
            Self::Target(coins, Per::Round) => f.pad(&format!("target {coins}")),
            Self::Target(coins, per) => f.pad(&format!("target {coins} {per}")),
        }
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Flip this tile.
    Flip(Cell),
    /// Take the coins found so far.
    Quit,
}

/// Plays rounds by a strategy. Keep one for a whole round.
#[derive(Debug)]
pub struct StrategyPlayer {
    strategy: Strategy,
    solver: Option<Solver>,
    dice: Mt,
    /// How much work a move may take, see [`WorkLimit`].
    limit: Option<u64>,
    /// The advice that the last move of an exact strategy followed.
    told: Option<Advice>,
    history: Vec<Round>,
    /// The coins won before this round.
    wallet: u32,
    /// Of [`Strategy::Target`].
    plan: Option<Arc<TargetPlan>>,
}

impl StrategyPlayer {
    /// A player; `seed` is what [`Strategy::BogoFlip`] draws from.
    pub fn new(strategy: Strategy, seed: u32) -> Self {
        let solver = match strategy {
            Strategy::Exact(objective) => Some(Solver::new(objective)),
            Strategy::Target(_, per) => Some(Solver::new(Objective::Campaign(per))),
            _ => None,
        };
        let plan = match strategy {
            Strategy::Target(coins, per) => Some(TargetPlan::shipped(coins, per)),
            _ => None,
        };
        let (dice, history) = (Mt::new(seed), Vec::new());
        Self { strategy, solver, dice, limit: None, told: None, history, wallet: 0, plan }
    }

    /// A player of campaigns by other values than those that ship.
    pub fn with_values(values: Arc<CampaignValues>) -> Self {
        let strategy = Strategy::Exact(Objective::Campaign(values.per));
        Self { solver: Some(Solver::with_values(values)), ..Self::new(strategy, 0) }
    }

    /// Ends the search for a move after so much work (see [`WorkLimit`]) with the best that is known.
    pub fn limit_work(&mut self, questions: Option<u64>) {
        self.limit = questions;
    }

    /// The advice that the last move followed, of [`Strategy::Exact`].
    pub fn told(&self) -> Option<&Advice> {
        self.told.as_ref()
    }

    /// Whether the strategy looks at the odds.
    pub fn weighs(&self) -> bool {
        use Strategy::{BogoFlip, Exact, Logic, Rule, Target};
        !matches!(self.strategy, Logic | Rule(_) | BogoFlip | Exact(_) | Target(..))
    }

    /// Tells the finished rounds of this session, oldest first; see [`Solver::set_history`].
    pub fn set_history(&mut self, history: &[Round]) {
        self.history = history.to_vec();
        if let Some(solver) = &mut self.solver {
            solver.set_history(history);
        }
    }

    /// Tells the coins in the wallet before this round; only [`Strategy::Target`] depends on them.
    pub fn set_wallet(&mut self, coins: u32) {
        self.wallet = coins;
    }

    /// Chooses what the round is played for, of [`Strategy::Target`]. Whether the coins of this round
    /// are all that was left to win.
    fn aim(&mut self, position: &Position) -> bool {
        let (Strategy::Target(coins, per), Some(plan)) = (self.strategy, &self.plan) else {
            return false;
        };
        let left = coins.saturating_sub(self.wallet);
        let standing = position.level.map(|level| Standing::at(level, &self.history));
        let objective = standing.and_then(|standing| plan.objective(standing, left));
        // Without a level nothing is known of the rounds to come; beyond the target the coins count.
        let objective = objective.unwrap_or(Objective::Campaign(per));
        if self.solver.as_ref().is_none_or(|solver| solver.objective() != objective) {
            let mut solver = Solver::new(objective);
            solver.set_history(&self.history);
            self.solver = Some(solver);
        }
        left > 0 && position.coins() >= u64::from(left)
    }

    /// What the strategy does in a position, with the exact chances of each tile. The value is that
    /// of the objective of [`Strategy::Exact`]; of the others, which look no further, the chance that
    /// the card they flip is no Voltorb.
    ///
    /// # Errors
    /// No board fits, or too many to be listed.
    pub fn advise(
        &mut self,
        position: &Position,
        monitor: &dyn Monitor,
    ) -> Result<Advice, NotListed> {
        let reached = self.aim(position);
        if let Some(solver) = &mut self.solver {
            let mut advice = solver.advise(position, monitor)?;
            advice.quit |= reached && advice.over.is_none();
            return Ok(advice);
        }
        let mut advice = Solver::new(Objective::Next).advise(position, monitor)?;
        if advice.over.is_some() {
            return Ok(advice);
        }
        let odds = advice.tiles.map(|tile| tile.odds);
        let chosen = match self.choose(position, &odds)? {
            Choice::Flip(cell) => Some(cell),
            Choice::Quit => None,
        };
        let value = chosen.map_or(1.0, |cell| 1.0 - odds[cell][0]);
        (advice.value, advice.lower, advice.upper) = (value, value, value);
        (advice.best, advice.quit, advice.runner_up) = (chosen, chosen.is_none(), None);
        Ok(advice)
    }

    /// The next move in a position, found from the position alone.
    ///
    /// # Errors
    /// No board fits, or too many for a strategy that weighs them.
    pub fn play(&mut self, position: &Position) -> Result<Choice, NotListed> {
        let odds = if self.weighs() {
            Boards::list(position, super::MOST_BOARDS)?.odds()
        } else {
            position.tiles.map(|_| [0.25; 4])
        };
        self.choose(position, &odds)
    }

    /// The next move in a position whose odds (each tile's chances of a Voltorb, 1, 2, 3) are known.
    ///
    /// # Errors
    /// As [`StrategyPlayer::play`]; only of [`Strategy::Exact`].
    pub fn choose(
        &mut self,
        position: &Position,
        odds: &Grid<[f64; 4]>,
    ) -> Result<Choice, NotListed> {
        let flips = position.tiles.iter().flatten().count();
        if self.aim(position) {
            return Ok(Choice::Quit);
        }
        let choice = match self.strategy {
            Strategy::MinRisk => best(position, odds, min_risk),
            Strategy::Cutoff(first) if flips >= usize::from(first) => {
                best(position, odds, min_risk)
            }
            Strategy::ScoreFirst | Strategy::Cutoff(_) => best(position, odds, score_first),
            Strategy::Ratio => best(position, odds, ratio),
            Strategy::BogoFlip => self.any(position),
            Strategy::Logic => proved_safe(position, &Rule::NAMED),
            Strategy::Rule(rule) => proved_safe(position, &[rule]),
            Strategy::Exact(_) | Strategy::Target(..) => match &mut self.solver {
                Some(solver) => {
                    let advice = match self.limit {
                        Some(limit) => solver.best_move(position, &WorkLimit::new(limit))?,
                        None => solver.best_move(position, &never)?,
                    };
                    let best = advice.best.filter(|_| !advice.quit);
                    self.told = Some(advice);
                    best
                }
                None => None,
            },
        };
        Ok(choice.map_or(Choice::Quit, Choice::Flip))
    }

    fn any(&mut self, position: &Position) -> Option<Cell> {
        let down: Vec<Cell> =
            position.tiles.cells().filter(|(_, card)| card.is_none()).map(|(c, _)| c).collect();
        // 36 tiles at most: the bias of the remainder is below one in 10^8.
        (!down.is_empty()).then(|| down[self.dice.next_u32() as usize % down.len()])
    }
}

/// The first of the useful tiles that none is better than.
fn best(
    position: &Position,
    odds: &Grid<[f64; 4]>,
    better: impl Fn(&[f64; 4], &[f64; 4]) -> Ordering,
) -> Option<Cell> {
    position
        .tiles
        .cells()
        .filter(|&(cell, card)| card.is_none() && reward(&odds[cell]) > 0.0)
        .map(|(cell, _)| cell)
        .min_by(|&a, &b| better(&odds[a], &odds[b]))
}

fn reward(odds: &[f64; 4]) -> f64 {
    odds[2] + odds[3]
}

/// Less risk first; of equal risks the one with more to win.
fn min_risk(a: &[f64; 4], b: &[f64; 4]) -> Ordering {
    a[0].total_cmp(&b[0]).then(reward(b).total_cmp(&reward(a)))
}

/// More to win first; of equal rewards the one with less risk.
fn score_first(a: &[f64; 4], b: &[f64; 4]) -> Ordering {
    reward(b).total_cmp(&reward(a)).then(a[0].total_cmp(&b[0]))
}

/// More to win for the risk first, compared without a division: a safe tile is beyond all ratios.
fn ratio(a: &[f64; 4], b: &[f64; 4]) -> Ordering {
    let (left, right) = (reward(a) * b[0], reward(b) * a[0]);
    right.total_cmp(&left).then(min_risk(a, b))
}

/// The first tile that the rules prove safe but not useless.
fn proved_safe(position: &Position, rules: &[Rule]) -> Option<Cell> {
    let deduction = deduce(position, rules);
    let found = deduction.candidates.cells().find(|&(cell, candidates)| {
        position.tiles[cell].is_none() && candidates.is_safe() && !candidates.is_useless()
    });
    found.map(|(cell, _)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    fn chosen(strategy: Strategy, tiles: &str, odds: [[f64; 4]; 4]) -> Choice {
        let position = format!("rows 9/0 9/0; cols 9/0 9/0; tiles {tiles}");
        let odds = Grid::from_fn(2, 2, |r, c| odds[2 * r + c]);
        StrategyPlayer::new(strategy, 1).choose(&parse_position(&position).unwrap(), &odds).unwrap()
    }

    #[test]
    fn each_strategy_takes_the_tile_that_it_is_named_for() {
        let odds = [
            [0.0, 1.0, 0.0, 0.0], // safe and useless
            [0.1, 0.8, 0.1, 0.0], // least risk
            [0.4, 0.0, 0.3, 0.3], // most reward
            [0.2, 0.4, 0.4, 0.0], // best ratio
        ];
        for (strategy, tile) in [
            (Strategy::MinRisk, (0, 1)),
            (Strategy::ScoreFirst, (1, 0)),
            (Strategy::Cutoff(1), (1, 0)),
            (Strategy::Cutoff(0), (0, 1)),
            (Strategy::Ratio, (1, 1)),
        ] {
            assert_eq!(chosen(strategy, ".. ..", odds), Choice::Flip(tile), "{strategy}");
        }
        assert_eq!(chosen(Strategy::Cutoff(1), "1. ..", odds), Choice::Flip((0, 1)));
        assert_eq!(chosen(Strategy::Ratio, ".1 22", odds), Choice::Quit);
        assert_eq!(chosen(Strategy::BogoFlip, "12 .3", odds), Choice::Flip((1, 0)));
    }

    #[test]
    fn a_safe_tile_beats_every_ratio() {
        let odds = [[0.0, 0.9, 0.1, 0.0], [0.01, 0.0, 0.0, 0.99], [0.0, 0.5, 0.5, 0.0], [0.5; 4]];
        assert_eq!(chosen(Strategy::Ratio, ".. ..", odds), Choice::Flip((1, 0)));
    }

    #[test]
    fn logic_flips_what_is_proved_and_quits_rather_than_guess() {
        let mut player = StrategyPlayer::new(Strategy::Logic, 1);
        let safe = parse_position("rows 4/0 2/1 1/2; cols 3/0 2/1 2/2").unwrap();
        assert!(matches!(player.play(&safe), Ok(Choice::Flip((0, 0..=2)))));
        let even = parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap();
        assert_eq!(player.play(&even), Ok(Choice::Quit));
        assert_eq!(StrategyPlayer::new(Strategy::MinRisk, 1).play(&even), Ok(Choice::Flip((0, 0))));
    }

    #[test]
    fn the_advice_is_what_the_strategy_does() {
        let even = parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap();
        for (strategy, best, value) in [
            (Strategy::MinRisk, Some((0, 0)), 0.5),
            (Strategy::Logic, None, 1.0),
            (Strategy::Rule(Rule::SafeHouse), None, 1.0),
            (Strategy::Exact(Objective::Clear), Some((0, 0)), 0.5),
        ] {
            let advice = StrategyPlayer::new(strategy, 1).advise(&even, &never).unwrap();
            assert_eq!((advice.best.is_some(), advice.quit), (best.is_some(), best.is_none()));
            assert!(advice.exact && (advice.value - value).abs() < 1e-12, "{strategy}");
        }
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for strategy in [
            Strategy::MinRisk,
            Strategy::ScoreFirst,
            Strategy::Cutoff(5),
            Strategy::BogoFlip,
            Strategy::Ratio,
            Strategy::Logic,
            Strategy::Rule(Rule::SafeHouse),
            Strategy::Rule(Rule::ExtendedSubsetNSum),
            Strategy::Exact(Objective::Clear),
            Strategy::Exact(Objective::Survive(8)),
            Strategy::Target(10_000, Per::Round),
            Strategy::Target(MOST_COINS, Per::Minute),
        ] {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        assert_eq!("exact".parse(), Ok(Strategy::Exact(Objective::Clear)));
        assert_eq!("5-sum".parse(), Ok(Strategy::Rule(Rule::NSum)));
        assert_eq!("cutoff-12".parse(), Ok(Strategy::Cutoff(12)));
        for wrong in
            ["", "cutoff", "exactly", "exact win", "random", "cutoff 999", "target", "target 0"]
        {
            assert!(wrong.parse::<Strategy>().is_err(), "{wrong}");
        }
    }
}
