//! Sets of boards as bits, so that a question about a tile is a few operations on words.
//!
//! An index numbers some boards; for each tile it keeps two bit planes, the binary digits of the
//! tile's value in each board. A set of its boards is a bit for each of them. [`super::fixed`] holds few boards in
//! a fixed number of words; [`super::wide`] any number.

use super::bits::each;
use super::clique_cover::CliqueCoverBounds;
use super::goal::Weights;
use crate::solver::boards::Code;
use std::cmp::Reverse;
use std::fmt::Debug;
use std::ops::Range;

/// A numbering of boards.
pub trait BoardIndex {
    /// Some of its boards.
    type Set: Clone + Debug;

    /// Tells the number of each class that its boards have, and how many of the set have it.
    fn census(&self, set: &Self::Set, class: impl FnMut(usize, usize));
    /// How many boards are in the set, and their winning weight and stopping weight.
    #[inline]
    fn measure(&self, set: &Self::Set) -> (usize, (f64, f64)) {
        let classes = &self.numbered().weights.classes;
        let (mut all, mut win, mut stop) = (0, 0.0, 0.0);
        self.census(set, |class, count| {
            all += count;
            win += count as f64 * classes[class].win;
            stop += count as f64 * classes[class].stop;
        });
        (all, (win, stop))
    }
    /// The winning weight and the stopping weight of the set.
    fn weigh(&self, set: &Self::Set) -> (f64, f64) {
        self.measure(set).1
    }
    /// The fewest 2s and 3s that a board of the set has.
    fn fewest(&self, set: &Self::Set) -> u32 {
        let classes = &self.numbered().weights.classes;
        let mut fewest = u32::MAX;
        self.census(set, |class, count| {
            if count > 0 {
                fewest = fewest.min(classes[class].multipliers);
            }
        });
        fewest
    }
    /// Which values the tile has: bit `v` if some board of the set has value `v` there.
    fn seen(&self, set: &Self::Set, tile: usize) -> u8;
    /// Whether some board of the set has a Voltorb at the tile, and some a 2 or 3.
    fn is_gamble(&self, set: &Self::Set, tile: usize) -> bool;
    /// For each value those of the tiles where some board of the set has it. The set has `count` boards.
    /// Of a gamble maybe no more than that it is one, as if it were a Voltorb or a 2.
    fn seen_at(&self, set: &Self::Set, count: usize, tiles: u64) -> [u64; 4];
    /// The winning weight of the boards with a Voltorb at the tile.
    fn risk(&self, set: &Self::Set, tile: usize) -> f64 {
        self.weigh(&self.with(set, tile, 0)).0
    }
    /// The boards of the set that have `value` at the tile.
    fn with(&self, set: &Self::Set, tile: usize, value: usize) -> Self::Set;
    /// Its boards.
    fn numbered(&self) -> &Numbered<'_>;
    /// Covers a set with cliques of incompatible boards: the first board left, then each that is
    /// incompatible with all in the
    /// clique. Tells the number of each board, and whether a clique begins with it. Tells nothing and is
    /// `None` for too many boards.
    fn cover(&self, set: &Self::Set, join: impl FnMut(usize, bool)) -> Option<()>;
    /// The boards of a set by their numbers.
    fn members(&self, set: &Self::Set, member: impl FnMut(usize));
    /// For each of these tiles an upper bound of the value of the boards that have no Voltorb there,
    /// from cliques of incompatible boards. `None` for too many boards.
    fn clique_cover_bounds(&self, set: &Self::Set, tiles: u64) -> Option<[f64; 36]> {
        let Numbered { boards, weights } = self.numbered();
        let mut bounds = CliqueCoverBounds::new(tiles, weights);
        self.cover(set, |board, begins| {
            let (code, class) = boards[board];
            bounds.join(code, usize::from(class), begins);
        })?;
        Some(bounds.finish())
    }
    /// The boards of a set with the class of each, sorted by class. By cliques of incompatible boards, if they are asked
    /// for, those of the last clique come first: in that order fewer cliques will be needed (Culberson:
    /// Iterated Greedy Graph Coloring and the Difficulty Landscape, 1992).
    fn list(&self, set: &Self::Set, by_cliques: bool) -> Vec<(Code, u8)> {
        let Numbered { boards, weights } = self.numbered();
        // Where the boards of each class end that are not put into the list yet.
        let mut ends = vec![0; weights.classes.len()];
        let mut count = 0;
        self.census(set, |class, members| {
            count += members;
            ends[class] = count;
        });
        let mut list = vec![(Code::default(), 0); count];
        let mut put = |board: usize| {
            let end = &mut ends[usize::from(boards[board].1)];
            *end -= 1;
            list[*end] = boards[board];
        };
        if !by_cliques || self.cover(set, |board, _| put(board)).is_none() {
            self.members(set, put);
            list.chunk_by_mut(|a, b| a.1 == b.1).for_each(<[_]>::reverse);
        }
        list
    }
    /// Whether it does not pay to number a set of so many of its boards anew.
    fn suits(&self, count: usize) -> bool;
}

/// The boards of an index by number, those of a class together, the heaviest first.
#[derive(Debug)]
pub struct Numbered<'a> {
    /// The boards with the class of each, sorted by that.
    pub boards: Vec<(Code, u8)>,
    pub weights: &'a Weights,
}

impl Numbered<'_> {
    /// The classes that occur, each with the numbers of its boards.
    pub fn classes(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let runs = self.boards.chunk_by(|a, b| a.1 == b.1);
        runs.scan(0, |end, run| {
            let start = *end;
            *end += run.len();
            Some((usize::from(run[0].1), start..*end))
        })
    }
}

/// [`BoardIndex::seen_at`] tile by tile: the way for many boards, of which the first few show a gamble.
pub fn seen_by_tile<U: BoardIndex>(index: &U, set: &U::Set, tiles: u64) -> [u64; 4] {
    let mut seen = [0; 4];
    each(tiles, |tile| {
        let values = if index.is_gamble(set, tile) { 0b0101 } else { index.seen(set, tile) };
        (0..4).for_each(|value| seen[value] |= u64::from(values >> value & 1) << tile);
    });
    seen
}

/// Something to be done with boards however they are numbered.
pub trait Visitor {
    type Output;
    /// Does it with an index of just these boards, which are the set `all`.
    fn visit<U: BoardIndex>(self, index: &U, all: U::Set) -> Self::Output;
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

/// The tiles that are not the same in all boards.
pub fn differing(boards: &[(Code, u8)]) -> u64 {
    let Some(&(first, _)) = boards.first() else { return 0 };
    boards
        .iter()
        .fold(0, |open, (code, _)| open | (code.low ^ first.low) | (code.high ^ first.high))
}

/// Sorts the boards of each class by where their 2s and 3s are, the tiles first that have them most
/// often, the boards first that have one there. Incompatible differ in nothing else, so that those which
/// are like each other stand together: cliques of incompatible boards that are taken in this order are few.
pub fn arrange(boards: &mut [(Code, u8)]) {
    let mut often = [0; 64];
    for (code, _) in boards.iter() {
        each(code.high, |tile| often[tile] += 1);
    }
    let mut place = [0; 64];
    let mut tiles: Vec<usize> = (0..often.len()).collect();
    tiles.sort_by_key(|&tile| often[tile]);
    tiles.into_iter().enumerate().for_each(|(i, tile)| place[tile] = i);
    let moved = |planes| {
        let mut moved = 0u64;
        each(planes, |tile| moved |= 1 << place[tile]);
        moved
    };
    for class in boards.chunk_by_mut(|a, b| a.1 == b.1) {
        class.sort_by_cached_key(|(code, _)| Reverse((moved(code.high), moved(code.low))));
    }
}

/// The bit planes of these boards: calls `put` with a number of boards to start at, a multiple of 32, a
/// tile, and the planes of up to 32 boards there.
pub fn planes(boards: &[(Code, u8)], mut put: impl FnMut(usize, usize, u64, u64)) {
    for (number, boards) in boards.chunks(32).enumerate() {
        let all = boards.iter().fold(0, |all, (code, _)| all | code.low | code.high);
        for shift in [0, 32].into_iter().filter(|&shift| all >> shift != 0) {
            let mut square = [0; 32];
            for (row, (code, _)) in square.iter_mut().zip(boards) {
                *row = code.low >> shift & HALF | code.high >> shift << 32;
            }
            transpose(&mut square);
            let tiles = square.iter().enumerate().take(64 - all.leading_zeros() as usize - shift);
            tiles.for_each(|(tile, row)| put(32 * number, tile + shift, row & HALF, row >> 32));
        }
    }
}

const HALF: u64 = 0xffff_ffff;

/// Mirrors two squares of 32 x 32 bits along their diagonals, side by side in the words, by halves
/// (Hacker's Delight, 7-3).
fn transpose(squares: &mut [u64; 32]) {
    let (mut width, mut mask) = (16, 0x0000_ffff_0000_ffff_u64);
    while width > 0 {
        let mut i = 0;
        while i < 32 {
            let exchanged = (squares[i] >> width ^ squares[i + width]) & mask;
            squares[i] ^= exchanged << width;
            squares[i + width] ^= exchanged;
            i = (i + width + 1) & !width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
