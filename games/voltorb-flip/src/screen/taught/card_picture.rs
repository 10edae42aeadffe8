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
/// The side of the squares over which differences are averaged, in pixels: two blocks of two.
const SIDE_OF_SQUARE: usize = 4;
/// How far one picture is moved over the other, in pixels.
const SHIFT: i32 = 1;
/// The side of what is compared of a picture: what lies in the other one however it is moved.
const COMPARED: usize = SIDE as usize - 2 * SHIFT as usize;

/// To the right and down: which ways a picture is moved by half a pixel.
const HALVES: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

/// The middle of a card.
#[derive(Clone, Debug)]
pub(super) struct CardPicture {
    pixels: RgbImage,
    /// Its pattern, once that was asked for.
    pattern: OnceLock<Option<Vec<f32>>>,
    /// The same pixels half a pixel further to the right, further down, and both, once that was asked for.
    halves: OnceLock<[RgbImage; 3]>,
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
        let halves = HALVES
            .into_iter()
            .zip(other.halves.get_or_init(|| HALVES.map(|half| other.between(half))));
        for (half, other) in std::iter::once(((false, false), &other.pixels)).chain(halves) {
            for dy in -SHIFT..=SHIFT - i32::from(half.1) {
                for dx in -SHIFT..=SHIFT - i32::from(half.0) {
                    least = least.min(self.difference_at(other, (dx, dy), &counts, least));
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

    /// The pixels half a pixel further to the right, or further down, or both.
    fn between(&self, (right, down): (bool, bool)) -> RgbImage {
        let last = SIDE - 1;
        RgbImage::from_fn(SIDE, SIDE, |x, y| {
            let to = ((x + u32::from(right)).min(last), (y + u32::from(down)).min(last));
            let [a, b, c, d] = [(x, y), (to.0, y), (x, to.1), to]
                .map(|(x, y)| self.pixels.get_pixel(x, y).0.map(u16::from));
            image::Rgb(std::array::from_fn(|i| ((a[i] + b[i] + c[i] + d[i] + 2) / 4) as u8))
        })
    }

    /// The largest mean difference in a square, 0 to 255, with `other` moved by so many pixels; a lower bound of it
    /// once it is `enough`.
    fn difference_at(
        &self,
        other: &RgbImage,
        (dx, dy): (i32, i32),
        counts: &impl Fn(f32, f32) -> bool,
        enough: f32,
    ) -> f32 {
        let row = |pixels: &RgbImage, x: u32, y: u32| -> [u8; 3 * COMPARED] {
            let start = 3 * (y * SIDE + x) as usize;
            *pixels.as_raw()[start..].first_chunk().unwrap()
        };
        let margin = SHIFT as u32;
        let middle =
            |start: usize| (margin as usize + 2 * start + SIDE_OF_SQUARE / 2) as f32 / SIDE as f32;
        let mut most = 0.0f32;
        // Squares overlap by halves: each is four blocks of two by two pixels, of which these are two above.
        let mut above = [[0u16; 3]; COMPARED / 2];
        for block_row in 0..COMPARED / 2 {
            let mut columns = [0u16; 3 * COMPARED];
            for y in (0..2).map(|line| margin + 2 * block_row as u32 + line) {
                let a = row(&self.pixels, margin, y);
                let b = row(other, margin.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                for (sum, (a, b)) in columns.iter_mut().zip(a.iter().zip(&b)) {
                    *sum += u16::from(a.abs_diff(*b));
                }
            }
            let mut blocks = [[0u16; 3]; COMPARED / 2];
            for (block, pixels) in blocks.iter_mut().zip(columns.chunks_exact(6)) {
                *block = std::array::from_fn(|channel| pixels[channel] + pixels[channel + 3]);
            }
            for x in (0..COMPARED / 2 - 1).filter(|_| block_row > 0) {
                if counts(middle(x), middle(block_row - 1)) {
                    let four = [above[x], above[x + 1], blocks[x], blocks[x + 1]];
                    let sums = (0..3).map(|channel| four.iter().map(|block| block[channel]).sum());
                    let sum: u16 = sums.max().unwrap();
                    most = most.max(f32::from(sum) / SIDE_OF_SQUARE.pow(2) as f32);
                }
            }
            if most >= enough {
                break;
            }
            above = blocks;
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
        Self { pixels, pattern: OnceLock::new(), halves: OnceLock::new() }
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
