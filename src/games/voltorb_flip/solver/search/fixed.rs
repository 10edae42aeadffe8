//! A universe of few boards, in a number of words that is known beforehand.

use super::cover::Bounds;
use super::goal::{Weight, Weights};
use super::universe::{Universe, differ, differing, planes};
use crate::games::voltorb_flip::solver::boards::Code;
use std::array::from_fn;
use std::cell::OnceCell;

/// A universe of at most `64 * W` boards.
#[derive(Debug)]
pub struct Fixed<const W: usize> {
    low: [[u64; W]; 36],
    high: [[u64; W]; 36],
    /// The boards of each class that occurs.
    classes: Vec<([u64; W], Weight)>,
    /// For each board its rivals, and its winning weight.
    rivals: OnceCell<Vec<[u64; W]>>,
    wins: Vec<f64>,
    all: [u64; W],
    boards: Vec<(Code, u8)>,
    /// See [`Weights::quits`].
    quits: bool,
}

/// The set of the boards from one number to another.
fn range<const W: usize>(from: usize, to: usize) -> [u64; W] {
    let ones = |n: usize, word: usize| match n.saturating_sub(64 * word) {
        0 => 0,
        n if n < 64 => (1 << n) - 1,
        _ => !0,
    };
    from_fn(|word| ones(to, word) & !ones(from, word))
}

fn count<const W: usize>(set: [u64; W]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn any<const W: usize>(set: [u64; W]) -> bool {
    set.iter().fold(0, |any, word| any | word) != 0
}

impl<const W: usize> Fixed<W> {
    /// How many boards it can hold.
    pub const ROOM: usize = 64 * W;

    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: Vec<(Code, u8)>, weights: &Weights) -> (Self, [u64; W]) {
        let (mut low, mut high) = ([[0; W]; 36], [[0; W]; 36]);
        for (word, chunk) in boards.chunks(64).enumerate() {
            planes(chunk.iter().map(|board| board.0), |tile, l, h| {
                low[tile][word] = l;
                high[tile][word] = h;
            });
        }
        let all = range(0, boards.len());
        let mut classes = Vec::with_capacity(4);
        let mut wins = Vec::with_capacity(boards.len());
        for run in boards.chunk_by(|a, b| a.1 == b.1) {
            let weight = weights.class(run[0].1);
            classes.push((range(wins.len(), wins.len() + run.len()), weight));
            wins.resize(wins.len() + run.len(), weight.win);
        }
        (
            Self {
                low,
                high,
                classes,
                rivals: OnceCell::new(),
                all,
                wins,
                boards,
                quits: weights.quits(),
            },
            all,
        )
    }

    /// The rivals of each board.
    fn rivals(&self) -> Vec<[u64; W]> {
        let mut rivals = Vec::with_capacity(self.boards.len());
        let open = differing(&self.boards);
        for &(code, _) in &self.boards {
            let (mut told_apart, mut same) = ([0; W], self.all);
            code.only(open).each_safe(|tile, value| {
                let planes = self.low[tile].iter().zip(&self.high[tile]);
                for (apart, (&low, &high)) in told_apart.iter_mut().zip(planes) {
                    *apart |= differ(value, low, high);
                }
                if value > 1 {
                    for (same, &high) in same.iter_mut().zip(&self.high[tile]) {
                        *same &= high;
                    }
                }
            });
            rivals.push(from_fn(|word| self.all[word] & !told_apart[word] & !same[word]));
        }
        rivals
    }
}

impl<const W: usize> Universe for Fixed<W> {
    type Set = [u64; W];

    #[inline]
    fn count(&self, set: &[u64; W]) -> usize {
        count(*set) as usize
    }

    #[inline]
    fn weigh(&self, set: &[u64; W]) -> (f64, f64) {
        self.classes.iter().fold((0.0, 0.0), |sum, (class, weight)| {
            let count = f64::from(count::<W>(from_fn(|word| set[word] & class[word])));
            (sum.0 + count * weight.win, sum.1 + count * weight.stop)
        })
    }

    fn fewest(&self, set: &[u64; W]) -> u32 {
        let present = |class: &[u64; W]| any::<W>(from_fn(|word| set[word] & class[word]));
        let classes = self.classes.iter().filter(|(class, _)| present(class));
        classes.map(|(_, weight)| weight.multipliers).min().unwrap_or(0)
    }

    #[inline]
    fn seen(&self, set: &[u64; W], tile: usize) -> u8 {
        let (low, high) = (&self.low[tile], &self.high[tile]);
        u8::from(any::<W>(from_fn(|word| set[word] & !low[word] & !high[word])))
            | u8::from(any::<W>(from_fn(|word| set[word] & low[word] & !high[word]))) << 1
            | u8::from(any::<W>(from_fn(|word| set[word] & !low[word] & high[word]))) << 2
            | u8::from(any::<W>(from_fn(|word| set[word] & low[word] & high[word]))) << 3
    }

    #[inline]
    fn is_gamble(&self, set: &[u64; W], tile: usize) -> bool {
        let (low, high) = (&self.low[tile], &self.high[tile]);
        (0..W).any(|word| set[word] & high[word] != 0)
            && (0..W).any(|word| set[word] & !low[word] & !high[word] != 0)
    }

    #[inline]
    fn with(&self, set: &[u64; W], tile: usize, value: usize) -> [u64; W] {
        let (low, high) = (&self.low[tile], &self.high[tile]);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        from_fn(|word| set[word] & (low[word] ^ flip_low) & (high[word] ^ flip_high))
    }

    fn covers(&self, set: &[u64; W]) -> Option<[f64; 36]> {
        let mut bounds = Bounds::new(self.quits);
        self.group(*set, &mut bounds);
        Some(bounds.by_tile)
    }

    fn list(&self, set: &[u64; W]) -> Vec<(Code, u8)> {
        let mut boards = Vec::with_capacity(self.count(set));
        for (word, &rest) in set.iter().enumerate() {
            let mut rest = rest;
            while rest != 0 {
                boards.push(self.boards[64 * word + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        boards
    }

    fn suits(&self, count: usize) -> bool {
        W == 1 || 4 * count > Self::ROOM
    }
}

impl<const W: usize> Fixed<W> {
    /// Covers a set with groups of rivals: the first board left, then each that is a rival of all
    /// in the group.
    #[inline]
    fn group(&self, mut rest: [u64; W], bounds: &mut Bounds) {
        let rivals = self.rivals.get_or_init(|| self.rivals());
        for word in 0..W {
            while rest[word] != 0 {
                let first = 64 * word + rest[word].trailing_zeros() as usize;
                rest[word] &= rest[word] - 1;
                bounds.join(self.boards[first].0, self.wins[first]);
                let mut others: [u64; W] = from_fn(|w| rivals[first][w] & rest[w]);
                for w in word..W {
                    while others[w] != 0 {
                        let other = 64 * w + others[w].trailing_zeros() as usize;
                        rest[w] &= !(1 << (other % 64));
                        bounds.join(self.boards[other].0, self.wins[other]);
                        for (others, rivals) in others.iter_mut().zip(rivals[other]) {
                            *others &= rivals;
                        }
                    }
                }
                bounds.end();
            }
        }
    }
}
