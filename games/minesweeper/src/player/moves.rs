//! The moves in the game: where each is made, and how its effect shows.

use super::sight::MineSight;
use crate::words;
use grid::Cell;
use grid::geometry::Rect;
use minesweeper::board::{self, CellState, GameState};
use session::Act;
use session::consoles::desktop;
use session::input::{Button, Gesture, Key};
use std::fmt;
use std::time::Duration;

/// How long a press is held.
const HOLD: Duration = desktop::TIMING.hold;
/// The time limit for a press to show its effect.
const EFFECT: Duration = Duration::from_millis(900);
/// The most presses for one move.
const TRIES: u32 = 4;

/// A move in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MineMove {
    /// Open a cell.
    Open {
        /// Which.
        cell: Cell,
        /// Whether the cell is certainly safe; otherwise it is a guess.
        certain: bool,
    },
    /// Set a flag on a mine.
    Flag(Cell),
    /// Remove a flag, or turn it into a question mark.
    Unflag(Cell),
    /// Press a number all of whose mines have a flag, with both buttons in most programs. This opens its other
    /// neighbours.
    Chord(Cell),
    /// Close a dialog that lies over the game.
    CloseDialog,
    /// Start the next game.
    Restart,
}

impl fmt::Display for MineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Open { cell, certain: true } => write!(f, "open {}", words::cell(cell)),
            Self::Open { cell, certain: false } => write!(f, "guess {}", words::cell(cell)),
            Self::Flag(cell) => write!(f, "flag {}", words::cell(cell)),
            Self::Unflag(cell) => write!(f, "take the flag from {}", words::cell(cell)),
            Self::Chord(cell) => write!(f, "open all around {}", words::cell(cell)),
            Self::CloseDialog => f.write_str("close the dialog"),
            Self::Restart => f.write_str("start the next game"),
        }
    }
}

impl MineMove {
    /// The cell that the move is made on, if it is made on one.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Self::Open { cell, .. } | Self::Flag(cell) | Self::Unflag(cell) | Self::Chord(cell) => {
                Some(cell)
            }
            Self::CloseDialog | Self::Restart => None,
        }
    }

    /// The gesture for the move on a picture. A press lies within its cell; if the picture does not show the place,
    /// it is a press that every input device refuses.
    pub(super) fn gesture(self, sight: &MineSight) -> Gesture {
        let nowhere = Rect::new(0.0, 0.0, 0.0, 0.0);
        let button = match self {
            Self::Flag(_) | Self::Unflag(_) => Button::Right,
            Self::Chord(_) => chord(&sight.seen.look),
            _ => Button::Left,
        };
        let within = match (self.cell(), sight.restart(), next_game(&sight.seen.look)) {
            _ if self == Self::CloseDialog => return Gesture::Key { key: Key::Escape, hold: HOLD },
            (Some(cell), ..) => sight.area(cell),
            (None, Some(place), _) => place,
            (None, None, Some(key)) => return Gesture::Key { key, hold: HOLD },
            (None, None, None) => nowhere,
        };
        Gesture::Tap { at: within.centre(), within, button, hold: HOLD }
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

    /// Whether `now`, a picture taken after the move, shows its effect.
    pub(super) fn took_effect(self, before: &MineSight, now: &MineSight) -> bool {
        let changed = |cell: Cell| {
            let (was, is) = (before.cell(cell), now.cell(cell));
            was.is_some() && is.is_some() && was != is
        };
        let is_open = |cell: Cell| now.cell(cell).is_some_and(|state| !state.is_closed());
        let was_closed = |cell: Cell| before.cell(cell).map(CellState::is_closed);
        match self {
            // One that stayed pressed cannot be read.
            Self::Open { cell, .. } => is_open(cell) && was_closed(cell) != Some(false),
            Self::Flag(cell) => now.cell(cell) == Some(CellState::Flag),
            Self::Unflag(cell) => changed(cell),
            Self::Chord(cell) => {
                let (rows, columns) = (now.seen.cells.rows(), now.seen.cells.columns());
                let mut near = board::neighbours(rows, columns, cell);
                near.any(|near| is_open(near) && was_closed(near) == Some(true))
            }
            Self::CloseDialog => now.dialog != before.dialog,
            Self::Restart => now.state() == Some(GameState::Fresh),
        }
    }
}

/// The button that opens all around a number: GNOME Mines 40.1 takes the first alone, and neither both nor the
/// wheel.
pub(super) fn chord(look: &str) -> Button {
    if look.starts_with("gnome") { Button::Left } else { Button::Both }
}

/// The key that starts the next game in the program with this look, where one is known: GNOME Mines
/// 40.1, KMines 22.12, Simon Tatham's Mines, Windows up to 7 and its likes.
pub(super) fn next_game(look: &str) -> Option<Key> {
    let key = match look {
        look if look.starts_with("gnome") => Key::Control('r'),
        look if look.starts_with("kmines") || look.starts_with("sgt") => Key::Control('n'),
        look if ["windows", "winmine", "winemine"].iter().any(|own| look.starts_with(own)) => {
            Key::F2
        }
        _ => return None,
    };
    Some(key)
}
