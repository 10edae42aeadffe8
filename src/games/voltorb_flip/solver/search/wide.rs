//! A universe of any number of boards.

use super::cover::Bounds;
use super::fixed::Fixed;
use super::goal::{Weight, Weights};
use super::universe::{TileView, Universe, differ, differing, ones, planes};
use crate::games::voltorb_flip::solver::boards::Code;
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

/// A group of rivals is taken from so many words that stand next to each other: boards that are like
/// each other do, and further away few would be found for the work.
const WINDOW: usize = 128;

/// With more words than these the rivals would take too much memory.
const MOST_COVERED: usize = 1024;

/// How many words of rivals are worked out at the same time.
const BLOCK: usize = 8;

/// The rivals of each board in its window, worked out when they are first asked for: `stride` words for
/// each, of which those before the board's own are not used.
#[derive(Debug, Default)]
struct Rivals {
    stride: usize,
    rows: Vec<u64>,
    known: Vec<u64>,
    /// Room for a cover: the boards left, and those that may join the group.
    rest: Vec<u64>,
    others: Vec<u64>,
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

    /// Covers a set with groups of rivals: the first board left, then each that is a rival of all in
    /// the group, window by window. `false` if there are too many boards for that.
    fn group(&self, set: &[u64], bounds: &mut Bounds) -> bool {
        if self.words > MOST_COVERED {
            return false;
        }
        let rivals = &mut *self.rivals.borrow_mut();
        if rivals.rows.is_empty() {
            rivals.stride = self.words.min(WINDOW);
            rivals.rows = vec![0; 64 * self.words * rivals.stride];
            rivals.known = vec![0; self.words];
        }
        let mut rest = std::mem::take(&mut rivals.rest);
        let mut others = std::mem::take(&mut rivals.others);
        rest.clear();
        rest.extend_from_slice(set);
        others.resize(rivals.stride, 0);
        for (window, rest) in rest.chunks_mut(rivals.stride).enumerate() {
            self.group_window(window * rivals.stride, rest, &mut others, rivals, bounds);
        }
        (rivals.rest, rivals.others) = (rest, others);
        true
    }

    /// Covers the boards left in the window that begins with this word.
    fn group_window(
        &self,
        start: usize,
        rest: &mut [u64],
        others: &mut [u64],
        rivals: &mut Rivals,
        bounds: &mut Bounds,
    ) {
        for first in 0..rest.len() {
            while rest[first] != 0 {
                let bit = 64 * first + rest[first].trailing_zeros() as usize;
                rest[first] &= rest[first] - 1;
                let (code, win) = self.board(64 * start + bit);
                bounds.join(code, win);
                let row = self.row(rivals, start, 64 * start + bit);
                let mut any = 0;
                for ((others, rest), row) in others.iter_mut().zip(&*rest).zip(row).skip(first) {
                    *others = rest & row;
                    any |= *others;
                }
                let mut word = if any == 0 { rest.len() } else { first };
                while word < rest.len() {
                    if others[word] == 0 {
                        word += 1;
                        continue;
                    }
                    let bit = 64 * word + others[word].trailing_zeros() as usize;
                    rest[word] &= !(1 << (bit % 64));
                    let (code, win) = self.board(64 * start + bit);
                    bounds.join(code, win);
                    let row = self.row(rivals, start, 64 * start + bit);
                    others.iter_mut().zip(row).skip(word).for_each(|(others, row)| *others &= row);
                }
                bounds.end();
            }
        }
    }

    /// The board with this bit, and its winning weight.
    fn board(&self, bit: usize) -> (Code, f64) {
        let class = self.classes.partition_point(|class| class.words.end <= bit / 64);
        let class = &self.classes[class];
        (self.boards[class.first + bit - 64 * class.words.start].0, class.weight.win)
    }

    /// The rivals of the board with this bit, in the window that begins with the word `start`.
    fn row<'r>(&self, rivals: &'r mut Rivals, start: usize, bit: usize) -> &'r [u64] {
        let own = bit / 64;
        let length = rivals.stride.min(self.words - start);
        let row = &mut rivals.rows[bit * rivals.stride..][..length];
        if rivals.known[own] >> (bit % 64) & 1 == 1 {
            return row;
        }
        rivals.known[own] |= 1 << (bit % 64);
        let code = self.board(bit).0.only(self.open);
        let mut blocks = row[own - start..].chunks_exact_mut(BLOCK);
        let mut word = own;
        for block in &mut blocks {
            block.copy_from_slice(&self.rivals_of::<BLOCK>(code, word));
            word += BLOCK;
        }
        for single in blocks.into_remainder() {
            [*single] = self.rivals_of(code, word);
            word += 1;
        }
        row
    }

    /// The rivals of a board among those of `N` words.
    #[inline]
    fn rivals_of<const N: usize>(&self, code: Code, word: usize) -> [u64; N] {
        let (mut told_apart, mut same) = ([0; N], [!0; N]);
        code.each_safe(|tile, value| {
            let words = tile * self.words + word..tile * self.words + word + N;
            let (low, high) = (&self.low[words.clone()], &self.high[words]);
            let planes = low.iter().zip(high);
            for (apart, (&low, &high)) in told_apart.iter_mut().zip(planes) {
                *apart |= differ(value, low, high);
            }
            // Boards that are not told apart and have the same 2s and 3s are no rivals.
            if value > 1 {
                same.iter_mut().zip(high).for_each(|(same, high)| *same &= high);
            }
        });
        std::array::from_fn(|i| !(told_apart[i] | same[i]))
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
