//! The boards that fit a position, found anew cell by cell.

use crate::board::{Board, Card, Position, headers};
use crate::generator::keeps_limits;
use crate::levels::Level;
use crate::scaled;

/// The boards that fit a position with their weights, in the order of their cells; `None` if there are
/// more than `most`.
pub(super) fn all_boards(position: &Position, most: usize) -> Option<Vec<(Board, f64)>> {
    let mut found = Vec::new();
    let mut board = position.tiles.map(|card| card.unwrap_or(Card::Voltorb));
    fill(position, &mut board, 0, most, &mut found).then_some(found)
}

fn fill(
    position: &Position,
    board: &mut Board,
    tile: usize,
    most: usize,
    found: &mut Vec<(Board, f64)>,
) -> bool {
    let columns = board.columns();
    if tile == board.iter().len() {
        let fits = headers(board) == (position.rows.clone(), position.cols.clone());
        let weight = if fits { weight(position.level, board) } else { 0.0 };
        if weight > 0.0 {
            found.push((board.clone(), weight));
        }
        return found.len() <= most;
    }
    let (row, column) = (tile / columns, tile % columns);
    for card in Card::ALL {
        if position.tiles[(row, column)].is_some_and(|seen| seen != card) {
            continue;
        }
        board[(row, column)] = card;
        let (rows, cols) = (&position.rows[row], &position.cols[column]);
        let so_far = |cards: &mut dyn Iterator<Item = Card>| {
            cards.fold((0, 0), |(sum, voltorbs), card| {
                (sum + card.value(), voltorbs + u8::from(card == Card::Voltorb))
            })
        };
        let (sum, voltorbs) = so_far(&mut (0..=column).map(|c| board[(row, c)]));
        let left = (columns - column - 1) as u8;
        let row_fits = sum <= rows.sum && voltorbs <= rows.voltorbs && sum + 3 * left >= rows.sum;
        let (sum, voltorbs) = so_far(&mut (0..=row).map(|r| board[(r, column)]));
        let left = (board.rows() - row - 1) as u8;
        let column_fits =
            sum <= cols.sum && voltorbs <= cols.voltorbs && sum + 3 * left >= cols.sum;
        if row_fits && column_fits && !fill(position, board, tile + 1, most, found) {
            return false;
        }
    }
    true
}

/// The weight of a board: the chance that one of the level's types deals it, up to a factor.
fn weight(level: Option<Level>, board: &Board) -> f64 {
    let Some(level) = level else { return 1.0 };
    let count = |card| board.iter().filter(|&&c| c == card).count() as u8;
    let cards: Vec<Card> = board.iter().copied().collect();
    let game = <[Card; 25]>::try_from(cards).ok().filter(|_| board.rows() == 5);
    scaled::types(level, board.rows(), board.columns())
        .iter()
        .filter(|t| {
            (t.voltorbs, t.twos, t.threes)
                == (count(Card::Voltorb), count(Card::Two), count(Card::Three))
        })
        .filter(|t| game.as_ref().is_none_or(|cards| keeps_limits(t, cards)))
        .map(|t| 1.0 / t.accepted as f64)
        .sum()
}
