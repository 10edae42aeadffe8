//! Detects an open text box: a plain light area, almost as wide as the screen, at its bottom.
//!
//! If the room visibly continues there (the plan has ice, and the picture too), no box is open. If the plan has no
//! ice there, an area that almost looks like a box may be one in bad light.

use super::registration::bright;
use super::view::{IceIndex, Place};
use image::RgbImage;
use vision::photometry::{median, near};

/// The area of the text, in native pixels: left, top, width, height.
const TEXT: (u32, u32, u32, u32) = (24, 122, 192, 28);

/// What such a box looks like.
struct Looks {
    /// The share of it that has the paper's colour.
    plain: f32,
    /// The share of each of its rows and columns that has: text leaves some paper free in all of them, and what a wall
    /// or a shadow draws is as long as they are.
    free: f32,
    /// How far its channels may be from the usual colour.
    near: f32,
    /// And how far from white, which is what few pixels are brighter than, in all channels alike.
    white: std::ops::Range<f32>,
}

/// What is one, and what may be.
const CERTAIN: Looks = Looks { plain: 0.55, free: 0.2, near: 7.0, white: 0.86..1.2 };
const LIKELY: Looks = Looks { plain: 0.45, free: 0.06, near: 20.0, white: 0.75..1.3 };

/// The fewest pixels of ice that show whether the room is visible, and the least share of them that must look like
/// ice.
const LEAST_ICE: f32 = 512.0;
const LEAST_SEEN: f32 = 0.5;

/// Whether a native picture shows an open text box; `None` if that is uncertain.
pub fn is_open(native: &RgbImage) -> Option<bool> {
    if CERTAIN.are_those(native) {
        return Some(true);
    }
    (!LIKELY.are_those(native)).then_some(false)
}

/// Whether the room is visible where a text box would be, if the hero is at `place`; `None` if the plan has too
/// little ice there.
pub fn is_room(index: &IceIndex, place: Place) -> Option<bool> {
    let (left, top, width, height) = TEXT;
    let is_text = |(x, y): (i32, i32)| {
        (left..left + width).contains(&(x as u32)) && (top..top + height).contains(&(y as u32))
    };
    // Of what is no ice and of what is: the sum of the values elsewhere, and how many there are.
    let mut sums = [[0.0f32; 2]; 2];
    index.compare(place, |at, is_ice, value| {
        if !is_text(at) {
            let [sum, count] = &mut sums[usize::from(is_ice)];
            (*sum, *count) = (*sum + value, *count + 1.0);
        }
    });
    let [other, ice] = sums.map(|[sum, count]| sum / count);
    let between = (other + ice) / 2.0;
    let (mut like_ice, mut all) = (0.0, 0.0);
    index.compare(place, |at, is_ice, value| {
        if is_text(at) && is_ice {
            all += 1.0;
            like_ice += f32::from(u8::from(value > between));
        }
    });
    (all >= LEAST_ICE && between.is_finite()).then_some(like_ice >= LEAST_SEEN * all)
}

impl Looks {
    /// Whether the area of a native picture where text stands has them.
    fn are_those(&self, native: &RgbImage) -> bool {
        let (left, top, width, height) = TEXT;
        let colour = |x: u32, y: u32| native.get_pixel(left + x, top + y).0.map(f32::from);
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let paper = median(all.clone().map(|(x, y)| colour(x, y)).collect());
        let is_paper = |x: u32, y: u32| near(&colour(x, y), &paper, self.near);
        let plain = all.filter(|(x, y)| is_paper(*x, *y)).count() as f32;
        let free = |count: usize, of: u32| count as f32 >= self.free * of as f32;
        let is_white = (0..3).all(|i| self.white.contains(&(paper[i] / bright(native, i))));
        is_white
            && plain >= self.plain * (width * height) as f32
            && (0..height).all(|y| free((0..width).filter(|x| is_paper(*x, y)).count(), width))
            && (0..width).all(|x| free((0..height).filter(|y| is_paper(x, *y)).count(), height))
    }
}
