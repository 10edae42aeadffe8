//! Finds the yellow face above the board, which starts the next game in the Windows family.

use super::reading::CELL;
use grid::geometry::{Placement, Point, Rect};
use image::RgbImage;

/// Where the face's centre is searched: this many cells to each side of the board's centre, and this many above its
/// first row.
const BESIDE: f64 = 2.6;
const ABOVE: std::ops::Range<f64> = 0.6..3.2;

/// The sides of the face in cells, and the least share of it that is yellow.
const SIDES: std::ops::Range<f64> = 0.7..2.0;
const LEAST_YELLOW: f64 = 0.4;

/// The rectangle of the face, in native pixels of the board's placement; it lies above the cells.
pub(super) fn face(picture: &RgbImage, placement: &Placement) -> Option<Rect> {
    let side = f64::from(CELL);
    let middle = f64::from(placement.native.0) / 2.0;
    let corner = placement.to_picture(Point::new(middle - BESIDE * side, -ABOVE.end * side));
    let end = placement.to_picture(Point::new(middle + BESIDE * side, -ABOVE.start * side));
    let clamp = |v: f64, most: u32| v.clamp(0.0, f64::from(most)) as u32;
    let (mut low, mut high, mut yellow) = ((u32::MAX, u32::MAX), (0, 0), 0.0);
    for y in clamp(corner.y, picture.height())..clamp(end.y, picture.height()) {
        for x in clamp(corner.x, picture.width())..clamp(end.x, picture.width()) {
            if is_yellow(picture.get_pixel(x, y).0) {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x + 1), high.1.max(y + 1));
                yellow += 1.0;
            }
        }
    }
    if yellow == 0.0 {
        return None;
    }
    let from = placement.to_native(Point::new(f64::from(low.0), f64::from(low.1)));
    let to = placement.to_native(Point::new(f64::from(high.0), f64::from(high.1)));
    let found = Rect::spanning(from.x, to.x, from.y, to.y);
    let area = f64::from((high.0 - low.0) * (high.1 - low.1));
    let round = SIDES.contains(&(found.w / side))
        && SIDES.contains(&(found.h / side))
        && (found.w / found.h - 1.0).abs() < 0.35;
    (round && yellow >= LEAST_YELLOW * area).then_some(found)
}

fn is_yellow([red, green, blue]: [u8; 3]) -> bool {
    red > 190 && green > 160 && blue < 130 && red.abs_diff(green) < 80
}
