//! Shapes of digits on a canvas of one size, and their similarity across sizes of pictures.

use super::blob::Blob;
use vision::correlation::{dot, normalise};

/// The canvas, in pixels of which [`HEIGHT`] make the height of a line of digits.
const CANVAS: (usize, usize) = (28, 24);
/// The height of a line of digits on it.
const HEIGHT: f64 = 15.0;
/// How far one shape is moved over another of the same picture, in pixels of the canvas.
const SHIFT: i32 = 1;
/// How far a shape is moved over one of another picture: this share of a pixel of both pictures, to which their
/// boxes are known, and no further than this many pixels of the canvas.
const ROUNDING: f64 = 0.6;
const FURTHEST: i32 = 3;
/// The side of the squares in which a difference is told from noise, in pixels of the canvas: strokes are as
/// wide.
const SQUARE: usize = 3;
/// From no ink to full ink.
const SHADES: &[u8; 12] = b".0123456789#";

/// The shape of a digit, or of something else that stands beside digits.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The ink of the canvas, row by row, with zero mean and unit norm. Its border is ground.
    values: Vec<f32>,
    /// The side of a pixel of the picture that showed it, in pixels of the canvas.
    pixel: f64,
}

/// How well a shape agrees with a known one where it fits best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// Their correlation, -1 to 1.
    pub likeness: f32,
    /// The largest mean difference in a square, as a share of full ink.
    pub residual: f32,
}

impl Shape {
    /// The shape of a blob whose line of digits is `height` pixels high.
    pub fn of(blob: &Blob, height: f64) -> Self {
        let pixel = HEIGHT / height;
        Self::sampled(blob, height, pixel, (0.0, 0.0))
    }

    /// The shape of a blob, moved by a part of a pixel of the canvas. The kernel is a triangle of this half
    /// width: with that of a pixel, the picture is interpolated linearly.
    fn sampled(blob: &Blob, height: f64, kernel: f64, (dx, dy): (f64, f64)) -> Self {
        let step = height / HEIGHT;
        let reach = kernel * step;
        let (w, h) = (blob.width() as usize + 2, blob.height() as usize + 2);
        let across = weights(w, CANVAS.0, step, reach, dx);
        let down = weights(h, CANVAS.1, step, reach, dy);
        let mut rows = Vec::with_capacity(h * CANVAS.0);
        for row in blob.ink.chunks_exact(w) {
            rows.extend(across.iter().map(|weights| dot(weights, row)));
        }
        let mut values = vec![0.0; CANVAS.0 * CANVAS.1];
        for (line, weights) in values.chunks_exact_mut(CANVAS.0).zip(&down) {
            for (row, weight) in rows.chunks_exact(CANVAS.0).zip(weights) {
                line.iter_mut().zip(row).for_each(|(sum, v)| *sum += weight * v);
            }
        }
        normalise(&mut values);
        Self { values, pixel: HEIGHT / height }
    }

    /// The similarity of two shapes of one picture, -1 to 1: the largest correlation with one moved a little over the
    /// other.
    pub fn likeness(&self, other: &Self) -> f32 {
        self.best_shift(other, SHIFT).0
    }

    /// The largest correlation with the other moved over this, and how far it is moved.
    fn best_shift(&self, other: &Self, most: i32) -> (f32, (i32, i32)) {
        let mut best = (-1.0f32, (0, 0));
        let (w, h) = (CANVAS.0 as i32, CANVAS.1 as i32);
        for dy in -most..=most {
            for dx in -most..=most {
                // The borders of the canvas are empty: what is moved out of it is ground.
                let mut sum = 0.0;
                for y in dy.max(0)..(h + dy).min(h) {
                    let (from, to) = (dx.max(0), (w + dx).min(w));
                    let a = (y * w + from) as usize..(y * w + to) as usize;
                    let b = ((y - dy) * w + from - dx) as usize;
                    sum += dot(&self.values[a.clone()], &other.values[b..b + a.len()]);
                }
                if sum > best.0 {
                    best = (sum, (dx, dy));
                }
            }
        }
        best
    }

    /// The largest mean difference in a square from another shape that is moved, as a share of the full ink of
    /// the other.
    fn residual(&self, other: &Self, (dx, dy): (i32, i32)) -> f32 {
        let (w, h) = CANVAS;
        let (ground, other_ground) = (self.values[0], other.values[0]);
        let full = other.values.iter().map(|v| v - other_ground).fold(f32::MIN_POSITIVE, f32::max);
        let inside = |v: usize, by: i32, size: usize| {
            v.checked_add_signed(-by as isize).filter(|&v| v < size)
        };
        let mut apart = vec![0.0; w * h];
        for y in 0..h {
            for x in 0..w {
                let at = inside(x, dx, w).zip(inside(y, dy, h));
                let theirs = at.map_or(0.0, |(x, y)| other.values[y * w + x] - other_ground);
                apart[y * w + x] = self.values[y * w + x] - ground - theirs;
            }
        }
        let square = |x: usize, y: usize| -> f32 {
            (y..y + SQUARE).map(|y| apart[y * w + x..y * w + x + SQUARE].iter().sum::<f32>()).sum()
        };
        let squares = (0..=h - SQUARE).flat_map(|y| (0..=w - SQUARE).map(move |x| (x, y)));
        let most = squares.map(|(x, y)| square(x, y).abs()).fold(0.0, f32::max);
        most / (SQUARE * SQUARE) as f32 / full
    }

    /// The shape as a picture would show it whose pixels are as large: blurred by what its larger pixels add.
    fn at(&self, pixel: f64) -> Self {
        // A box of width p, interpolated linearly, has the variance p² / 12 + p² / 6.
        let variance = (pixel * pixel - self.pixel * self.pixel) / 4.0;
        if variance < 0.01 {
            return self.clone();
        }
        let reach = (3.0 * variance.sqrt()).ceil() as i32;
        let kernel: Vec<f32> =
            (-reach..=reach).map(|d| (-f64::from(d * d) / (2.0 * variance)).exp() as f32).collect();
        let total: f32 = kernel.iter().sum();
        let (w, h) = CANVAS;
        let ground = self.values[0];
        let along = |from: &[f32], step: usize, size: usize, start: usize, at: usize| -> f32 {
            let places = kernel.iter().zip(-reach..=reach).map(|(weight, d)| {
                let at = at.checked_add_signed(d as isize).filter(|&at| at < size);
                weight * at.map_or(ground, |at| from[start + at * step])
            });
            places.sum::<f32>() / total
        };
        let cells = || (0..w * h).map(|i| (i % w, i / w));
        let across: Vec<f32> = cells().map(|(x, y)| along(&self.values, 1, w, y * w, x)).collect();
        let mut values: Vec<f32> = cells().map(|(x, y)| along(&across, w, h, x, y)).collect();
        normalise(&mut values);
        Self { values, pixel }
    }

    /// The shape as text.
    pub fn rows(&self) -> Vec<String> {
        let least = self.values.iter().copied().fold(f32::MAX, f32::min);
        let most = self.values.iter().copied().fold(f32::MIN, f32::max);
        let shade = |v: f32| {
            let level =
                ((v - least) / (most - least).max(f32::MIN_POSITIVE) * 11.0).round() as usize;
            char::from(SHADES[level.min(11)])
        };
        self.values.chunks(CANVAS.0).map(|row| row.iter().map(|&v| shade(v)).collect()).collect()
    }

    /// The side of a pixel of the picture that showed it, in pixels of the canvas.
    pub fn pixel(&self) -> f64 {
        self.pixel
    }

    /// The shape that this text says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(rows: &[String], pixel: f64) -> Result<Self, String> {
        if rows.len() != CANVAS.1 || rows.iter().any(|row| row.chars().count() != CANVAS.0) {
            return Err(format!("a shape has {} rows of {} characters", CANVAS.1, CANVAS.0));
        }
        if !(0.0..=HEIGHT).contains(&pixel) {
            return Err(format!("a pixel of a shape is no larger than {HEIGHT}"));
        }
        let mut values = Vec::with_capacity(CANVAS.0 * CANVAS.1);
        for character in rows.iter().flat_map(|row| row.chars()) {
            let level = SHADES.iter().position(|&shade| char::from(shade) == character);
            let level = level.ok_or_else(|| format!("{character:?} is not a shade of a shape"))?;
            values.push(level as f32);
        }
        normalise(&mut values);
        Ok(Self { values, pixel })
    }
}

/// How much each of `n` pixels of a blob, one of its border at either end included, has of each pixel of the
/// canvas along one axis: the mean over the canvas's pixel of a triangle of half width `reach`, in pixels of
/// the picture, moved by `shift` pixels of the canvas.
fn weights(n: usize, canvas: usize, step: f64, reach: f64, shift: f64) -> Vec<Vec<f32>> {
    let samples = step.ceil().max(4.0) as usize;
    let middle = (n - 2) as f64 / 2.0;
    let of = |i: usize| {
        let mut weights = vec![0.0; n];
        for k in 0..samples {
            let within = (k as f64 + 0.5) / samples as f64;
            let at = middle + (i as f64 + within - canvas as f64 / 2.0 + shift) * step;
            for (pixel, weight) in weights.iter_mut().enumerate() {
                let off = (pixel as f64 - 0.5 - at).abs();
                *weight += ((1.0 - off / reach).max(0.0) / reach / samples as f64) as f32;
            }
        }
        weights
    };
    (0..canvas).map(of).collect()
}

/// A blob that is compared with shapes of pictures of any size. Both are blurred as the picture with the larger
/// pixels is, and moved over each other by half pixels of the canvas.
pub(super) struct Probe<'a> {
    blob: &'a Blob,
    height: f64,
    /// Its shapes, by the size of pixels.
    shapes: Vec<(f64, [Shape; 4])>,
}

impl<'a> Probe<'a> {
    /// A blob whose line of digits is `height` pixels high.
    pub fn new(blob: &'a Blob, height: f64) -> Self {
        Self { blob, height, shapes: Vec::new() }
    }

    /// Compares it with a known shape.
    pub fn fit(&mut self, known: &Shape) -> Fit {
        let own = HEIGHT / self.height;
        let pixel = own.max(known.pixel);
        let known_there = known.at(pixel);
        let reach = ((ROUNDING * (own + known.pixel)).ceil() as i32).clamp(1, FURTHEST);
        let mut best: Option<(f32, &Shape, (i32, i32))> = None;
        for shape in self.at(pixel) {
            let (likeness, shift) = shape.best_shift(&known_there, reach);
            if best.is_none_or(|(most, ..)| likeness > most) {
                best = Some((likeness, shape, shift));
            }
        }
        best.map_or(Fit { likeness: -1.0, residual: 1.0 }, |(likeness, shape, shift)| Fit {
            likeness,
            residual: shape.residual(&known_there, shift),
        })
    }

    /// Its shapes, half a pixel of the canvas apart, as pixels of this size show them.
    fn at(&mut self, pixel: f64) -> &[Shape; 4] {
        let known = self.shapes.iter().position(|(size, _)| (size - pixel).abs() < 0.01);
        let at = known.unwrap_or_else(|| {
            let own = HEIGHT / self.height;
            // As much variance as a picture with these pixels has, less that of the pixels that it has.
            let kernel = (6.0 * (pixel * pixel / 4.0 - own * own / 12.0)).sqrt();
            let halves = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.5, 0.5)];
            let shapes = halves.map(|by| Shape::sampled(self.blob, self.height, kernel, by));
            self.shapes.push((pixel, shapes));
            self.shapes.len() - 1
        });
        &self.shapes[at].1
    }
}
