//! A universe of any number of boards.

mod rivals;

use super::cover::Bounds;
use super::fixed::Fixed;
use super::goal::{Weight, Weights};
use super::universe::{Universe, differing, each, ones, planes, seen_by_tile};
use crate::games::voltorb_flip::solver::boards::Code;
use rivals::Rivals;
use std::cell::{OnceCell, RefCell};
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
    pub fn new(boards: Vec<(Code, u8)>, tiles: usize, weights: &'a Weights) -> (Self, WideSet) {
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
        (universe, WideSet::new(all.into()))
    }

    fn planes(&self, tile: usize) -> (&[u64], &[u64]) {
        let words = tile * self.words..(tile + 1) * self.words;
        (&self.low[words.clone()], &self.high[words])
    }

    /// The board with this bit, and the place of its class.
    fn board(&self, bit: usize) -> ((Code, u8), usize) {
        let place = self.classes.partition_point(|class| class.words.end <= bit / 64);
        let class = &self.classes[place];
        (self.boards[class.first + bit - 64 * class.words.start], place)
    }
}

/// A set of boards.
#[derive(Clone, Debug)]
pub struct WideSet {
    words: Box<[u64]>,
    /// Its boards in the order in which they were covered, see [`Wide::order`].
    order: OnceCell<Box<[Covered]>>,
}

/// The bit of a board, and whether a group of rivals begins with it.
type Covered = (u32, bool);

impl WideSet {
    fn new(words: Box<[u64]>) -> Self {
        Self { words, order: OnceCell::new() }
    }
}

fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl Universe for Wide<'_> {
    type Set = WideSet;

    fn measure(&self, set: &WideSet) -> (usize, (f64, f64)) {
        let (mut all, mut win, mut stop) = (0, 0.0, 0.0);
        for class in &self.classes {
            let count = count(&set.words[class.words.clone()]);
            all += count;
            win += count as f64 * class.weight.win;
            stop += count as f64 * class.weight.stop;
        }
        (all, (win, stop))
    }

    fn fewest(&self, set: &WideSet) -> u32 {
        let present = |class: &&Class| set.words[class.words.clone()].iter().any(|&word| word != 0);
        let classes = self.classes.iter().filter(present);
        classes.map(|class| class.weight.multipliers).min().unwrap_or(0)
    }

    fn seen(&self, set: &WideSet, tile: usize) -> u8 {
        let (low, high) = self.planes(tile);
        let mut seen = [0; 4];
        for (&word, (&l, &h)) in set.words.iter().zip(low.iter().zip(high)) {
            seen[0] |= word & !l & !h;
            seen[1] |= word & l & !h;
            seen[2] |= word & !l & h;
            seen[3] |= word & l & h;
        }
        (0..4).fold(0, |mask, v| mask | u8::from(seen[v] != 0) << v)
    }

    fn is_gamble(&self, set: &WideSet, tile: usize) -> bool {
        let (low, high) = self.planes(tile);
        set.words.iter().zip(high).any(|(word, high)| word & high != 0)
            && set.words.iter().zip(low.iter().zip(high)).any(|(word, (l, h))| word & !l & !h != 0)
    }

    fn seen_at(&self, set: &WideSet, _: usize, tiles: u64) -> [u64; 4] {
        seen_by_tile(self, set, tiles)
    }

    fn with(&self, set: &WideSet, tile: usize, value: usize) -> WideSet {
        let (low, high) = self.planes(tile);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        let words = set.words.iter().zip(low).zip(high);
        WideSet::new(
            words.map(|((&word, &l), &h)| word & (l ^ flip_low) & (h ^ flip_high)).collect(),
        )
    }

    fn covers(&self, set: &WideSet, tiles: u64) -> Option<[f64; 36]> {
        let wins: Vec<f64> = self.classes.iter().map(|class| class.weight.win).collect();
        let mut bounds = Bounds::new(self.weights.quits(), tiles, &wins);
        for &(bit, begins) in self.order(set)? {
            let (board, place) = self.board(bit as usize);
            bounds.join(board.0, place, begins);
        }
        Some(bounds.finish())
    }

    fn list(&self, set: &WideSet) -> Vec<(Code, u8)> {
        let mut boards = Vec::with_capacity(count(&set.words));
        let order = self.has_rivals().then(|| self.order(set)).flatten();
        for class in &self.classes {
            let board = |bit: usize| self.boards[class.first + bit - 64 * class.words.start];
            match order {
                Some(order) => {
                    let bits = order.iter().rev().map(|&(bit, _)| bit as usize);
                    boards.extend(bits.filter(|bit| class.words.contains(&(bit / 64))).map(board));
                }
                None => {
                    for word in class.words.clone() {
                        each(set.words[word], |bit| boards.push(board(64 * word + bit)));
                    }
                }
            }
        }
        boards
    }

    fn suits(&self, count: usize) -> bool {
        3 * count >= self.boards.len() && count > Fixed::<16>::ROOM
    }
}
