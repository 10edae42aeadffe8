//! How clearly the light frames around the cards stand out against the cards' dark edges.

use super::frames::Side;
use super::layout::{PITCH, SCREEN, SIZE, corner};
use grid::geometry::{Placement, Point, Rect};
use grid::{Cell, Grid};

/// How clearly frames stand out against edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contrast {
    /// The typical step between the two, in grey levels.
    pub step: f64,
    /// The share of places, eight to a card, that show at least half of that.
    pub clear: f64,
}

/// Less than this is noise.
const LEAST_STEP: f64 = 6.0;
/// The least share of clear places: a box or a list may cover a good part of the board, or the
/// lattice be a row and a column off.
const LEAST_CLEAR: f64 = 0.45;
/// The share of the typical step that is clear.
const CLEAR: f64 = 0.5;

/// By how much a frame is brighter than the edge beside it, in grey levels, at two places along each
/// side of each card; 0 outside the picture.
pub(super) struct Steps {
    steps: Grid<[[f64; 2]; 4]>,
    /// The typical one.
    step: f64,
}

impl Steps {
    /// Measures the steps of the board at a place; `gray` samples the picture.
    pub fn of(gray: &dyn Fn(Point) -> Option<f64>, placement: &Placement) -> Self {
        let steps = Grid::from_fn(SIZE, SIZE, |r, c| {
            let (x, y) = corner((r, c));
            let at = |dx: f64, dy: f64| {
                gray(placement.to_picture(Point::new(f64::from(x) + dx, f64::from(y) + dy)))
            };
            Side::ALL.map(|side| {
                [5.5, 18.5].map(|along| {
                    let (frame, edge) = match side {
                        Side::Above => (at(along, -1.0), at(along, 0.6)),
                        Side::Below => (at(along, 25.0), at(along, 23.4)),
                        Side::Left => (at(-1.0, along), at(0.6, along)),
                        Side::Right => (at(25.0, along), at(23.4, along)),
                    };
                    frame.zip(edge).map_or(0.0, |(frame, edge)| frame - edge)
                })
            })
        });
        let mut all: Vec<f64> =
            steps.iter().flat_map(|sides| sides.as_flattened().iter().copied()).collect();
        let middle = all.len() / 2;
        let step = *all.select_nth_unstable_by(middle, f64::total_cmp).1;
        Self { steps, step }
    }

    /// The contrast of the frames; `None` if it is not a board: too few places show a step, or it lies mostly outside
    /// the picture.
    pub fn contrast(&self) -> Option<Contrast> {
        let all = || self.steps.iter().flat_map(|sides| sides.as_flattened());
        let clear = all().filter(|&&s| s > CLEAR * self.step).count() as f64 / all().count() as f64;
        (self.step > LEAST_STEP && clear >= LEAST_CLEAR)
            .then_some(Contrast { step: self.step, clear })
    }

    /// Whether the first row and the first column are seen, over which nothing of the game lies.
    pub fn begins(&self) -> bool {
        let row = |i| self.shows((0, i), Side::Above);
        most(row) && most(|i| self.shows((i, 0), Side::Left))
    }

    /// Whether a card's frame stands out along all of its sides.
    fn is_framed(&self, cell: Cell) -> bool {
        Side::ALL.into_iter().all(|side| self.shows(cell, side))
    }

    /// Whether a card's frame stands out along a side.
    pub fn shows(&self, cell: Cell, side: Side) -> bool {
        let [a, b] = self.steps[cell][side as usize];
        (a + b) / 2.0 > CLEAR * self.step
    }
}

/// Whether it is so for most of a row or a column.
fn most(is_so: impl Fn(usize) -> bool) -> bool {
    (0..SIZE).filter(|&i| is_so(i)).count() > SIZE / 2
}

/// Whether cards go on above the first row or at the left of the first column: then it is not the first.
pub(super) fn goes_on(gray: &dyn Fn(Point) -> Option<f64>, placement: &Placement) -> bool {
    let (pitch, (w, h)) = (f64::from(PITCH), (f64::from(SCREEN.0), f64::from(SCREEN.1)));
    let at = |x, y| Steps::of(gray, &placement.part(Rect::new(x, y, w, h), SCREEN));
    let (above, before) = (at(0.0, -pitch), at(-pitch, 0.0));
    most(|i| above.is_framed((0, i))) || most(|i| before.is_framed((i, 0)))
}
