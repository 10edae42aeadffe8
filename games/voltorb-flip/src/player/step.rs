//! Steps of a cursor, which may cross the edges of the board.

use crate::screen::layout::SIZE;
use grid::Cell;
use std::cmp::Ordering;
use std::fmt;

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CursorStep {
    Up,
    Down,
    Left,
    Right,
}

impl CursorStep {
    /// The next step of the cursor on a shortest way, which may lead over an edge; none if it is there.
    pub(super) fn from_to(at: Cell, to: Cell) -> Option<Self> {
        let (down, right) = ((to.0 + SIZE - at.0) % SIZE, (to.1 + SIZE - at.1) % SIZE);
        match (down, right) {
            (0, 0) => None,
            (0, right) if right <= SIZE / 2 => Some(Self::Right),
            (0, _) => Some(Self::Left),
            (down, _) if down <= SIZE / 2 => Some(Self::Down),
            _ => Some(Self::Up),
        }
    }

    /// The next step on a way that leads over no edge; none if it is there.
    pub(super) fn within(at: Cell, to: Cell) -> Option<Self> {
        match (to.0.cmp(&at.0), to.1.cmp(&at.1)) {
            (Ordering::Greater, _) => Some(Self::Down),
            (Ordering::Less, _) => Some(Self::Up),
            (_, Ordering::Greater) => Some(Self::Right),
            (_, Ordering::Less) => Some(Self::Left),
            _ => None,
        }
    }

    /// Where it leads.
    pub(super) fn leads(self, (row, column): Cell) -> Cell {
        let (forth, back) = (|n: usize| (n + 1) % SIZE, |n: usize| (n + SIZE - 1) % SIZE);
        match self {
            Self::Up => (back(row), column),
            Self::Down => (forth(row), column),
            Self::Left => (row, back(column)),
            Self::Right => (row, forth(column)),
        }
    }
}

impl fmt::Display for CursorStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_takes_a_shortest_way_over_the_edges() {
        let cells = || (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
        let away = |a: usize, b: usize| a.abs_diff(b).min(SIZE - a.abs_diff(b));
        for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
            let (mut at, mut steps) = (from, 0);
            while let Some(step) = CursorStep::from_to(at, to) {
                at = step.leads(at);
                steps += 1;
                assert!(steps <= 4, "{from:?} {to:?}");
            }
            assert_eq!((at, steps), (to, away(from.0, to.0) + away(from.1, to.1)));
        }
    }
}
