//! Marks: their meanings, their visible ink, and their shapes, which are stretched to one size and compared by
//! normalised cross-correlation.

use minesweeper::board::CellState;

/// Width and height to which shapes are stretched.
pub(super) const WIDTH: usize = 14;
pub(super) const HEIGHT: usize = 18;

/// The least ratio of width to height to which a shape is stretched.
const NARROWEST: f32 = 0.5;

/// The meaning of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A number, 1 to 8 on cells, or a digit of a text.
    Number(u8),
    /// The slash of a text.
    Slash,
    /// A flag.
    Flag,
    /// A question mark.
    Question,
    /// A mine.
    Mine,
    /// A cross over a flag or a mine.
    Wrong,
    /// A cross that marks a cell as safe.
    Safe,
    /// A flag with a question mark.
    FlagQuestion,
    /// The flash of an explosion.
    Flash,
    /// The mark of a state, learned from a picture.
    Taught(CellState),
}

/// The strength of the ink on a grid of pixels, 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Ink {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<f32>,
}

/// A shape of [`WIDTH`] x [`HEIGHT`], with zero mean and unit norm.
#[derive(Clone, Debug)]
pub(super) struct Shape(Vec<f32>);

impl Shape {
    /// The shape of the ink between (left, top) and (right, bottom), in pixels; `None` if its strength is the same
    /// everywhere.
    pub fn of(ink: &Ink, [left, top, right, bottom]: [f32; 4]) -> Option<Self> {
        let (w, h) = (right - left, bottom - top);
        let wide = w.max(h * NARROWEST);
        let left = left - (wide - w) / 2.0;
        let (sx, sy) = (wide / WIDTH as f32, h / HEIGHT as f32);
        let columns: Vec<_> = (0..WIDTH).map(|i| taps(left + i as f32 * sx, sx)).collect();
        let mut pixels = Vec::with_capacity(WIDTH * HEIGHT);
        for j in 0..HEIGHT {
            let rows = taps(top + j as f32 * sy, sy);
            for columns in &columns {
                let mut sum = 0.0;
                for &(y, wy) in &rows {
                    for &(x, wx) in columns {
                        sum += wx * wy * ink.at(x, y);
                    }
                }
                pixels.push(sum);
            }
        }
        let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
        pixels.iter_mut().for_each(|p| *p -= mean);
        let norm = pixels.iter().map(|p| p * p).sum::<f32>().sqrt();
        (norm > 1e-3).then(|| {
            pixels.iter_mut().for_each(|p| *p /= norm);
            Self(pixels)
        })
    }

    /// The normalised cross-correlation of two shapes, -1 to 1.
    pub fn likeness(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }
}

/// The pixels that an interval covers, with weights that sum to 1; it counts as at least a pixel wide.
fn taps(start: f32, length: f32) -> Vec<(i32, f32)> {
    let half = length.max(1.0) / 2.0;
    let middle = start + length / 2.0;
    let (low, high) = (middle - half, middle + half);
    let weight = |p: i32| ((p as f32 + 1.0).min(high) - (p as f32).max(low)) / (high - low);
    (low.floor() as i32..high.ceil() as i32).map(|p| (p, weight(p))).collect()
}

impl Ink {
    /// The ink of a pixel, 0 outside.
    pub fn at(&self, x: i32, y: i32) -> f32 {
        let inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        if inside { self.pixels[y as usize * self.width + x as usize] } else { 0.0 }
    }

    /// The ink enlarged `times` in both directions, interpolated.
    pub fn enlarged(&self, times: usize) -> Self {
        let (width, height) = (self.width * times, self.height * times);
        let at = |index: usize| (index as f32 + 0.5) / times as f32 - 0.5;
        let pixel = |i: usize| {
            let (x, y) = (at(i % width), at(i / width));
            let (left, top) = (x.floor(), y.floor());
            let (across, down) = (x - left, y - top);
            let line = |y: i32| {
                let x = left as i32;
                self.at(x, y) * (1.0 - across) + self.at(x + 1, y) * across
            };
            line(top as i32) * (1.0 - down) + line(top as i32 + 1) * down
        };
        Self { width, height, pixels: (0..width * height).map(pixel).collect() }
    }

    /// The box of all ink stronger than `least`: left, top, right, bottom. A line at its rim whose strongest pixel is
    /// weak counts in part.
    pub fn bounds(&self, least: f32) -> Option<[f32; 4]> {
        let strongest = |pixels: &mut dyn Iterator<Item = usize>| {
            pixels.map(|i| self.pixels[i]).fold(0.0, f32::max)
        };
        let column = |x: usize| strongest(&mut (0..self.height).map(|y| y * self.width + x));
        let row = |y: usize| strongest(&mut (0..self.width).map(|x| y * self.width + x));
        let ends = |lines: &[f32]| {
            let first = lines.iter().position(|line| *line > least)?;
            let last = lines.iter().rposition(|line| *line > least)?;
            let (low, high) = (first as f32 + 1.0 - lines[first], last as f32 + lines[last]);
            (high > low).then_some((low, high))
        };
        let (left, right) = ends(&(0..self.width).map(column).collect::<Vec<_>>())?;
        let (top, bottom) = ends(&(0..self.height).map(row).collect::<Vec<_>>())?;
        Some([left, top, right, bottom])
    }
}
