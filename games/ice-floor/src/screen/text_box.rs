//! Whether a text box is open: a plain light area, almost as wide as the screen, at its bottom.

use super::registration::bright;
use image::RgbImage;
use vision::photometry::{median, near};

/// Where the text stands, in native pixels: left, top, width, height.
const TEXT: (u32, u32, u32, u32) = (24, 122, 192, 28);

/// The share of it that has the paper's colour.
const LEAST_PLAIN: f32 = 0.55;

/// The share of each of its rows and columns that has: text leaves some paper free in all of them, and
/// what a wall or a shadow draws is as long as they are.
const LEAST_FREE: f32 = 0.2;

/// How far its channels may be from the usual colour, and from white, which is what few pixels are
/// brighter than, in all channels alike.
const NEAR: f32 = 7.0;
const WHITE: std::ops::Range<f32> = 0.86..1.2;

/// Whether a native picture shows one.
pub fn is_open(native: &RgbImage) -> bool {
    let (left, top, width, height) = TEXT;
    let colour = |x: u32, y: u32| native.get_pixel(left + x, top + y).0.map(f32::from);
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let paper = median(all.clone().map(|(x, y)| colour(x, y)).collect());
    let is_paper = |x: u32, y: u32| near(&colour(x, y), &paper, NEAR);
    let plain = all.filter(|(x, y)| is_paper(*x, *y)).count() as f32;
    let free = |count: usize, of: u32| count as f32 >= LEAST_FREE * of as f32;
    let is_white = (0..3).all(|i| WHITE.contains(&(paper[i] / bright(native, i))));
    is_white
        && plain >= LEAST_PLAIN * (width * height) as f32
        && (0..height).all(|y| free((0..width).filter(|x| is_paper(*x, y)).count(), width))
        && (0..width).all(|x| free((0..height).filter(|y| is_paper(x, *y)).count(), height))
}
