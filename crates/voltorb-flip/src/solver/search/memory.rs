//! What is remembered of a round from one search to the next.

use super::goal::Aim;
use super::symmetry::Symmetry;
use super::transposition::TranspositionTable;
use crate::board::{Line, Position};
use crate::levels::Level;

/// What is remembered of a round.
#[derive(Debug)]
pub struct Memory {
    pub(super) aim: Aim,
    level: Option<Level>,
    rows: Vec<Line>,
    columns: Vec<Line>,
    pub(super) symmetry: Symmetry,
    pub(super) table: TranspositionTable,
    /// For the part of the search in which a flip can come too early, or in which the number of cards
    /// face up matters.
    pub(super) strict: TranspositionTable,
}

impl Memory {
    /// Nothing yet of a position that some board fits. The bound is in bytes.
    pub fn new(position: &Position, aim: Aim, bytes: usize) -> Self {
        let two = aim.strict.is_some() || aim.worth.is_some();
        Self {
            aim,
            level: position.level,
            rows: position.rows.clone(),
            columns: position.cols.clone(),
            symmetry: Symmetry::new(position),
            table: TranspositionTable::new(if two { bytes / 2 } else { bytes }),
            strict: TranspositionTable::new(if two { bytes / 2 } else { 0 }),
        }
    }

    /// Whether the position belongs to the round, and is looked at in the same way.
    pub fn is_of(&self, position: &Position, aim: Aim) -> bool {
        (self.aim, self.level) == (aim, position.level)
            && (&self.rows, &self.columns) == (&position.rows, &position.cols)
    }
}
