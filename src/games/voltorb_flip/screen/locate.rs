//! Finding the game's two screens in a picture.

use super::layout::{CARDS, PITCH, SCREEN, SIZE};
use super::{NoBoard, Screen, cards};
use crate::geometry::{Placement, Point, Rect};
use crate::vision::gray::{luminance, pyramid};
use crate::vision::lattice::{self, Lattice};
use crate::vision::photometry::Photometry;
use image::{GrayImage, RgbImage};

/// Where the screens are.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub touch: Placement,
    pub top: Option<Placement>,
    pub light: Photometry,
    /// How clearly the cards stand out there; see [`contrast`].
    score: f64,
}

/// Looks only where the screens were in the picture before.
pub(super) fn again(picture: &RgbImage, known: Located) -> Option<Located> {
    let gray = |p: Point| sample(picture, p);
    let score = contrast(&gray, &known.touch)?;
    (score > 0.7 * known.score).then_some(known)
}

/// Looks everywhere.
pub(super) fn search(picture: &RgbImage) -> Result<Located, NoBoard> {
    let (width, height) = picture.dimensions();
    if width < SCREEN.0 * 3 / 5 || height < SCREEN.1 * 3 / 5 {
        return Err(NoBoard::TooSmall(width, height));
    }
    let levels = pyramid(luminance(picture), SCREEN.1 / 2);
    let lattices = lattice::find(&levels, &CARDS);
    let gray = |p: Point| sample_gray(&levels[0], p);
    let mut candidates: Vec<(f64, Placement)> = Vec::new();
    for lattice in &lattices {
        // The headers continue the lattice of cards, and half of a row may have been hidden when
        // it was found: the right one is where the dark-edged cards are.
        for shift in [(0, 0), (-1, 0), (0, -1), (-1, -1), (1, 0), (0, 1)] {
            let placement = placement(lattice, shift);
            if let Some(score) = contrast(&gray, &placement) {
                candidates.push((score, placement));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (score, touch) in candidates {
        let screen = Screen::new(picture, &touch);
        if let Some(light) = cards::photometry(&screen) {
            let top = top(picture, &touch);
            return Ok(Located { touch, top, light, score });
        }
    }
    Err(NoBoard::NotFound)
}

fn placement(lattice: &Lattice, shift: (i32, i32)) -> Placement {
    let span = |axis: lattice::Axis, shift: i32, length: u32| {
        let native = f64::from(shift) * f64::from(PITCH) - f64::from(super::layout::MARGIN);
        snap(axis.origin + native * axis.scale, axis.scale, f64::from(length))
    };
    let (x, w) = span(lattice.x, shift.0, SCREEN.0);
    let (y, h) = span(lattice.y, shift.1, SCREEN.1);
    Placement::upright(SCREEN, Rect::new(x, y, w, h))
}

/// Start and length in picture pixels of a screen that is `native` pixels long. Emulators enlarge
/// by whole numbers more often than not: a scale within the error of its measurement of one is
/// taken as that, at a whole pixel.
fn snap(start: f64, scale: f64, native: f64) -> (f64, f64) {
    let whole = scale.round();
    let middle = start + scale * native / 2.0;
    let snapped = (middle - whole * native / 2.0).round();
    let moved = middle - (snapped + whole * native / 2.0);
    if whole >= 1.0 && (scale / whole - 1.0).abs() < 0.0025 && moved.abs() < 0.2 * whole {
        (snapped, whole * native)
    } else {
        (start, scale * native)
    }
}

/// How clearly the light frame stands out against the dark edge of the cards: the mean over all
/// cards of the step between the two, in grey levels. `None` if it is no board: too few cards
/// show it, or it lies mostly outside the picture.
fn contrast(gray: &dyn Fn(Point) -> Option<f64>, placement: &Placement) -> Option<f64> {
    let mut steps = Vec::with_capacity(SIZE * SIZE);
    for row in 0..SIZE {
        for column in 0..SIZE {
            let (x, y) = super::layout::corner((row, column));
            let (x, y) = (f64::from(x), f64::from(y));
            let mut sides: Vec<f64> = Vec::with_capacity(8);
            for along in [5.5, 18.5] {
                for (frame, edge) in [
                    ((x - 1.0, y + along), (x + 0.6, y + along)),
                    ((x + 25.0, y + along), (x + 23.4, y + along)),
                    ((x + along, y - 1.0), (x + along, y + 0.6)),
                    ((x + along, y + 25.0), (x + along, y + 23.4)),
                ] {
                    let at = |(x, y): (f64, f64)| gray(placement.to_picture(Point::new(x, y)));
                    sides.push(at(frame)? - at(edge)?);
                }
            }
            sides.sort_by(f64::total_cmp);
            // The third least: the cursor or a box may lie over a part.
            steps.push(sides[2]);
        }
    }
    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
    let clear = steps.iter().filter(|&&s| s > 0.5 * mean).count();
    (mean > 8.0 && clear >= SIZE * SIZE * 7 / 10).then_some(mean)
}

fn sample(picture: &RgbImage, p: Point) -> Option<f64> {
    let p = picture.get_pixel_checked(p.x.floor() as u32, p.y.floor() as u32)?;
    Some(0.3 * f64::from(p[0]) + 0.59 * f64::from(p[1]) + 0.11 * f64::from(p[2]))
}

fn sample_gray(picture: &GrayImage, p: Point) -> Option<f64> {
    picture.get_pixel_checked(p.x.floor() as u32, p.y.floor() as u32).map(|p| f64::from(p[0]))
}

/// The top screen beside a touch screen that was found.
fn top(_picture: &RgbImage, _touch: &Placement) -> Option<Placement> {
    None
}
