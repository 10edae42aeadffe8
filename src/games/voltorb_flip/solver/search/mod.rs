//! The exact search: from a position and its boards to the value of the position and of each tile.
//!
//! [`tree`] holds the search itself, [`universe`] the sets of boards it works on, [`symmetry`] and
//! [`memo`] what keeps it from doing the same twice, [`goal`] what it aims at.

mod cover;
mod fixed;
mod goal;
mod memo;
mod root;
mod strict;
mod symmetry;
mod tree;
mod universe;
mod wide;

pub use goal::Aim;
pub use root::search;

use crate::games::voltorb_flip::board::{Line, Position};
use crate::games::voltorb_flip::levels::Level;
use memo::Memo;
use symmetry::Symmetry;

/// What is remembered of a round.
#[derive(Debug)]
pub struct Memory {
    aim: Aim,
    level: Option<Level>,
    rows: Vec<Line>,
    columns: Vec<Line>,
    symmetry: Symmetry,
    memo: Memo,
    /// For the part of the search in which a flip can come too early.
    strict: Memo,
}

impl Memory {
    /// Nothing yet of a position that some board fits. The bound is in bytes.
    pub fn new(position: &Position, aim: Aim, bytes: usize) -> Self {
        Self {
            aim,
            level: position.level,
            rows: position.rows.clone(),
            columns: position.cols.clone(),
            symmetry: Symmetry::new(position),
            memo: Memo::new(if aim.strict.is_some() { bytes / 2 } else { bytes }),
            strict: Memo::new(if aim.strict.is_some() { bytes / 2 } else { 0 }),
        }
    }

    /// Whether the position belongs to the round, and is looked at in the same way.
    pub fn is_of(&self, position: &Position, aim: Aim) -> bool {
        (self.aim, self.level) == (aim, position.level)
            && (&self.rows, &self.columns) == (&position.rows, &position.cols)
    }
}
