//! The chance to win, exactly: a full search of the game tree over all layouts that are left.
//!
//! A node is the set of layouts that fit what is open; every cell that is safe in all of them is
//! taken to be open, since opening it costs nothing. So the set alone says which position it is, and
//! values are kept in a table of positions by the set. Its value is the number of its layouts that
//! the best play wins:
//!
//! V(S) = max over cells c of the sum over numbers v of V({s in S: c is safe in s and shows v})
//!
//! A cell that shows one number only in all layouts in which it is safe tells nothing: it is *dead*,
//! and opening it before another cell gains nothing. If all cells are dead, one layout can be won.
//! A cell is worth at most the layouts in which it is safe, so cells are tried in this order and the
//! rest is cut off. When the work allowed is done, bounds stand for values.

use super::knowledge::Knowledge;
use super::solutions::Solutions;
use rand_mt::Mt64;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The number of a cell in a layout in which it is a mine.
const MINE: u8 = 9;

/// A number of layouts that is won, between proven bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least so many.
    pub low: u32,
    /// At most so many.
    pub high: u32,
}

impl Bounds {
    const fn exactly(value: u32) -> Self {
        Self { low: value, high: value }
    }

    /// Whether the value is known.
    pub const fn is_exact(self) -> bool {
        self.low == self.high
    }
}

/// The search over the layouts of one position.
pub struct Tree {
    cells: Vec<u16>,
    layouts: usize,
    /// For each cell, for each layout: the number it shows, or [`MINE`].
    numbers: Vec<u8>,
    /// A random word for each layout; a set's key is their sum.
    words: Vec<u128>,
    table: FxHashMap<u128, Bounds>,
    /// Cells times layouts that may still be looked at.
    work: u64,
}

/// The value of a position and of its cells.
#[derive(Clone, Debug)]
pub struct TreeAnswer {
    /// The layouts that fit.
    pub layouts: u32,
    /// How many of them are won by the best play.
    pub value: Bounds,
    /// The cells worth opening, with the layouts that are then won, best first. Of a cell that was
    /// cut off only the upper bound is known.
    pub cells: Vec<(u16, Bounds)>,
}

impl Tree {
    /// Prepares the search. `work` bounds it: about so many looks at a cell in a layout.
    pub fn new(knowledge: &Knowledge, solutions: &Solutions, work: u64) -> Self {
        let topology = knowledge.topology();
        let layouts = solutions.layouts.len();
        let mut numbers = Vec::with_capacity(solutions.cells.len() * layouts);
        let mut is_mine = vec![false; solutions.cells.len() * layouts];
        for (s, layout) in solutions.layouts.iter().enumerate() {
            for &cell in layout {
                is_mine[usize::from(cell) * layouts + s] = true;
            }
        }
        for (i, &cell) in solutions.cells.iter().enumerate() {
            let near: Vec<usize> = topology
                .around(cell)
                .iter()
                .filter_map(|near| solutions.cells.binary_search(near).ok())
                .collect();
            let known = knowledge.mines_around(cell);
            for s in 0..layouts {
                numbers.push(if is_mine[i * layouts + s] {
                    MINE
                } else {
                    known + near.iter().map(|&n| u8::from(is_mine[n * layouts + s])).sum::<u8>()
                });
            }
        }
        let mut stream = Mt64::new(1);
        let mut word = || u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64());
        let words = (0..layouts).map(|_| word()).collect();
        Self {
            cells: solutions.cells.clone(),
            layouts,
            numbers,
            words,
            table: FxHashMap::default(),
            work,
        }
    }

    /// The value of the position, which has two layouts or more; no cell is safe in all of them.
    pub fn solve(&mut self) -> TreeAnswer {
        let set: Vec<u16> = (0..self.layouts as u16).collect();
        let live: Vec<u16> = (0..self.cells.len() as u16).collect();
        let View { live, mut candidates, dead, .. } = self.view(&set, live);
        if candidates.is_empty() {
            // Nothing tells anything: any cell that may be safe wins one layout.
            candidates = dead;
        }
        let mut best = Bounds::exactly(0);
        let mut cells = Vec::new();
        for candidate in &candidates {
            if candidate.safe <= best.low {
                let high = candidate.safe;
                cells.push((self.cells[usize::from(candidate.cell)], Bounds { low: 0, high }));
                continue;
            }
            let value = self.open(&set, candidate, &live, 0);
            cells.push((self.cells[usize::from(candidate.cell)], value));
            best = Bounds { low: best.low.max(value.low), high: best.high.max(value.high) };
        }
        cells.sort_by_key(|&(cell, value)| (Reverse(value.low), Reverse(value.high), cell));
        TreeAnswer { layouts: self.layouts as u32, value: best, cells }
    }

    /// The value of a set of layouts. `live` are the cells that may tell something.
    fn value(&mut self, set: &[u16], live: &[u16]) -> Bounds {
        if set.len() <= 1 {
            return Bounds::exactly(set.len() as u32);
        }
        let key = set.iter().fold(0_u128, |sum, &s| sum.wrapping_add(self.words[usize::from(s)]));
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        let work = set.len() as u64 * live.len() as u64;
        if self.work < work {
            self.work = 0;
            return Bounds { low: 1, high: set.len() as u32 };
        }
        self.work -= work;
        let View { live, candidates, free, .. } = self.view(set, live.to_vec());
        let value = if let Some(cell) = free {
            let parts = self.parts(set, cell);
            let mut sum = Bounds::exactly(0);
            for part in parts {
                let value = self.value(&part, &live);
                sum = Bounds { low: sum.low + value.low, high: sum.high + value.high };
            }
            sum
        } else {
            // One layout is won by opening what it leaves free.
            let mut best = Bounds::exactly(1);
            for candidate in &candidates {
                if candidate.safe <= best.low {
                    break;
                }
                let value = self.open(set, candidate, &live, best.low);
                best = Bounds { low: best.low.max(value.low), high: best.high.max(value.high) };
            }
            best
        };
        if value.is_exact() || self.work > 0 {
            self.table.insert(key, value);
        }
        value
    }

    /// The value of opening a cell; once it cannot beat `best` only an upper bound of at most that.
    fn open(&mut self, set: &[u16], candidate: &Candidate, live: &[u16], best: u32) -> Bounds {
        let mut sum = Bounds::exactly(0);
        let mut ahead = candidate.safe;
        let mut parts = self.parts(set, candidate.cell);
        // Large parts first: they lose most, and so cut off most.
        parts.sort_by_key(|part| Reverse(part.len()));
        for part in parts {
            ahead -= part.len() as u32;
            let value = self.value(&part, live);
            sum = Bounds { low: sum.low + value.low, high: sum.high + value.high };
            if sum.high + ahead <= best {
                return Bounds { low: 0, high: sum.high + ahead };
            }
        }
        sum
    }

    /// The layouts in which a cell is safe, by the number that it shows.
    fn parts(&self, set: &[u16], cell: u16) -> Vec<Vec<u16>> {
        let numbers = &self.numbers[usize::from(cell) * self.layouts..][..self.layouts];
        let mut parts: [Vec<u16>; 9] = Default::default();
        for &s in set {
            let number = numbers[usize::from(s)];
            if number != MINE {
                parts[usize::from(number)].push(s);
            }
        }
        parts.into_iter().filter(|part| !part.is_empty()).collect()
    }

    /// What each live cell tells of a set: dead and settled cells are left out.
    fn view(&self, set: &[u16], live: Vec<u16>) -> View {
        let mut view = View { live, candidates: Vec::new(), dead: Vec::new(), free: None };
        let (candidates, dead, free) = (&mut view.candidates, &mut view.dead, &mut view.free);
        view.live.retain(|&cell| {
            if free.is_some() {
                return true;
            }
            let numbers = &self.numbers[usize::from(cell) * self.layouts..][..self.layouts];
            let mut counts = [0_u32; 10];
            for &s in set {
                counts[usize::from(numbers[usize::from(s)])] += 1;
            }
            let mines = counts[usize::from(MINE)];
            let kinds = counts[..9].iter().filter(|&&count| count > 0).count();
            if mines == 0 && kinds > 1 {
                *free = Some(cell);
                return true;
            }
            let candidate = Candidate { cell, safe: set.len() as u32 - mines, kinds };
            if mines == 0 || kinds == 0 {
                return false;
            }
            if kinds == 1 {
                dead.push(candidate);
                return false;
            }
            candidates.push(candidate);
            true
        });
        for list in [candidates, dead] {
            list.sort_by_key(|c| (Reverse(c.safe), Reverse(c.kinds), c.cell));
        }
        view
    }
}

/// A cell that can be opened.
struct Candidate {
    /// Its place in [`Tree::cells`].
    cell: u16,
    /// The layouts in which it is safe.
    safe: u32,
    /// The numbers that it may show.
    kinds: usize,
}

struct View {
    /// Cells that may tell something, in this set and its parts.
    live: Vec<u16>,
    /// Cells worth opening, most safe layouts first.
    candidates: Vec<Candidate>,
    /// Cells that may be mines and tell nothing.
    dead: Vec<Candidate>,
    /// A cell that is safe in all layouts and shows several numbers.
    free: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MineBoard;
    use crate::solver::border::MineBorder;
    use crate::solver::brute;
    use crate::solver::topology::Topology;
    use std::collections::HashMap;

    /// The layouts won by the best of all plays: every closed cell is tried, nothing is left out.
    fn best_play(
        topology: &Topology,
        layouts: &[u32],
        opened: u32,
        known: &mut HashMap<(Vec<u32>, u32), u32>,
    ) -> u32 {
        let cells = topology.cells() as u16;
        let all = (1_u32 << cells) - 1;
        let Some(&first) = layouts.first() else { return 0 };
        if opened == all & !first {
            return 1;
        }
        let key = (layouts.to_vec(), opened);
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let mut best = 0;
        for cell in (0..cells).filter(|cell| opened >> cell & 1 == 0) {
            let mut parts: HashMap<u32, Vec<u32>> = HashMap::new();
            for &layout in layouts.iter().filter(|&layout| layout >> cell & 1 == 0) {
                let near = topology.around(cell).iter().map(|near| layout >> near & 1).sum();
                parts.entry(near).or_default().push(layout);
            }
            let opened = opened | 1 << cell;
            best = best.max(parts.values().map(|p| best_play(topology, p, opened, known)).sum());
        }
        known.insert(key, best);
        best
    }

    #[test]
    fn values_are_those_of_the_best_of_all_plays() {
        let (mut searched, mut guessed) = (0, 0);
        for index in 0..600 {
            let mut stream = brute::case(2_000_000 + index);
            let (rows, columns) = [(3, 3), (2, 5), (1, 9), (4, 3)][index as usize % 4];
            let topology = Topology::new(rows, columns);
            let mines = 1 + stream.next_u64() as usize % 4;
            let board: MineBoard = brute::random_position(&topology, mines, &mut stream);
            let closed: Vec<u16> = (0..topology.cells() as u16)
                .filter(|&cell| board.cells[topology.place(cell)].is_closed())
                .collect();
            let mut knowledge = Knowledge::of(&board).unwrap();
            knowledge.propagate().unwrap();
            let border = MineBorder::of(&knowledge);
            let solutions = Solutions::list(&knowledge, &border, 5000).unwrap();
            let layouts: Vec<u32> = brute::layouts(&board)
                .into_iter()
                .map(|set| {
                    let mines = closed.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
                    mines.map(|(_, cell)| 1 << cell).sum()
                })
                .collect();
            assert_eq!(solutions.layouts.len(), layouts.len(), "{board}");
            let all: Vec<u16> = solutions.layouts.iter().flatten().copied().collect();
            let always_safe = (0..solutions.cells.len() as u16).any(|cell| !all.contains(&cell));
            if !(2..=120).contains(&layouts.len()) || always_safe || knowledge.safe_count() > 0 {
                continue;
            }
            let opened = (0..topology.cells() as u16).filter(|cell| !closed.contains(cell));
            let opened = opened.map(|cell| 1_u32 << cell).sum();
            let expected = best_play(&topology, &layouts, opened, &mut HashMap::new());
            let answer = Tree::new(&knowledge, &solutions, u64::MAX).solve();
            assert_eq!(answer.value, Bounds::exactly(expected), "{board}");
            assert_eq!(answer.cells[0].1, answer.value, "{board}");
            let cut = Tree::new(&knowledge, &solutions, 100).solve().value;
            assert!(cut.low <= expected && expected <= cut.high, "{board}: {cut:?}");
            searched += 1;
            guessed += u32::from(expected < layouts.len() as u32);
        }
        assert!(searched > 100 && guessed > 100, "{searched} {guessed}");
    }
}
