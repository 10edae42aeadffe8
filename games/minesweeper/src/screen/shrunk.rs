//! Tells a board that became smaller from one that something covers in part.

use super::look::difference;
use super::sample::IntegralImage;
use grid::geometry::Rect;
use vision::lattice::borders::{CellAxis, CellLattice};

/// Where the rim of a board is sampled, in cells beyond its last line: in two lines, so that a relief shows.
const RIM: [(f64, f64); 2] = [(0.0, 0.12), (0.12, 0.24)];

/// The largest difference between equal rims, in grey levels of a channel. Doubled, a grey window over a grey rim
/// passes for it.
const ALIKE: f32 = 14.0;

/// How far the ends and cell sizes of two boards of one lattice may differ, as a share of a cell.
const IN_STEP: f64 = 0.1;

/// Whether a board lies within the previous one, has the same cells, and ends with the same rim: then the program
/// drew it that way. What covers a board has another rim.
pub(super) fn is_shrunk(
    (picture, lattice): (&IntegralImage<'_>, &CellLattice),
    (picture_before, before): (&IntegralImage<'_>, &CellLattice),
) -> bool {
    let is_within = [(&lattice.x, &before.x), (&lattice.y, &before.y)].into_iter().all(within);
    let sides = || Side::all(lattice).into_iter().zip(Side::all(before));
    let mut moved = sides().filter(|(now, was)| (now.end - was.end).abs() > IN_STEP * now.pitch);
    is_within && moved.all(|(now, was)| now.is_like(picture, &was, picture_before))
}

/// Whether an axis is a part of another.
fn within((now, before): (&CellAxis, &CellAxis)) -> bool {
    let slack = IN_STEP * before.pitch();
    let is_off = (now.pitch() - before.pitch()).abs() * now.cells() as f64 > slack;
    !is_off && now.start() > before.start() - slack && now.end() < before.end() + slack
}

/// An end of a board.
struct Side<'a> {
    /// Where it is, in pixels along its axis.
    end: f64,
    /// The height or width of a cell towards it, in pixels: less than 0 at the left and the top.
    pitch: f64,
    /// The cells along it.
    along: &'a CellAxis,
    /// Whether it is the top or the bottom.
    is_row: bool,
}

impl<'a> Side<'a> {
    fn all(CellLattice { x, y }: &'a CellLattice) -> [Self; 4] {
        let side = |end, pitch, along, is_row| Side { end, pitch, along, is_row };
        [
            side(x.start(), -x.pitch(), y, false),
            side(x.end(), x.pitch(), y, false),
            side(y.start(), -y.pitch(), x, true),
            side(y.end(), y.pitch(), x, true),
        ]
    }

    /// Whether the rims beside the cells of two boards have the same colours.
    fn is_like(
        &self,
        picture: &IntegralImage<'_>,
        other: &Self,
        other_picture: &IntegralImage<'_>,
    ) -> bool {
        let cells = 0..self.along.cells().min(other.along.cells());
        let mut lines = cells.flat_map(|cell| RIM.map(|line| (cell, line)));
        lines.all(|at| {
            let colour = |picture: &IntegralImage<'_>, side: &Self| {
                let Rect { x, y, w, h } = side.rim(at);
                picture.mean(x, y, x + w, y + h)
            };
            difference(colour(picture, self), colour(other_picture, other)) < ALIKE
        })
    }

    /// A part of the rim beside a cell.
    fn rim(&self, (cell, (from, to)): (usize, (f64, f64))) -> Rect {
        let (a, b) = (self.end + from * self.pitch, self.end + to * self.pitch);
        let (low, high) = (a.min(b), a.max(b));
        let (start, end) = self.along.cell(cell);
        match self.is_row {
            true => Rect::spanning(start, end, low, high),
            false => Rect::spanning(low, high, start, end),
        }
    }
}
