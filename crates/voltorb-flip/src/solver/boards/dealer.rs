//! How likely a level deals a board.

use super::code::Code;
use crate::board::{Position, totals};
use crate::levels::Level;
use crate::scaled;

/// What the level, or each of several, deals, worked out for one set of headers. Which cards are free depends on the
/// headers alone.
pub struct Dealer {
    /// For each type that can be dealt with these totals: 2s, 3s, limits, weight.
    types: Vec<(u32, u32, u32, u32, f64)>,
    free: Free,
    any: bool,
}

/// Where the 2s and 3s are *free*: in a row or a column without a Voltorb.
#[derive(Debug)]
pub struct Free {
    tiles: u64,
    /// The tiles of each line.
    lines: Vec<u64>,
}

impl Free {
    pub fn new(position: &Position) -> Self {
        let (rows, columns) = (&position.rows, &position.cols);
        let row_mask = |r: usize| ((1u64 << columns.len()) - 1) << (r * columns.len());
        let column_mask =
            |c: usize| (0..rows.len()).fold(0u64, |mask, r| mask | 1 << (r * columns.len() + c));
        let lines: Vec<u64> =
            (0..rows.len()).map(row_mask).chain((0..columns.len()).map(column_mask)).collect();
        let tiles = rows
            .iter()
            .chain(columns)
            .zip(&lines)
            .filter(|(line, _)| line.voltorbs == 0)
            .fold(0, |free, (_, mask)| free | mask);
        Self { tiles, lines }
    }

    /// Of the 2s and 3s at these tiles the most free ones in a line, and all of them.
    pub fn count(&self, multipliers: u64) -> (u32, u32) {
        let free = multipliers & self.tiles;
        if free == 0 {
            return (0, 0);
        }
        let most = self.lines.iter().map(|line| (free & line).count_ones()).max().unwrap_or(0);
        (most, free.count_ones())
    }
}

impl Dealer {
    /// For the headers and the level of a position; without a level all boards weigh the same.
    pub fn new(position: &Position) -> Self {
        let any = position.level.is_none();
        Self { any, ..Self::of_levels(position, position.level) }
    }

    /// For the headers of a position at one of these levels, each of them as likely as the others.
    pub fn of_levels(position: &Position, levels: impl IntoIterator<Item = Level>) -> Self {
        let (rows, columns) = (&position.rows, &position.cols);
        let voltorbs = totals(rows).1;
        let types = levels
            .into_iter()
            .flat_map(|level| scaled::types(level, rows.len(), columns.len()))
            .filter(|t| u32::from(t.voltorbs) == voltorbs);
        let types = types
            .map(|t| {
                let [twos, threes, line, total] =
                    [t.twos, t.threes, t.line_limit, t.total_limit].map(u32::from);
                (twos, threes, line, total, 1.0 / t.accepted as f64)
            })
            .collect();
        Self { types, free: Free::new(position), any: false }
    }

    /// The weight of a board with the right headers, or `None` if the level never deals it.
    pub fn weight(&self, code: Code) -> Option<f64> {
        if self.any {
            return Some(1.0);
        }
        let threes = code.threes();
        let twos = code.high.count_ones() - threes;
        let (most, free) = self.free.count(code.high);
        let weight: f64 = self
            .types
            .iter()
            .filter(|t| (t.0, t.1) == (twos, threes) && most < t.2 && free < t.3)
            .map(|t| t.4)
            .sum();
        (weight > 0.0).then_some(weight)
    }
}
