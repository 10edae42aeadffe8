//! Why no board fits a position.

use super::dealer::Dealer;
use super::layout::{Layout, Step};
use crate::board::Position;
use crate::solver::conflict::Conflict;

/// Why no board fits a position that passes [`conflict::lines`](crate::solver::conflict::lines): the smallest change that makes one fit.
pub(super) fn together(position: &Position) -> Conflict {
    let mut other = position.clone();
    for (cell, &card) in position.tiles.cells() {
        let Some(card) = card else { continue };
        other.tiles[cell] = None;
        if fits(&other) {
            return Conflict::Tile { row: cell.0, column: cell.1, card };
        }
        other.tiles[cell] = Some(card);
    }
    if let Some(level) = other.level.take()
        && fits(&other)
    {
        return Conflict::Level { level };
    }
    other.level = position.level;
    other.tiles = other.tiles.map(|_| None);
    if fits(&other) { Conflict::Cards } else { Conflict::Headers }
}

/// Whether any board fits the position; stops at the first.
fn fits(position: &Position) -> bool {
    let dealer = Dealer::new(position);
    !Layout::new(position).each(|step| match step {
        Step::Row => true,
        Step::Board(code) => dealer.weight(code).is_none(),
    })
}
