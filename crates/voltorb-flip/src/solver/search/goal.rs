//! What a state is worth: to win, or to stop.

use crate::board::Position;
use crate::levels::{LONG_ROUND, Level, Round, are_long};
use crate::solver::boards::{Class, Code, NotListed};
use crate::solver::objective::Objective;
use crate::solver::worth::{COUNTED, EndWorth};

/// What the search is to find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// What the tree aims at in which every safe card is flipped at once.
    pub goal: Goal,
    /// What is asked for besides, if anything.
    pub strict: Option<Strictness>,
    /// Whether a goal of so many cards, once reached, stays so whatever is flipped afterwards.
    pub outlasts_a_loss: bool,
    /// What the ends of the round are worth, if they count.
    pub worth: Option<EndWorth>,
}

/// A number of cards that is asked for besides, for which a flip can come too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strictness {
    /// How many cards are to be flipped in the round.
    pub cards: u8,
    /// Whether the board must be cleared too.
    pub clear: bool,
}

impl Aim {
    /// For an objective in a position; `None` if no search is needed. `history` holds the rounds of
    /// the session so far, `worth` what the ends of the round are worth, for [`Objective::Campaign`].
    ///
    /// # Errors
    /// [`NotListed::LevelUnknown`].
    pub fn new(
        objective: Objective,
        position: &Position,
        history: &[Round],
        worth: Option<EndWorth>,
    ) -> Result<Option<Self>, NotListed> {
        let mut strict = None;
        let goal = match objective {
            Objective::Clear => Goal::Clear,
            Objective::Coins => Goal::Coins,
            Objective::Level => match position.level.ok_or(NotListed::LevelUnknown)? {
                // Clearing keeps level 8, and so does a fifth long round in a row.
                Level::LAST if are_long(history, 4) => Goal::Reach(LONG_ROUND),
                Level::LAST => Goal::Clear,
                // The first level cannot be lost: what is left is to raise it.
                Level::FIRST => Goal::Clear,
                // Clearing raises the level; as many flips as its number keep it, even with a loss.
                level => Goal::Reach(level.number()),
            },
            Objective::Survive(cards) => {
                strict = Some(Strictness { cards, clear: false });
                Goal::Reach(cards)
            }
            Objective::ClearWith(cards) => {
                strict = Some(Strictness { cards, clear: true });
                Goal::Clear
            }
            Objective::Campaign(_) => Goal::of_worth(&worth.ok_or(NotListed::LevelUnknown)?),
            Objective::Next => return Ok(None),
        };
        let outlasts_a_loss =
            objective == Objective::Level && position.level.is_some_and(|l| l < Level::LAST);
        Ok(Some(Self { goal, strict, outlasts_a_loss, worth }))
    }
}

/// What is aimed at in the tree of flips in which every safe card is flipped at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// To clear the board.
    Clear,
    /// To take the most coins on average.
    Coins,
    /// To clear the board or to have flipped this many cards.
    Reach(u8),
    /// To take the most coins, the worth of the round's end included; told against a loss with
    /// [`COUNTED`] cards. The tree takes so many for face up: see [`super::campaign`].
    Worth {
        /// What is added to the coins of a cleared board.
        won: f64,
        /// What is added to those of quitting.
        quit: f64,
    },
}

impl Goal {
    /// The value of stopping with these cards flipped, for boards of these weights.
    pub fn stop(self, cards: Code, (win, stop): (f64, f64)) -> f64 {
        match self {
            Self::Clear => 0.0,
            Self::Coins => cards.coins() * stop,
            Self::Worth { quit, .. } => (cards.coins() + quit) * stop,
            Self::Reach(least) => {
                if cards.safe().count_ones() >= u32::from(least) {
                    win
                } else {
                    0.0
                }
            }
        }
    }

    /// For what the ends of the round are worth.
    fn of_worth(worth: &EndWorth) -> Self {
        let lost = worth.lost[COUNTED];
        Self::Worth { won: worth.won[COUNTED] - lost, quit: worth.quit[COUNTED] - lost }
    }

    /// What is added to the coins of a cleared board, and to those of quitting.
    fn bonuses(self) -> (f64, f64) {
        match self {
            Self::Worth { won, quit } => (won, quit),
            _ => (0.0, 0.0),
        }
    }

    /// Whether the player plays for coins, and may quit and take what was found.
    fn pays(self) -> bool {
        matches!(self, Self::Coins | Self::Worth { .. })
    }

    /// Whether a tile is worth a flip although it is a Voltorb or a 1 for sure.
    pub fn counts_ones(self) -> bool {
        matches!(self, Self::Reach(_))
    }
}

/// The weights of the classes of boards: what a board adds to the value when it is cleared, and,
/// for each coin that has been found, when the player quits. The classes are numbered by weight, those
/// first whose boards weigh most when they are cleared.
#[derive(Debug)]
pub struct Weights {
    /// The classes of the list of boards by number.
    pub order: Vec<usize>,
    /// The weights of each board of a class, by number.
    pub classes: Vec<Weight>,
    /// Whether the player may quit and take what was found.
    pub quits: bool,
    /// What quitting is worth besides, in coins.
    pub quit_bonus: f64,
}

/// The weights of each board of a class.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// When it is cleared.
    pub win: f64,
    /// For each coin when the player quits.
    pub stop: f64,
    /// How many 2s and 3s it has.
    pub multipliers: u32,
}

impl Weights {
    /// For the classes of a list of boards.
    pub fn new(classes: &[Class], goal: Goal) -> Self {
        let (won, quit_bonus) = goal.bonuses();
        let weight = |class: &Class| Weight {
            win: class.weight * if goal.pays() { class.payout + won } else { 1.0 },
            stop: class.weight,
            multipliers: class.multipliers,
        };
        let weights: Vec<Weight> = classes.iter().map(weight).collect();
        let mut order: Vec<usize> = (0..classes.len()).collect();
        order.sort_by(|&a, &b| weights[b].win.total_cmp(&weights[a].win));
        let classes = order.iter().map(|&class| weights[class]).collect();
        Self { order, classes, quits: goal.pays(), quit_bonus }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::Outcome;
    use crate::solver::testing::typed;

    #[test]
    fn what_keeps_a_level_depends_on_the_level_and_the_rounds_before() {
        let goal = |level: u8, history: &[Round]| {
            let mut position = typed(&[[1, 1]; 2], &[[1, 1]; 2]);
            position.level = Some(Level::try_from(level).unwrap());
            Aim::new(Objective::Level, &position, history, None).unwrap().unwrap().goal
        };
        let long = Round { level: Level::LAST, outcome: Outcome::Quit, flipped: 8 };
        let won = Round { outcome: Outcome::Won, flipped: 11, ..long };
        assert_eq!(goal(1, &[]), Goal::Clear);
        assert_eq!((goal(2, &[]), goal(7, &[won; 4])), (Goal::Reach(2), Goal::Reach(7)));
        assert_eq!((goal(8, &[]), goal(8, &[won, long, won])), (Goal::Clear, Goal::Clear));
        assert_eq!(goal(8, &[won, long, won, long]), Goal::Reach(8));
        for broken in [Round { outcome: Outcome::Lost, ..won }, Round { flipped: 7, ..won }] {
            assert_eq!(goal(8, &[won, won, broken, long]), Goal::Clear);
        }
    }
}
