//! A universe of any number of boards.

mod rivals;

use super::cover::Bounds;
use super::fixed::Fixed;
use super::goal::{Weight, Weights};
use super::universe::{Universe, differing, ones, planes};
use crate::games::voltorb_flip::solver::boards::Code;
use rivals::Rivals;
use std::cell::RefCell;
use std::ops::Range;

/// A numbering of boards in which every class begins a new word.
#[derive(Debug)]
pub struct Wide<'a> {
    weights: &'a Weights,
    words: usize,
    /// `words` for each tile.
    low: Vec<u64>,
    high: Vec<u64>,
    boards: Vec<(Code, u8)>,
    classes: Vec<Class>,
    /// The tiles that are not the same in all boards: only these tell boards apart.
    open: u64,
    rivals: RefCell<Rivals>,
}

#[derive(Debug)]
struct Class {
    words: Range<usize>,
    /// Its first board.
    first: usize,
    weight: Weight,
}

impl<'a> Wide<'a> {
    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: Vec<(Code, u8)>, tiles: usize, weights: &'a Weights) -> (Self, Box<[u64]>) {
        let mut classes = Vec::new();
        let (mut words, mut first) = (0, 0);
        for run in boards.chunk_by(|a, b| a.1 == b.1) {
            let weight = weights.class(run[0].1);
            let end = words + run.len().div_ceil(64);
            classes.push(Class { words: words..end, first, weight });
            words = end;
            first += run.len();
        }
        let (mut low, mut high) = (vec![0; words * tiles], vec![0; words * tiles]);
        let mut all = Vec::with_capacity(words);
        for chunk in boards.chunk_by(|a, b| a.1 == b.1).flat_map(|run| run.chunks(64)) {
            let word = all.len();
            planes(chunk.iter().map(|board| board.0), |tile, l, h| {
                if tile < tiles {
                    low[tile * words + word] = l;
                    high[tile * words + word] = h;
                }
            });
            all.push(ones(chunk.len()));
        }
        let open = differing(&boards);
        let rivals = RefCell::default();
        let universe = Self { weights, words, low, high, boards, classes, open, rivals };
        (universe, all.into())
    }

    fn planes(&self, tile: usize) -> (&[u64], &[u64]) {
        let words = tile * self.words..(tile + 1) * self.words;
        (&self.low[words.clone()], &self.high[words])
    }

    /// The board with this bit, and its winning weight.
    fn board(&self, bit: usize) -> (Code, f64) {
        let class = self.classes.partition_point(|class| class.words.end <= bit / 64);
        let class = &self.classes[class];
        (self.boards[class.first + bit - 64 * class.words.start].0, class.weight.win)
    }
}

fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl Universe for Wide<'_> {
    type Set = Box<[u64]>;

    fn count(&self, set: &Box<[u64]>) -> usize {
        count(set)
    }

    fn weigh(&self, set: &Box<[u64]>) -> (f64, f64) {
        self.classes.iter().fold((0.0, 0.0), |sum, class| {
            let count = count(&set[class.words.clone()]) as f64;
            (sum.0 + count * class.weight.win, sum.1 + count * class.weight.stop)
        })
    }

    fn fewest(&self, set: &Box<[u64]>) -> u32 {
        let present = |class: &&Class| set[class.words.clone()].iter().any(|&word| word != 0);
        let classes = self.classes.iter().filter(present);
        classes.map(|class| class.weight.multipliers).min().unwrap_or(0)
    }

    fn seen(&self, set: &Box<[u64]>, tile: usize) -> u8 {
        let (low, high) = self.planes(tile);
        let mut seen = [0; 4];
        for (&word, (&l, &h)) in set.iter().zip(low.iter().zip(high)) {
            seen[0] |= word & !l & !h;
            seen[1] |= word & l & !h;
            seen[2] |= word & !l & h;
            seen[3] |= word & l & h;
        }
        (0..4).fold(0, |mask, v| mask | u8::from(seen[v] != 0) << v)
    }

    fn is_gamble(&self, set: &Box<[u64]>, tile: usize) -> bool {
        let (low, high) = self.planes(tile);
        set.iter().zip(high).any(|(word, high)| word & high != 0)
            && set.iter().zip(low.iter().zip(high)).any(|(word, (l, h))| word & !l & !h != 0)
    }

    fn with(&self, set: &Box<[u64]>, tile: usize, value: usize) -> Box<[u64]> {
        let (low, high) = self.planes(tile);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        let words = set.iter().zip(low).zip(high);
        words.map(|((&word, &l), &h)| word & (l ^ flip_low) & (h ^ flip_high)).collect()
    }

    fn covers(&self, set: &Box<[u64]>) -> Option<[f64; 36]> {
        let mut bounds = Bounds::new(self.weights.quits());
        self.group(set, &mut bounds).then_some(bounds.by_tile)
    }

    fn list(&self, set: &Box<[u64]>) -> Vec<(Code, u8)> {
        let mut boards = Vec::with_capacity(count(set));
        for class in &self.classes {
            for (i, &word) in set[class.words.clone()].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    boards.push(self.boards[class.first + 64 * i + rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                }
            }
        }
        boards
    }

    fn suits(&self, count: usize) -> bool {
        3 * count >= self.boards.len() && count > Fixed::<16>::ROOM
    }
}
