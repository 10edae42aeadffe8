//! An index of few boards, in a number of words that is known beforehand.

use super::bits::{each, ones};
use super::board_index::{BoardIndex, Numbered, Visitor, differ, differing, planes, seen_by_tile};
use super::goal::Weights;
use crate::solver::boards::Code;
use std::array::from_fn;
use std::cell::OnceCell;
use std::ops::Range;

/// An index of at most `64 * W` boards.
#[derive(Debug)]
pub struct FixedIndex<'a, const W: usize> {
    low: [[u64; W]; 36],
    high: [[u64; W]; 36],
    /// The classes that occur, each with its boards.
    classes: Vec<(usize, [u64; W])>,
    /// For each board those incompatible with it.
    incompatible: OnceCell<Vec<[u64; W]>>,
    numbered: Numbered<'a>,
}

/// The set of the boards from one number to another.
fn range<const W: usize>(numbers: Range<usize>) -> [u64; W] {
    let below = |number: usize, word: usize| ones(number.saturating_sub(64 * word).min(64));
    from_fn(|word| below(numbers.end, word) & !below(numbers.start, word))
}

fn count<const W: usize>(set: [u64; W]) -> usize {
    set.iter().map(|word| word.count_ones()).sum::<u32>() as usize
}

fn any<const W: usize>(set: [u64; W]) -> bool {
    set.iter().fold(0, |any, word| any | word) != 0
}

impl<'a, const W: usize> FixedIndex<'a, W> {
    /// How many boards it can hold.
    pub const ROOM: usize = 64 * W;

    /// Numbers the boards, which are sorted by class. Its set of all boards comes with it.
    pub fn new(boards: Vec<(Code, u8)>, weights: &'a Weights) -> (Self, [u64; W]) {
        let (mut low, mut high) = ([[0; W]; 36], [[0; W]; 36]);
        planes(&boards, |start, tile, l, h| {
            low[tile][start / 64] |= l << (start % 64);
            high[tile][start / 64] |= h << (start % 64);
        });
        let all = range(0..boards.len());
        let numbered = Numbered { boards, weights };
        let classes = numbered.classes().map(|(class, boards)| (class, range(boards))).collect();
        (Self { low, high, classes, incompatible: OnceCell::new(), numbered }, all)
    }

    /// The boards incompatible with each board. Bits that no board has may be set as well.
    fn incompatible(&self) -> Vec<[u64; W]> {
        let open = differing(&self.numbered.boards);
        // For each tile and value the boards that such a card is told apart from.
        let mut apart = [[[0; W]; 3]; 36];
        each(open, |tile| {
            let (low, high) = (&self.low[tile], &self.high[tile]);
            for (i, apart) in apart[tile].iter_mut().enumerate() {
                *apart = from_fn(|word| differ(i + 1, low[word], high[word]));
            }
        });
        let incompatible = self.numbered.boards.iter().map(|&(Code { low, high }, _)| {
            let (mut told_apart, mut same) = ([0; W], [!0; W]);
            each(low & !high & open, |tile| {
                let apart = &apart[tile][0];
                (0..W).for_each(|word| told_apart[word] |= apart[word]);
            });
            each(high & open, |tile| {
                let apart = &apart[tile][1 + (low >> tile & 1) as usize];
                for word in 0..W {
                    told_apart[word] |= apart[word];
                    same[word] &= self.high[tile][word];
                }
            });
            from_fn(|word| !(told_apart[word] | same[word]))
        });
        incompatible.collect()
    }
}

/// Numbers boards that are sorted by class, 1,024 at most, in as few words as they need.
pub fn number<V: Visitor>(boards: Vec<(Code, u8)>, weights: &Weights, visitor: V) -> V::Output {
    fn within<const W: usize, V: Visitor>(
        boards: Vec<(Code, u8)>,
        weights: &Weights,
        visitor: V,
    ) -> V::Output {
        let (index, all) = FixedIndex::<W>::new(boards, weights);
        visitor.visit(&index, all)
    }
    match boards.len().div_ceil(64) {
        0..=1 => within::<1, V>(boards, weights, visitor),
        2 => within::<2, V>(boards, weights, visitor),
        3 => within::<3, V>(boards, weights, visitor),
        4 => within::<4, V>(boards, weights, visitor),
        5..=6 => within::<6, V>(boards, weights, visitor),
        7..=8 => within::<8, V>(boards, weights, visitor),
        9..=12 => within::<12, V>(boards, weights, visitor),
        _ => within::<16, V>(boards, weights, visitor),
    }
}

impl<const W: usize> BoardIndex for FixedIndex<'_, W> {
    type Set = [u64; W];

    #[inline]
    fn census(&self, set: &[u64; W], mut class: impl FnMut(usize, usize)) {
        for (number, boards) in &self.classes {
            class(*number, count::<W>(from_fn(|word| set[word] & boards[word])));
        }
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
    fn seen_at(&self, set: &[u64; W], count: usize, tiles: u64) -> [u64; 4] {
        if 4 * count > Self::ROOM {
            return seen_by_tile(self, set, tiles);
        }
        let mut seen = [0; 4];
        for (word, &boards) in set.iter().enumerate() {
            each(boards, |board| {
                let Code { low, high } = self.numbered.boards[64 * word + board].0;
                seen[0] |= !low & !high;
                seen[1] |= low & !high;
                seen[2] |= !low & high;
                seen[3] |= low & high;
            });
        }
        seen.map(|seen| seen & tiles)
    }

    #[inline]
    fn with(&self, set: &[u64; W], tile: usize, value: usize) -> [u64; W] {
        let (low, high) = (&self.low[tile], &self.high[tile]);
        let flip = |bit: usize| if value & bit == bit { 0 } else { !0 };
        let (flip_low, flip_high) = (flip(1), flip(2));
        from_fn(|word| set[word] & (low[word] ^ flip_low) & (high[word] ^ flip_high))
    }

    fn numbered(&self) -> &Numbered<'_> {
        &self.numbered
    }

    #[inline]
    fn cover(&self, set: &[u64; W], mut join: impl FnMut(usize, bool)) -> Option<()> {
        let incompatible = self.incompatible.get_or_init(|| self.incompatible());
        let mut rest = *set;
        for word in 0..W {
            while rest[word] != 0 {
                let first = 64 * word + rest[word].trailing_zeros() as usize;
                rest[word] &= rest[word] - 1;
                join(first, true);
                let mut others: [u64; W] = from_fn(|w| incompatible[first][w] & rest[w]);
                for w in word..W {
                    while others[w] != 0 {
                        let other = 64 * w + others[w].trailing_zeros() as usize;
                        rest[w] &= !(1 << (other % 64));
                        join(other, false);
                        for (others, incompatible) in others.iter_mut().zip(incompatible[other]) {
                            *others &= incompatible;
                        }
                    }
                }
            }
        }
        Some(())
    }

    fn members(&self, set: &[u64; W], mut member: impl FnMut(usize)) {
        (0..W).for_each(|word| each(set[word], |bit| member(64 * word + bit)));
    }

    fn suits(&self, count: usize) -> bool {
        W == 1 || 4 * count > Self::ROOM
    }
}
