//! What can be done in the game, where it is done, and how its effect shows.

use super::sight::MineSight;
use crate::companion::Act;
use crate::games::minesweeper::board::{CellState, GameState};
use crate::games::minesweeper::words;
use crate::geometry::Rect;
use crate::grid::Cell;
use crate::input::Gesture;
use std::fmt;
use std::time::Duration;

/// How long a press is held. A program that draws at 60 pictures a second sees one of 17 ms.
const HOLD: Duration = Duration::from_millis(30);
/// How long the effect of a press may take to show.
const EFFECT: Duration = Duration::from_millis(900);
/// How often a press is tried.
const TRIES: u32 = 4;

/// What can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MineMove {
    /// Open a cell.
    Open {
        /// Which.
        cell: Cell,
        /// Whether it is certainly safe; else it is a guess.
        certain: bool,
    },
    /// Start the next game.
    Restart,
}

impl fmt::Display for MineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Open { cell, certain: true } => write!(f, "open {}", words::cell(cell)),
            Self::Open { cell, certain: false } => write!(f, "guess {}", words::cell(cell)),
            Self::Restart => f.write_str("start the next game"),
        }
    }
}

impl MineMove {
    /// How it is made on a picture. Where that does not show its place, it is one that every hand
    /// refuses.
    pub(super) fn gesture(self, sight: &MineSight) -> Gesture {
        let nowhere = Rect::new(0.0, 0.0, 0.0, 0.0);
        let place = match self {
            Self::Open { cell, .. } => sight.cell(cell),
            Self::Restart => sight.restart.unwrap_or(nowhere),
        };
        Gesture::tap(place.centre(), place, HOLD)
    }

    pub(super) fn act(self, sight: &MineSight) -> Act<Self> {
        Act {
            what: self,
            gesture: self.gesture(sight),
            within: EFFECT,
            hold_on: Duration::ZERO,
            tries: TRIES,
            after: Duration::ZERO,
            dismissal: false,
        }
    }

    /// Whether `now`, a picture taken after it was made, shows that it took effect.
    pub(super) fn took_effect(self, before: &MineSight, now: &MineSight) -> bool {
        let is_closed = |sight: &MineSight, cell: Cell| {
            sight.cells.get(cell).copied().flatten().is_some_and(CellState::is_closed)
        };
        let is_read = |cell: Cell| now.cells.get(cell).is_some_and(Option::is_some);
        match self {
            Self::Open { cell, .. } => {
                is_closed(before, cell) && is_read(cell) && !is_closed(now, cell)
            }
            Self::Restart => now.state == Some(GameState::Fresh),
        }
    }
}
