//! The cursor of a game that is played by keys: what it draws around a card, in the gap between the cards.

use super::place::BoardPlace;
use crate::screen::layout::SIZE;
use grid::geometry::Rect;
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use image::RgbImage;
use serde::{Deserialize, Serialize};

/// The colours of the gap above a card, below it, at its left and at its right.
type Rim = [[u8; 3]; 4];

/// The least change of each side of the gap by the cursor, in grey levels of a channel: twice what the sides of other
/// cards may differ by.
const LEAST_CHANGE: u8 = 30;

/// The share of a card's side that is looked at: corners are round.
const MIDDLE: f64 = 0.6;

/// What a picture showed around its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CursorRims {
    plain: Rim,
    cursor: Rim,
}

/// What is around each card, which lies so within its cell.
fn rims(picture: &RgbImage, place: &BoardPlace, card: Rect) -> Grid<Rim> {
    let Rect { x, y, w, h } = card;
    let (right, low) = (x + w, y + h);
    let (in_x, in_y) = (x + w * (1.0 - MIDDLE) / 2.0, y + h * (1.0 - MIDDLE) / 2.0);
    let parts = [
        Rect::new(in_x, 0.0, w * MIDDLE, y),
        Rect::new(in_x, low, w * MIDDLE, 1.0 - low),
        Rect::new(0.0, in_y, x, h * MIDDLE),
        Rect::new(right, in_y, 1.0 - right, h * MIDDLE),
    ];
    Grid::from_fn(SIZE, SIZE, |row, column| {
        parts.map(|part| mean(picture, &place.in_cell((row, column), part)))
    })
}

/// The mean colour of the pixels whose middles lie in an area, at least the one in its middle.
fn mean(picture: &RgbImage, area: &Rect) -> [u8; 3] {
    let span = |from: f64, length: f64, most: u32| {
        let first = (from - 0.5).ceil().max(0.0) as u32;
        let end = ((from + length - 0.5).floor() + 1.0).clamp(0.0, f64::from(most)) as u32;
        let middle = ((from + length / 2.0).max(0.0) as u32).min(most - 1);
        if first < end { first..end } else { middle..middle + 1 }
    };
    let (columns, rows) =
        (span(area.x, area.w, picture.width()), span(area.y, area.h, picture.height()));
    let (mut sums, mut count) = ([0u32; 3], 0);
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        let pixel = picture.get_pixel(x, y).0;
        sums.iter_mut().zip(pixel).for_each(|(sum, v)| *sum += u32::from(v));
        count += 1;
    }
    sums.map(|sum| (sum / count) as u8)
}

/// By how much the side differs that differs least.
fn change(a: &Rim, b: &Rim) -> u8 {
    let side = |(a, b): (&[u8; 3], &[u8; 3])| {
        a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or_default()
    };
    a.iter().zip(b).map(side).min().unwrap_or_default()
}

impl CursorRims {
    /// Learns the cursor from a picture with the cursor at this card; `card` is a card's place within its cell.
    /// `None` if nothing is visible around it that no other card has.
    pub fn learned(picture: &RgbImage, place: &BoardPlace, card: Rect, at: Cell) -> Option<Self> {
        let rims = rims(picture, place, card);
        let plain = std::array::from_fn(|side| {
            std::array::from_fn(|channel| {
                let others = rims.cells().filter(|(cell, _)| *cell != at);
                let mut values: Vec<u8> = others.map(|(_, rim)| rim[side][channel]).collect();
                values.sort_unstable();
                values[values.len() / 2]
            })
        });
        let taught = Self { plain, cursor: rims[at] };
        let stands_out = change(&rims[at], &plain) >= LEAST_CHANGE;
        (stands_out && taught.read(picture, place, card).value == Some(at)).then_some(taught)
    }

    /// The card under the cursor: the only one around which there is more of the cursor than of the gap.
    pub fn read(&self, picture: &RgbImage, place: &BoardPlace, card: Rect) -> Reading<Cell> {
        let rims = rims(picture, place, card);
        // Twice as near to the one as to the other, on each side.
        let is_at = |rim: &Rim| {
            (0..4).all(|side| {
                let off =
                    |of: &Rim| (0..3).map(|c| u32::from(of[side][c].abs_diff(rim[side][c]))).max();
                off(&self.cursor).map(|off| 2 * off) < off(&self.plain)
            })
        };
        let mut found = rims.cells().filter(|(_, rim)| is_at(rim)).map(|(cell, _)| cell);
        match (found.next(), found.next()) {
            (Some(cell), None) => Reading::sure(cell, 0.99),
            (None, _) => Reading::none(Unreadable::Absent),
            _ => Reading::none(Unreadable::Doubtful),
        }
    }
}
