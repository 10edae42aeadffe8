//! The clique cover of a set of many boards, window by window.

use super::super::bits::each;
use super::super::board_index::{BoardIndex, Visitor, differ};
use super::super::fixed::{self, FixedIndex};
use super::{Bits, Covered, Incompatible, WideIndex, WideSubset, count};
use crate::solver::boards::Code;

/// A clique is taken from so many words that stand next to each other: boards that are like each other do,
/// and further away few would be found for the work.
const WINDOW: usize = 256;

/// With more words than these the graph of incompatible boards would take too much memory.
const MOST_COVERED: usize = 1024;

/// How many words of the graph are worked out at the same time.
const BLOCK: usize = 8;

/// Covers the boards of a set in an index that holds just them.
struct Apart<'n> {
    /// The number of each outside.
    numbers: &'n [u32],
}

impl Visitor for Apart<'_> {
    type Output = Option<Box<[Covered]>>;

    fn visit<U: BoardIndex>(self, index: &U, all: U::Set) -> Self::Output {
        let mut order = Vec::with_capacity(self.numbers.len());
        index.cover(&all, |board, begins| order.push((self.numbers[board], begins)))?;
        Some(order.into())
    }
}

/// Whether no card that is safe in both boards tells them apart, and they have not the same 2s and 3s.
#[inline]
fn are_incompatible(a: Code, b: Code) -> bool {
    let apart = ((a.low ^ b.low) | (a.high ^ b.high)) & a.safe() & b.safe();
    (apart == 0) & (a.high != b.high)
}

impl WideIndex<'_> {
    /// The boards of a set in cliques that cover it: the first board left, then each that is incompatible
    /// with all in the clique, window by window. `None` if there are too many boards for that.
    pub(super) fn order<'s>(&self, set: &'s WideSubset) -> Option<&'s [Covered]> {
        if let Some(order) = set.order.get() {
            return Some(order);
        }
        let order = match &set.bits {
            _ if set.count() <= FixedIndex::<16>::ROOM => self.cover_apart(set)?,
            // A list has at most as many boards as there are words: few enough for the line above.
            Bits::Words(words) if self.words <= MOST_COVERED => self.cover_here(words),
            _ => return None,
        };
        Some(set.order.get_or_init(|| order))
    }

    /// Covers a set in an index of its own: there the boards of a clique are close together.
    fn cover_apart(&self, set: &WideSubset) -> Option<Box<[Covered]>> {
        let mut numbers = Vec::with_capacity(set.count());
        self.members(set, |board| numbers.push(board as u32));
        let boards = numbers.iter().map(|&board| self.numbered.boards[board as usize]).collect();
        fixed::number(boards, self.numbered.weights, Apart { numbers: &numbers })
    }

    /// Covers a set by the graph of all boards, window by window.
    fn cover_here(&self, set: &[u64]) -> Box<[Covered]> {
        let incompatible = &mut *self.incompatible.borrow_mut();
        self.make_room(incompatible);
        let mut rest = set.to_vec();
        let mut order = Vec::with_capacity(count(set));
        for (window, rest) in rest.chunks_mut(incompatible.stride).enumerate() {
            self.cover_window(window * incompatible.stride, rest, incompatible, &mut order);
        }
        order.into()
    }

    /// Makes room for the graph of all boards, if that was not done yet.
    fn make_room(&self, incompatible: &mut Incompatible) {
        if incompatible.rows.is_empty() {
            incompatible.stride = self.words.min(WINDOW);
            incompatible.rows = vec![0; 64 * self.words * incompatible.stride];
            incompatible.known = vec![0; self.words];
        }
    }

    /// Covers the boards left in the window that begins with this word.
    fn cover_window(
        &self,
        start: usize,
        rest: &mut [u64],
        incompatible: &mut Incompatible,
        order: &mut Vec<Covered>,
    ) {
        // The incompatible boards of a clique, each with its number and bit: few, while their rows are far apart in
        // memory, so that looking at one by one is quick.
        let mut others: Vec<(Code, u32, u32)> = Vec::with_capacity(256);
        for first in 0..rest.len() {
            while rest[first] != 0 {
                let bit = 64 * (start + first) + rest[first].trailing_zeros() as usize;
                rest[first] &= rest[first] - 1;
                order.push((self.board(bit) as u32, true));
                let row = self.row(incompatible, start, bit);
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
                        kept += usize::from(are_incompatible(member, other.0));
                    }
                    others.truncate(kept);
                }
            }
        }
    }

    /// The boards incompatible with the one of this bit, in the window that begins with the word `start`.
    fn row<'r>(&self, incompatible: &'r mut Incompatible, start: usize, bit: usize) -> &'r [u64] {
        let own = bit / 64;
        let length = incompatible.stride.min(self.words - start);
        let row = &mut incompatible.rows[bit * incompatible.stride..][..length];
        if incompatible.known[own] >> (bit % 64) & 1 == 1 {
            return row;
        }
        incompatible.known[own] |= 1 << (bit % 64);
        let code = self.numbered.boards[self.board(bit)].0.only(self.open);
        let mut blocks = row[own - start..].chunks_exact_mut(BLOCK);
        let mut word = own;
        for block in &mut blocks {
            block.copy_from_slice(&self.incompatible_with::<BLOCK>(code, word));
            word += BLOCK;
        }
        for single in blocks.into_remainder() {
            [*single] = self.incompatible_with(code, word);
            word += 1;
        }
        row
    }

    /// The boards incompatible with one, among those of `N` words.
    #[inline]
    fn incompatible_with<const N: usize>(&self, code: Code, word: usize) -> [u64; N] {
        let (mut told_apart, mut same) = ([0; N], [!0; N]);
        code.each_safe(|tile, value| {
            let words = tile * self.words + word..tile * self.words + word + N;
            let (low, high) = (&self.low[words.clone()], &self.high[words]);
            let planes = low.iter().zip(high);
            for (apart, (&low, &high)) in told_apart.iter_mut().zip(planes) {
                *apart |= differ(value, low, high);
            }
            // Boards that are not told apart and have the same 2s and 3s are compatible.
            if value > 1 {
                same.iter_mut().zip(high).for_each(|(same, high)| *same &= high);
            }
        });
        std::array::from_fn(|i| !(told_apart[i] | same[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board_index::arrange;
    use super::super::super::goal::{Goal, Weights};
    use super::*;
    use crate::solver::boards::Boards;
    use crate::solver::testing::typed;

    #[test]
    fn incompatible_boards_are_known_in_every_window() {
        let lines = [[6, 1], [5, 1], [6, 1], [6, 1], [5, 1]];
        let position = typed(&lines, &lines);
        let boards = Boards::list(&position, usize::MAX).unwrap();
        assert_eq!((boards.count(), 64 * WINDOW), (20_376, 16_384));
        let weights = Weights::new(&boards.classes, Goal::Clear);
        let mut numbered = boards.numbered(&weights.order);
        arrange(&mut numbered);
        let (index, all) = WideIndex::new(numbered, 25, &weights);
        let Bits::Words(words) = &all.bits else { panic!("all boards are a list") };
        let bits: Vec<usize> =
            (0..64 * words.len()).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
        let mut incompatible = index.incompatible.borrow_mut();
        index.make_room(&mut incompatible);
        let code = |bit| index.numbered.boards[index.board(bit)].0;
        for (i, &bit) in bits.iter().enumerate().step_by(61) {
            let start = bit / 64 / WINDOW * WINDOW;
            let row = index.row(&mut incompatible, start, bit);
            let window = bits[i + 1..].iter().take_while(|&other| other / 64 < start + WINDOW);
            for &other in window {
                let found = row[other / 64 - start] >> (other % 64) & 1 == 1;
                assert_eq!(found, are_incompatible(code(bit), code(other)));
            }
        }
    }
}
