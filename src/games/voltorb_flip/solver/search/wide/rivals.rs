//! The cover of a set of many boards: who rivals whom, window by window.

use super::super::fixed::Fixed;
use super::super::universe::{Universe, Visitor, differ, each, number};
use super::{Bits, Covered, Wide, WideSet, count};
use crate::games::voltorb_flip::solver::boards::Code;

/// A group of rivals is taken from so many words that stand next to each other: boards that are like
/// each other do, and further away few would be found for the work.
const WINDOW: usize = 256;

/// With more words than these the rivals would take too much memory.
const MOST_COVERED: usize = 1024;

/// How many words of rivals are worked out at the same time.
const BLOCK: usize = 8;

/// The rivals of each board in its window, worked out when they are first asked for: `stride` words for
/// each, of which those before the board's own are not used.
#[derive(Debug, Default)]
pub struct Rivals {
    stride: usize,
    rows: Vec<u64>,
    known: Vec<u64>,
}

/// Covers the boards of a set in a universe that holds just them.
struct Apart<'n> {
    /// The number of each outside.
    numbers: &'n [u32],
}

impl Visitor for Apart<'_> {
    type Output = Option<Box<[Covered]>>;

    fn visit<U: Universe>(self, universe: &U, all: U::Set) -> Self::Output {
        let mut order = Vec::with_capacity(self.numbers.len());
        universe.cover(&all, |board, begins| order.push((self.numbers[board], begins)))?;
        Some(order.into())
    }
}

/// Whether no card that is safe in both boards tells them apart, and they have not the same 2s and 3s.
#[inline]
fn are_rivals(a: Code, b: Code) -> bool {
    let apart = ((a.low ^ b.low) | (a.high ^ b.high)) & a.safe() & b.safe();
    (apart == 0) & (a.high != b.high)
}

impl Wide<'_> {
    /// The boards of a set in groups of rivals that cover it: the first board left, then each that is a
    /// rival of all in the group, window by window. `None` if there are too many boards for that.
    pub(super) fn order<'s>(&self, set: &'s WideSet) -> Option<&'s [Covered]> {
        if let Some(order) = set.order.get() {
            return Some(order);
        }
        let order = match &set.bits {
            _ if set.count() <= Fixed::<16>::ROOM => self.cover_apart(set)?,
            // A list has at most as many boards as there are words: few enough for the line above.
            Bits::Words(words) if self.words <= MOST_COVERED => self.cover_here(words),
            _ => return None,
        };
        Some(set.order.get_or_init(|| order))
    }

    /// Covers a set in a universe of its own: there the rivals of its boards are close together.
    fn cover_apart(&self, set: &WideSet) -> Option<Box<[Covered]>> {
        let mut numbers = Vec::with_capacity(set.count());
        self.members(set, |board| numbers.push(board as u32));
        let boards = numbers.iter().map(|&board| self.numbered.boards[board as usize]).collect();
        let tiles = self.low.len() / self.words;
        number(boards, tiles, self.numbered.weights, Apart { numbers: &numbers })
    }

    /// Covers a set with the rivals of all boards, window by window.
    fn cover_here(&self, set: &[u64]) -> Box<[Covered]> {
        let rivals = &mut *self.rivals.borrow_mut();
        self.make_room(rivals);
        let mut rest = set.to_vec();
        let mut order = Vec::with_capacity(count(set));
        for (window, rest) in rest.chunks_mut(rivals.stride).enumerate() {
            self.cover_window(window * rivals.stride, rest, rivals, &mut order);
        }
        order.into()
    }

    /// Makes room for the rivals of all boards, if that was not done yet.
    fn make_room(&self, rivals: &mut Rivals) {
        if rivals.rows.is_empty() {
            rivals.stride = self.words.min(WINDOW);
            rivals.rows = vec![0; 64 * self.words * rivals.stride];
            rivals.known = vec![0; self.words];
        }
    }

    /// Covers the boards left in the window that begins with this word.
    fn cover_window(
        &self,
        start: usize,
        rest: &mut [u64],
        rivals: &mut Rivals,
        order: &mut Vec<Covered>,
    ) {
        // The rivals of a group, each with its number and bit: few, while their rows are far apart in
        // memory, so that looking at one by one is quick.
        let mut others: Vec<(Code, u32, u32)> = Vec::with_capacity(256);
        for first in 0..rest.len() {
            while rest[first] != 0 {
                let bit = 64 * (start + first) + rest[first].trailing_zeros() as usize;
                rest[first] &= rest[first] - 1;
                order.push((self.board(bit) as u32, true));
                let row = self.row(rivals, start, bit);
                let left = rest.iter().zip(row).map(|(rest, row)| rest & row).enumerate();
                for (word, left) in left.skip(first).filter(|(_, left)| *left != 0) {
                    let number = self.firsts[start + word];
                    each(left, |bit| {
                        let number = number + bit as u32;
                        let code = self.numbered.boards[number as usize].0;
                        others.push((code, number, (64 * word + bit) as u32));
                    });
                }
                while let Some(&(member, number, bit)) = others.first() {
                    rest[bit as usize / 64] &= !(1 << (bit % 64));
                    order.push((number, false));
                    let mut kept = 0;
                    for i in 1..others.len() {
                        let other = others[i];
                        others[kept] = other;
                        kept += usize::from(are_rivals(member, other.0));
                    }
                    others.truncate(kept);
                }
            }
        }
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
        let code = self.numbered.boards[self.board(bit)].0.only(self.open);
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

#[cfg(test)]
mod tests {
    use super::super::super::goal::{Goal, Weights};
    use super::super::super::universe::arrange;
    use super::*;
    use crate::games::voltorb_flip::solver::boards::Boards;
    use crate::games::voltorb_flip::solver::testing::typed;

    #[test]
    fn rivals_are_known_in_every_window() {
        let lines = [[6, 1], [5, 1], [6, 1], [6, 1], [5, 1]];
        let position = typed(&lines, &lines);
        let boards = Boards::list(&position, usize::MAX).unwrap();
        assert_eq!((boards.count(), 64 * WINDOW), (20_376, 16_384));
        let weights = Weights::new(&boards.classes, Goal::Clear);
        let mut numbered = boards.numbered(&weights.order);
        arrange(&mut numbered);
        let (universe, all) = Wide::new(numbered, 25, &weights);
        let Bits::Words(words) = &all.bits else { panic!("all boards are a list") };
        let bits: Vec<usize> =
            (0..64 * words.len()).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
        let mut rivals = universe.rivals.borrow_mut();
        universe.make_room(&mut rivals);
        let code = |bit| universe.numbered.boards[universe.board(bit)].0;
        for (i, &bit) in bits.iter().enumerate().step_by(61) {
            let start = bit / 64 / WINDOW * WINDOW;
            let row = universe.row(&mut rivals, start, bit);
            let window = bits[i + 1..].iter().take_while(|&other| other / 64 < start + WINDOW);
            for &other in window {
                let found = row[other / 64 - start] >> (other % 64) & 1 == 1;
                assert_eq!(found, are_rivals(code(bit), code(other)));
            }
        }
    }
}
