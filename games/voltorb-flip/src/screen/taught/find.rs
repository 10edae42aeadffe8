//! Finds the board of a learned theme in a picture.

use super::look::TaughtLook;
use super::place::BoardPlace;
use crate::screen::layout::SIZE;
use image::RgbImage;
use vision::lattice::tiling::{Tiling, tilings};

/// The least share of the backdrop that a picture must show.
const LEAST_AGREEMENT: f64 = 0.85;
/// The most places that are read.
const MOST_PLACES: usize = 9;
/// How much the shape of cells may differ, as a share.
const SAME_ASPECT: f64 = 0.03;
/// How much the size of a box may differ, as a share, and in pixels.
const SAME_SIZE: f64 = 0.05;
const ROUNDING: f64 = 1.6;
/// The most columns and rows of a tiling that may hold a board, twice those of the cards and headers. A larger tiling
/// is a pattern, with as many places for a board as cells.
const MOST_LINES: usize = 2 * (SIZE + 1);

impl TaughtLook {
    /// Where its board may be in a picture, the likeliest place first. A backdrop without boxes
    /// fits a row or a column beside as well.
    pub(super) fn find(&self, picture: &RgbImage) -> Vec<BoardPlace> {
        let mut found: Vec<(f64, BoardPlace)> = Vec::new();
        let mut tried: Vec<BoardPlace> = Vec::new();
        for place in self.candidates(picture) {
            let near = |other: &BoardPlace| {
                (other.left - place.left).abs() < 0.7
                    && (other.top - place.top).abs() < 0.7
                    && (other.pitch.0 - place.pitch.0).abs() < 0.15
                    && (other.pitch.1 - place.pitch.1).abs() < 0.15
            };
            if tried.iter().any(near) || !place.is_inside(picture.dimensions()) {
                continue;
            }
            tried.push(place);
            let agreement = self.backdrop.agreement(picture, &place);
            if agreement >= LEAST_AGREEMENT {
                found.push((agreement, place));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut places: Vec<BoardPlace> = Vec::new();
        for (_, place) in found {
            let beside = |other: &BoardPlace| {
                (other.left - place.left).abs() > place.pitch.0 / 2.0
                    || (other.top - place.top).abs() > place.pitch.1 / 2.0
            };
            if places.iter().all(beside) && places.len() < MOST_PLACES {
                places.push(place);
            }
        }
        places
    }

    /// Where its board may be: by the boxes of its cells, else, where they have none, by the
    /// backdrop alone.
    fn candidates(&self, picture: &RgbImage) -> Vec<BoardPlace> {
        if self.cells.marks.is_empty() {
            return self.backdrop.search(picture, self.cells.aspect);
        }
        let tilings = tilings(picture, self.cells.tolerance, SIZE);
        tilings.iter().flat_map(|tiling| self.places(tiling)).collect()
    }

    /// Whether its board is still at this place.
    pub(super) fn is_at(&self, picture: &RgbImage, place: &BoardPlace) -> bool {
        place.is_inside(picture.dimensions())
            && self.backdrop.agreement(picture, place) >= LEAST_AGREEMENT
    }

    /// Where the board may be if the boxes of a tiling are those that its cells have.
    fn places(&self, tiling: &Tiling) -> Vec<BoardPlace> {
        let pitch = (tiling.columns.pitch, tiling.rows.pitch);
        if tiling.columns.count.max(tiling.rows.count) > MOST_LINES {
            return Vec::new();
        }
        if (pitch.1 / pitch.0 / self.cells.aspect - 1.0).abs() > SAME_ASPECT {
            return Vec::new();
        }
        let same = |seen: f64, known: f64| (seen - known).abs() <= ROUNDING + SAME_SIZE * known;
        let mut places = Vec::new();
        for mark in &self.cells.marks {
            let size = (mark.w * pitch.0, mark.h * pitch.1);
            if !same(tiling.size.0, size.0) || !same(tiling.size.1, size.1) {
                continue;
            }
            // The middles of boxes are the same at every scale, edges are off by half a pixel.
            let left =
                tiling.columns.first + tiling.size.0 / 2.0 - (mark.x + mark.w / 2.0) * pitch.0;
            let top = tiling.rows.first + tiling.size.1 / 2.0 - (mark.y + mark.h / 2.0) * pitch.1;
            let first = BoardPlace { left, top, pitch };
            let range = |count: usize| -1..=(count as i32 - SIZE as i32 + 1);
            for row in range(tiling.rows.count) {
                for column in range(tiling.columns.count) {
                    places.push(first.moved(f64::from(column), f64::from(row)));
                }
            }
        }
        places
    }
}
