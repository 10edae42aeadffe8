//! Sets of boards as bits, so that a question about a tile is a few operations on words.
//!
//! A universe numbers some boards; for each tile it keeps two bit planes, the binary digits of the
//! tile's value in each board. A set of its boards is a bit for each of them. [`Fixed`](super::fixed::Fixed)
//! holds few boards in a fixed number of words; [`Wide`](super::wide::Wide) any number.
//!
//! # Rivals
//!
//! Two boards are *rivals* if no player can clear both for sure: no card that is safe in both tells
//! them apart, and they differ in where a 2 or 3 is. (Where one has it the other has a Voltorb, and
//! the other way round, since the headers give both the same points over 1 per card. So whichever
//! such card is flipped first, one of the two is lost.) This does not depend on which cards are face
//! up. Of boards that are all rivals of each other at most one is cleared: a set is worth no more
//! than the heaviest of each group when it is covered with such groups. In practice that lies within
//! a tenth of the value where the least risk alone is off by a factor of two.

use crate::games::voltorb_flip::solver::boards::Code;
use std::fmt::Debug;

/// What is to be known of a tile in a set of boards.
#[derive(Clone, Copy, Debug)]
pub struct TileView {
    /// Bit `v`: some board has value `v` there.
    pub seen: u8,
    /// The winning weight of the boards with a Voltorb there.
    pub risk: f64,
}

/// A numbering of boards.
pub trait Universe {
    /// Some of its boards.
    type Set: Clone + Debug;

    /// How many boards are in the set.
    fn count(&self, set: &Self::Set) -> usize;
    /// The winning weight and the stopping weight of the set.
    fn weigh(&self, set: &Self::Set) -> (f64, f64);
    /// What is to be known of a tile.
    fn view(&self, set: &Self::Set, tile: usize) -> TileView;
    /// The boards of the set that have `value` at the tile.
    fn with(&self, set: &Self::Set, tile: usize, value: usize) -> Self::Set;
    /// An upper bound of the value of the set, from groups of rivals.
    fn cover(&self, set: &Self::Set) -> f64;
    /// For each tile an upper bound of the value of the boards that have no Voltorb there.
    fn covers(&self, set: &Self::Set) -> [f64; 36];
}

/// The boards whose card is safe and not `value`, from the bit planes of its tile.
#[inline]
pub fn differ(value: usize, low: u64, high: u64) -> u64 {
    match value {
        1 => high,
        2 => low,
        _ => low ^ high,
    }
}

/// A word with its `n` lowest bits set.
pub fn ones(n: usize) -> u64 {
    if n == 0 { 0 } else { !0 >> (64 - n) }
}

/// The bit planes of up to 64 boards: calls `put` with each tile and its two words.
pub fn planes(codes: impl Iterator<Item = Code>, mut put: impl FnMut(usize, u64, u64)) {
    let (mut low, mut high) = ([0; 64], [0; 64]);
    let mut all = 0;
    for (i, code) in codes.enumerate() {
        low[i] = code.low;
        high[i] = code.high;
        all |= code.low | code.high;
    }
    if all >> 32 == 0 {
        // Both fit into one square.
        for (low, high) in low.iter_mut().zip(high) {
            *low |= high << 32;
        }
        transpose(&mut low);
        for tile in 0..32 {
            put(tile, low[tile], low[tile + 32]);
        }
    } else {
        transpose(&mut low);
        transpose(&mut high);
        for tile in 0..36 {
            put(tile, low[tile], high[tile]);
        }
    }
}

/// Mirrors a square of 64 x 64 bits along its diagonal, by halves (Hacker's Delight, 7-3).
fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, 0x0000_0000_ffff_ffff_u64);
    while width > 0 {
        for block in (0..64).step_by(2 * width) {
            for i in block..block + width {
                let exchanged = (square[i] >> width ^ square[i + width]) & mask;
                square[i] ^= exchanged << width;
                square[i + width] ^= exchanged;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// A sum over groups of rivals, see [`Universe::cover`].
pub trait Sum {
    /// Begins a group with its heaviest board.
    fn begin(&mut self, code: Code, win: f64);
    /// Adds a board to the group.
    fn join(&mut self, code: Code, win: f64);
    /// Ends the group.
    fn end(&mut self);
}

/// The bound for all boards.
#[derive(Debug, Default)]
pub struct Whole {
    pub bound: f64,
    pub shared: f64,
    most: f64,
    sum: f64,
}

impl Whole {
    pub fn new(shared: f64) -> Self {
        Self { shared, ..Self::default() }
    }
}

impl Sum for Whole {
    #[inline]
    fn begin(&mut self, _: Code, win: f64) {
        (self.most, self.sum) = (win, win);
    }

    #[inline]
    fn join(&mut self, _: Code, win: f64) {
        self.sum += win;
    }

    #[inline]
    fn end(&mut self) {
        self.bound += self.most.max(self.shared * self.sum);
    }
}

/// The bounds for the boards without a Voltorb at each tile.
#[derive(Debug)]
pub struct ByTile {
    pub bounds: [f64; 36],
    shared: f64,
    group: Vec<(u64, f64)>,
}

impl ByTile {
    pub fn new(shared: f64) -> Self {
        Self { bounds: [0.0; 36], shared, group: Vec::with_capacity(16) }
    }
}

impl Sum for ByTile {
    #[inline]
    fn begin(&mut self, code: Code, win: f64) {
        self.group.clear();
        self.group.push((code.low | code.high, win));
    }

    #[inline]
    fn join(&mut self, code: Code, win: f64) {
        self.group.push((code.low | code.high, win));
    }

    #[inline]
    fn end(&mut self) {
        let mut done = 0;
        for (i, &(safe, win)) in self.group.iter().enumerate() {
            let mut new = safe & !done;
            done |= safe;
            while new != 0 {
                let tile = new.trailing_zeros() as usize;
                new &= new - 1;
                // The boards of a group come with the heaviest first. What they share matters
                // from three on.
                let mut most = win;
                if self.shared > 0.0 && self.group.len() > i + 2 {
                    let others = self.group[i..].iter().filter(|other| other.0 >> tile & 1 == 1);
                    most = most.max(self.shared * others.map(|other| other.1).sum::<f64>());
                }
                self.bounds[tile] += most;
            }
        }
    }
}
