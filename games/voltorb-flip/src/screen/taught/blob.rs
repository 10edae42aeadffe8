//! Blobs: connected pieces of ink, such as a digit, a ball, a letter or a frame.

use super::place::BoardPlace;
use grid::geometry::Rect;

/// The ratio of width to height from which a blob is two digits.
const WIDE: f64 = 1.15;
/// The smallest height of a blob, in pixels.
pub(super) const SMALLEST: u32 = 4;

/// A connected piece of ink.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    /// The pixels [left, right) x [top, bottom) enclose it.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// The column behind the last.
    pub right: u32,
    /// The row below the last.
    pub bottom: u32,
    /// The mean colours of its ink and of its ground.
    pub(super) colour: [u8; 3],
    pub(super) ground: [u8; 3],
    /// The share of the pixels around it that are ground; what is half as strong as its ink is
    /// half.
    pub(super) on_ground: f32,
    /// How unlike the ground each pixel of the bounding box and of one pixel around it is, row by
    /// row: 1 is what most of its ink is; 0 where something else is drawn.
    pub(super) ink: Vec<f32>,
}

impl Blob {
    /// The width, in pixels.
    pub fn width(&self) -> u32 {
        self.right - self.left
    }

    /// The height, in pixels.
    pub fn height(&self) -> u32 {
        self.bottom - self.top
    }

    /// The ink at a pixel; 0 outside.
    pub fn ink(&self, x: i64, y: i64) -> f32 {
        let (x, y) = (x - i64::from(self.left) + 1, y - i64::from(self.top) + 1);
        let (w, h) = (i64::from(self.width()) + 2, i64::from(self.height()) + 2);
        if (0..w).contains(&x) && (0..h).contains(&y) {
            self.ink[(y * w + x) as usize]
        } else {
            0.0
        }
    }

    /// The share of the box around two blobs that lies in both of their boxes.
    pub fn overlap(&self, other: &Self) -> f64 {
        let area = |left: u32, top: u32, right: u32, bottom: u32| {
            f64::from(right.saturating_sub(left)) * f64::from(bottom.saturating_sub(top))
        };
        let (a, b) = (self, other);
        let common =
            (a.left.max(b.left), a.top.max(b.top), a.right.min(b.right), a.bottom.min(b.bottom));
        let both =
            (a.left.min(b.left), a.top.min(b.top), a.right.max(b.right), a.bottom.max(b.bottom));
        area(common.0, common.1, common.2, common.3) / area(both.0, both.1, both.2, both.3)
    }

    /// The box in cells of the board.
    pub fn area(&self, place: &BoardPlace) -> Rect {
        let x = (f64::from(self.left) - place.left) / place.pitch.0;
        let y = (f64::from(self.top) - place.top) / place.pitch.1;
        let (w, h) = (f64::from(self.width()), f64::from(self.height()));
        Rect::new(x, y, w / place.pitch.0, h / place.pitch.1)
    }

    /// The halves of a blob that is wider than digits are: two digits that touch.
    pub fn halves(&self) -> Option<[Self; 2]> {
        let (w, h) = (self.width(), self.height());
        if f64::from(w) < WIDE * f64::from(h) {
            return None;
        }
        let column =
            |x: u32| -> f32 { (self.top..self.bottom).map(|y| self.ink(x.into(), y.into())).sum() };
        let middle = self.left + 2 * w / 5..=self.left + 3 * w / 5;
        let cut = middle.min_by(|&a, &b| column(a).total_cmp(&column(b)))?;
        Some([self.part(self.left, cut), self.part(cut, self.right)])
    }

    /// The part between two columns.
    fn part(&self, left: u32, right: u32) -> Self {
        let row_has_ink = |y: &u32| (left..right).any(|x| self.ink(x.into(), (*y).into()) > 0.5);
        let top = (self.top..self.bottom).find(row_has_ink).unwrap_or(self.top);
        let bottom = (top..self.bottom).rev().find(row_has_ink).map_or(self.bottom, |y| y + 1);
        let mut ink = Vec::new();
        for y in i64::from(top) - 1..=i64::from(bottom) {
            for x in i64::from(left) - 1..=i64::from(right) {
                let inside = (i64::from(left)..i64::from(right)).contains(&x);
                ink.push(if inside { self.ink(x, y) } else { 0.0 });
            }
        }
        Self { left, top, right, bottom, ink, ..*self }
    }
}
