//! Sets of boards as bits, so that a question about a tile is a few operations on words.
//!
//! A universe numbers some boards; for each tile it keeps two bit planes, the binary digits of the
//! tile's value in each board. A set of its boards is a bit for each of them. [`Narrow`] holds up to
//! 64 boards in one word; [`Wide`] any number.

use super::goal::Weights;
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
    /// An upper bound of the value of the set, see [`Rivals`](super::rivals).
    fn cover(&self, set: &Self::Set) -> f64;
    /// The boards of the set without a Voltorb at the tile.
    fn without_voltorb(&self, set: &Self::Set, tile: usize) -> Self::Set;
}

/// A universe of at most 64 boards.
pub struct Narrow {
    low: [u64; 36],
    high: [u64; 36],
    /// For each class that occurs: its boards, its winning weight, its stopping weight.
    classes: Vec<(u64, f64, f64)>,
    /// For each board its rivals, and its winning weight.
    rivals: [u64; 64],
    wins: [f64; 64],
    half: f64,
}

impl Narrow {
    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: &[(Code, u8)], weights: &Weights) -> (Self, u64) {
        let (mut low, mut high) = ([0; 36], [0; 36]);
        planes(boards.iter().map(|board| board.0), |tile, l, h| {
            low[tile] = l;
            high[tile] = h;
        });
        let mut classes = Vec::new();
        let mut first = 0;
        for run in boards.chunk_by(|a, b| a.1 == b.1) {
            let (win, stop) = weights.class(run[0].1);
            classes.push((ones(run.len()) << first, win, stop));
            first += run.len();
        }
        let (mut rivals, mut wins) = ([0; 64], [0.0; 64]);
        for (i, (a, class)) in boards.iter().enumerate() {
            wins[i] = weights.class(*class).0;
            for (j, (b, _)) in boards[..i].iter().enumerate() {
                let rival = u64::from(a.rivals(*b));
                rivals[i] |= rival << j;
                rivals[j] |= rival << i;
            }
        }
        let half = weights.shared();
        (Self { low, high, classes, rivals, wins, half }, ones(boards.len()))
    }
}

/// A word with its `n` lowest bits set.
fn ones(n: usize) -> u64 {
    if n == 0 { 0 } else { !0 >> (64 - n) }
}

impl Universe for Narrow {
    type Set = u64;

    #[inline]
    fn count(&self, set: &u64) -> usize {
        set.count_ones() as usize
    }

    #[inline]
    fn weigh(&self, set: &u64) -> (f64, f64) {
        self.classes.iter().fold((0.0, 0.0), |sum, (class, win, stop)| {
            let count = f64::from((set & class).count_ones());
            (sum.0 + count * win, sum.1 + count * stop)
        })
    }

    #[inline]
    fn view(&self, set: &u64, tile: usize) -> TileView {
        let (low, high) = (self.low[tile], self.high[tile]);
        let voltorbs = set & !low & !high;
        let seen = u8::from(voltorbs != 0)
            | u8::from(set & low & !high != 0) << 1
            | u8::from(set & !low & high != 0) << 2
            | u8::from(set & low & high != 0) << 3;
        let risk = self.classes.iter().fold(0.0, |sum, (class, win, _)| {
            sum + f64::from((voltorbs & class).count_ones()) * win
        });
        TileView { seen, risk }
    }

    #[inline]
    fn with(&self, set: &u64, tile: usize, value: usize) -> u64 {
        let (low, high) = (self.low[tile], self.high[tile]);
        set & if value & 1 == 1 { low } else { !low } & if value & 2 == 2 { high } else { !high }
    }

    #[inline]
    fn without_voltorb(&self, set: &u64, tile: usize) -> u64 {
        set & (self.low[tile] | self.high[tile])
    }

    fn cover(&self, set: &u64) -> f64 {
        let mut rest = *set;
        let mut bound = 0.0;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let (mut most, mut sum) = (self.wins[first], self.wins[first]);
            let mut others = self.rivals[first] & rest;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                rest &= !(1 << other);
                most = f64::max(most, self.wins[other]);
                sum += self.wins[other];
                others &= self.rivals[other];
            }
            bound += f64::max(most, self.half * sum);
        }
        bound
    }
}

/// A universe of any number of boards. Every class begins a new word.
pub struct Wide {
    words: usize,
    /// `words` for each tile.
    low: Vec<u64>,
    high: Vec<u64>,
    boards: Vec<(Code, u8)>,
    /// For each board, by bit number, its group of rivals and its winning weight.
    groups: Vec<(u32, f64)>,
    half: f64,
    number: usize,
    /// For each class: its first word, its first board, its winning and its stopping weight.
    classes: Vec<WideClass>,
}

struct WideClass {
    words: std::ops::Range<usize>,
    first: usize,
    win: f64,
    stop: f64,
}

impl Wide {
    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: Vec<(Code, u8)>, tiles: usize, weights: &Weights) -> (Self, Box<[u64]>) {
        let mut classes = Vec::new();
        let (mut words, mut first) = (0, 0);
        for run in boards.chunk_by(|a, b| a.1 == b.1) {
            let (win, stop) = weights.class(run[0].1);
            let end = words + run.len().div_ceil(64);
            classes.push(WideClass { words: words..end, first, win, stop });
            words = end;
            first += run.len();
        }
        let (mut low, mut high) = (vec![0; words * tiles], vec![0; words * tiles]);
        let mut all = Vec::with_capacity(words);
        for run in boards.chunk_by(|a, b| a.1 == b.1) {
            for chunk in run.chunks(64) {
                let word = all.len();
                planes(chunk.iter().map(|board| board.0), |tile, l, h| {
                    if tile < tiles {
                        low[tile * words + word] = l;
                        high[tile * words + word] = h;
                    }
                });
                all.push(ones(chunk.len()));
            }
        }
        let (groups, number) = groups(&boards, &classes, words);
        (
            Self { words, low, high, boards, classes, groups, number, half: weights.shared() },
            all.into(),
        )
    }

    fn planes(&self, tile: usize) -> (&[u64], &[u64]) {
        let words = tile * self.words..(tile + 1) * self.words;
        (&self.low[words.clone()], &self.high[words])
    }
}

impl Universe for Wide {
    type Set = Box<[u64]>;

    fn count(&self, set: &Box<[u64]>) -> usize {
        set.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn weigh(&self, set: &Box<[u64]>) -> (f64, f64) {
        self.classes.iter().fold((0.0, 0.0), |sum, class| {
            let count: u32 = set[class.words.clone()].iter().map(|word| word.count_ones()).sum();
            (sum.0 + f64::from(count) * class.win, sum.1 + f64::from(count) * class.stop)
        })
    }

    fn view(&self, set: &Box<[u64]>, tile: usize) -> TileView {
        let (low, high) = self.planes(tile);
        let (mut risk, mut seen) = (0.0, [0; 4]);
        for class in &self.classes {
            let mut count = 0;
            let range = class.words.clone();
            for ((&word, &l), &h) in
                set[range.clone()].iter().zip(&low[range.clone()]).zip(&high[range])
            {
                let voltorbs = word & !l & !h;
                count += voltorbs.count_ones();
                seen[1] |= word & l & !h;
                seen[2] |= word & !l & h;
                seen[3] |= word & l & h;
            }
            seen[0] |= u64::from(count);
            risk += f64::from(count) * class.win;
        }
        let seen = (0..4).fold(0, |mask, v| mask | u8::from(seen[v] != 0) << v);
        TileView { seen, risk }
    }

    fn with(&self, set: &Box<[u64]>, tile: usize, value: usize) -> Box<[u64]> {
        let (low, high) = self.planes(tile);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        let words = set.iter().zip(low).zip(high);
        words.map(|((&word, &l), &h)| word & (l ^ flip_low) & (h ^ flip_high)).collect()
    }

    fn without_voltorb(&self, set: &Box<[u64]>, tile: usize) -> Box<[u64]> {
        let (low, high) = self.planes(tile);
        set.iter().zip(low).zip(high).map(|((&word, &l), &h)| word & (l | h)).collect()
    }

    fn cover(&self, set: &Box<[u64]>) -> f64 {
        let mut groups = vec![(0.0, 0.0); self.number];
        for (i, &word) in set.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let (group, win) = self.groups[64 * i + rest.trailing_zeros() as usize];
                let (most, sum) = &mut groups[group as usize];
                *most = f64::max(*most, win);
                *sum += win;
                rest &= rest - 1;
            }
        }
        groups.iter().map(|&(most, sum)| f64::max(most, self.half * sum)).sum()
    }
}

impl Wide {
    /// The boards of the set, with the class of each.
    pub fn list(&self, set: &[u64]) -> Vec<(Code, u8)> {
        let mut boards = Vec::new();
        for class in &self.classes {
            for (i, &word) in set[class.words.clone()].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    let board = class.first + 64 * i + rest.trailing_zeros() as usize;
                    boards.push(self.boards[board]);
                    rest &= rest - 1;
                }
            }
        }
        boards
    }
}

/// The bit planes of up to 64 boards: calls `put` with each tile and its two words.
fn planes(codes: impl Iterator<Item = Code> + Clone, mut put: impl FnMut(usize, u64, u64)) {
    let (mut low, mut high) = ([0; 64], [0; 64]);
    for (i, code) in codes.enumerate() {
        low[i] = code.low;
        high[i] = code.high;
    }
    transpose(&mut low);
    transpose(&mut high);
    for tile in 0..36 {
        put(tile, low[tile], high[tile]);
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

fn groups(boards: &[(Code, u8)], classes: &[WideClass], words: usize) -> (Vec<(u32, f64)>, usize) {
    let mut groups = vec![(0, 0.0); 64 * words];
    let mut rest: Vec<(u32, Code)> = Vec::with_capacity(boards.len());
    for (class, run) in classes.iter().zip(boards.chunk_by(|a, b| a.1 == b.1)) {
        for (i, board) in run.iter().enumerate() {
            let bit = 64 * class.words.start + i;
            groups[bit].1 = class.win;
            rest.push((bit as u32, board.0));
        }
    }
    let mut number = 0;
    let mut members: Vec<Code> = Vec::new();
    while let Some((bit, code)) = rest.pop() {
        members.clear();
        members.push(code);
        groups[bit as usize].0 = number;
        rest.retain(|&(bit, other)| {
            let joins =
                code.rivals(other) && members[1..].iter().all(|member| member.rivals(other));
            if joins {
                members.push(other);
                groups[bit as usize].0 = number;
            }
            !joins
        });
        number += 1;
    }
    (groups, number as usize)
}
