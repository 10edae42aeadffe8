//! Going through a floor row by row, and the way back.

use super::layer::{Layer, Origin, Walks};
use super::limits::{MOST_STATES, NoCount};
use super::orientation::Oriented;
use super::state::{MOST_COLUMNS, State};
use super::step::{ABOVE, AFTER, BEFORE, BELOW, Step};
use grid::{Cell, Grid};

/// A sweep over a floor under way.
pub(super) struct Sweep<W> {
    pub floor: Oriented,
    /// How many rows it has gone over.
    pub rows: usize,
    /// The states behind the last of these rows: a place for the plug below each column.
    pub frontier: Vec<(State, W)>,
    /// The walks that are whole, the tile that completes them, and how one of them came about.
    pub finished: Option<(W, usize, Origin)>,
    /// The memory of the layer under way.
    next: Layer<W>,
    /// How the states came about, tile by tile.
    origins: Vec<Vec<Origin>>,
    /// How many states there were, all tiles together.
    pub states: u64,
}

impl<W: Walks> Sweep<W> {
    /// A sweep that has not begun.
    ///
    /// # Errors
    /// [`NoCount::TooWide`] for more columns than a state has places.
    pub fn new(floor: Oriented) -> Result<Self, NoCount> {
        if floor.ice.columns() > MOST_COLUMNS {
            return Err(NoCount::TooWide);
        }
        let frontier = vec![(State::EMPTY, W::ONE)];
        let (next, origins) = (Layer::new(), Vec::new());
        Ok(Self { floor, rows: 0, frontier, finished: None, next, origins, states: 0 })
    }

    /// Goes over the next row.
    ///
    /// # Errors
    /// [`NoCount`]: stopped, too many states, too many walks.
    pub fn advance(&mut self, stop: &dyn Fn() -> bool) -> Result<(), NoCount> {
        // Nothing goes on beyond a row's last tile: its place moves to the front.
        for (state, _) in &mut self.frontier {
            *state = state.moved_on();
        }
        for column in 0..self.floor.ice.columns() {
            if stop() {
                return Err(NoCount::Stopped);
            }
            self.next.clear(self.frontier.len());
            let mut step = Step::over(&self.floor, (self.rows, column), &mut self.next);
            for (from, &(state, walks)) in self.frontier.iter().enumerate() {
                step.extend(state, walks, from as u32);
            }
            if let Some((walks, origin)) = step.finished {
                self.finished = Some((walks, self.origins.len(), origin));
            }
            if self.next.overflow {
                return Err(NoCount::TooMany);
            }
            if self.next.states.len() > MOST_STATES {
                return Err(NoCount::TooWide);
            }
            self.states += self.next.states.len() as u64;
            self.origins.push(std::mem::take(&mut self.next.origins));
            std::mem::swap(&mut self.frontier, &mut self.next.states);
        }
        self.rows += 1;
        Ok(())
    }

    /// Which sides of each tile a part of the walk that led to a state of the frontier uses.
    pub fn sides(&self, state: usize) -> Grid<u8> {
        self.sides_before(self.origins.len(), state)
    }

    /// A walk that is whole.
    pub fn whole_walk(&self) -> Option<Vec<Cell>> {
        let (_, tile, origin) = self.finished?;
        let mut sides = self.sides_before(tile, origin.before());
        sides[self.floor.last] = origin.sides();
        Some(follow(&sides, self.floor.start))
    }

    /// Follows the origins back from a state before a tile.
    fn sides_before(&self, tile: usize, mut state: usize) -> Grid<u8> {
        let columns = self.floor.ice.columns();
        let mut sides = Grid::filled(self.floor.ice.rows(), columns, 0);
        for tile in (0..tile).rev() {
            let origin = self.origins[tile][state];
            sides[(tile / columns, tile % columns)] = origin.sides();
            state = origin.before();
        }
        sides
    }
}

/// The walk from a tile on, by the sides that each tile uses.
pub(super) fn follow(sides: &Grid<u8>, start: Cell) -> Vec<Cell> {
    let (mut at, mut came) = (start, 0);
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
