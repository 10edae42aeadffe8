//! What the cells of a lattice look like in the picture: means of areas, by a table of sums.

use super::form::Form;
use super::look::{Colour, Zones, difference};
use super::shapes::Ink;
use super::sighting::CELL;
use grid::Cell;
use grid::geometry::Rect;
use image::RgbImage;
use std::sync::OnceLock;
use vision::lattice::borders::CellLattice;

/// Where the ground of a cell is looked at: between these native pixels from each side, where few
/// marks reach.
const RING: std::ops::Range<u32> = 3..6;

/// Colours of a ground differ by less than this, in grey levels of a channel.
const SAME_GROUND: u8 = 14;

/// The lines along the sides are looked at this far from the corners, in native pixels.
const ALONG: u32 = 5;

/// The most samples along a side of a cell that a mark is compared with.
const MOST_SAMPLES: f64 = 26.0;

/// Cells of a lattice that stand for all, at most about so many.
const SOME: usize = 70;

/// A picture with the sums of all rectangles from its upper left corner (a summed-area table: F. Crow,
/// "Summed-area tables for texture mapping", SIGGRAPH 1984).
pub(super) struct Summed<'a> {
    pub picture: &'a RgbImage,
    /// Made when they are first asked for: a picture in which nothing looks like cells needs none.
    sums: OnceLock<Vec<[u32; 3]>>,
}

impl<'a> Summed<'a> {
    pub const fn new(picture: &'a RgbImage) -> Self {
        Self { picture, sums: OnceLock::new() }
    }

    fn sums(&self) -> &[[u32; 3]] {
        self.sums.get_or_init(|| sums(self.picture))
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (f64::from(self.picture.width()), f64::from(self.picture.height()))
    }

    /// The mean colour between (left, top) and (right, bottom), in pixels. What lies outside the
    /// picture does not count; an area that does not reach into it has the colour of its nearest pixel.
    pub fn mean(&self, left: f64, top: f64, right: f64, bottom: f64) -> Colour {
        let (width, height) = self.size();
        let (left, right) = (left.clamp(0.0, width), right.clamp(0.0, width));
        let (top, bottom) = (top.clamp(0.0, height), bottom.clamp(0.0, height));
        let area = (right - left) * (bottom - top);
        if area < 1e-3 {
            return self.pixel(left, top);
        }
        // The sums to the four corners of the area, each interpolated between those to the corners of its pixel.
        // Plain loops: this is where most of the time of a search for a board goes.
        let xs = [(-1.0, Place::new(left, width)), (1.0, Place::new(right, width))];
        let ys = [(-1.0, Place::new(top, height)), (1.0, Place::new(bottom, height))];
        let stride = self.picture.width() as usize + 1;
        let sums = self.sums();
        let origin = sums[ys[0].1.whole * stride + xs[0].1.whole];
        let mut mean = [0.0; 3];
        for (side_y, y) in &ys {
            for (side_x, x) in &xs {
                let at = y.whole * stride + x.whole;
                let (above, below) = (&sums[at..at + 2], &sums[at + stride..at + stride + 2]);
                let share = side_x * side_y / area;
                let (upper, lower) = (share * (1.0 - y.part), share * y.part);
                let parts = [
                    (&above[0], upper * (1.0 - x.part)),
                    (&above[1], upper * x.part),
                    (&below[0], lower * (1.0 - x.part)),
                    (&below[1], lower * x.part),
                ];
                for (sum, weight) in parts {
                    for i in 0..3 {
                        // Relative to the first corner, so that differences are small and exact.
                        mean[i] += weight * f64::from(sum[i].wrapping_sub(origin[i]) as i32);
                    }
                }
            }
        }
        mean.map(|channel| channel as f32)
    }

    /// The colour of the pixel at a place, or of the nearest.
    fn pixel(&self, x: f64, y: f64) -> Colour {
        self.raw(x, y).map(f32::from)
    }

    fn raw(&self, x: f64, y: f64) -> [u8; 3] {
        let clamp = |v: f64, most: u32| (v.max(0.0) as u32).min(most.saturating_sub(1));
        let (x, y) = (clamp(x, self.picture.width()), clamp(y, self.picture.height()));
        self.picture.get_pixel(x, y).0
    }

    /// The colours of the sides of a cell there.
    pub fn sides(&self, area: &Rect) -> Zones {
        let (unit_x, unit_y) = (area.w / f64::from(CELL), area.h / f64::from(CELL));
        let mean = |(left, right): (u32, u32), (top, bottom): (u32, u32)| {
            let x = |native: u32| area.x + f64::from(native) * unit_x;
            let y = |native: u32| area.y + f64::from(native) * unit_y;
            self.mean(x(left), y(top), x(right), y(bottom))
        };
        let along = (ALONG, CELL - ALONG);
        let near = |depth: usize| (depth as u32, depth as u32 + 1);
        let far = |depth: usize| (CELL - 1 - depth as u32, CELL - depth as u32);
        Zones {
            sides: [
                std::array::from_fn(|depth| mean(along, near(depth))),
                std::array::from_fn(|depth| mean(near(depth), along)),
                std::array::from_fn(|depth| mean(along, far(depth))),
                std::array::from_fn(|depth| mean(far(depth), along)),
            ],
            ground: Colour::default(),
            uniform: 0.0,
        }
    }
}

/// The sums of a picture, a line and a column more than it has.
fn sums(picture: &RgbImage) -> Vec<[u32; 3]> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut sums = vec![[0u32; 3]; (width + 1) * (height + 1)];
    let rows = picture.as_raw().chunks_exact((3 * width).max(1));
    for (y, row) in rows.enumerate() {
        let (above, below) = sums.split_at_mut((y + 1) * (width + 1));
        let (above, below) = (&above[y * (width + 1)..], &mut below[..width + 1]);
        let mut line = [0u32; 3];
        for (x, pixel) in row.chunks_exact(3).enumerate() {
            for i in 0..3 {
                line[i] += u32::from(pixel[i]);
                // A picture that is larger than 16 million pixels wraps round, and so do differences.
                below[x + 1][i] = above[x + 1][i].wrapping_add(line[i]);
            }
        }
    }
    sums
}

/// A place along an axis: the pixel, and how far into it.
struct Place {
    whole: usize,
    part: f64,
}

impl Place {
    fn new(at: f64, length: f64) -> Self {
        let whole = at.floor().min(length - 1.0);
        Self { whole: whole as usize, part: at - whole }
    }
}

/// The cells of a lattice in a picture.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    pub picture: &'a Summed<'a>,
    pub lattice: &'a CellLattice,
}

impl<'a> Sample<'a> {
    pub fn new(picture: &'a Summed<'a>, lattice: &'a CellLattice) -> Self {
        Self { picture, lattice }
    }

    /// Cells spread over all of the lattice, one for each so many.
    pub fn some(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, columns) = (self.lattice.y.cells(), self.lattice.x.cells());
        let mut step = (rows * columns).div_ceil(SOME);
        while step > 1 && columns % step == 0 {
            step += 1;
        }
        (0..rows * columns).step_by(step).map(move |i| (i / columns, i % columns))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.lattice.x.cells();
        (0..self.lattice.y.cells() * columns).map(move |i| (i / columns, i % columns))
    }

    /// The colours of a cell's sides and of its ground.
    pub fn zones(&self, cell: Cell) -> Zones {
        let (ground, uniform) = self.ground(cell);
        Zones { ground, uniform, ..self.sides(cell) }
    }

    /// The sides alone; the ground takes longest.
    pub fn sides(&self, cell: Cell) -> Zones {
        self.picture.sides(&self.lattice.cell(cell))
    }

    /// The commonest colour of the ring in which few marks reach, and its share.
    fn ground(&self, cell: Cell) -> (Colour, f32) {
        let area = self.lattice.cell(cell);
        let pixel = |x: u32, y: u32| {
            let part = |v: u32| (f64::from(v) + 0.5) / f64::from(CELL);
            self.picture.raw(area.x + part(x) * area.w, area.y + part(y) * area.h)
        };
        let mut colours = Vec::with_capacity(96);
        for i in RING.start..CELL - RING.start {
            // A third of the ring's pixels, in diagonals.
            for j in RING.filter(|j| (i + 2 * j) % 3 == 0) {
                for (x, y) in [(i, j), (j, i), (i, CELL - 1 - j), (CELL - 1 - j, i)] {
                    colours.push(pixel(x, y));
                }
            }
        }
        let near = |a: &[u8; 3], b: &[u8; 3]| {
            a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2])) < SAME_GROUND
        };
        let (mut commonest, mut most) = (colours[0], 0);
        for colour in colours.iter().step_by(7) {
            let count = colours.iter().filter(|other| near(colour, other)).count();
            if count > most {
                (commonest, most) = (*colour, count);
            }
            // No other can have many more.
            if 4 * most > 3 * colours.len() {
                break;
            }
        }
        let mut sum = [0u32; 3];
        for colour in colours.iter().filter(|colour| near(colour, &commonest)) {
            sum.iter_mut().zip(colour).for_each(|(sum, value)| *sum += u32::from(*value));
        }
        (sum.map(|sum| sum as f32 / most as f32), most as f32 / colours.len() as f32)
    }

    /// The mark on a cell of this ground whose marks begin at `margin`, a part of the cell: pixel by
    /// pixel of the picture, or means of several where cells are large.
    pub fn marked(&self, cell: Cell, ground: Colour, margin: f64) -> Marked {
        let area = self.lattice.cell(cell);
        let step = (area.w.max(area.h) / MOST_SAMPLES).max(1.0);
        // A cell that is not square is looked at as if it were: of the shorter side more.
        let (step_x, step_y) = match Form::of(self.lattice) {
            Form::Square => (step, step),
            Form::Oblong => (step * (area.w / area.h).min(1.0), step * (area.h / area.w).min(1.0)),
        };
        let span = |from: f64, length: f64, step: f64| {
            let (first, end) = (from + margin * length, from + (1.0 - margin) * length);
            // Both ends are rounded: a pixel more is one of the side.
            let is_pixel = step == 1.0;
            let (first, end) = if is_pixel { (first.round(), end.round()) } else { (first, end) };
            (first, ((end - first) / step).round().max(1.0) as usize)
        };
        let (left, width) = span(area.x, area.w, step_x);
        let (top, height) = span(area.y, area.h, step_y);
        let colours: Vec<Colour> = (0..width * height)
            .map(|i| {
                let x = left + (i % width) as f64 * step_x;
                let y = top + (i / width) as f64 * step_y;
                self.picture.mean(x, y, x + step_x, y + step_y)
            })
            .collect();
        let contrasts: Vec<f32> = colours.iter().map(|c| difference(*c, ground)).collect();
        let mut sorted = contrasts.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        // The strongest pixels are the mark's own colour, others are mixed with the ground.
        let contrast = sorted[width * height / 60];
        let pixels = contrasts.iter().map(|c| (c / contrast.max(1.0)).min(1.0)).collect();
        let cell_height = (area.h / step_y) as f32;
        Marked { contrast, ink: Ink { width, height, pixels }, cell_height, ground, colours }
    }
}

/// What lies on the ground of a cell.
pub(super) struct Marked {
    /// The contrast of its strongest pixels, in grey levels of one channel.
    pub contrast: f32,
    /// How much each pixel differs from the ground, 1 for the strongest.
    pub ink: Ink,
    /// The height of the whole cell, in pixels of `ink`.
    pub cell_height: f32,
    /// The colour of the ground it is on.
    pub ground: Colour,
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

    /// The colours of its strong pixels.
    pub fn strong(&self) -> impl Iterator<Item = Colour> {
        let strong = self.ink.pixels.iter().zip(&self.colours).filter(|(ink, _)| **ink > 0.5);
        strong.map(|(_, colour)| *colour)
    }

    /// The share of the mark's pixels that are near one of these colours.
    pub fn share(&self, colours: &[Colour], near: f32) -> f32 {
        let strong = || (0..self.colours.len()).filter(|i| self.ink.pixels[*i] > 0.5);
        let like = |i: &usize| colours.iter().any(|c| difference(self.colours[*i], *c) < near);
        strong().filter(like).count() as f32 / strong().count().max(1) as f32
    }
}
