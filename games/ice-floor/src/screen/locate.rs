//! Candidate places of a GBA's screen in a picture: all of it, within plain borders, below a menu bar.

use grid::geometry::{Placement, Rect, Turn};
use image::{Rgb, RgbImage};
use session::consoles::gba;
use std::ops::Range;

/// The largest difference between two pixels of a plain border, per channel.
const PLAIN: u8 = 8;

/// Candidate places of the screen in the picture of an emulator's window, likely ones first.
pub(super) fn windows(picture: &RgbImage) -> Vec<Placement> {
    let (w, h) = picture.dimensions();
    let whole = Rect::new(0.0, 0.0, w.into(), h.into());
    let inner = without_borders(picture, 0);
    // What is above the first plain row may be a bar.
    let below = (0..h).find(|&y| is_plain((0..w).map(|x| picture.get_pixel(x, y))));
    let below = below.map_or(inner, |top| without_borders(picture, top));
    let mut areas = vec![whole];
    for area in [inner, below, lowest(inner), lowest(whole)] {
        let known = areas.contains(&area);
        if !known && area.w >= 120.0 && area.h >= 80.0 {
            areas.push(area);
        }
    }
    areas.into_iter().map(|area| Placement::upright(gba::SCREEN, area)).collect()
}

/// The largest area of a screen's shape at the bottom of an area, in its middle.
fn lowest(area: Rect) -> Rect {
    let (w, h) = (f64::from(gba::SCREEN.0), f64::from(gba::SCREEN.1));
    let scale = (area.w / w).min(area.h / h);
    let x = area.x + (area.w - scale * w) / 2.0;
    Rect::new(x, area.y + area.h - scale * h, scale * w, scale * h)
}

/// A picture within the columns `x` and the rows `y`.
struct Part<'a> {
    picture: &'a RgbImage,
    x: Range<u32>,
    y: Range<u32>,
}

impl Part<'_> {
    /// Whether a row, and whether a column, is plain.
    fn row(&self, y: u32) -> bool {
        is_plain(self.x.clone().map(|x| self.picture.get_pixel(x, y)))
    }

    fn column(&self, x: u32) -> bool {
        is_plain(self.y.clone().map(|y| self.picture.get_pixel(x, y)))
    }
}

/// What is left of a picture, from the row `top` on, without plain borders.
fn without_borders(picture: &RgbImage, top: u32) -> Rect {
    let mut part = Part { picture, x: 0..picture.width(), y: top..picture.height() };
    while part.y.len() > 1 && part.row(part.y.start) {
        part.y.start += 1;
    }
    while part.y.len() > 1 && part.row(part.y.end - 1) {
        part.y.end -= 1;
    }
    while part.x.len() > 1 && part.column(part.x.start) {
        part.x.start += 1;
    }
    while part.x.len() > 1 && part.column(part.x.end - 1) {
        part.x.end -= 1;
    }
    let (w, h) = (part.x.len() as f64, part.y.len() as f64);
    Rect::new(part.x.start.into(), part.y.start.into(), w, h)
}

/// The same screen one native row lower, if the first row of an upright one is plain and the next is not.
pub(super) fn a_row_lower(picture: &RgbImage, at: Placement) -> Option<Placement> {
    let area = at.area;
    let (_, scale) = at.scale();
    let inside = at.turn == Turn::Upright && area.x >= 0.0 && area.y >= 0.0;
    let right = ((area.x + area.w) as u32).min(picture.width());
    let bottom = ((area.y + 2.0 * scale).ceil() as u32).min(picture.height());
    let part = Part { picture, x: area.x as u32..right, y: area.y as u32..bottom };
    let first = inside.then(|| part.y.clone().find(|y| !part.row(*y))).flatten()?;
    let rows = (f64::from(first) - area.y) / scale;
    ((rows - 1.0).abs() < 0.5)
        .then_some(Placement { area: Rect { y: area.y + scale, ..area }, ..at })
}

/// How many of the four outermost lines of an area have about one colour. The area is in whole pixels.
pub(super) fn plain_sides(picture: &RgbImage, area: Rect) -> usize {
    let (x, y) = (area.x as u32, area.y as u32);
    let part = Part { picture, x: x..x + area.w as u32, y: y..y + area.h as u32 };
    let rows = [part.y.start, part.y.end - 1].map(|y| part.row(y));
    let columns = [part.x.start, part.x.end - 1].map(|x| part.column(x));
    rows.into_iter().chain(columns).filter(|plain| *plain).count()
}

/// Whether pixels are all of about one colour.
fn is_plain<'a>(mut line: impl Iterator<Item = &'a Rgb<u8>>) -> bool {
    let Some(first) = line.next() else { return false };
    line.all(|pixel| pixel.0.iter().zip(first.0).all(|(a, b)| a.abs_diff(b) <= PLAIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_below_a_black_row_of_its_own_is_a_row_lower() {
        let picture = |black: u32| {
            RgbImage::from_fn(720, 480, |x, y| match y < black {
                true => Rgb([0; 3]),
                false => Rgb([(x * 7 + y * 13) as u8, (x * y) as u8, 90]),
            })
        };
        let whole = Placement::upright(gba::SCREEN, Rect::new(0.0, 0.0, 720.0, 480.0));
        let lower = |black| a_row_lower(&picture(black), whole).map(|lower| lower.area);
        assert_eq!(lower(3), Some(Rect::new(0.0, 3.0, 720.0, 480.0)));
        assert_eq!([lower(0), lower(9)], [None; 2]);
    }

    #[test]
    fn borders_and_a_bar_above_are_left_out() {
        let dark = Rgb([20, 20, 20]);
        let picture = RgbImage::from_fn(520, 400, |x, y| match (x, y) {
            (20..500, 80..400) => Rgb([(x * 7 + y * 13) as u8, (x * y) as u8, 90]),
            (_, 0..30) => Rgb([200, (x % 90) as u8, 200]),
            _ => dark,
        });
        let areas: Vec<Rect> = windows(&picture).iter().map(|p| p.area).collect();
        assert!(areas.contains(&Rect::new(20.0, 80.0, 480.0, 320.0)), "{areas:?}");
    }
}
