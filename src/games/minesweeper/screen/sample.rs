//! A board resampled to [`CELL`] native pixels a cell, and what its cells look like.

use super::candidates::CellLattice;
use super::look::{Colour, Zones, difference};
use super::shapes::Ink;
use super::sighting::CELL;
use crate::geometry::Placement;
use crate::grid::{Cell, Grid};
use crate::vision::rectify::{Sampling, rectify};
use image::RgbImage;

/// Where the ground of a cell is looked at: between these native pixels from each side, where few
/// marks reach.
const RING: std::ops::Range<u32> = 3..6;

/// Colours of a ground differ by less than this, in grey levels of a channel.
const SAME_GROUND: f32 = 14.0;

/// The lines along the sides are looked at this far from the corners.
const ALONG: u32 = 5;

/// A board at native size.
pub(super) struct Sample {
    pub placement: Placement,
    picture: RgbImage,
    rows: usize,
    columns: usize,
}

impl Sample {
    pub fn new(picture: &RgbImage, lattice: &CellLattice) -> Self {
        let (rows, columns) = (lattice.y.cells, lattice.x.cells);
        let native = (columns as u32 * CELL, rows as u32 * CELL);
        let placement = Placement::upright(native, lattice.area());
        let picture = rectify(picture, &placement, Sampling::Area);
        Self { placement, picture, rows, columns }
    }

    pub fn zones(&self) -> Grid<Zones> {
        Grid::from_fn(self.rows, self.columns, |row, column| {
            let (ground, uniform) = self.ground((row, column));
            Zones { ground, uniform, ..self.sides((row, column)) }
        })
    }

    /// The same without the grounds, which take longest.
    pub fn all_sides(&self) -> Vec<Zones> {
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).map(move |c| (row, c)));
        cells.map(|cell| self.sides(cell)).collect()
    }

    fn pixel(&self, (row, column): Cell, x: u32, y: u32) -> Colour {
        let pixel = self.picture.get_pixel(column as u32 * CELL + x, row as u32 * CELL + y);
        pixel.0.map(f32::from)
    }

    fn sides(&self, cell: Cell) -> Zones {
        let along = ALONG..CELL - ALONG;
        let mean = |place: &dyn Fn(u32) -> (u32, u32)| {
            let mut sum = Colour::default();
            for i in along.clone() {
                let (x, y) = place(i);
                sum.iter_mut().zip(self.pixel(cell, x, y)).for_each(|(sum, value)| *sum += value);
            }
            sum.map(|sum| sum / along.len() as f32)
        };
        let side = |place: &dyn Fn(u32, u32) -> (u32, u32)| {
            std::array::from_fn(|depth| mean(&|i| place(i, depth as u32)))
        };
        let last = CELL - 1;
        Zones {
            sides: [
                side(&|i, depth| (i, depth)),
                side(&|i, depth| (depth, i)),
                side(&|i, depth| (i, last - depth)),
                side(&|i, depth| (last - depth, i)),
            ],
            ground: Colour::default(),
            uniform: 0.0,
        }
    }

    /// The commonest colour of the ring in which few marks reach, and its share.
    fn ground(&self, cell: Cell) -> (Colour, f32) {
        let mut colours = Vec::with_capacity(128);
        for i in RING.start..CELL - RING.start {
            // Half of the ring's pixels, in a chequered order.
            for j in RING.filter(|j| (i + j) % 2 == 0) {
                for (x, y) in [(i, j), (j, i), (i, CELL - 1 - j), (CELL - 1 - j, i)] {
                    colours.push(self.pixel(cell, x, y));
                }
            }
        }
        let near = |a: &Colour, b: &Colour| difference(*a, *b) < SAME_GROUND;
        let count = |a: &&Colour| colours.iter().filter(|b| near(a, b)).count();
        let commonest = *colours.iter().step_by(5).max_by_key(count).unwrap_or(&colours[0]);
        let mut sum = Colour::default();
        let mut all = 0.0;
        for colour in colours.iter().filter(|colour| near(colour, &commonest)) {
            sum.iter_mut().zip(colour).for_each(|(sum, value)| *sum += value);
            all += 1.0;
        }
        (sum.map(|sum| sum / all), all / colours.len() as f32)
    }

    /// The mark on a cell of this ground whose marks begin at `margin`, a part of the cell.
    pub fn marked(&self, cell: Cell, ground: Colour, margin: f32) -> Marked {
        let first = (margin * CELL as f32).round() as u32;
        let side = (CELL - 2 * first) as usize;
        let colours: Vec<Colour> = (0..side * side)
            .map(|i| self.pixel(cell, first + (i % side) as u32, first + (i / side) as u32))
            .collect();
        let contrasts: Vec<f32> = colours.iter().map(|c| difference(*c, ground)).collect();
        let mut sorted = contrasts.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        // The strongest pixels are the mark's own colour, others are mixed with the ground.
        let contrast = sorted[side * side / 60];
        let pixels = contrasts.iter().map(|c| (c / contrast.max(1.0)).min(1.0)).collect();
        Marked { contrast, ink: Ink { width: side, height: side, pixels }, colours }
    }
}

/// What lies on the ground of a cell.
pub(super) struct Marked {
    /// The contrast of its strongest pixels, in grey levels of one channel.
    pub contrast: f32,
    /// How much each pixel differs from the ground, 1 for the strongest.
    pub ink: Ink,
    colours: Vec<Colour>,
}

impl Marked {
    /// The mean colour of the strongest pixels.
    pub fn colour(&self) -> Colour {
        let mut order: Vec<usize> = (0..self.colours.len()).collect();
        order.sort_by(|a, b| self.ink.pixels[*b].total_cmp(&self.ink.pixels[*a]));
        let strong = self.ink.pixels.iter().filter(|ink| **ink > 0.5).count();
        let count = (strong / 3).max(1);
        let mut sum = Colour::default();
        for i in &order[..count] {
            sum.iter_mut().zip(self.colours[*i]).for_each(|(sum, value)| *sum += value);
        }
        sum.map(|sum| sum / count as f32)
    }

    /// The share of the mark's pixels that are near one of these colours.
    pub fn share(&self, colours: &[Colour], near: f32) -> f32 {
        let strong = || (0..self.colours.len()).filter(|i| self.ink.pixels[*i] > 0.5);
        let like = |i: &usize| colours.iter().any(|c| difference(self.colours[*i], *c) < near);
        strong().filter(like).count() as f32 / strong().count().max(1) as f32
    }
}
