//! Samples the cells of a lattice: means of areas, from a table of sums.

use super::form::Form;
use super::look::{Colour, DEPTH, Zones, difference};
use super::reading::CELL;
use super::shapes::Ink;
use grid::Cell;
use grid::geometry::Rect;
use image::RgbImage;
use std::sync::OnceLock;
use vision::lattice::borders::{Along, CellLattice};

/// The ring in which the ground is sampled, in native pixels from each side: few marks reach it.
const RING: std::ops::Range<u32> = 3..6;

/// The largest difference between colours of one ground, in grey levels of a channel.
const SAME_GROUND: u8 = 14;

/// How far from the corners the lines along the sides are sampled, in native pixels.
const ALONG: u32 = 5;

/// The least strength of a pixel of a mark that is not mixed with the ground, as a share of the strongest.
const STRONG: f32 = 0.5;

/// The most samples along a side of a cell, for the comparison of marks.
const MOST_SAMPLES: f64 = 26.0;

/// About how many cells of a lattice stand for all of them, at most.
const SOME: usize = 70;

/// A picture with the sums over all rectangles from its upper left corner (a summed-area table: F. Crow, "Summed-area
/// tables for texture mapping", SIGGRAPH 1984).
pub(super) struct IntegralImage<'a> {
    pub picture: &'a RgbImage,
    /// Three to a corner of a pixel. Made when they are first asked for: a picture in which nothing looks like cells
    /// needs none.
    sums: OnceLock<Vec<u32>>,
}

impl<'a> IntegralImage<'a> {
    pub const fn new(picture: &'a RgbImage) -> Self {
        Self { picture, sums: OnceLock::new() }
    }

    /// Width and height.
    pub fn size(&self) -> (f64, f64) {
        (f64::from(self.picture.width()), f64::from(self.picture.height()))
    }

    /// The mean colour between (left, top) and (right, bottom), in pixels. Parts outside the picture do not count; an
    /// area wholly outside has the colour of the nearest pixel.
    pub fn mean(&self, left: f64, top: f64, right: f64, bottom: f64) -> Colour {
        let [mean] = self.strips(Along::Y, (left, right), |i| [top, bottom][i]);
        mean
    }

    /// The mean colours of strips side by side: along an axis from each place to the next, along the other as long as
    /// `span`, in pixels. Plain loops: this is where most of the time of a search for a board goes.
    #[inline]
    fn strips<const STRIPS: usize>(
        &self,
        along: Along,
        span: (f64, f64),
        place: impl Fn(usize) -> f64,
    ) -> [Colour; STRIPS] {
        let (width, height) = self.size();
        let stride = self.picture.width() as usize + 1;
        let ((length, step), (length_across, step_across)) = match along {
            Along::X => ((width, 1), (height, stride)),
            Along::Y => ((height, stride), (width, 1)),
        };
        let (start, end) = (span.0.clamp(0.0, length_across), span.1.clamp(0.0, length_across));
        let (first, last) = (Place::new(start, length_across), Place::new(end, length_across));
        let corners = [first.whole, first.whole + 1, last.whole, last.whole + 1];
        // The sums to the ends of the span are interpolated between those to the corners of their pixels, and are
        // relative to those to the first: the weights of all four are 0 together.
        let weights = [-first.part, 1.0 - last.part, last.part];
        let sums = self.sums.get_or_init(|| sums(self.picture));
        let line = |whole: usize| {
            let [first, rest @ ..] = corners.map(|corner| {
                let at = 3 * (whole * step + corner * step_across);
                <[u32; 4]>::try_from(&sums[at..at + 4]).expect("four sums")
            });
            rest.map(|sum| std::array::from_fn(|i| sum[i].wrapping_sub(first[i])))
        };
        let mut before = place(0).clamp(0.0, length);
        let origin: [[u32; 4]; 3] = line(Place::new(before, length).whole);
        // The sums of the span from the origin to a place: small, so that they are exact.
        let until = |place: &Place| {
            let lines: [[[u32; 4]; 3]; 2] = [line(place.whole), line(place.whole + 1)];
            let mut sum = [0.0f32; 4];
            for (line, share) in lines.iter().zip([1.0 - place.part, place.part]) {
                for ((corner, origin), weight) in line.iter().zip(&origin).zip(weights) {
                    let weight = (share * weight) as f32;
                    for i in 0..4 {
                        sum[i] += weight * (corner[i].wrapping_sub(origin[i]) as i32) as f32;
                    }
                }
            }
            sum
        };
        let mut sum = until(&Place::new(before, length));
        std::array::from_fn(|i| {
            let next = place(i + 1).clamp(0.0, length);
            let to_next = until(&Place::new(next, length));
            let area = (next - before) * (end - start);
            let mean = if area < 1e-3 {
                match along {
                    Along::X => self.pixel(before, start),
                    Along::Y => self.pixel(start, before),
                }
            } else {
                std::array::from_fn(|i| (to_next[i] - sum[i]) / area as f32)
            };
            (before, sum) = (next, to_next);
            mean
        })
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

    /// The colours along the sides of a cell with this area, in pixels.
    pub fn sides(&self, area: &Rect) -> Zones {
        let ([left, right], [top, bottom]) =
            (self.facing(area, Along::X), self.facing(area, Along::Y));
        Zones { sides: [top, left, bottom, right], ..Zones::default() }
    }

    /// The colours along the two sides that face each other along an axis; the others stay empty.
    pub fn sides_facing(&self, area: &Rect, along: Along) -> Zones {
        let mut zones = Zones::default();
        let lines = self.facing(area, along);
        sides_along(along)
            .into_iter()
            .zip(lines)
            .for_each(|(side, lines)| zones.sides[side] = lines);
        zones
    }

    fn facing(&self, area: &Rect, along: Along) -> [[Colour; DEPTH]; 2] {
        let x = |native: u32| area.x + f64::from(native) * area.w / f64::from(CELL);
        let y = |native: u32| area.y + f64::from(native) * area.h / f64::from(CELL);
        let (first, last) = (ALONG, CELL - ALONG);
        let lines = |from: u32| match along {
            Along::X => self.strips(along, (y(first), y(last)), |i| x(from + i as u32)),
            Along::Y => self.strips(along, (x(first), x(last)), |i| y(from + i as u32)),
        };
        let mut far: [Colour; DEPTH] = lines(CELL - DEPTH as u32);
        far.reverse();
        [lines(0), far]
    }
}

/// The two sides of a cell that face each other along an axis, as indices of [`Zones::sides`].
pub(super) const fn sides_along(axis: Along) -> [usize; 2] {
    match axis {
        Along::X => [1, 3],
        Along::Y => [0, 2],
    }
}

/// The sums of a picture, a line and a column more than it has, and one value more: they are read by fours.
fn sums(picture: &RgbImage) -> Vec<u32> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let stride = 3 * (width + 1);
    let mut sums = vec![0u32; stride * (height + 1) + 1];
    let rows = picture.as_raw().chunks_exact((3 * width).max(1));
    for (y, row) in rows.enumerate() {
        let (above, below) = sums.split_at_mut((y + 1) * stride);
        let above = above[y * stride..].chunks_exact(3).skip(1);
        let below = below[..stride].chunks_exact_mut(3).skip(1);
        let mut line = [0u32; 3];
        for ((pixel, above), below) in row.chunks_exact(3).zip(above).zip(below) {
            for i in 0..3 {
                line[i] += u32::from(pixel[i]);
                // A picture that is larger than 16 million pixels wraps round, and so do differences.
                below[i] = above[i].wrapping_add(line[i]);
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

/// A sampler of the cells of a lattice in a picture.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    pub picture: &'a IntegralImage<'a>,
    pub lattice: &'a CellLattice,
}

impl<'a> Sample<'a> {
    pub fn new(picture: &'a IntegralImage<'a>, lattice: &'a CellLattice) -> Self {
        Self { picture, lattice }
    }

    /// Cells spread evenly over the lattice.
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

    /// The colours of a cell's sides only; the ground takes longest.
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

    /// The mark on a cell with this ground. Marks begin at `margin`, a share of the cell. Each pixel of the result is
    /// one of the picture, or the mean of several in large cells.
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

/// The mark on the ground of a cell.
pub(super) struct Marked {
    /// The contrast of its strongest pixels, in grey levels of one channel.
    pub contrast: f32,
    /// The difference of each pixel from the ground, 1 for the strongest.
    pub ink: Ink,
    /// The height of the whole cell, in pixels of `ink`.
    pub cell_height: f32,
    /// The colour of the ground.
    pub ground: Colour,
    colours: Vec<Colour>,
}

impl Marked {
    /// The mean colour of the strongest pixels.
    pub fn colour(&self) -> Colour {
        let mut order: Vec<usize> = (0..self.colours.len()).collect();
        order.sort_by(|a, b| self.ink.pixels[*b].total_cmp(&self.ink.pixels[*a]));
        let strong = self.ink.pixels.iter().filter(|ink| **ink > STRONG).count();
        let count = (strong / 3).max(1);
        let mut sum = Colour::default();
        for i in &order[..count] {
            sum.iter_mut().zip(self.colours[*i]).for_each(|(sum, value)| *sum += value);
        }
        sum.map(|sum| sum / count as f32)
    }

    /// The colours of its strong pixels.
    pub fn strong(&self) -> impl Iterator<Item = Colour> {
        let strong = self.ink.pixels.iter().zip(&self.colours).filter(|(ink, _)| **ink > STRONG);
        strong.map(|(_, colour)| *colour)
    }

    /// Whether this colour, if the mark has it, is among its strong pixels: black on a dark ground is not.
    pub fn shows(&self, colour: Colour) -> bool {
        difference(colour, self.ground) > STRONG * self.contrast
    }

    /// The share of the mark's pixels within `near` grey levels of one of these colours.
    pub fn share(&self, colours: &[Colour], near: f32) -> f32 {
        let strong = || (0..self.colours.len()).filter(|i| self.ink.pixels[*i] > STRONG);
        let like = |i: &usize| colours.iter().any(|c| difference(self.colours[*i], *c) < near);
        strong().filter(like).count() as f32 / strong().count().max(1) as f32
    }
}
