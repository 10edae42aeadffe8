//! Where a GBA's screen may lie in a picture: as the whole of it, within plain borders, below a menu bar.

use crate::consoles::gba;
use crate::geometry::{Placement, Rect};
use image::{Rgb, RgbImage};

/// How far two pixels of a plain border are apart at most, per channel.
const PLAIN: u8 = 8;

/// The places that a screen has in a picture of an emulator's window, likely ones first.
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

/// What is left of a picture, from the row `top` on, without plain borders.
fn without_borders(picture: &RgbImage, top: u32) -> Rect {
    let (mut x0, mut y0, mut x1, mut y1) = (0, top, picture.width(), picture.height());
    let row = |y: u32, x0: u32, x1: u32| is_plain((x0..x1).map(|x| picture.get_pixel(x, y)));
    let column = |x: u32, y0: u32, y1: u32| is_plain((y0..y1).map(|y| picture.get_pixel(x, y)));
    while y1 > y0 + 1 && row(y0, x0, x1) {
        y0 += 1;
    }
    while y1 > y0 + 1 && row(y1 - 1, x0, x1) {
        y1 -= 1;
    }
    while x1 > x0 + 1 && column(x0, y0, y1) {
        x0 += 1;
    }
    while x1 > x0 + 1 && column(x1 - 1, y0, y1) {
        x1 -= 1;
    }
    Rect::new(x0.into(), y0.into(), (x1 - x0).into(), (y1 - y0).into())
}

/// How many of the four outermost lines within an area of whole pixels are of about one colour.
pub(super) fn plain_sides(picture: &RgbImage, area: Rect) -> usize {
    let (x0, y0) = (area.x as u32, area.y as u32);
    let (x1, y1) = (x0 + area.w as u32, y0 + area.h as u32);
    let row = |y: u32| is_plain((x0..x1).map(|x| picture.get_pixel(x, y)));
    let column = |x: u32| is_plain((y0..y1).map(|y| picture.get_pixel(x, y)));
    [row(y0), row(y1 - 1), column(x0), column(x1 - 1)].into_iter().filter(|plain| *plain).count()
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
