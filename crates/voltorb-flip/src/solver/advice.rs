//! The answer of the solver.

use super::objective::Objective;
use crate::board::Card;
use crate::levels::Outcome;
use crate::standing::Standing;
use grid::{Cell, Grid};
use serde::Serialize;
use std::ops::Index;

/// What is known of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TileAdvice {
    /// The chances that it is a Voltorb, a 1, a 2, a 3. They add up to 1.
    pub odds: [f64; 4],
    /// Whether the card is face up already. Such a tile has no value.
    pub face_up: bool,
    /// Face down, and certainly no Voltorb.
    pub safe: bool,
    /// Face down, and perhaps a 2 or a 3.
    pub useful: bool,
    /// The value of flipping it now and going on in the best way, if that is known exactly; `None`
    /// while it is not, and for a card face up.
    pub value: Option<f64>,
    /// A value that is surely reached by flipping it now. 0 for a card face up.
    pub lower: f64,
    /// A value that flipping it now surely does not exceed. 0 for a card face up.
    pub upper: f64,
}

impl TileAdvice {
    /// The chance that it is this card.
    pub fn chance(&self, card: Card) -> f64 {
        self.odds[usize::from(card.value())]
    }

    /// The chance that it is a Voltorb.
    pub fn voltorb(&self) -> f64 {
        self.chance(Card::Voltorb)
    }
}

/// What to do in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Flip this tile.
    Flip(Cell),
    /// Quit: no flip gains anything, or what it may gain is not worth the risk.
    Quit,
    /// Nothing: the round is over.
    Done(Outcome),
}

/// The second-best tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RunnerUp {
    /// Where it is.
    pub cell: Cell,
    /// By how much flipping it is worse than flipping the best tile, at least: 0 for tiles that are
    /// equally good, and while nothing better is known. In the unit of the value.
    pub margin: f64,
}

/// The answer for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// What the advice aims at.
    pub objective: Objective,
    /// How many boards fit the position; so many at least if they were not `counted`.
    pub solutions: u128,
    /// Whether all boards that fit were counted. If not, the odds are estimates, it is not known whether
    /// any board fits, and only what single lines prove is called safe or useless.
    pub counted: bool,
    /// What is known of each tile.
    pub tiles: Grid<TileAdvice>,
    /// The tile to flip, if any: `None` when the round is over, or no flip can help.
    pub best: Option<Cell>,
    /// Whether to quit (or, where quitting changes nothing, to stop taking risks) rather than to
    /// flip `best`.
    pub quit: bool,
    /// The value of the position under best play, if `exact`; else what following the advice surely
    /// reaches, the same as `lower`.
    pub value: f64,
    /// Whether `value` is proven, and with it `best`.
    pub exact: bool,
    /// A value that is surely reached.
    pub lower: f64,
    /// A value that is surely not exceeded.
    pub upper: f64,
    /// The second-best tile, if there is one face down.
    pub runner_up: Option<RunnerUp>,
    /// The level and streak that were played at, for [`Objective::Campaign`].
    pub standing: Option<Standing>,
    /// How the round ended, if the cards show that it is over.
    pub over: Option<Outcome>,
}

impl Advice {
    /// The best move: flip a card, quit, or nothing because the round is over.
    pub fn action(&self) -> Action {
        match (self.over, self.best) {
            (Some(outcome), _) => Action::Done(outcome),
            (None, Some(cell)) if !self.quit => Action::Flip(cell),
            (None, _) => Action::Quit,
        }
    }
}

/// What is known of the tile in this cell.
///
/// # Panics
/// The cell is not on the board.
impl Index<Cell> for Advice {
    type Output = TileAdvice;
    fn index(&self, cell: Cell) -> &TileAdvice {
        &self.tiles[cell]
    }
}

/// How much is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    BestMove,
    EveryTile,
}
