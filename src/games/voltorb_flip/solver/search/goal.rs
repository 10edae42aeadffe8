//! What a state is worth: to win, or to stop.

use crate::games::voltorb_flip::board::Position;
use crate::games::voltorb_flip::levels::{Level, Outcome, Round};
use crate::games::voltorb_flip::solver::boards::Class;
use crate::games::voltorb_flip::solver::{NotListed, Objective};

/// What the search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    pub goal: Goal,
}

impl Aim {
    /// For an objective in a position; `None` if no search is needed. `history` holds the rounds of
    /// the sitting so far.
    ///
    /// # Errors
    /// [`NotListed::LevelUnknown`].
    pub fn new(
        objective: Objective,
        position: &Position,
        history: &[Round],
    ) -> Result<Option<Self>, NotListed> {
        let goal = match objective {
            Objective::Clear => Goal::Clear,
            Objective::Coins => Goal::Coins,
            Objective::Level => match position.level.ok_or(NotListed::LevelUnknown)? {
                // Clearing keeps level 8, and so does a fifth long round in a row.
                Level::LAST if fifth_long_round(history) => Goal::Reach(8),
                Level::LAST => Goal::Clear,
                // Clearing raises the level; as many flips as its number keep it, even with a loss.
                level => Goal::Reach(level.number()),
            },
            Objective::Survive(_) | Objective::ClearWith(_) | Objective::Next => return Ok(None),
        };
        Ok(Some(Self { goal }))
    }
}

/// Whether the last four rounds were long and none was lost.
fn fifth_long_round(history: &[Round]) -> bool {
    let long = |round: &Round| round.flipped >= 8 && round.outcome != Outcome::Lost;
    history.len() >= 4 && history[history.len() - 4..].iter().all(long)
}

/// What is aimed at in the tree of flips in which every safe card is flipped at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// To clear the board.
    Clear,
    /// To take the most coins on average.
    Coins,
    /// To clear the board or to have flipped this many cards.
    Reach(u8),
}

impl Goal {
    /// What the cards flipped so far amount to before any is flipped.
    pub fn nothing(self) -> f64 {
        if self == Self::Coins { 1.0 } else { 0.0 }
    }

    /// What they amount to with one more, of this value: the coins, or how many they are.
    pub fn add(self, earned: f64, value: usize) -> f64 {
        match self {
            Self::Clear => earned,
            Self::Coins => earned * value as f64,
            Self::Reach(_) => earned + 1.0,
        }
    }

    /// The value of stopping, for boards of these weights.
    pub fn stop(self, earned: f64, (win, stop): (f64, f64)) -> f64 {
        match self {
            Self::Clear => 0.0,
            Self::Coins => earned * stop,
            Self::Reach(cards) => {
                if earned >= f64::from(cards) {
                    win
                } else {
                    0.0
                }
            }
        }
    }

    /// Whether a tile is worth a flip although it is a Voltorb or a 1 for sure.
    pub fn counts_ones(self) -> bool {
        matches!(self, Self::Reach(_))
    }
}

/// The weights of the classes of boards: what a board adds to the value when it is cleared, and,
/// for each coin that has been found, when the player quits.
#[derive(Debug)]
pub struct Weights {
    classes: Vec<(f64, f64)>,
    goal: Goal,
}

impl Weights {
    /// For the classes of a list of boards.
    pub fn new(classes: &[Class], goal: Goal) -> Self {
        let payout = |class: &Class| if goal == Goal::Coins { class.payout } else { 1.0 };
        Self { classes: classes.iter().map(|c| (c.weight * payout(c), c.weight)).collect(), goal }
    }

    /// The classes, those whose boards weigh most first.
    pub fn heaviest_first(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        order.sort_by(|&a, &b| self.classes[b].0.total_cmp(&self.classes[a].0));
        order
    }

    /// The winning and the stopping weight of a board of this class.
    pub fn class(&self, class: u8) -> (f64, f64) {
        self.classes[usize::from(class)]
    }

    pub fn shared(&self) -> f64 {
        match self.goal {
            Goal::Clear => 0.0,
            Goal::Coins => 0.5,
            Goal::Reach(_) => 1.0,
        }
    }
}
