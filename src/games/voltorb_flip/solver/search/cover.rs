//! An upper bound of the value of a set of boards, from boards that cannot all be cleared.
//!
//! Two boards are *rivals* if no player can clear both for sure: no card that is safe in both tells
//! them apart, and they differ in where a 2 or 3 is. (Where one has it the other has a Voltorb, and
//! the other way round, since the headers give both the same points over 1 per card. So whichever
//! such card is flipped first, one of the two is lost.) This does not depend on which cards are face
//! up. Of boards that are all rivals of each other at most one is cleared: a set is worth no more
//! than the heaviest of each group when it is covered with such groups. In practice that lies within
//! a tenth of the value where the least risk alone is off by a factor of two.
//!
//! For coins the player may quit while several boards of a group are left. Then no more has been
//! found than the 2s and 3s that these have in common, so that each is worth at most the share of its
//! coins that it has in common with some other board of the group.

use crate::games::voltorb_flip::solver::boards::Code;

/// A sum over groups of rivals. The boards of a group come with the heaviest first.
pub trait Sum {
    /// Adds a board to the group.
    fn join(&mut self, code: Code, win: f64);
    /// Ends the group.
    fn end(&mut self);
}

/// The bound for all boards.
#[derive(Debug)]
pub struct Whole {
    pub bound: f64,
    group: Group,
}

/// The bounds for the boards without a Voltorb at each tile.
#[derive(Debug)]
pub struct ByTile {
    pub bounds: [f64; 36],
    group: Group,
}

/// A group of rivals with their winning weights.
#[derive(Debug)]
struct Group {
    /// Whether the player may quit.
    quits: bool,
    boards: Vec<(Code, f64)>,
}

impl Group {
    fn new(quits: bool) -> Self {
        Self { quits, boards: Vec::with_capacity(16) }
    }

    /// Whether quitting can be worth more than the heaviest board. Of two boards it is not: each has
    /// a 2 or 3 that the other has not, so that half of the coins of each are missing.
    fn may_quit(&self) -> bool {
        self.quits && self.boards.len() > 2
    }

    /// The most that a board is worth when the player quits while another of the group is left.
    fn share(&self, board: usize) -> f64 {
        let (code, win) = self.boards[board];
        let others = self.boards.iter().enumerate().filter(|&(other, _)| other != board);
        others.fold(0.0, |share, (_, (other, _))| {
            let own = code.high & !other.high;
            let threes = (own & code.low).count_ones();
            let twos = own.count_ones() - threes;
            f64::max(share, win * HALVES[twos.min(8) as usize] * THIRDS[threes.min(8) as usize])
        })
    }
}

const HALVES: [f64; 9] = [
    1.0,
    1.0 / 2.0,
    1.0 / 4.0,
    1.0 / 8.0,
    1.0 / 16.0,
    1.0 / 32.0,
    1.0 / 64.0,
    1.0 / 128.0,
    1.0 / 256.0,
];
const THIRDS: [f64; 9] = [
    1.0,
    1.0 / 3.0,
    1.0 / 9.0,
    1.0 / 27.0,
    1.0 / 81.0,
    1.0 / 243.0,
    1.0 / 729.0,
    1.0 / 2187.0,
    1.0 / 6561.0,
];

impl Whole {
    pub fn new(quits: bool) -> Self {
        Self { bound: 0.0, group: Group::new(quits) }
    }
}

impl Sum for Whole {
    #[inline]
    fn join(&mut self, code: Code, win: f64) {
        self.group.boards.push((code, win));
    }

    #[inline]
    fn end(&mut self) {
        let most = self.group.boards[0].1;
        self.bound += if self.group.may_quit() {
            most.max((0..self.group.boards.len()).map(|board| self.group.share(board)).sum())
        } else {
            most
        };
        self.group.boards.clear();
    }
}

impl ByTile {
    pub fn new(quits: bool) -> Self {
        Self { bounds: [0.0; 36], group: Group::new(quits) }
    }
}

impl Sum for ByTile {
    #[inline]
    fn join(&mut self, code: Code, win: f64) {
        self.group.boards.push((code, win));
    }

    fn end(&mut self) {
        let group = &self.group;
        if group.may_quit() {
            let mut shares = [0.0; 36];
            let mut most = [0.0f64; 36];
            for (board, &(code, win)) in group.boards.iter().enumerate() {
                let share = group.share(board);
                code.each_safe(|tile, _| {
                    shares[tile] += share;
                    most[tile] = most[tile].max(win);
                });
            }
            for ((bound, share), most) in self.bounds.iter_mut().zip(shares).zip(most) {
                *bound += share.max(most);
            }
        } else {
            // At each tile the heaviest of the boards that are left.
            let mut done = 0;
            for &(code, win) in &group.boards {
                let safe = code.low | code.high;
                let mut new = safe & !done;
                done |= safe;
                while new != 0 {
                    self.bounds[new.trailing_zeros() as usize] += win;
                    new &= new - 1;
                }
            }
        }
        self.group.boards.clear();
    }
}
