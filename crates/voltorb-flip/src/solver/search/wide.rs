//! An index of any number of boards.

mod incompatible;

use super::bits::{each, ones};
use super::board_index::{BoardIndex, Numbered, differing, planes, seen_by_tile};
use super::fixed::FixedIndex;
use super::goal::Weights;
use crate::solver::boards::Code;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;

/// A numbering of boards in which every class begins a new word.
#[derive(Debug)]
pub struct WideIndex<'a> {
    words: usize,
    /// The number of the first board of each word.
    firsts: Vec<u32>,
    /// `words` for each tile.
    low: Vec<u64>,
    high: Vec<u64>,
    numbered: Numbered<'a>,
    /// The classes that occur, each with its words.
    classes: Vec<(usize, Range<usize>)>,
    /// The tiles that are not the same in all boards: only these tell boards apart.
    open: u64,
    incompatible: RefCell<Incompatible>,
}

impl<'a> WideIndex<'a> {
    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: Vec<(Code, u8)>, tiles: usize, weights: &'a Weights) -> (Self, WideSubset) {
        let open = differing(&boards);
        let numbered = Numbered { boards, weights };
        let (mut classes, mut firsts) = (Vec::new(), Vec::new());
        for (class, boards) in numbered.classes() {
            let start = firsts.len();
            firsts.extend(boards.step_by(64).map(|first| first as u32));
            classes.push((class, start..firsts.len()));
        }
        let words = firsts.len();
        let boards = &numbered.boards;
        let (mut low, mut high) = (vec![0; words * tiles], vec![0; words * tiles]);
        let ends = firsts.iter().skip(1).map(|&first| first as usize).chain([boards.len()]);
        let mut all = Vec::with_capacity(words);
        for (word, (&first, end)) in firsts.iter().zip(ends).enumerate() {
            let members = &boards[first as usize..end];
            planes(members, |start, tile, l, h| {
                low[tile * words + word] |= l << start;
                high[tile * words + word] |= h << start;
            });
            all.push(ones(members.len()));
        }
        let incompatible = RefCell::default();
        let index = Self { words, firsts, low, high, numbered, classes, open, incompatible };
        (index, WideSubset::new(all.into()))
    }

    fn planes(&self, tile: usize) -> (&[u64], &[u64]) {
        let words = tile * self.words..(tile + 1) * self.words;
        (&self.low[words.clone()], &self.high[words])
    }

    /// The number of the board with this bit.
    fn board(&self, bit: usize) -> usize {
        self.firsts[bit / 64] as usize + bit % 64
    }
}

/// A set of boards.
#[derive(Clone, Debug)]
pub struct WideSubset {
    bits: Bits,
    /// Its boards in the order in which they were covered, see [`WideIndex::order`].
    order: OnceCell<Box<[Covered]>>,
}

/// The bits of a set, in as little memory as they take.
#[derive(Clone, Debug)]
enum Bits {
    /// All words.
    Words(Box<[u64]>),
    /// The bits that are set, where they are fewer than the words.
    Listed(Box<[u32]>),
}

/// The boards incompatible with each board in its window, worked out when they are first asked for:
/// `stride` words for
/// each, of which those before the board's own are not used.
#[derive(Debug, Default)]
pub struct Incompatible {
    stride: usize,
    rows: Vec<u64>,
    known: Vec<u64>,
}

/// The number of a board, and whether a clique of incompatible boards begins with it.
type Covered = (u32, bool);

impl WideSubset {
    fn new(words: Box<[u64]>) -> Self {
        let bits = if count(&words) < words.len() {
            let mut listed = Vec::with_capacity(count(&words));
            for (number, &word) in words.iter().enumerate() {
                each(word, |bit| listed.push((64 * number + bit) as u32));
            }
            Bits::Listed(listed.into())
        } else {
            Bits::Words(words)
        };
        Self { bits, order: OnceCell::new() }
    }

    fn listed(bits: Box<[u32]>) -> Self {
        Self { bits: Bits::Listed(bits), order: OnceCell::new() }
    }

    /// How many boards are in the set.
    fn count(&self) -> usize {
        match &self.bits {
            Bits::Words(words) => count(words),
            Bits::Listed(bits) => bits.len(),
        }
    }

    /// What it takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        match &self.bits {
            Bits::Words(words) => size_of_val(&**words),
            Bits::Listed(bits) => size_of_val(&**bits),
        }
    }
}

/// The bit of a board in planes.
fn bit(plane: &[u64], bit: u32) -> usize {
    (plane[bit as usize / 64] >> (bit % 64) & 1) as usize
}

fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl BoardIndex for WideIndex<'_> {
    type Set = WideSubset;

    fn census(&self, set: &WideSubset, mut class: impl FnMut(usize, usize)) {
        for (number, words) in &self.classes {
            class(
                *number,
                match &set.bits {
                    Bits::Words(all) => count(&all[words.clone()]),
                    Bits::Listed(bits) => {
                        let before =
                            |word: usize| bits.partition_point(|&b| (b as usize) < 64 * word);
                        before(words.end) - before(words.start)
                    }
                },
            );
        }
    }

    fn seen(&self, set: &WideSubset, tile: usize) -> u8 {
        let (low, high) = self.planes(tile);
        let words = match &set.bits {
            Bits::Words(words) => words,
            Bits::Listed(bits) => {
                return bits
                    .iter()
                    .fold(0, |seen, &b| seen | 1 << (bit(low, b) + 2 * bit(high, b)));
            }
        };
        let mut seen = [0; 4];
        for (&word, (&l, &h)) in words.iter().zip(low.iter().zip(high)) {
            seen[0] |= word & !l & !h;
            seen[1] |= word & l & !h;
            seen[2] |= word & !l & h;
            seen[3] |= word & l & h;
        }
        (0..4).fold(0, |mask, v| mask | u8::from(seen[v] != 0) << v)
    }

    fn is_gamble(&self, set: &WideSubset, tile: usize) -> bool {
        let (low, high) = self.planes(tile);
        match &set.bits {
            Bits::Words(words) => {
                let planes = low.iter().zip(high);
                words.iter().zip(high).any(|(word, high)| word & high != 0)
                    && words.iter().zip(planes).any(|(word, (l, h))| word & !l & !h != 0)
            }
            Bits::Listed(bits) => {
                bits.iter().any(|&b| bit(high, b) == 1)
                    && bits.iter().any(|&b| bit(low, b) + bit(high, b) == 0)
            }
        }
    }

    fn seen_at(&self, set: &WideSubset, _: usize, tiles: u64) -> [u64; 4] {
        seen_by_tile(self, set, tiles)
    }

    fn with(&self, set: &WideSubset, tile: usize, value: usize) -> WideSubset {
        let (low, high) = self.planes(tile);
        let words = match &set.bits {
            Bits::Words(words) => words,
            Bits::Listed(bits) => {
                let shows = |b: &u32| bit(low, *b) + 2 * bit(high, *b) == value;
                return WideSubset::listed(bits.iter().copied().filter(shows).collect());
            }
        };
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        let words = words.iter().zip(low).zip(high);
        WideSubset::new(
            words.map(|((&word, &l), &h)| word & (l ^ flip_low) & (h ^ flip_high)).collect(),
        )
    }

    fn numbered(&self) -> &Numbered<'_> {
        &self.numbered
    }

    fn cover(&self, set: &WideSubset, mut join: impl FnMut(usize, bool)) -> Option<()> {
        self.order(set)?.iter().for_each(|&(board, begins)| join(board as usize, begins));
        Some(())
    }

    fn members(&self, set: &WideSubset, mut member: impl FnMut(usize)) {
        match &set.bits {
            Bits::Words(words) => {
                for (&word, &first) in words.iter().zip(&self.firsts) {
                    each(word, |bit| member(first as usize + bit));
                }
            }
            Bits::Listed(bits) => bits.iter().for_each(|&bit| member(self.board(bit as usize))),
        }
    }

    fn suits(&self, count: usize) -> bool {
        3 * count >= self.numbered.boards.len() && count > FixedIndex::<16>::ROOM
    }
}
