//! Names and values of fields as text, the same for readings and for the truth.

use super::screen::{Memo, Tile};
use grid::Cell;
use voltorb_flip::board::Card;

/// The name of a header's part, such as `row 1 sum`. `part` is 0 for the sum, 1 for the Voltorbs; `i` is the line,
/// from 0.
pub fn header_name(what: &str, i: usize, part: usize) -> String {
    format!("{what} {} {}", i + 1, ["sum", "Voltorbs"][part])
}

/// The name of a card's field, such as `card (1, 3)`: row and column, counted from 1.
pub fn card_name(cell: Cell) -> String {
    format!("card {}", cell_text(cell))
}

/// A card's value as text.
pub fn tile_text(tile: Tile) -> String {
    tile.map_or_else(|| "face down".to_owned(), |card| letter(card).to_string())
}

/// The marks on a card as text.
pub fn memo_text(memo: Memo) -> String {
    memo.marks().map(letter).collect()
}

/// A card's place as text.
pub fn cell_text((row, column): Cell) -> String {
    format!("({}, {})", row + 1, column + 1)
}

/// A card as a letter or digit.
pub fn letter(card: Card) -> char {
    match card {
        Card::Voltorb => 'V',
        card => char::from(b'0' + card.value()),
    }
}
