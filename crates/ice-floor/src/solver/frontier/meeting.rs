//! Two sweeps from opposite sides that meet: do the parts of walks above and below join into one?

use super::limits::NoCount;
use super::orientation::Oriented;
use super::state::{Plug, State};
use super::step::{ABOVE, BELOW};
use super::sweep::{Sweep, follow};
use crate::floor::Floor;
use grid::Cell;
use rustc_hash::FxHashMap;

/// How many pairs of states are compared between two looks at the clock.
const PAIRS_BETWEEN_LOOKS: usize = 1 << 16;

/// Two sweeps, from the first row and from the last.
pub(super) struct Meeting {
    above: Sweep<()>,
    below: Sweep<()>,
}

impl Meeting {
    /// Lets the sweeps go on until they meet, the one with fewer states at a time.
    ///
    /// # Errors
    /// As [`Sweep::advance`].
    pub fn of(floor: &Floor, stop: &dyn Fn() -> bool) -> Result<Self, NoCount> {
        let ways = Oriented::ways(floor).map(|way| (way.reversed(floor), way));
        let way = ways.min_by_key(|(below, above)| expected_states(above, below));
        let (below, above) = way.ok_or(NoCount::TooWide)?;
        let (mut above, mut below) = (Sweep::new(above)?, Sweep::new(below)?);
        while above.rows + below.rows < above.floor.ice.rows() {
            if above.frontier.len() <= below.frontier.len() {
                above.advance(stop)?;
            } else {
                below.advance(stop)?;
            }
        }
        Ok(Self { above, below })
    }

    /// How many states there were.
    pub fn states(&self) -> u64 {
        self.above.states + self.below.states
    }

    /// A walk, if there is one: one that is whole on one side, or of parts that join.
    ///
    /// # Errors
    /// [`NoCount::Stopped`].
    pub fn walk(&self, stop: &dyn Fn() -> bool) -> Result<Option<Vec<Cell>>, NoCount> {
        for side in [&self.above, &self.below] {
            if let Some(walk) = side.whole_walk() {
                return Ok(Some(walk.into_iter().map(|cell| side.floor.on_floor(cell)).collect()));
            }
        }
        Ok(self.joined(stop)?.map(|(above, below)| self.along(above, below)))
    }

    /// Two states, above and below, whose parts join into one walk.
    fn joined(&self, stop: &dyn Fn() -> bool) -> Result<Option<(usize, usize)>, NoCount> {
        // Only states with plugs at the same places can join.
        let mut by_places: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (number, (state, ())) in self.below.frontier.iter().enumerate() {
            by_places.entry(state.places()).or_default().push(number);
        }
        let mut pairs = 0usize;
        for (number, &(above, ())) in self.above.frontier.iter().enumerate() {
            let same = by_places.get(&above.places()).map_or(&[][..], Vec::as_slice);
            pairs += same.len();
            if pairs > PAIRS_BETWEEN_LOOKS {
                pairs = 0;
                if stop() {
                    return Err(NoCount::Stopped);
                }
            }
            let joins = |&&other: &&usize| join(above, self.below.frontier[other].0);
            if let Some(&other) = same.iter().find(joins) {
                return Ok(Some((number, other)));
            }
        }
        Ok(None)
    }

    /// The walk of which two states hold the parts.
    fn along(&self, above: usize, below: usize) -> Vec<Cell> {
        let mut sides = self.above.sides(above);
        let last = sides.rows() - 1;
        let upside_down = self.below.sides(below);
        for ((row, column), used) in
            upside_down.cells().filter(|(cell, _)| cell.0 < self.below.rows)
        {
            let turned = used & !(ABOVE | BELOW)
                | if used & ABOVE == 0 { 0 } else { BELOW }
                | if used & BELOW == 0 { 0 } else { ABOVE };
            sides[(last - row, column)] = turned;
        }
        let floor = &self.above.floor;
        follow(&sides, floor.start).into_iter().map(|cell| floor.on_floor(cell)).collect()
    }
}

/// About how many states two sweeps will have until they meet, in some unit.
fn expected_states(above: &Oriented, below: &Oriented) -> usize {
    let (mut rows, mut states) = ([0, 0], 0);
    while rows[0] + rows[1] < above.ice.rows() {
        let behind = [above.states_behind(rows[0]), below.states_behind(rows[1])];
        let side = usize::from(behind[0] > behind[1]);
        rows[side] += 1;
        states += [above, below][side].states_behind(rows[side]);
    }
    states
}

/// Whether the parts of two states with plugs at the same places join into a single walk.
fn join(above: State, below: State) -> bool {
    if above.has_end() == below.has_end() {
        return false;
    }
    let first = above.first_loose().map(|at| (at, below, above));
    let first = first.or_else(|| below.first_loose().map(|at| (at, above, below)));
    let Some((mut at, mut here, mut there)) = first else { return false };
    // From a loose end on, by parts of either side in turn.
    let mut met = 1;
    while let kind @ (Plug::Left | Plug::Right) = here.plug(at) {
        at = here.mate(at, kind);
        met += 1;
        std::mem::swap(&mut here, &mut there);
    }
    met == above.places().count_ones()
}
