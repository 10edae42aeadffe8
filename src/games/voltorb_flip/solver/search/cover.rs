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
//! For coins the player may quit while several boards of a group are left. All cards found till then
//! are safe in each of them, so no more has been found than the 2s and 3s that they all have in common.
//! For those of which one board is the first, that is at most what it has in common with each: the
//! bound is the most, over all amounts, of the amount times the weight of the boards that have as much
//! in common with the first one.

use crate::games::voltorb_flip::solver::boards::Code;

/// The bounds for the boards without a Voltorb at each tile: sums over groups of rivals.
#[derive(Debug)]
pub struct Bounds {
    pub by_tile: [f64; 36],
    group: Group,
}

/// A group of rivals with their winning weights.
#[derive(Debug)]
struct Group {
    /// Whether the player may quit.
    quits: bool,
    boards: Vec<(Code, f64)>,
    /// Room for the weight of each board, and for those after one: the coins that both have in common,
    /// the weight, and the tiles that are safe.
    weights: Vec<f64>,
    common: Vec<(f64, f64, u64)>,
}

impl Group {
    fn new(quits: bool) -> Self {
        let boards = Vec::with_capacity(16);
        Self { quits, boards, weights: Vec::new(), common: Vec::new() }
    }

    /// Whether quitting can be worth more than the heaviest board. Of two boards it is not: each has
    /// a 2 or 3 that the other has not, so that half of the coins of each are missing.
    fn may_quit(&self) -> bool {
        self.quits && self.boards.len() > 2
    }

    /// For each tile the most that the boards without a Voltorb there are worth.
    fn most_with_quitting(&mut self) -> [f64; 36] {
        let mut most = [0.0; 36];
        self.weights.clear();
        self.weights.extend(self.boards.iter().map(|&(code, win)| win / coins(code)));
        let mut all: f64 = self.weights.iter().sum();
        let mut done = 0;
        for board in 0..self.boards.len() {
            let (first, win) = self.boards[board];
            // A heavier board was there before at the other tiles.
            first.only(!done).each_safe(|tile, _| most[tile] = f64::max(most[tile], win));
            done |= first.low | first.high;
            // Those with less in common cannot bring quitting above the first board alone: each 2 or 3
            // that they lack halves it at least.
            let share = self.weights[board] / all;
            let halves = std::iter::successors(Some(0.5), |half| Some(0.5 * half));
            let lacking = halves.take_while(|&half| half > share).count();
            let like = |other: Code| {
                let lacks = first.high & !other.high;
                (0..lacking).fold(lacks, |lacks, _| lacks & lacks.wrapping_sub(1)) == 0
            };
            self.common.clear();
            if lacking > 0 {
                let others = self.boards[board + 1..].iter().zip(&self.weights[board + 1..]);
                let common =
                    others.filter(|((other, _), _)| like(*other)).map(|(other, &weight)| {
                        let other = other.0;
                        (coins(first.only(other.high)), weight, other.low | other.high)
                    });
                self.common.extend(common.filter(|other| other.0 > win / all));
            }
            if !self.common.is_empty() {
                self.quit_with(first, win, self.weights[board], &mut most);
            }
            all -= self.weights[board];
        }
        most
    }

    /// Raises the bounds of the tiles that are safe in a board to what quitting is worth while it is
    /// left, for the boards after it with what they have in common with it.
    fn quit_with(&mut self, first: Code, win: f64, weight: f64, most: &mut [f64; 36]) {
        self.common.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        // Those after which quitting can be worth more than the first board alone.
        let (mut all, mut end) = (weight, 0);
        for (i, &(common, weight, _)) in self.common.iter().enumerate() {
            all += weight;
            if common * all > win {
                end = i + 1;
            }
        }
        let mut weights = [weight; 36];
        for &(common, weight, safe) in &self.common[..end] {
            first.only(safe).each_safe(|tile, _| {
                weights[tile] += weight;
                most[tile] = f64::max(most[tile], common * weights[tile]);
            });
        }
    }
}

/// What the 2s and 3s of a board pay.
#[inline]
fn coins(code: Code) -> f64 {
    let threes = (code.high & code.low).count_ones();
    let twos = code.high.count_ones() - threes;
    (1u64 << twos) as f64 * THREES[threes as usize]
}

/// The powers of 3 up to that of the most tiles of a board.
const THREES: [f64; 37] = {
    let mut powers = [1.0; 37];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = 3.0 * powers[i - 1];
        i += 1;
    }
    powers
};

impl Bounds {
    pub fn new(quits: bool) -> Self {
        Self { by_tile: [0.0; 36], group: Group::new(quits) }
    }

    /// Adds a board to the group. They come with the heaviest first.
    #[inline]
    pub fn join(&mut self, code: Code, win: f64) {
        self.group.boards.push((code, win));
    }

    /// Ends the group.
    pub fn end(&mut self) {
        let group = &mut self.group;
        if group.may_quit() {
            let most = group.most_with_quitting();
            self.by_tile.iter_mut().zip(most).for_each(|(bound, most)| *bound += most);
        } else {
            // At each tile the heaviest of the boards that are left.
            let mut done = 0;
            for &(code, win) in &group.boards {
                let safe = code.low | code.high;
                let mut new = safe & !done;
                done |= safe;
                while new != 0 {
                    self.by_tile[new.trailing_zeros() as usize] += win;
                    new &= new - 1;
                }
            }
        }
        self.group.boards.clear();
    }
}
