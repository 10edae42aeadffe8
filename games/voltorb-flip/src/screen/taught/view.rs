//! The part of a picture around a board, in which its headers are.

use super::place::BoardPlace;
use crate::screen::layout::SIZE;
use grid::geometry::{Placement, Rect};
use image::{RgbImage, imageops};
use vision::lattice::regions::Regions;
use vision::rectify::{Sampling, rectify};

/// A board with what is around it.
pub(super) struct View {
    /// The part of the picture, no larger than is needed to read it.
    pub picture: RgbImage,
    /// Its regions.
    pub regions: Regions,
    /// Where the board lies in it.
    pub place: BoardPlace,
}

/// How far around the board it reaches, in cells.
const AROUND: f64 = 2.6;
/// Cells larger than this, in pixels, are reduced to the second size.
const LARGE: f64 = 128.0;
const REDUCED: f64 = 88.0;

impl View {
    /// The part of a picture around a board.
    pub fn of(picture: &RgbImage, place: &BoardPlace, tolerance: u8) -> Self {
        let (width, height) = picture.dimensions();
        let size = SIZE as f64 + 2.0 * AROUND;
        let area = place.area(Rect::new(-AROUND, -AROUND, size, size));
        let clamp = |v: f64, most: u32| v.round().clamp(0.0, f64::from(most)) as u32;
        let (x0, x1) = (clamp(area.x, width), clamp(area.x + area.w, width));
        let (y0, y1) = (clamp(area.y, height), clamp(area.y + area.h, height));
        let (w, h) = ((x1 - x0).max(1), (y1 - y0).max(1));
        let (left, top) = (place.left - f64::from(x0), place.top - f64::from(y0));
        let pitch = place.pitch.0.min(place.pitch.1);
        let (picture, place) = if pitch <= LARGE {
            let part = imageops::crop_imm(picture, x0, y0, w, h).to_image();
            (part, BoardPlace { left, top, pitch: place.pitch })
        } else {
            let (rw, rh) = (f64::from(w) * REDUCED / pitch, f64::from(h) * REDUCED / pitch);
            let native = ((rw.round() as u32).max(1), (rh.round() as u32).max(1));
            let (sx, sy) = (f64::from(native.0) / f64::from(w), f64::from(native.1) / f64::from(h));
            let area = Rect::new(f64::from(x0), f64::from(y0), f64::from(w), f64::from(h));
            let part = rectify(picture, &Placement::upright(native, area), Sampling::Area);
            let pitch = (place.pitch.0 * sx, place.pitch.1 * sy);
            (part, BoardPlace { left: left * sx, top: top * sy, pitch })
        };
        let regions = Regions::of(&picture, tolerance);
        Self { picture, regions, place }
    }
}
