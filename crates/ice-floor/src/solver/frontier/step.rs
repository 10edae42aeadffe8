//! All ways in which a state goes on over a tile.

use super::layer::{Layer, Origin, Walks};
use super::orientation::Oriented;
use super::state::{Plug, State};
use grid::Cell;

/// How a tile's part of the walk leaves it: a bit for each side.
pub(super) const ABOVE: u8 = 1;
pub(super) const BEFORE: u8 = 2;
pub(super) const AFTER: u8 = 4;
pub(super) const BELOW: u8 = 8;

/// The step over one tile.
pub(super) struct Step<'a, W> {
    floor: &'a Oriented,
    cell: Cell,
    leads_after: bool,
    leads_below: bool,
    next: &'a mut Layer<W>,
    /// The walks that are whole, and how the first of them came about.
    pub finished: Option<(W, Origin)>,
}

impl<'a, W: Walks> Step<'a, W> {
    /// The step over a cell of the floor, to the states of `next`.
    pub fn over(floor: &'a Oriented, cell: Cell, next: &'a mut Layer<W>) -> Self {
        Self {
            floor,
            cell,
            leads_after: floor.has((cell.0, cell.1 + 1)),
            leads_below: floor.has((cell.0 + 1, cell.1)),
            next,
            finished: None,
        }
    }

    /// All ways in which a state goes on over the tile. The plug at the tile's column comes from the
    /// tile before, the one after it from the tile above.
    pub fn extend(&mut self, state: State, walks: W, from: u32) {
        let column = self.cell.1;
        let plugs = (state.plug(column), state.plug(column + 1));
        let rest = state.with(column, Plug::None).with(column + 1, Plug::None);
        if !self.floor.has(self.cell) {
            // No plug leads into stone, since none is put towards it.
            self.next.add(rest, walks, Origin::new(from, 0));
            return;
        }
        let used = if plugs.0 == Plug::None { 0 } else { BEFORE }
            | if plugs.1 == Plug::None { 0 } else { ABOVE };
        let is_start = self.cell == self.floor.start;
        if !is_start {
            self.pass(rest, plugs, used, walks, from);
        }
        let may_end = !is_start && !state.has_end() && self.floor.ends.contains(&self.cell);
        if is_start || may_end {
            let rest = if may_end { rest.with_end() } else { rest };
            self.stop_here(rest, plugs, used, walks, from);
        }
    }

    /// The walk goes through the tile.
    fn pass(&mut self, rest: State, plugs: (Plug, Plug), used: u8, walks: W, from: u32) {
        use Plug::{Left, Loose, None, Right};
        let column = self.cell.1;
        match plugs {
            (None, None) => {
                if self.leads_below && self.leads_after {
                    let state = rest.with(column, Left).with(column + 1, Right);
                    self.next.add(state, walks, Origin::new(from, AFTER | BELOW));
                }
            }
            (one, None) | (None, one) => self.send_on(rest, one, used, walks, from),
            (Loose, Loose) => self.finish(rest, used, walks, from),
            // A part whose both ends meet would be a circle.
            (Left, Right) => {}
            (Right, Left) => self.next.add(rest, walks, Origin::new(from, used)),
            _ => {
                // The parts become one: what was the far end of the one is that of both.
                let state = match plugs {
                    (Loose, kind) => rest.with(rest.mate(column + 1, kind), Loose),
                    (kind, Loose) => rest.with(rest.mate(column, kind), Loose),
                    (Left, Left) => rest.with(rest.mate(column + 1, Left), Left),
                    _ => rest.with(rest.mate(column, Right), Right),
                };
                self.next.add(state, walks, Origin::new(from, used));
            }
        }
    }

    /// The walk begins or ends on the tile.
    fn stop_here(&mut self, rest: State, plugs: (Plug, Plug), used: u8, walks: W, from: u32) {
        use Plug::{Loose, None};
        let column = self.cell.1;
        match plugs {
            (None, None) => self.send_on(rest, Loose, 0, walks, from),
            (Loose, None) | (None, Loose) => self.finish(rest, used, walks, from),
            (kind, None) => {
                let far = rest.mate(column, kind);
                self.next.add(rest.with(far, Loose), walks, Origin::new(from, used));
            }
            (None, kind) => {
                let far = rest.mate(column + 1, kind);
                self.next.add(rest.with(far, Loose), walks, Origin::new(from, used));
            }
            _ => {}
        }
    }

    /// A plug leaves the tile to the right or downwards.
    fn send_on(&mut self, rest: State, kind: Plug, used: u8, walks: W, from: u32) {
        let column = self.cell.1;
        if self.leads_below {
            self.next.add(rest.with(column, kind), walks, Origin::new(from, used | BELOW));
        }
        if self.leads_after {
            self.next.add(rest.with(column + 1, kind), walks, Origin::new(from, used | AFTER));
        }
    }

    /// The walk is whole: it counts if nothing else is left.
    fn finish(&mut self, rest: State, used: u8, walks: W, from: u32) {
        if !rest.is_closed() || self.cell != self.floor.last {
            return;
        }
        let (known, origin) = match self.finished {
            None => (Some(walks), Origin::new(from, used)),
            Some((known, origin)) => (known.and(walks), origin),
        };
        match known {
            Some(walks) => self.finished = Some((walks, origin)),
            None => self.next.overflow = true,
        }
    }
}
