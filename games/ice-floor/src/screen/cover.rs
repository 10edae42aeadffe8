//! Finds what covers a part of the view, such as another window or a badge.

use super::view::{HEIGHT, IceIndex, Place, WIDTH};
use grid::{Cell, Grid};

/// The covered squares of the view, of [`SQUARE`] pixels; `None` if nothing covers it.
pub(super) struct Cover(Option<Grid<bool>>);

/// The side of a square, in native pixels: most of it is right even if the view is located a pixel or two off.
const SQUARE: i32 = 8;

/// The largest share of the squares that may be covered.
const MOST_COVERED: f32 = 0.5;

impl Cover {
    pub const NONE: Self = Self(None);

    /// Finds the squares where the picture and the plan disagree about ice, and their neighbours, if the hero is at
    /// `place`.
    pub fn of(index: &IceIndex, place: Place) -> Self {
        let size = ((HEIGHT / SQUARE) as usize, (WIDTH / SQUARE) as usize);
        let [mut sums, mut counts] = [[0.0f32; 2]; 2];
        index.compare(place, |_, is_ice, value| {
            sums[usize::from(is_ice)] += value;
            counts[usize::from(is_ice)] += 1.0;
        });
        let between = (sums[0] / counts[0] + sums[1] / counts[1]) / 2.0;
        let mut votes = Grid::filled(size.0, size.1, 0);
        index.compare(place, |at, is_ice, value| {
            votes[square(at)] += if (value > between) == is_ice { 1 } else { -1 };
        });
        let near = |(r, c): Cell| {
            let mut around = (r.saturating_sub(1)..=r + 1)
                .flat_map(|r| (c.saturating_sub(1)..=c + 1).map(move |c| (r, c)));
            around.any(|cell| votes.get(cell).is_some_and(|votes| *votes < 0))
        };
        let hidden = Grid::from_fn(size.0, size.1, |r, c| near((r, c)));
        let count = hidden.iter().filter(|hidden| **hidden).count();
        let few = count as f32 <= MOST_COVERED * (size.0 * size.1) as f32;
        Self((few && count > 0).then_some(hidden))
    }

    pub fn hides(&self, at: (i32, i32)) -> bool {
        self.0.as_ref().is_some_and(|hidden| hidden[square(at)])
    }
}

/// The square of a place on the screen.
const fn square((x, y): (i32, i32)) -> Cell {
    ((y / SQUARE) as usize, (x / SQUARE) as usize)
}
