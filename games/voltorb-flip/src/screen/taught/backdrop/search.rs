//! Searches a backdrop anywhere in a picture, at any size: for boards whose cells have no box of even colour.
//!
//! The picture is scaled so that a cell is as large as in the backdrop, for every size of a cell in small steps. At
//! each place pixels of the backdrop are compared in an order that spreads them over the board, until too many
//! differ: a sequential test, which drops nearly all places after a few pixels. What is left is moved and scaled in
//! ever smaller steps to where it differs least.

use super::{Backdrop, DETAIL, SAME};
use crate::screen::layout::SIZE;
use crate::screen::taught::place::BoardPlace;
use grid::geometry::Placement;
use grid::geometry::Rect;
use image::RgbImage;
use rayon::prelude::*;
use vision::lattice::regions::difference;
use vision::rectify::{Sampling, rectify};

/// The widths of a cell that are tried, in pixels, from the narrowest: digits beside narrower cells
/// have less than eight pixels.
const NARROWEST: f64 = 24.0;
/// The step from one to the next: no pixel of a board with its headers, 3.5 cells of 12 pixels from
/// its middle, is off by more than half of one.
const STEP: f64 = 1.022;
/// The sequential test: after so many pixels, at most so many may differ. At the right place only those along edges
/// do.
const TESTS: [(usize, usize); 3] = [(16, 8), (64, 26), (256, 90)];
/// The largest share of pixels that may differ before a place is refined.
const MOST_OTHER: f64 = 0.35;
/// The most places of each size, and in all.
const MOST_PLACES: usize = 12;
/// The distance below which two places are one, in cells.
const NEAR: f64 = 0.25;

/// The picture, and this at half the size as often as it takes until no cell is twice as wide as in
/// a backdrop.
fn pyramid(picture: &RgbImage, widest: f64) -> Vec<RgbImage> {
    let mut levels = vec![picture.clone()];
    let mut pitch = widest;
    while pitch >= 2.0 * DETAIL {
        let last = &levels[levels.len() - 1];
        let (w, h) = (last.width() / 2, last.height() / 2);
        let area = Rect::new(0.0, 0.0, f64::from(2 * w), f64::from(2 * h));
        levels.push(rectify(last, &Placement::upright((w, h), area), Sampling::Area));
        pitch /= 2.0;
    }
    levels
}

impl Backdrop {
    /// Where it may be in a picture; `aspect` is the height of a cell in widths of one.
    pub(in super::super) fn search(&self, picture: &RgbImage, aspect: f64) -> Vec<BoardPlace> {
        let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
        let widest = (width / SIZE as f64).min(height / SIZE as f64 / aspect);
        let sizes: Vec<f64> = std::iter::successors(Some(NARROWEST), |pitch| Some(pitch * STEP))
            .take_while(|pitch| *pitch <= 1.02 * widest)
            .collect();
        let order = self.order();
        let pyramid = pyramid(picture, widest);
        let mut found: Vec<(f64, BoardPlace)> = sizes
            .par_iter()
            .flat_map_iter(|&pitch| self.at_size(&pyramid, (pitch, aspect * pitch), &order))
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut places: Vec<BoardPlace> = Vec::new();
        for (_, place) in found {
            let is_near = |other: &BoardPlace| {
                (other.left - place.left).abs() < NEAR * place.pitch.0
                    && (other.top - place.top).abs() < NEAR * place.pitch.1
            };
            if places.len() < MOST_PLACES && !places.iter().any(is_near) {
                places.push(place);
            }
        }
        places.into_iter().map(|place| self.refined(picture, place)).collect()
    }

    /// The pixels that count, so that each part of the list is spread over all of them.
    fn order(&self) -> Vec<(u32, u32)> {
        let width = self.pixels.width() as usize;
        let counted = (0..self.counts.len()).filter(|&i| self.counts[i]);
        let all: Vec<(u32, u32)> =
            counted.map(|i| ((i % width) as u32, (i / width) as u32)).collect();
        // Steps of the golden ratio visit each once if the step has no divisor in common with the
        // length.
        let n = all.len().max(1);
        let divisor = |mut a: usize, mut b: usize| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let golden = (n as f64 * 0.618) as usize;
        let step = (golden.max(1)..).find(|&step| divisor(step, n) == 1).unwrap_or(1);
        (0..all.len()).map(|i| all[i * step % n]).collect()
    }

    /// Places at which a cell has this width and height, with the share of the pixels that differ.
    fn at_size(
        &self,
        pyramid: &[RgbImage],
        pitch: (f64, f64),
        order: &[(u32, u32)],
    ) -> Vec<(f64, BoardPlace)> {
        let scale = (pitch.0 / DETAIL, pitch.1 / DETAIL);
        let level = (scale.0.min(scale.1).log2().floor().max(0.0) as usize).min(pyramid.len() - 1);
        let (picture, halved) = (&pyramid[level], f64::from(1 << level));
        let within = (scale.0 / halved, scale.1 / halved);
        let size = |length: u32, scale: f64| (f64::from(length) / scale).floor().max(1.0) as u32;
        let small = (size(picture.width(), within.0), size(picture.height(), within.1));
        let area =
            Rect::new(0.0, 0.0, f64::from(small.0) * within.0, f64::from(small.1) * within.1);
        let reduced = rectify(picture, &Placement::upright(small, area), Sampling::Area);
        let (w, h) = self.pixels.dimensions();
        let mut found = Vec::new();
        for top in 0..(small.1 + 1).saturating_sub(h) {
            for left in 0..(small.0 + 1).saturating_sub(w) {
                if let Some(share) = self.differs(&reduced, (left, top), order) {
                    let place = BoardPlace {
                        left: f64::from(left) * scale.0 - self.area.x * pitch.0,
                        top: f64::from(top) * scale.1 - self.area.y * pitch.1,
                        pitch,
                    };
                    found.push((share, place));
                }
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(MOST_PLACES);
        found
    }

    /// The share of its pixels that differ at a place of a reduced picture; `None` if too many do.
    fn differs(
        &self,
        reduced: &RgbImage,
        (left, top): (u32, u32),
        order: &[(u32, u32)],
    ) -> Option<f64> {
        let (mut seen, mut others) = (0, 0);
        let rest = (order.len(), (MOST_OTHER * order.len() as f64) as usize);
        for (until, most) in TESTS.into_iter().filter(|test| test.0 < rest.0).chain([rest]) {
            for &(x, y) in &order[seen..until] {
                let (known, shown) =
                    (self.pixels.get_pixel(x, y).0, reduced.get_pixel(left + x, top + y).0);
                others += usize::from(difference(known, shown) > SAME);
            }
            seen = until;
            if others > most {
                return None;
            }
        }
        Some(others as f64 / order.len().max(1) as f64)
    }

    /// The place near this one at which the picture differs least.
    fn refined(&self, picture: &RgbImage, place: BoardPlace) -> BoardPlace {
        let mut best = (self.distance(picture, &place), place);
        let mut step = 0.5 / DETAIL;
        while step * best.1.pitch.0 > 0.1 {
            let BoardPlace { pitch, .. } = best.1;
            let (dx, dy) = (step * pitch.0, step * pitch.1);
            let middle = SIZE as f64 / 2.0;
            let scaled = |factor: f64| {
                let place = best.1;
                let (x, y) = place.point(middle, middle);
                let pitch = (place.pitch.0 * factor, place.pitch.1 * factor);
                BoardPlace { left: x - middle * pitch.0, top: y - middle * pitch.1, pitch }
            };
            let moved = |x: f64, y: f64| BoardPlace {
                left: best.1.left + x,
                top: best.1.top + y,
                ..best.1
            };
            let grown = step / middle;
            let tries = [
                moved(dx, 0.0),
                moved(-dx, 0.0),
                moved(0.0, dy),
                moved(0.0, -dy),
                scaled(1.0 + grown),
                scaled(1.0 - grown),
            ];
            let tries = tries.map(|place| (self.distance(picture, &place), place));
            let better = tries.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
            match better.filter(|(distance, _)| *distance < best.0) {
                Some(better) => best = better,
                None => step /= 2.0,
            }
        }
        best.1
    }

    /// How much a picture differs at a place: the mean over the pixels that count, each up to that
    /// of another one.
    fn distance(&self, picture: &RgbImage, place: &BoardPlace) -> f64 {
        let seen = Self::picture(picture, place, self.area);
        let pairs = self.pixels.pixels().zip(seen.pixels()).zip(&self.counts);
        let counted = pairs.filter(|(_, counts)| **counts);
        let sum: u32 = counted.map(|((a, b), _)| u32::from(difference(a.0, b.0).min(SAME))).sum();
        f64::from(sum)
    }
}
