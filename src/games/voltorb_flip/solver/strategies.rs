//! Ways to play, by name: those of the literature, for comparison, and the exact solver.
//!
//! MinRisk, ScoreFirst, CutoffN and BogoFlip are those of Jaff and Bohrer, the ratio is the figure
//! of merit of Black, the rules are in [`rules`](super::rules). All but BogoFlip leave out tiles
//! that can only be 1s or Voltorbs, which never help to clear a board.

use super::rules::{Rule, deduce};
use super::{Boards, NotListed, Objective, Solver, never};
use crate::games::voltorb_flip::board::Position;
use crate::grid::{Cell, Grid};
use rand_mt::Mt;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A way to choose the next tile. Written as `min-risk`, `score-first`, `cutoff 5`, `bogo-flip`,
/// `ratio`, `logic`, `exact`, `exact coins`.
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
    /// The best play for an objective.
    Exact(Objective),
}

/// A name of no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no strategy: choose min-risk, score-first, cutoff with a number of flips (as in \
     \"cutoff 5\"), bogo-flip, ratio, logic, or exact, alone or with an objective (as in \
     \"exact coins\")"
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
            _ => match (after("cutoff"), after("exact")) {
                (Some(flips), _) => flips.parse().ok().map(Self::Cutoff),
                (_, Some("")) => Some(Self::Exact(Objective::Clear)),
                (_, Some(objective)) => objective.parse().ok().map(Self::Exact),
                _ => None,
            },
        };
        strategy.ok_or_else(|| NoSuchStrategy(text.to_owned()))
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
            Self::Exact(objective) => f.pad(&format!("exact {objective}")),
        }
    }
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Flip this tile.
    Flip(Cell),
    /// Take the coins found so far.
    Quit,
}

/// Plays rounds by a strategy. Keep one for a whole round.
#[derive(Debug)]
pub struct Player {
    strategy: Strategy,
    solver: Option<Solver>,
    dice: Mt,
}

impl Player {
    /// A player; `seed` is what [`Strategy::BogoFlip`] draws from.
    pub fn new(strategy: Strategy, seed: u32) -> Self {
        let solver = match strategy {
            Strategy::Exact(objective) => Some(Solver::new(objective)),
            _ => None,
        };
        Self { strategy, solver, dice: Mt::new(seed) }
    }

    /// Whether the strategy looks at the odds.
    pub fn weighs(&self) -> bool {
        use Strategy::{BogoFlip, Exact, Logic};
        !matches!(self.strategy, Logic | BogoFlip | Exact(_))
    }

    /// The next move in a position, found from the position alone.
    ///
    /// # Errors
    /// No board fits, or too many for a strategy that weighs them.
    pub fn play(&mut self, position: &Position) -> Result<Move, NotListed> {
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
    /// As [`Player::play`]; only of [`Strategy::Exact`].
    pub fn choose(
        &mut self,
        position: &Position,
        odds: &Grid<[f64; 4]>,
    ) -> Result<Move, NotListed> {
        let flips = position.tiles.iter().flatten().count();
        let choice = match self.strategy {
            Strategy::MinRisk => best(position, odds, min_risk),
            Strategy::Cutoff(first) if flips >= usize::from(first) => {
                best(position, odds, min_risk)
            }
            Strategy::ScoreFirst | Strategy::Cutoff(_) => best(position, odds, score_first),
            Strategy::Ratio => best(position, odds, ratio),
            Strategy::BogoFlip => self.any(position),
            Strategy::Logic => proved_safe(position),
            Strategy::Exact(_) => match &mut self.solver {
                Some(solver) => {
                    let advice = solver.best_move(position, &never)?;
                    advice.best.filter(|_| !advice.quit)
                }
                None => None,
            },
        };
        Ok(choice.map_or(Move::Quit, Move::Flip))
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

/// The first tile that the named rules prove safe but not useless.
fn proved_safe(position: &Position) -> Option<Cell> {
    let deduction = deduce(position, &Rule::NAMED);
    let found = deduction.candidates.cells().find(|&(cell, candidates)| {
        position.tiles[cell].is_none() && candidates.is_safe() && !candidates.is_useless()
    });
    found.map(|(cell, _)| cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::notation::parse_position;

    fn chosen(strategy: Strategy, tiles: &str, odds: [[f64; 4]; 4]) -> Move {
        let position = format!("rows 9/0 9/0; cols 9/0 9/0; tiles {tiles}");
        let odds = Grid::from_fn(2, 2, |r, c| odds[2 * r + c]);
        Player::new(strategy, 1).choose(&parse_position(&position).unwrap(), &odds).unwrap()
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
            assert_eq!(chosen(strategy, ".. ..", odds), Move::Flip(tile), "{strategy}");
        }
        assert_eq!(chosen(Strategy::Cutoff(1), "1. ..", odds), Move::Flip((0, 1)));
        assert_eq!(chosen(Strategy::Ratio, ".1 22", odds), Move::Quit);
        assert_eq!(chosen(Strategy::BogoFlip, "12 .3", odds), Move::Flip((1, 0)));
    }

    #[test]
    fn a_safe_tile_beats_every_ratio() {
        let odds = [[0.0, 0.9, 0.1, 0.0], [0.01, 0.0, 0.0, 0.99], [0.0, 0.5, 0.5, 0.0], [0.5; 4]];
        assert_eq!(chosen(Strategy::Ratio, ".. ..", odds), Move::Flip((1, 0)));
    }

    #[test]
    fn logic_flips_what_is_proved_and_quits_rather_than_guess() {
        let mut player = Player::new(Strategy::Logic, 1);
        let safe = parse_position("rows 4/0 2/1 1/2; cols 3/0 2/1 2/2").unwrap();
        assert!(matches!(player.play(&safe), Ok(Move::Flip((0, 0..=2)))));
        let even = parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap();
        assert_eq!(player.play(&even), Ok(Move::Quit));
        assert_eq!(Player::new(Strategy::MinRisk, 1).play(&even), Ok(Move::Flip((0, 0))));
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
            Strategy::Exact(Objective::Clear),
            Strategy::Exact(Objective::Survive(8)),
        ] {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
        }
        assert_eq!("exact".parse(), Ok(Strategy::Exact(Objective::Clear)));
        assert_eq!("cutoff-12".parse(), Ok(Strategy::Cutoff(12)));
        for wrong in ["", "cutoff", "exactly", "exact win", "random", "cutoff 999"] {
            assert!(wrong.parse::<Strategy>().is_err(), "{wrong}");
        }
    }
}
