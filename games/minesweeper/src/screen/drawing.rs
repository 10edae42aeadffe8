//! Compares marks with drawings: a drawing is rendered at the size of the visible ink, and moved to where it fits
//! best.

use super::shapes::{Ink, Mark, Shape};

/// A drawing of a mark.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
    pub mark: Mark,
    /// The drawing stretched to a common size, for a quick comparison.
    pub shape: Shape,
    /// Its ink's box, in pixels of the drawing.
    bounds: [f32; 4],
    /// The sums of its ink from the upper left corner: row y, column x at `y * stride + x`.
    sums: Vec<f32>,
    stride: usize,
}

/// How many times a mark from a picture is enlarged, to be as large as the drawings.
const ENLARGED: usize = 5;

/// The steps by which the sides of a mark's box are moved to find the best place, in pixels.
const MOVES: [f32; 3] = [0.5, 0.25, 0.12];

/// The widths over which a pixel may be averaged: 1 for sharp pictures, more for enlarged ones.
const BLURS: [f32; 3] = [1.0, 1.6, 2.4];

/// The stretch of a mark that is free, as a logarithm, and the cost of more.
const FREE_STRETCH: f32 = 0.3;
const STRETCH_COST: f32 = 0.6;

impl Drawing {
    /// The drawing of ink whose box is `bounds`.
    pub fn new(mark: Mark, shape: Shape, ink: &Ink, bounds: [f32; 4]) -> Self {
        let stride = ink.width + 1;
        let mut sums = vec![0.0; stride * (ink.height + 1)];
        for y in 0..ink.height {
            let mut line = 0.0;
            for x in 0..ink.width {
                line += ink.pixels[y * ink.width + x];
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + line;
            }
        }
        Self { mark, shape, bounds, sums, stride }
    }

    /// Creates a drawing from a mark in a picture; `None` if it shows no ink.
    pub fn taught(mark: Mark, ink: &Ink) -> Option<Self> {
        let ink = ink.enlarged(ENLARGED);
        let bounds = ink.bounds(0.5)?;
        Some(Self::new(mark, Shape::of(&ink, bounds)?, &ink, bounds))
    }

    /// The normalised cross-correlation, -1 to 1, with ink whose box is about `bounds`. The drawing is rendered at
    /// the size of the ink and moved to where it fits best.
    pub fn fit(&self, ink: &Ink, bounds: [f32; 4]) -> f32 {
        let window = Window::new(ink, bounds);
        let mut place = bounds;
        let blurred = |blur| (blur, self.correlation(&window, place, blur));
        let (blur, mut most) =
            BLURS.map(blurred).into_iter().fold((1.0, -1.0), |a, b| if b.1 > a.1 { b } else { a });
        for step in MOVES {
            for side in 0..4 {
                for by in [-step, step] {
                    let mut moved = place;
                    moved[side] += by;
                    let fit = self.correlation(&window, moved, blur);
                    if fit > most {
                        (most, place) = (fit, moved);
                    }
                }
            }
        }
        let blurs = BLURS.map(|blur| self.correlation(&window, place, blur));
        most = blurs.into_iter().fold(most, f32::max);
        most - self.stretch(place)
    }

    /// What it costs that the drawing is wider or narrower there than it was drawn.
    fn stretch(&self, place: [f32; 4]) -> f32 {
        let aspect = |[l, t, r, b]: [f32; 4]| (r - l).max(0.5) / (b - t).max(0.5);
        let stretched = (aspect(place) / aspect(self.bounds)).ln().abs();
        (stretched - FREE_STRETCH).max(0.0) * STRETCH_COST
    }

    fn correlation(&self, window: &Window, [left, top, right, bottom]: [f32; 4], blur: f32) -> f32 {
        let [l, t, r, b] = self.bounds;
        let (scale_x, scale_y) =
            ((r - l) / (right - left).max(0.5), (b - t) / (bottom - top).max(0.5));
        let rows = self.sums.len() / self.stride;
        // The drawing's pixels under each of the window's, along an axis.
        let spans = |first: i32, count: usize, start: f32, origin: f32, scale: f32, most: usize| {
            let place = move |at: f32| {
                let place = origin + (at - start) * scale;
                place.round().clamp(0.0, (most - 1) as f32) as usize
            };
            (0..count)
                .map(move |i| {
                    let middle = (first + i as i32) as f32 + 0.5;
                    (place(middle - blur / 2.0), place(middle + blur / 2.0))
                })
                .collect::<Vec<_>>()
        };
        let columns = spans(window.left, window.width, left, l, scale_x, self.stride);
        let lines = spans(window.top, window.height, top, t, scale_y, rows);
        let (mut sum, mut square, mut product) = (0.0, 0.0, 0.0);
        let mut seen = window.pixels.iter();
        for (y0, y1) in lines {
            let (above, below) = (&self.sums[y0 * self.stride..], &self.sums[y1 * self.stride..]);
            for ((x0, x1), seen) in columns.iter().zip(&mut seen) {
                let ink = below[*x1] - below[*x0] - above[*x1] + above[*x0];
                sum += ink;
                square += ink * ink;
                product += ink * seen;
            }
        }
        let count = window.pixels.len() as f32;
        let norm = (square - sum * sum / count).max(1e-6).sqrt();
        product / norm
    }
}

/// The pixels around a mark, with zero mean and unit norm.
struct Window {
    left: i32,
    top: i32,
    width: usize,
    height: usize,
    pixels: Vec<f32>,
}

impl Window {
    /// One pixel more than the box on each side.
    fn new(ink: &Ink, [left, top, right, bottom]: [f32; 4]) -> Self {
        let (left, top) = (left.floor() as i32 - 1, top.floor() as i32 - 1);
        let (right, bottom) = (right.ceil() as i32 + 1, bottom.ceil() as i32 + 1);
        let mut pixels: Vec<f32> =
            (top..bottom).flat_map(|y| (left..right).map(move |x| ink.at(x, y))).collect();
        let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
        let norm = pixels.iter().map(|p| (p - mean).powi(2)).sum::<f32>().sqrt().max(1e-3);
        pixels.iter_mut().for_each(|p| *p = (*p - mean) / norm);
        Self { left, top, width: (right - left) as usize, height: (bottom - top) as usize, pixels }
    }
}
