//! Shapes of digits on a canvas of one size, and how alike they are.

use super::blob::Blob;
use crate::vision::correlation::{dot, normalise};
use serde::{Deserialize, Serialize};

/// The canvas, in pixels of which [`HEIGHT`] make the height of a line of digits.
const CANVAS: (usize, usize) = (28, 24);
/// The height of a line of digits on it.
const HEIGHT: f64 = 15.0;
/// How far one shape is moved over the other, in pixels of the canvas.
const SHIFT: i32 = 1;

/// The shape of a digit, or of something else that stands beside digits.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The ink of the canvas, row by row, with zero mean and unit norm.
    values: Vec<f32>,
}

/// What a shape is, as a profile's file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sample {
    /// The digit; `None`: something else that stands beside digits.
    pub digit: Option<u8>,
    /// The rows of the canvas, a character for each pixel: `.` is no ink, `0` to `9` and `#` are more.
    pub rows: Vec<String>,
}

impl Shape {
    /// The shape of a blob whose line of digits is `height` pixels high.
    pub fn of(blob: &Blob, height: f64) -> Self {
        Self::moved(blob, height, (0.0, 0.0))
    }

    /// The shapes that a blob may have: its box and the height of its line are known to half a pixel only.
    pub fn nearby(blob: &Blob, height: f64) -> Vec<Self> {
        let third = [-1.0 / 3.0, 0.0, 1.0 / 3.0];
        let rounding = (0.5 / height).min(0.08);
        let mut shapes = Vec::new();
        for factor in [1.0 - rounding, 1.0, 1.0 + rounding] {
            for dy in third {
                shapes.extend(third.map(|dx| Self::moved(blob, factor * height, (dx, dy))));
            }
        }
        shapes
    }

    /// The shape of a blob, moved by a part of a pixel of the canvas.
    fn moved(blob: &Blob, height: f64, (dx, dy): (f64, f64)) -> Self {
        let step = height / HEIGHT;
        let middle = |from: u32, to: u32| f64::from(from + to) / 2.0;
        let cx = middle(blob.left, blob.right) + dx * step;
        let cy = middle(blob.top, blob.bottom) + dy * step;
        // The mean over the area that a pixel of the canvas covers, sampled evenly.
        let samples = step.ceil().clamp(2.0, 4.0) as usize;
        let mut values = Vec::with_capacity(CANVAS.0 * CANVAS.1);
        for j in 0..CANVAS.1 {
            for i in 0..CANVAS.0 {
                let mut sum = 0.0;
                for b in 0..samples {
                    for a in 0..samples {
                        let at = |i: usize, a: usize, size: usize| {
                            let within = (a as f64 + 0.5) / samples as f64;
                            (i as f64 + within - size as f64 / 2.0) * step
                        };
                        sum += linear(blob, cx + at(i, a, CANVAS.0), cy + at(j, b, CANVAS.1));
                    }
                }
                values.push(sum / (samples * samples) as f32);
            }
        }
        normalise(&mut values);
        Self { values }
    }

    /// How alike two shapes are, -1 to 1: the largest correlation with one moved a little over the other.
    pub fn likeness(&self, other: &Self) -> f32 {
        let mut best = -1.0f32;
        let (w, h) = (CANVAS.0 as i32, CANVAS.1 as i32);
        for dy in -SHIFT..=SHIFT {
            for dx in -SHIFT..=SHIFT {
                // The borders of the canvas are empty: what is moved out of it is ground.
                let mut sum = 0.0;
                for y in dy.max(0)..(h + dy).min(h) {
                    let (from, to) = (dx.max(0), (w + dx).min(w));
                    let a = (y * w + from) as usize..(y * w + to) as usize;
                    let b = ((y - dy) * w + from - dx) as usize;
                    sum += dot(&self.values[a.clone()], &other.values[b..b + a.len()]);
                }
                best = best.max(sum);
            }
        }
        best
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

    /// The shape that this text says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(rows: &[String]) -> Result<Self, String> {
        if rows.len() != CANVAS.1 || rows.iter().any(|row| row.chars().count() != CANVAS.0) {
            return Err(format!("a shape has {} rows of {} characters", CANVAS.1, CANVAS.0));
        }
        let mut values = Vec::with_capacity(CANVAS.0 * CANVAS.1);
        for character in rows.iter().flat_map(|row| row.chars()) {
            let level = SHADES.iter().position(|&shade| char::from(shade) == character);
            let level = level.ok_or_else(|| format!("{character:?} is no shade of a shape"))?;
            values.push(level as f32);
        }
        normalise(&mut values);
        Ok(Self { values })
    }
}

/// From no ink to full ink.
const SHADES: &[u8; 12] = b".0123456789#";

/// The ink between pixels: bilinear interpolation.
fn linear(blob: &Blob, x: f64, y: f64) -> f32 {
    let (x, y) = (x - 0.5, y - 0.5);
    let (i, j) = (x.floor(), y.floor());
    let (u, v) = ((x - i) as f32, (y - j) as f32);
    let at = |dx: i64, dy: i64| blob.ink(i as i64 + dx, j as i64 + dy);
    let row = |dy: i64| at(0, dy) * (1.0 - u) + at(1, dy) * u;
    row(0) * (1.0 - v) + row(1) * v
}

/// Shapes whose meaning is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    known: Vec<(Option<u8>, Shape)>,
    /// What a shape must be like to be one of them.
    least: f32,
}

/// What is clear enough to be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seen {
    /// A digit, and the chance that it is this one.
    Digit(u8, f32),
    /// Something that stood beside digits when the look was taught.
    Other,
    /// None of these, or several.
    Unclear,
}

/// The least lead over what has another meaning.
const LEAST_LEAD: f32 = 0.35;
/// A digit that is so sure needs no closer look.
const CLEAR: f32 = 0.9998;
/// The least likeness of a shape, where all digits are known, and the most that is asked.
const LEAST_LIKE: f32 = 0.82;
const MOST_ASKED: f32 = 0.93;
/// What is so like a digit may be one.
const LIKE_DIGIT: f32 = 0.85;
/// A shape that is so like another adds nothing to it.
const NEARLY_SAME: f32 = 0.985;
/// How far from the likeness of the two most alike digits to a perfect one a shape must be where digits
/// are unknown: they may be as like to one that is known.
const BEYOND_ALIKE: f32 = 0.35;

impl Shapes {
    /// These shapes.
    pub fn new(known: Vec<(Option<u8>, Shape)>) -> Self {
        let mut shapes = Self { known, least: LEAST_LIKE };
        if shapes.unknown().next().is_some() {
            let alike = shapes.alike().map_or(LEAST_LIKE, |(alike, _)| alike);
            let beyond = alike + BEYOND_ALIKE * (1.0 - alike);
            shapes.least = beyond.clamp(LEAST_LIKE, MOST_ASKED);
        }
        shapes
    }

    /// All of them as a profile's file has them.
    pub fn samples(&self) -> Vec<Sample> {
        self.known
            .iter()
            .map(|(digit, shape)| Sample { digit: *digit, rows: shape.rows() })
            .collect()
    }

    /// Takes up a shape, unless one with the same meaning is nearly the same.
    pub fn add(&mut self, meaning: Option<u8>, shape: Shape) {
        let same = |(known, other): &(Option<u8>, Shape)| {
            *known == meaning && shape.likeness(other) >= NEARLY_SAME
        };
        if !self.known.iter().any(same) {
            self.known.push((meaning, shape));
        }
    }

    /// These shapes, after the last was added. What is no digit and looks like one is left out: where it
    /// stands again it is doubtful.
    pub fn settled(self) -> Self {
        let digits: Vec<Shape> = self
            .known
            .iter()
            .filter(|(d, _)| d.is_some())
            .map(|(_, shape)| shape.clone())
            .collect();
        let like_digit = |shape: &Shape| digits.iter().any(|d| d.likeness(shape) >= LIKE_DIGIT);
        let known = self.known.into_iter().filter(|(d, shape)| d.is_some() || !like_digit(shape));
        Self::new(known.collect())
    }

    /// The digits that are not among them.
    pub fn unknown(&self) -> impl Iterator<Item = u8> {
        (0..=9).filter(|digit| !self.known.iter().any(|(known, _)| *known == Some(*digit)))
    }

    /// The two digits that are most alike, and how much.
    pub fn alike(&self) -> Option<(f32, (u8, u8))> {
        let digits: Vec<(u8, &Shape)> =
            self.known.iter().filter_map(|(digit, shape)| Some(((*digit)?, shape))).collect();
        let pairs = digits.iter().enumerate().flat_map(|(i, a)| {
            digits[..i].iter().filter(|b| b.0 != a.0).map(move |b| (a.1.likeness(b.1), (b.0, a.0)))
        });
        pairs.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// What a blob is whose line of digits is `height` pixels high.
    pub fn read(&self, blob: &Blob, height: f64) -> Seen {
        let shape = Shape::of(blob, height);
        let mut likeness: Vec<f32> =
            self.known.iter().map(|(_, known)| shape.likeness(known)).collect();
        let seen = self.told(&likeness);
        // What is more like some digit when looked at closely may be one that is unknown.
        let all_known = self.unknown().next().is_none();
        let clear = matches!(seen, Seen::Digit(_, confidence) if confidence >= CLEAR);
        if clear || !all_known {
            return seen;
        }
        let best = |likeness: &[f32]| {
            let best = (0..likeness.len()).max_by(|&a, &b| likeness[a].total_cmp(&likeness[b]));
            best.map(|best| self.known[best].0)
        };
        let before = best(&likeness);
        for shape in Shape::nearby(blob, height) {
            for (likeness, (_, known)) in likeness.iter_mut().zip(&self.known) {
                *likeness = likeness.max(shape.likeness(known));
            }
        }
        if best(&likeness) == before { self.told(&likeness) } else { Seen::Unclear }
    }

    /// What it is that is so like each of the known shapes.
    fn told(&self, likeness: &[f32]) -> Seen {
        let best = (0..likeness.len()).max_by(|&a, &b| likeness[a].total_cmp(&likeness[b]));
        let Some(best) = best.filter(|&best| likeness[best] >= self.least) else {
            return Seen::Unclear;
        };
        let (meaning, known) = &self.known[best];
        let lead = |i: usize| {
            let apart = (1.0 - known.likeness(&self.known[i].1)).max(0.02);
            (likeness[best] - likeness[i]) / apart
        };
        let others = (0..likeness.len()).filter(|&i| self.known[i].0 != *meaning);
        let lead = others.map(lead).fold(1.0, f32::min);
        match meaning {
            _ if lead < LEAST_LEAD => Seen::Unclear,
            None => Seen::Other,
            Some(digit) => Seen::Digit(*digit, 1.0 / (1.0 + (-12.0 * lead).exp())),
        }
    }
}
