//! A universe of any number of boards.

mod rivals;

use super::cover::Bounds;
use super::fixed::Fixed;
use super::goal::{Weight, Weights};
use super::universe::{TileView, Universe, differing, ones, planes};
use crate::games::voltorb_flip::solver::boards::Code;
use rivals::Rivals;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

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

/// Some boards of a [`Wide`] universe.
#[derive(Clone, Debug)]
pub enum WideSet {
    /// A bit for each.
    Words(Box<[u64]>),
    /// Few boards, numbered anew.
    Few(Rc<Fixed<1>>, [u64; 1]),
    /// Some more.
    Some(Rc<Fixed<4>>, [u64; 4]),
}

/// Sets of few boards, and of some more, are numbered anew when the universe has this many words.
const FEW_FROM: usize = 3;
const SOME_FROM: usize = 6;

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
        (universe, WideSet::Words(all.into()))
    }

    /// Whether a set of so many boards is a large part of the universe, so that it does not pay to
    /// number them anew and to find their rivals again.
    pub fn is_dense(&self, count: usize) -> bool {
        3 * count >= self.boards.len() && count > Fixed::<4>::ROOM
    }

    fn planes(&self, tile: usize) -> (&[u64], &[u64]) {
        let words = tile * self.words..(tile + 1) * self.words;
        (&self.low[words.clone()], &self.high[words])
    }

    /// The boards of a set in words, with the class of each.
    pub fn list(&self, set: &[u64]) -> Vec<(Code, u8)> {
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
    type Set = WideSet;

    fn count(&self, set: &WideSet) -> usize {
        match set {
            WideSet::Words(set) => count(set),
            WideSet::Few(few, set) => few.count(set),
            WideSet::Some(some, set) => some.count(set),
        }
    }

    fn weigh(&self, set: &WideSet) -> (f64, f64) {
        let set = match set {
            WideSet::Words(set) => set,
            WideSet::Few(few, set) => return few.weigh(set),
            WideSet::Some(some, set) => return some.weigh(set),
        };
        self.classes.iter().fold((0.0, 0.0), |sum, class| {
            let count = count(&set[class.words.clone()]) as f64;
            (sum.0 + count * class.weight.win, sum.1 + count * class.weight.stop)
        })
    }

    fn fewest(&self, set: &WideSet) -> u32 {
        let set = match set {
            WideSet::Words(set) => set,
            WideSet::Few(few, set) => return few.fewest(set),
            WideSet::Some(some, set) => return some.fewest(set),
        };
        let present = |class: &&Class| set[class.words.clone()].iter().any(|&word| word != 0);
        let classes = self.classes.iter().filter(present);
        classes.map(|class| class.weight.multipliers).min().unwrap_or(0)
    }

    fn view(&self, set: &WideSet, tile: usize) -> TileView {
        let set = match set {
            WideSet::Words(set) => set,
            WideSet::Few(few, set) => return few.view(set, tile),
            WideSet::Some(some, set) => return some.view(set, tile),
        };
        let (low, high) = self.planes(tile);
        let (mut risk, mut seen) = (0.0, [0; 4]);
        for class in &self.classes {
            let mut count = 0;
            let range = class.words.clone();
            let planes = low[range.clone()].iter().zip(&high[range.clone()]);
            for (&word, (&l, &h)) in set[range].iter().zip(planes) {
                let voltorbs = word & !l & !h;
                count += voltorbs.count_ones();
                seen[1] |= word & l & !h;
                seen[2] |= word & !l & h;
                seen[3] |= word & l & h;
            }
            seen[0] |= u64::from(count);
            risk += f64::from(count) * class.weight.win;
        }
        let seen = (0..4).fold(0, |mask, v| mask | u8::from(seen[v] != 0) << v);
        TileView { seen, risk }
    }

    fn with(&self, set: &WideSet, tile: usize, value: usize) -> WideSet {
        let set = match set {
            WideSet::Words(set) => set,
            WideSet::Few(few, set) => {
                return WideSet::Few(few.clone(), few.with(set, tile, value));
            }
            WideSet::Some(some, set) => {
                return WideSet::Some(some.clone(), some.with(set, tile, value));
            }
        };
        let (low, high) = self.planes(tile);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        let words = set.iter().zip(low).zip(high);
        let set: Box<[u64]> =
            words.map(|((&word, &l), &h)| word & (l ^ flip_low) & (h ^ flip_high)).collect();
        match count(&set) {
            1..=Fixed::<1>::ROOM if self.words >= FEW_FROM => {
                let (few, all) = Fixed::new(self.list(&set), self.weights);
                WideSet::Few(Rc::new(few), all)
            }
            1..=Fixed::<4>::ROOM if self.words >= SOME_FROM => {
                let (some, all) = Fixed::new(self.list(&set), self.weights);
                WideSet::Some(Rc::new(some), all)
            }
            _ => WideSet::Words(set),
        }
    }

    fn covers(&self, set: &WideSet) -> [f64; 36] {
        let mut bounds = Bounds::new(self.weights.quits());
        match set {
            WideSet::Words(set) if self.group(set, &mut bounds) => bounds.by_tile,
            WideSet::Words(_) => [f64::INFINITY; 36],
            WideSet::Few(few, set) => few.covers(set),
            WideSet::Some(some, set) => some.covers(set),
        }
    }
}
