//! Recognises what a cell of a scene shows.

use super::super::cell::CellReading;
use super::super::colour::{Colour, difference};
use super::super::sample::{IntegralImage, Sample};
use super::super::shapes::Ink;
use super::{Area, FINE, Number, Part, Scene, Shade, Told};
use grid::Cell;
use grid::geometry::Rect;
use grid::reading::{Reading, Unreadable};
use minesweeper::board::CellState;

/// About how many places along a cell its colours are sampled at.
const COARSE: f64 = 40.0;

/// The least correlation of a number with its drawing, and its least lead over every other.
const LEAST_LIKENESS: f32 = 0.65;
const LEAST_LEAD: f32 = 0.045;

/// The weight of shape as evidence between two numbers.
const SHAPE_WEIGHT: f32 = 75.0;

impl Scene {
    /// Reads a cell: it has a value if exactly one state explains it.
    pub fn read(&self, sample: &Sample<'_>, cell: Cell) -> CellReading {
        let (picture, area) = (sample.picture, sample.lattice.cell(cell));
        let mut fitting = self.fitting(picture, &area);
        match (fitting.next(), fitting.next()) {
            (Some(Told { state: Some(state), .. }), None) => CellReading::sure(*state, 0.99),
            (Some(Told { state: None, .. }), None) => {
                let ink = self.number.ink(picture, &area);
                number(self.number.digits.likeness(&ink, area.w))
            }
            (Some(_), Some(_)) => CellReading::none(Unreadable::Doubtful),
            (None, _) => CellReading::none(Unreadable::Covered),
        }
    }

    /// Whether the scene can recognise this state.
    pub fn tells(&self, state: CellState) -> bool {
        self.cells.iter().any(|told| told.state == Some(state))
    }

    /// Whether a cell shows something that exists in this scene.
    pub fn knows(&self, picture: &IntegralImage<'_>, area: &Rect) -> bool {
        self.fitting(picture, area).next().is_some()
    }

    fn fitting<'a>(
        &'a self,
        picture: &'a IntegralImage<'_>,
        area: &'a Rect,
    ) -> impl Iterator<Item = &'a Told> {
        self.cells.iter().filter(|told| told.is_seen(picture, area))
    }
}

impl Told {
    fn is_seen(&self, picture: &IntegralImage<'_>, cell: &Rect) -> bool {
        self.areas.iter().all(|area| area.is_seen(picture, cell))
            && self.shades.iter().all(|shade| shade.is_seen(picture, cell))
    }
}

impl Shade {
    fn is_seen(&self, picture: &IntegralImage<'_>, cell: &Rect) -> bool {
        let grey = |[left, top, right, bottom]: Part| {
            let x = |part: f64| cell.x + part * cell.w;
            let y = |part: f64| cell.y + part * cell.h;
            picture.mean(x(left), y(top), x(right), y(bottom)).iter().sum::<f32>() / 3.0
        };
        grey(self.than) - grey(self.part) >= self.by
    }
}

/// The number that is most like, if it leads.
fn number(likeness: [f32; 8]) -> CellReading {
    let mut all: Vec<(u8, f32)> = (1..).zip(likeness).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, most) = all[0];
    let total: f32 = all.iter().map(|(_, like)| (SHAPE_WEIGHT * (like - most)).exp()).sum();
    let chance = |like: f32| (SHAPE_WEIGHT * (like - most)).exp() / total;
    let considered =
        all.iter().map(|(which, like)| (CellState::Open(*which), chance(*like))).collect();
    let is_told = most >= LEAST_LIKENESS && most - all[1].1 >= LEAST_LEAD;
    let reading = match is_told {
        true => Reading::sure(CellState::Open(best), chance(most).min(0.99)),
        false => Reading::none(Unreadable::Doubtful),
    };
    CellReading::new(reading, considered, most)
}

impl Area {
    fn is_seen(&self, picture: &IntegralImage<'_>, cell: &Rect) -> bool {
        (self.share[0]..=self.share[1]).contains(&self.seen(picture, cell))
    }

    /// The share of its pixels that have one of its colours.
    fn seen(&self, picture: &IntegralImage<'_>, cell: &Rect) -> f32 {
        let (mut all, mut like) = (0, 0);
        let step = (cell.w / COARSE).max(1.0);
        for (x, y) in places(&self.part, cell, step) {
            let seen = picture.mean(x, y, x + step, y + step);
            all += 1;
            like += usize::from(self.has(seen));
        }
        like as f32 / all.max(1) as f32
    }

    fn has(&self, seen: Colour) -> bool {
        let near =
            |tint: &super::Tint| tint.near.iter().any(|c| difference(*c, seen) <= tint.within);
        self.colours.iter().any(near)
    }
}

/// The upper left corners of squares that lie in a part of a cell, in pixels.
fn places(part: &Part, cell: &Rect, step: f64) -> impl Iterator<Item = (f64, f64)> {
    let span = |from: f64, to: f64, start: f64, length: f64| {
        let first = (start + from * length).round();
        let count = (((to - from) * length) / step).round().max(1.0) as usize;
        (0..count).map(move |i| first + i as f64 * step)
    };
    let across: Vec<f64> = span(part[0], part[2], cell.x, cell.w).collect();
    span(part[1], part[3], cell.y, cell.h)
        .flat_map(move |y| across.clone().into_iter().map(move |x| (x, y)))
}

impl Number {
    /// The ink of a number, set upright.
    fn ink(&self, picture: &IntegralImage<'_>, cell: &Rect) -> Ink {
        let [left, top, right, bottom] = self.part;
        let (width, height) = self.digits.size();
        let (mid_x, mid_y) = ((left + right) / 2.0, (top + bottom) / 2.0);
        let half = (0.5 / cell.w).max(0.5 / FINE);
        let pixels = (0..width * height).map(|i| {
            let u = left + ((i % width) as f64 + 0.5) / FINE;
            let v = top + ((i / width) as f64 + 0.5) / FINE;
            let x = u + self.slant[0] * (v - mid_y);
            let y = v + self.slant[1] * (u - mid_x);
            let at = |part: f64, start: f64, length: f64| start + part * length;
            let seen = picture.mean(
                at(x - half, cell.x, cell.w),
                at(y - half, cell.y, cell.h),
                at(x + half, cell.x, cell.w),
                at(y + half, cell.y, cell.h),
            );
            (1.0 - difference(seen, self.colour) / self.reach).max(0.0)
        });
        let mut ink = Ink { width, height, pixels: pixels.collect() };
        let most = ink.pixels.iter().copied().fold(0.05, f32::max);
        ink.pixels.iter_mut().for_each(|pixel| *pixel /= most);
        ink
    }
}
