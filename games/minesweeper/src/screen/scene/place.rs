//! Locates the cells of a scene: within a rim, at the pitch at which the picture repeats.

use super::super::colour::difference;
use super::super::locate::Located;
use super::super::look::MineLook;
use super::super::sample::{IntegralImage, Sample};
use super::super::trace::LEAST_SIDE;
use super::RimPlace;
use super::rim::rims;
use grid::geometry::Rect;
use grid::{Cell, Grid};
use rayon::prelude::*;
use std::sync::Arc;
use vision::lattice::borders::{CellAxis, CellLattice, EdgeMap};

/// The least step between neighbouring pixels at a rim, in grey levels of a channel.
const AT_RIM: u8 = 8;

/// The least pitch, in pixels.
const LEAST_PITCH: usize = 12;

/// How far whole cells may be off the rim, in pixels.
const OFF: f64 = 3.0;

/// The most lattices that are tried, best repetition first; and by how much worse than the best a lattice may repeat.
const MOST_LATTICES: usize = 12;
const AS_WELL: f32 = 0.25;

/// The largest difference of the picture from itself, moved by a pitch, as a share of that when moved by a pixel.
const MOST_UNLIKE: f32 = 0.97;

/// Every how many'th pixel is compared along each axis, and about how many at most.
const EVERY: usize = 4;
const MOST_COMPARED: f64 = 15_000.0;

/// The least share of cells that must show something known.
const LEAST_KNOWN: f32 = 0.8;

/// The same share of some cells, from which the others are examined.
const LEAST_OF_SOME: f32 = 0.5;

/// The same share in each row and column at the rim.
const LEAST_AT_RIM: f32 = 0.6;

/// How far above the lower edge of the ground the edges at its sides are examined, as a share of a cell.
const BESIDE: f64 = 0.35;

/// The contrast of an edge beyond which more does not count, in grey levels of a channel.
const MOST_CONTRAST: f32 = 30.0;

/// The difference of two shares that decides between lattices.
const MORE_KNOWN: f32 = 0.03;

/// Locates the board of a scene, if there is one.
pub(in super::super) fn locate(
    picture: &IntegralImage<'_>,
    looks: &[Arc<MineLook>],
) -> Option<Located> {
    if looks.is_empty() {
        return None;
    }
    let mut found: Vec<(f32, CellLattice)> = rims(&EdgeMap::new(picture.picture, AT_RIM))
        .par_iter()
        .flat_map_iter(|rim| lattices(picture, rim))
        .collect();
    let least = found.iter().map(|(unlike, _)| *unlike).fold(f32::INFINITY, f32::min);
    found.retain(|(unlike, _)| *unlike <= least + AS_WELL);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.truncate(MOST_LATTICES);
    let mut best: Option<(f32, usize, Located)> = None;
    for (_, lattice) in found {
        for look in looks {
            let Some(scene) = &look.scene else { continue };
            let lattice = match &scene.rim {
                Some(rim) => rim.place(picture, &lattice),
                None => lattice.clone(),
            };
            let is_known = |cell| scene.knows(picture, &lattice.cell(cell));
            // Most of what is none is told by some of its cells.
            let some: Vec<Cell> = Sample::new(picture, &lattice).some().collect();
            let known = some.iter().filter(|cell| is_known(**cell)).count() as f32;
            if known < LEAST_OF_SOME * some.len() as f32 {
                continue;
            }
            let known = Grid::from_fn(lattice.y.cells(), lattice.x.cells(), |row, column| {
                is_known((row, column))
            });
            let (share, cells) = (share(&known), known.rows() * known.columns());
            // Of those that explain the picture about as well the one with most cells.
            let is_better = best.as_ref().is_none_or(|(most, count, _)| {
                share > *most + MORE_KNOWN || (share > *most - MORE_KNOWN && cells > *count)
            });
            if share >= LEAST_KNOWN && is_better && has_cells_at_its_rim(&known) {
                let located = Located { lattice, looks: vec![Arc::clone(look)] };
                best = Some((share, cells, located));
            }
        }
    }
    best.map(|(.., located)| located)
}

impl RimPlace {
    /// Cells in the middle of a rim, moved to where the edges of their ground are.
    fn place(&self, picture: &IntegralImage<'_>, middle: &CellLattice) -> CellLattice {
        let moved = |right: i32, down: i32| {
            let axis = |axis: &CellAxis, off: f64, by: i32| {
                let pixels = (off * axis.pitch()).round() + f64::from(by);
                axis.moved(pixels, pixels)
            };
            CellLattice {
                x: axis(&middle.x, self.off[0], right),
                y: axis(&middle.y, self.off[1], down),
            }
        };
        let reach = i32::from(self.reach);
        let reach = -reach..=reach;
        let around = reach.clone().flat_map(|down| reach.clone().map(move |right| (right, down)));
        let contrasts = around.map(|(right, down)| {
            let lattice = moved(right, down);
            (self.contrast(picture, &lattice), lattice)
        });
        let best = contrasts.max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or_else(|| middle.clone(), |(_, lattice)| lattice)
    }

    /// How much the pixels on both sides of the ground's edges differ, some cells together.
    fn contrast(&self, picture: &IntegralImage<'_>, lattice: &CellLattice) -> f32 {
        let [left, right, lower] = self.edges;
        let differs = |inner: [f64; 4], outer: [f64; 4]| {
            let mean = |[x0, y0, x1, y1]: [f64; 4]| picture.mean(x0, y0, x1, y1);
            difference(mean(inner), mean(outer)).min(MOST_CONTRAST)
        };
        let of_cell = |cell: Rect| {
            let x = |part: f64| cell.x + part * cell.w;
            let y = |part: f64| cell.y + part * cell.h;
            let (upper, low) = (y(lower - BESIDE), y(lower - 0.1));
            let beside = |x: f64, by: f64| [x.min(x + by), upper, x.max(x + by), low];
            let below =
                |y: f64, by: f64| [x(left + 0.1), y.min(y + by), x(right - 0.1), y.max(y + by)];
            differs(beside(x(left), 1.0), beside(x(left), -1.0))
                + differs(beside(x(right), -1.0), beside(x(right), 1.0))
                + differs(below(y(lower), -1.0), below(y(lower), 1.0))
        };
        let cells = Sample::new(picture, lattice).some();
        cells.map(|cell| of_cell(lattice.cell(cell))).sum()
    }
}

/// The share of cells that show something that there is.
fn share(known: &Grid<bool>) -> f32 {
    let count = known.iter().filter(|known| **known).count();
    count as f32 / (known.rows() * known.columns()) as f32
}

/// Whether the outermost rows and columns are cells: what lies beside a field may be as wide as they are.
fn has_cells_at_its_rim(known: &Grid<bool>) -> bool {
    let (rows, columns) = (known.rows(), known.columns());
    let many = |count: usize, all: usize| count as f32 >= LEAST_AT_RIM * all as f32;
    let row = |row| many((0..columns).filter(|column| known[(row, *column)]).count(), columns);
    let column = |column| many((0..rows).filter(|row| known[(*row, column)]).count(), rows);
    row(0) && row(rows - 1) && column(0) && column(columns - 1)
}

/// Lattices of cells of whole pixels that fill a rim, and how unlike itself the picture is at their pitch.
fn lattices(picture: &IntegralImage<'_>, rim: &Rect) -> Vec<(f32, CellLattice)> {
    let most = (rim.w.min(rim.h) / LEAST_SIDE as f64 + 1.0) as usize;
    let fits = |length: f64, pitch: usize| {
        let cells = (length / pitch as f64).round();
        let off = (length - cells * pitch as f64).abs();
        (off <= OFF && cells >= LEAST_SIDE as f64).then_some(cells as usize)
    };
    // To what it is a little beside: a smooth picture is like itself wherever it is moved to.
    let mut known = vec![None; most + 2];
    let mut repeats = |pitch: usize| {
        let [here, before, after] = [pitch, pitch - 1, pitch + 1]
            .map(|by| *known[by].get_or_insert_with(|| unlike(picture, rim, by)));
        let unlike = 2.0 * here / (before + after);
        (here < before && here < after && unlike < MOST_UNLIKE).then_some(unlike)
    };
    let centre = rim.centre();
    let axis = |middle: f64, pitch: usize, cells: usize| {
        let start = middle - (pitch * cells) as f64 / 2.0;
        CellAxis::even(start.round(), pitch as f64, cells)
    };
    let mut lattice = |pitch: usize| {
        let (columns, rows) = (fits(rim.w, pitch)?, fits(rim.h, pitch)?);
        let unlike = repeats(pitch)?;
        let (x, y) = (axis(centre.x, pitch, columns), axis(centre.y, pitch, rows));
        Some((unlike, CellLattice { x, y }))
    };
    (LEAST_PITCH..=most).filter_map(&mut lattice).collect()
}

/// Every how many'th pixel of an area is compared.
fn every(area: &Rect) -> usize {
    EVERY.max((area.w * area.h / MOST_COMPARED).sqrt().ceil() as usize)
}

/// How unlike itself an area is, moved by so many pixels along each axis.
fn unlike(picture: &IntegralImage<'_>, area: &Rect, by: usize) -> f32 {
    let raw = picture.picture.as_raw();
    let stride = 3 * picture.picture.width() as usize;
    let (left, top) = (area.x.max(0.0) as usize, area.y.max(0.0) as usize);
    let (right, bottom) = (left + area.w as usize, top + area.h as usize);
    let pixel = |x: usize, y: usize| &raw[y * stride + 3 * x..][..3];
    let off = |a: &[u8], b: &[u8]| -> u32 {
        a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
    };
    let (mut sum, mut count) = (0u64, 0u64);
    let every = every(area);
    for y in (top..bottom.saturating_sub(by)).step_by(every) {
        for x in (left..right.saturating_sub(by)).step_by(every) {
            let here = pixel(x, y);
            sum += u64::from(off(here, pixel(x + by, y)) + off(here, pixel(x, y + by)));
            count += 1;
        }
    }
    sum as f32 / count.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_large_areas_no_more_pixels_are_compared_and_of_others_as_many() {
        assert_eq!(every(&Rect::new(0.0, 0.0, 480.0, 480.0)), EVERY);
        for side in [2_000.0, 8_000.0] {
            let compared = (side / every(&Rect::new(0.0, 0.0, side, side)) as f64).powi(2);
            assert!((0.5..=1.0).contains(&(compared / MOST_COMPARED)), "{side}: {compared}");
        }
    }
}
