//! A board in two words.

use crate::board::{Board, Card};
use grid::Grid;

/// A board as two bit planes: bit `row * columns + column` of `low` and `high` are the two binary
/// digits of the card's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    pub low: u64,
    pub high: u64,
}

impl Code {
    pub fn card(self, tile: usize) -> Card {
        Card::ALL[usize::from((self.low >> tile & 1) as u8 | ((self.high >> tile & 1) as u8) << 1)]
    }

    /// All cards, of a board of this size.
    pub fn board(self, rows: usize, columns: usize) -> Board {
        Grid::from_fn(rows, columns, |r, c| self.card(r * columns + c))
    }
}

impl Code {
    /// The board with this card at a tile, and Voltorbs elsewhere.
    pub fn one(tile: usize, card: Card) -> Self {
        let value = u64::from(card.value());
        Self { low: (value & 1) << tile, high: (value >> 1) << tile }
    }

    /// The tiles that are no Voltorb.
    #[inline]
    pub fn safe(self) -> u64 {
        self.low | self.high
    }

    /// How many cards are a 3.
    #[inline]
    pub fn threes(self) -> u32 {
        (self.high & self.low).count_ones()
    }

    /// What the 2s and 3s pay together.
    #[inline]
    pub fn coins(self) -> f64 {
        let threes = self.threes();
        let twos = self.high.count_ones() - threes;
        (1u64 << twos) as f64 * THREES[threes as usize]
    }

    /// The board with a Voltorb at every tile that is not in the set.
    pub fn only(self, tiles: u64) -> Self {
        Self { low: self.low & tiles, high: self.high & tiles }
    }

    /// Calls `f` with each tile that is no Voltorb, and its value.
    #[inline]
    pub fn each_safe(self, mut f: impl FnMut(usize, usize)) {
        let mut rest = self.safe();
        while rest != 0 {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            f(tile, (self.low >> tile & 1 | (self.high >> tile & 1) << 1) as usize);
        }
    }
}

/// The powers of 3 up to that of the most tiles of a board.
const THREES: [f64; 37] = {
    let mut powers = [1.0; 37];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = 3.0 * powers[i - 1];
        i += 1;
    }
    powers
};

impl std::ops::BitOr for Code {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

/// The board with these cards at these tiles, and Voltorbs elsewhere.
impl FromIterator<(usize, Card)> for Code {
    fn from_iter<I: IntoIterator<Item = (usize, Card)>>(cards: I) -> Self {
        let cards = cards.into_iter();
        cards.fold(Self::default(), |board, (tile, card)| board | Self::one(tile, card))
    }
}
