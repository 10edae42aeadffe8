//! Frontier dynamic programming ("plug" or broken-profile dynamic programming): counts walks exactly,
//! proves that there is none, and has no heavy tail; its time grows with the shorter side only.
//!
//! The tiles are gone through row by row. A *state* says how the parts of walks among the tiles so far
//! cross the frontier to those that follow: each of the frontier's places holds a plug, which is
//! absent, the left or the right end of a part that comes back to the frontier elsewhere (they nest
//! like brackets, since the floor is flat), or the only loose end of a part whose other end is an end
//! of the walk. States that agree are counted together.
//!
//! Source: the method is that of Knuth's Simpath (The Art of Computer Programming 4A, exercise
//! 7.1.4-225), with connectivity written as brackets (Conway, Enting and Guttmann, "Algebraic
//! techniques for enumerating self-avoiding walks", 1993).

use crate::games::ice_floor::floor::Floor;
use crate::grid::{Cell, Grid};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// More states than this at a tile are given up on: at 32 bytes each, and 8 for each of the tiles'
/// states that are kept to find the way back, this bounds the memory at about 1 GB for 200 tiles.
const MOST_STATES: usize = 1_000_000;

/// A state has two bits for each place of the frontier, one place more than columns, and one for the
/// end that was chosen.
const MOST_COLUMNS: usize = 30;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCount {
    /// Stopped.
    #[error("it was stopped before all states were counted")]
    Stopped,
    /// The floor is too wide.
    #[error("the floor is too wide: more than {MOST_STATES} states at a tile")]
    TooWide,
    /// More walks than fit into 128 bits.
    #[error("there are more than 3.4e38 walks")]
    TooMany,
}

/// What was found.
pub(super) struct Counted<W> {
    /// How many walks there are, if there are any.
    pub walks: Option<W>,
    /// One of them.
    pub walk: Option<Vec<Cell>>,
    /// How many states there were, all tiles together.
    pub states: u64,
}

/// A plug's kind, two bits.
const NONE: u64 = 0;
const LEFT: u64 = 1;
const RIGHT: u64 = 2;
const LOOSE: u64 = 3;

/// Set in a state once one of the ends has been chosen.
const END_CHOSEN: u64 = 1 << 63;

/// How a tile's part of the walk leaves it: a bit for each side.
const ABOVE: u8 = 1;
const BEFORE: u8 = 2;
const AFTER: u8 = 4;
const BELOW: u8 = 8;

/// How a state came about: the index of that before it, and the sides of the tile that are used.
type Origin = (u32, u8);

/// What is kept of the walks that lead to a state.
trait Walks: Copy {
    /// A single walk.
    const ONE: Self;
    /// Those of two states; `None` if they are too many.
    fn and(self, other: Self) -> Option<Self>;
}

/// How many they are.
impl Walks for u128 {
    const ONE: Self = 1;
    fn and(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// That there is one.
impl Walks for () {
    const ONE: Self = ();
    fn and(self, (): Self) -> Option<Self> {
        Some(())
    }
}

/// The states at one tile, each once.
struct Layer<W> {
    /// They and their numbers, by their hashes: a look-up reads one place of the memory, not two.
    index: HashTable<(u64, u32)>,
    states: Vec<(u64, W)>,
    origins: Vec<Origin>,
    overflow: bool,
}

impl<W: Walks> Layer<W> {
    /// Room for some more states than there were at the tile before.
    fn for_about(states: usize) -> Self {
        let room = states + states / 2 + 8;
        Self {
            index: HashTable::with_capacity(room),
            states: Vec::with_capacity(room),
            origins: Vec::with_capacity(room),
            overflow: false,
        }
    }

    fn add(&mut self, state: u64, walks: W, origin: Origin) {
        let hash = |state: u64| FxBuildHasher.hash_one(state);
        let entry =
            self.index.entry(hash(state), |&(known, _)| known == state, |&(known, _)| hash(known));
        match entry {
            hashbrown::hash_table::Entry::Occupied(known) => {
                let known = &mut self.states[known.get().1 as usize].1;
                match known.and(walks) {
                    Some(sum) => *known = sum,
                    None => self.overflow = true,
                }
            }
            hashbrown::hash_table::Entry::Vacant(new) => {
                new.insert((state, self.states.len() as u32));
                self.states.push((state, walks));
                self.origins.push(origin);
            }
        }
    }
}

/// Counts the walks of a floor and finds one.
///
/// # Errors
/// [`NoCount`] when `stop` said so, or the floor is too wide.
pub(super) fn count(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<Counted<u128>, NoCount> {
    sweep(floor, stop)
}

/// Finds a walk of a floor, or that there is none.
///
/// # Errors
/// As [`count`], but never [`NoCount::TooMany`].
pub(super) fn find(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<Counted<()>, NoCount> {
    sweep(floor, stop)
}

fn sweep<W: Walks>(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<Counted<W>, NoCount> {
    let (rows, columns) = (floor.ice().rows(), floor.ice().columns());
    // The frontier is as long as a row.
    let sweep = [false, true]
        .into_iter()
        .filter(|&turned| if turned { columns >= rows } else { rows >= columns })
        .flat_map(|turned| {
            [(false, false), (false, true), (true, false), (true, true)]
                .map(|(upwards, leftwards)| Sweep::new(floor, turned, upwards, leftwards))
        })
        .min_by_key(Sweep::cost)
        .ok_or(NoCount::TooWide)?;
    let mut counted = along_rows(&sweep, stop)?;
    for cell in counted.walk.iter_mut().flatten() {
        *cell = sweep.on_floor(*cell);
    }
    Ok(counted)
}

/// A floor as it is gone through: perhaps with rows and columns exchanged, from below, from the right.
struct Sweep {
    ice: Grid<bool>,
    start: Cell,
    ends: Vec<Cell>,
    /// The last tile of ice.
    last: Cell,
    turned: bool,
    upwards: bool,
    leftwards: bool,
}

impl Sweep {
    fn new(floor: &Floor, turned: bool, upwards: bool, leftwards: bool) -> Self {
        let (rows, columns) = (floor.ice().rows(), floor.ice().columns());
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let mut sweep = Self {
            ice: Grid::filled(rows, columns, false),
            start: (0, 0),
            ends: Vec::new(),
            last: (0, 0),
            turned,
            upwards,
            leftwards,
        };
        for cell in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
            let there = sweep.on_floor(cell);
            if !floor.ice()[there] {
                continue;
            }
            sweep.ice[cell] = true;
            sweep.last = cell;
            if there == floor.start() {
                sweep.start = cell;
            }
            if floor.ends().contains(&there) {
                sweep.ends.push(cell);
            }
        }
        sweep
    }

    /// Where a cell of the sweep lies on the floor.
    fn on_floor(&self, (row, column): Cell) -> Cell {
        let row = if self.upwards { self.ice.rows() - 1 - row } else { row };
        let column = if self.leftwards { self.ice.columns() - 1 - column } else { column };
        if self.turned { (column, row) } else { (row, column) }
    }

    /// About how many states there will be, in some unit: each loose end multiplies them, so it is
    /// best to come upon the start and the ends late.
    fn cost(&self) -> usize {
        let at = |(row, column): Cell| row * self.ice.columns() + column;
        let tiles = at(self.last) + 1;
        let start = tiles - at(self.start);
        let end = tiles - self.ends.iter().map(|&end| at(end)).min().unwrap_or_default();
        let (both, one) = (start.min(end), start.max(end));
        (tiles - one) + 4 * (one - both) + 12 * both
    }

    fn has(&self, cell: Cell) -> bool {
        self.ice.get(cell) == Some(&true)
    }
}

fn along_rows<W: Walks>(sweep: &Sweep, stop: &dyn Fn() -> bool) -> Result<Counted<W>, NoCount> {
    if sweep.ice.columns() > MOST_COLUMNS {
        return Err(NoCount::TooWide);
    }
    if sweep.start == sweep.last && sweep.ice.iter().filter(|&&ice| ice).count() == 1 {
        let walk = vec![sweep.start];
        return Ok(Counted { walks: Some(W::ONE), walk: Some(walk), states: 1 });
    }
    let mut layer = Layer::<W>::for_about(1);
    layer.add(0, W::ONE, (0, 0));
    let mut origins: Vec<(Cell, Vec<Origin>)> = Vec::new();
    let mut states = 0;
    let mut finished = Layer::for_about(1);
    for (cell, _) in sweep.ice.cells() {
        if stop() {
            return Err(NoCount::Stopped);
        }
        if cell.1 == 0 {
            // Nothing goes on beyond a row's last tile: its place moves to the front.
            for (state, _) in &mut layer.states {
                *state = (*state & !END_CHOSEN) << 2 | *state & END_CHOSEN;
            }
        }
        let mut next = Layer::for_about(layer.states.len());
        let mut step = Step { sweep, cell, next: &mut next, finished: &mut finished };
        for (from, &(state, walks)) in layer.states.iter().enumerate() {
            step.extend(state, walks, from as u32);
        }
        states += next.states.len() as u64;
        if next.overflow || finished.overflow {
            return Err(NoCount::TooMany);
        }
        if next.states.len() > MOST_STATES {
            return Err(NoCount::TooWide);
        }
        if cell == sweep.last {
            break;
        }
        origins.push((cell, std::mem::take(&mut next.origins)));
        layer = next;
    }
    let walks = finished.states.first().map(|&(_, walks)| walks);
    let walk = finished.origins.first().map(|&origin| way_back(sweep, &origins, origin));
    Ok(Counted { walks, walk, states })
}

/// Follows the origins back to the sides that each tile uses, and those from the start on.
fn way_back(sweep: &Sweep, origins: &[(Cell, Vec<Origin>)], last: Origin) -> Vec<Cell> {
    let mut sides = Grid::filled(sweep.ice.rows(), sweep.ice.columns(), 0u8);
    let (mut state, used) = last;
    sides[sweep.last] = used;
    for (cell, layer) in origins.iter().rev() {
        let (before, used) = layer[state as usize];
        sides[*cell] = used;
        state = before;
    }
    let (mut at, mut came) = (sweep.start, 0);
    let mut walk = vec![at];
    loop {
        let (row, column) = at;
        (at, came) = match sides[at] & !came {
            ABOVE => ((row - 1, column), BELOW),
            BEFORE => ((row, column - 1), AFTER),
            AFTER => ((row, column + 1), BEFORE),
            BELOW => ((row + 1, column), ABOVE),
            _ => return walk,
        };
        walk.push(at);
    }
}

/// The step over one tile.
struct Step<'a, W> {
    sweep: &'a Sweep,
    cell: Cell,
    next: &'a mut Layer<W>,
    /// The single state of walks that are whole.
    finished: &'a mut Layer<W>,
}

impl<W: Walks> Step<'_, W> {
    /// All ways in which a state goes on over the tile. The plug at the tile's column comes from the
    /// tile before, the one after it from the tile above.
    fn extend(&mut self, state: u64, walks: W, from: u32) {
        let column = self.cell.1;
        let (before, above) = (plug(state, column), plug(state, column + 1));
        let rest = with(with(state, column, NONE), column + 1, NONE);
        if !self.sweep.has(self.cell) {
            // No plug leads into stone, since none is put towards it.
            self.next.add(rest, walks, (from, 0));
            return;
        }
        let used = if before == NONE { 0 } else { BEFORE } | if above == NONE { 0 } else { ABOVE };
        let is_start = self.cell == self.sweep.start;
        if !is_start {
            self.pass(rest, (before, above), used, walks, from);
        }
        let may_end = !is_start && state & END_CHOSEN == 0 && self.sweep.ends.contains(&self.cell);
        if is_start || may_end {
            let rest = if may_end { rest | END_CHOSEN } else { rest };
            self.stop_here(rest, (before, above), used, walks, from);
        }
    }

    /// The walk goes through the tile.
    fn pass(&mut self, rest: u64, (before, above): (u64, u64), used: u8, walks: W, from: u32) {
        let column = self.cell.1;
        match (before, above) {
            (NONE, NONE) => {
                if self.leads_below() && self.leads_after() {
                    let state = with(with(rest, column, LEFT), column + 1, RIGHT);
                    self.next.add(state, walks, (from, AFTER | BELOW));
                }
            }
            (one, NONE) | (NONE, one) => self.send_on(rest, one, used, walks, from),
            (LOOSE, LOOSE) => self.finish(rest, used, walks, from),
            // A part whose both ends meet would be a circle.
            (LEFT, RIGHT) => {}
            (RIGHT, LEFT) => self.next.add(rest, walks, (from, used)),
            _ => {
                // The parts become one: what was the far end of the one is that of both.
                let state = match (before, above) {
                    (LOOSE, kind) => with(rest, mate(rest, column + 1, kind), LOOSE),
                    (kind, LOOSE) => with(rest, mate(rest, column, kind), LOOSE),
                    (LEFT, LEFT) => with(rest, mate(rest, column + 1, LEFT), LEFT),
                    _ => with(rest, mate(rest, column, RIGHT), RIGHT),
                };
                self.next.add(state, walks, (from, used));
            }
        }
    }

    /// The walk begins or ends on the tile.
    fn stop_here(&mut self, rest: u64, (before, above): (u64, u64), used: u8, walks: W, from: u32) {
        match (before, above) {
            (NONE, NONE) => self.send_on(rest, LOOSE, 0, walks, from),
            (LOOSE, NONE) | (NONE, LOOSE) => self.finish(rest, used, walks, from),
            (kind, NONE) => {
                let far = mate(rest, self.cell.1, kind);
                self.next.add(with(rest, far, LOOSE), walks, (from, used));
            }
            (NONE, kind) => {
                let far = mate(rest, self.cell.1 + 1, kind);
                self.next.add(with(rest, far, LOOSE), walks, (from, used));
            }
            _ => {}
        }
    }

    /// A plug leaves the tile to the right or downwards.
    fn send_on(&mut self, rest: u64, kind: u64, used: u8, walks: W, from: u32) {
        let column = self.cell.1;
        if self.leads_below() {
            self.next.add(with(rest, column, kind), walks, (from, used | BELOW));
        }
        if self.leads_after() {
            self.next.add(with(rest, column + 1, kind), walks, (from, used | AFTER));
        }
    }

    /// The walk is whole: it counts if nothing else is left.
    fn finish(&mut self, rest: u64, used: u8, walks: W, from: u32) {
        if rest & !END_CHOSEN == 0 && self.cell == self.sweep.last {
            self.finished.add(0, walks, (from, used));
        }
    }

    fn leads_below(&self) -> bool {
        self.sweep.has((self.cell.0 + 1, self.cell.1))
    }

    fn leads_after(&self) -> bool {
        self.sweep.has((self.cell.0, self.cell.1 + 1))
    }
}

fn plug(state: u64, place: usize) -> u64 {
    state >> (2 * place) & 3
}

fn with(state: u64, place: usize, kind: u64) -> u64 {
    state & !(3 << (2 * place)) | kind << (2 * place)
}

/// The place of the other end of the part whose end of this kind was at `place`, which is empty now.
fn mate(state: u64, place: usize, kind: u64) -> usize {
    let mut depth = 1;
    let mut at = place;
    while depth > 0 {
        at = if kind == LEFT { at + 1 } else { at - 1 };
        match plug(state, at) {
            LEFT => depth += if kind == LEFT { 1 } else { -1 },
            RIGHT => depth += if kind == LEFT { -1 } else { 1 },
            _ => {}
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::super::exhaustive;
    use super::*;
    use crate::games::ice_floor::notation::{FLOORS, parse_floor};

    fn counted(floor: &Floor) -> Counted<u128> {
        count(floor, &|| false).unwrap()
    }

    fn walks(floor: &Floor) -> u128 {
        counted(floor).walks.unwrap_or_default()
    }

    #[test]
    fn the_games_floors_have_as_many_walks_as_published() {
        let walks = FLOORS.map(|(name, _)| walks(&parse_floor(name).unwrap()));
        assert_eq!(walks, [1, 1, 2, 1, 2, 4]);
    }

    #[test]
    fn it_agrees_with_the_plain_search() {
        let (mut with, mut without) = (0, 0);
        for floor in exhaustive::random_floors(4000, 5, 5) {
            let found = counted(&floor);
            let walks = found.walks.unwrap_or_default();
            assert_eq!(walks, u128::from(exhaustive::search(&floor).walks), "{floor:?}");
            assert_eq!(find(&floor, &|| false).unwrap().walk, found.walk, "{floor:?}");
            match found.walk {
                Some(walk) => {
                    assert!(floor.is_walk(&walk), "{floor:?} {walk:?}");
                    with += 1;
                }
                None => without += 1,
            }
        }
        assert!(with > 200 && without > 200, "{with} {without}");
    }

    #[test]
    fn a_walk_is_a_step_and_a_walk_from_there() {
        let ice = Grid::filled(7, 8, true);
        let whole = Floor::new(ice.clone(), (6, 0), vec![(0, 7)]).unwrap();
        let after = |next: Cell| {
            let mut rest = ice.clone();
            rest[(6, 0)] = false;
            walks(&Floor::new(rest, next, vec![(0, 7)]).unwrap())
        };
        let all = walks(&whole);
        assert!(all > 1000);
        assert_eq!(all, after((5, 0)) + after((6, 1)));
    }

    #[test]
    fn several_ends_count_as_their_sum() {
        let ice = Grid::filled(5, 4, true);
        let to = |ends: &[Cell]| walks(&Floor::new(ice.clone(), (4, 1), ends.to_vec()).unwrap());
        assert_eq!(to(&[(0, 0), (0, 2), (2, 3)]), to(&[(0, 0)]) + to(&[(0, 2)]) + to(&[(2, 3)]));
    }
}
