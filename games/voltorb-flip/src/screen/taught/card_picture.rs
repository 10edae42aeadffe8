//! Pictures of cards, and how similar two of them are.

use super::place::BoardPlace;
use grid::Cell;
use grid::geometry::{Placement, Rect};
use image::RgbImage;
use std::sync::OnceLock;
use vision::correlation::{dot, scale_to_unit};
use vision::rectify::{Sampling, rectify};

/// The largest difference between equal cards: a share of the pattern's contrast, within bounds of 255.
const SAME: f32 = 0.28;
pub(super) const SAME_BOUNDS: (f32, f32) = (14.0, 40.0);
/// The least contrast of a pattern that is compared by its shape, of 255.
const LEAST_PATTERN: f32 = 40.0;
/// The strokes of a pattern cover at least one pixel in this many.
pub(super) const LINES: usize = 100;
/// The side of a card's picture, in pixels.
const SIDE: u32 = 28;
/// The side of the squares over which differences are averaged, in pixels.
const SQUARE: u32 = 4;
/// How far one picture is moved over the other, in pixels.
const SHIFT: i32 = 1;

/// The middle of a card.
#[derive(Clone, Debug)]
pub(super) struct CardPicture {
    pixels: RgbImage,
    /// Its pattern, once that was asked for.
    pattern: OnceLock<Option<Vec<f32>>>,
}

/// The share of a card, along both axes, that is compared: a cursor may lie over its rim.
pub(super) const INNER: f64 = 0.74;

impl CardPicture {
    /// The picture of a card; `card` is the card within its cell, in cells.
    pub fn of(picture: &RgbImage, place: &BoardPlace, cell: Cell, card: Rect) -> Self {
        let (dx, dy) = (card.w * (1.0 - INNER) / 2.0, card.h * (1.0 - INNER) / 2.0);
        let inner = Rect::new(card.x + dx, card.y + dy, card.w * INNER, card.h * INNER);
        let area = place.in_cell(cell, inner);
        let placement = Placement::upright((SIDE, SIDE), area);
        Self::from(rectify(picture, &placement, Sampling::Area))
    }

    /// Whether both can be pictures of the same card.
    pub fn is_like(&self, other: &Self) -> bool {
        self.difference(other, everywhere) <= same(self)
    }

    /// The strength of its pattern: the spread of its brightest channel, 0 to 255, without thin lines.
    pub fn contrast(&self) -> f32 {
        self.spread(20)
    }

    /// The spread of its brightest channel, 0 to 255, without one in so many pixels at either end.
    pub fn spread(&self, part: usize) -> f32 {
        let spread = |channel: usize| {
            let mut values: Vec<u8> = self.pixels.pixels().map(|p| p[channel]).collect();
            values.sort_unstable();
            let n = values.len();
            f32::from(values[n - 1 - n / part]) - f32::from(values[n / part])
        };
        (0..3).map(spread).fold(0.0, f32::max)
    }

    /// The largest mean difference in a square of one picture from the other, 0 to 255, with one
    /// moved a little over the other, by half pixels; `counts` says which squares count, by their
    /// middles from 0 to 1.
    pub fn difference(&self, other: &Self, counts: impl Fn(f32, f32) -> bool) -> f32 {
        let mut least = f32::MAX;
        for half in [(false, false), (true, false), (false, true), (true, true)] {
            let other = other.between(half);
            for dy in -SHIFT..=SHIFT - i32::from(half.1) {
                for dx in -SHIFT..=SHIFT - i32::from(half.0) {
                    least = least.min(self.difference_at(&other, (dx, dy), &counts, least));
                }
            }
        }
        least
    }

    /// The mean difference of the pixels where they are, 0 to 255.
    pub fn mean_difference(&self, other: &Self) -> f32 {
        let pairs = self.pixels.as_raw().iter().zip(other.pixels.as_raw());
        let sum: u32 = pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        sum as f32 / self.pixels.as_raw().len() as f32
    }

    /// The picture half a pixel further to the right, or further down, or both.
    fn between(&self, (right, down): (bool, bool)) -> Self {
        let last = SIDE - 1;
        let pixels = RgbImage::from_fn(SIDE, SIDE, |x, y| {
            let to = ((x + u32::from(right)).min(last), (y + u32::from(down)).min(last));
            let [a, b, c, d] = [(x, y), (to.0, y), (x, to.1), to]
                .map(|(x, y)| self.pixels.get_pixel(x, y).0.map(u16::from));
            image::Rgb(std::array::from_fn(|i| ((a[i] + b[i] + c[i] + d[i] + 2) / 4) as u8))
        });
        Self::from(pixels)
    }

    fn difference_at(
        &self,
        other: &Self,
        (dx, dy): (i32, i32),
        counts: &impl Fn(f32, f32) -> bool,
        enough: f32,
    ) -> f32 {
        let mut most = 0.0f32;
        let margin = SHIFT as u32;
        let steps = (margin..=SIDE - SQUARE - margin).step_by(2);
        for y in steps.clone() {
            for x in steps.clone() {
                let middle = |v: u32| (v + SQUARE / 2) as f32 / SIDE as f32;
                if !counts(middle(x), middle(y)) {
                    continue;
                }
                let mut sums = [0i32; 3];
                let mut size = 0;
                for v in y..y + SQUARE {
                    for u in x..x + SQUARE {
                        let a = self.pixels.get_pixel(u, v).0;
                        let at = (u.wrapping_add_signed(dx), v.wrapping_add_signed(dy));
                        let b = other.pixels.get_pixel(at.0, at.1).0;
                        let apart: [i32; 3] =
                            std::array::from_fn(|i| (i32::from(a[i]) - i32::from(b[i])).abs());
                        sums.iter_mut().zip(apart).for_each(|(sum, v)| *sum += v);
                        size += 1;
                    }
                }
                let [r, g, b] = sums;
                most = most.max(r.max(g).max(b) as f32 / size as f32);
                if most >= enough {
                    return most;
                }
            }
        }
        most
    }

    /// The pattern of the picture: what differs from its mean colour, blurred a little, with unit norm over all
    /// channels. `None` where there is next to none.
    pub fn pattern(&self) -> Option<&[f32]> {
        self.pattern.get_or_init(|| self.drawn()).as_deref()
    }

    /// The same, computed anew.
    fn drawn(&self) -> Option<Vec<f32>> {
        if self.spread(LINES) < LEAST_PATTERN {
            return None;
        }
        let side = SIDE as usize;
        let mut values = vec![0.0; 3 * side * side];
        for channel in 0..3 {
            let plane = &mut values[channel * side * side..(channel + 1) * side * side];
            for y in 0..SIDE {
                for x in 0..SIDE {
                    let mut sum = 0.0;
                    for (dy, wy) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                        for (dx, wx) in [(-1, 1.0), (0, 2.0), (1, 1.0)] {
                            let at = |v: u32, d: i32| v.saturating_add_signed(d).min(SIDE - 1);
                            let pixel = self.pixels.get_pixel(at(x, dx), at(y, dy));
                            sum += wx * wy * f32::from(pixel[channel]) / 16.0;
                        }
                    }
                    plane[(y * SIDE + x) as usize] = sum;
                }
            }
            let mean = plane.iter().sum::<f32>() / plane.len() as f32;
            plane.iter_mut().for_each(|v| *v -= mean);
        }
        scale_to_unit(&mut values);
        Some(values)
    }

    /// The colour that most of it has: the median of each channel.
    pub fn ground(&self) -> [u8; 3] {
        std::array::from_fn(|channel| {
            let mut values: Vec<u8> = self.pixels.pixels().map(|p| p[channel]).collect();
            let middle = values.len() / 2;
            *values.select_nth_unstable(middle).1
        })
    }

    /// The difference of two cards' grounds: that of their means over the middle, 0 to 255.
    pub fn least_difference(&self, other: &Self) -> f32 {
        let mean = |picture: &Self| -> [f32; 3] {
            let third = SIDE / 3;
            let mut sums = [0.0; 3];
            for y in third..SIDE - third {
                for x in third..SIDE - third {
                    let p = picture.pixels.get_pixel(x, y).0;
                    sums.iter_mut().zip(p).for_each(|(sum, v)| *sum += f32::from(v));
                }
            }
            let n = (SIDE - 2 * third).pow(2) as f32;
            sums.map(|sum| sum / n)
        };
        let (a, b) = (mean(self), mean(other));
        (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f32::max)
    }

    /// The picture as text.
    pub fn rows(&self) -> Vec<String> {
        let hex = |p: &image::Rgb<u8>| format!("{:02x}{:02x}{:02x}", p[0], p[1], p[2]);
        self.pixels.rows().map(|row| row.map(hex).collect()).collect()
    }

    /// The picture that this text says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(rows: &[String]) -> Result<Self, String> {
        let wrong = || format!("a card's picture has {SIDE} rows of {SIDE} colours rrggbb");
        let mut raw = Vec::new();
        for row in rows {
            if row.len() != 6 * SIDE as usize || !row.is_ascii() {
                return Err(wrong());
            }
            for at in (0..row.len()).step_by(2) {
                raw.push(u8::from_str_radix(&row[at..at + 2], 16).map_err(|_| wrong())?);
            }
        }
        RgbImage::from_raw(SIDE, SIDE, raw).map(Self::from).ok_or_else(wrong)
    }
}

impl From<RgbImage> for CardPicture {
    fn from(pixels: RgbImage) -> Self {
        Self { pixels, pattern: OnceLock::new() }
    }
}

/// How alike two patterns are, -1 to 1: the largest correlation with one moved a little over the
/// other.
pub(super) fn likeness(a: &[f32], b: &[f32]) -> f32 {
    let side = SIDE as i32;
    let mut best = -1.0f32;
    for dy in -SHIFT..=SHIFT {
        for dx in -SHIFT..=SHIFT {
            let mut sum = 0.0;
            for plane in 0..3 {
                for y in dy.max(0)..(side + dy).min(side) {
                    let (from, to) = (dx.max(0), (side + dx).min(side));
                    let row = plane * side * side;
                    let i = (row + y * side + from) as usize;
                    let j = (row + (y - dy) * side + from - dx) as usize;
                    let length = (to - from) as usize;
                    sum += dot(&a[i..i + length], &b[j..j + length]);
                }
            }
            best = best.max(sum);
        }
    }
    best
}

pub(super) fn everywhere(_: f32, _: f32) -> bool {
    true
}

pub(super) fn in_the_middle(x: f32, y: f32) -> bool {
    (0.33..0.67).contains(&x) && (0.33..0.67).contains(&y)
}

/// The difference below which a card is the same as this one.
pub(super) fn same(card: &CardPicture) -> f32 {
    (SAME * card.contrast()).clamp(SAME_BOUNDS.0, SAME_BOUNDS.1)
}
