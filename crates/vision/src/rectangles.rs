//! Rectangles with clear sides: where a screen of known proportions may lie in a picture of a desktop.
//!
//! A screen is a rectangle along whose sides the picture's pixels change. Corners are where two such
//! lines begin; a rectangle joins two opposite corners whose distance has the screen's proportions
//! (a special case of the grouping of line segments into rectangles, as in Jung and Schramm,
//! "Rectangle detection based on a windowed Hough transform", 2004, with axis-parallel sides known).

use grid::geometry::Rect;
use image::RgbImage;

/// The least difference between neighbouring pixels of an edge, in levels of a channel.
const EDGE: u8 = 8;

/// The length of a line from a corner that is examined, in pixels, and the least share of it that must be edge.
const ARM: usize = 40;
const ALONG_ARM: f32 = 0.75;

/// How far beside a line the picture is looked at, in pixels, and how much less of an edge it must have
/// there on one side: in a texture there are edges everywhere.
const BESIDE: usize = 2;
const LESS: f32 = 0.5;

/// The share of edge that each side of a rectangle must have, and all four in the mean.
const LEAST_SIDE: f32 = 0.3;
const LEAST_MEAN: f32 = 0.6;

/// What it counts against a rectangle that its sides go on beyond its corners.
const CONTINUED: f32 = 0.05;

/// The most corners of a kind: with more, the picture is a texture, in which no screen can be found.
const MOST_CORNERS: usize = 70_000;

/// The most rectangles, beyond the wanted ones, that are kept before the worst are dropped.
const KEPT: usize = 10_000;

/// A rectangle, and how clear its sides are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Where it lies, in whole pixels of the picture.
    pub area: Rect,
    /// The mean share of edge along its sides, 0 to 1, less a twentieth of that on their continuations.
    pub clear: f32,
}

/// The lines of a picture along which it changes. Line i lies before pixel i; the picture's border is
/// an edge as well.
struct Lines {
    width: usize,
    height: usize,
    /// Edges of the vertical line x above the row y, at `x * (height + 1) + y`.
    vertical: Vec<u16>,
    /// Edges of the horizontal line y left of the column x, at `y * (width + 1) + x`.
    horizontal: Vec<u16>,
}

impl Lines {
    fn of(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let raw = picture.as_raw();
        let pixel = |x: usize, y: usize| &raw[3 * (y * width + x)..][..3];
        let differ = |a: &[u8], b: &[u8]| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) >= EDGE);
        let mut vertical = vec![0; (width + 1) * (height + 1)];
        for x in 0..=width {
            let line = &mut vertical[x * (height + 1)..][..height + 1];
            for y in 0..height {
                let edge = x == 0 || x == width || differ(pixel(x - 1, y), pixel(x, y));
                line[y + 1] = line[y] + u16::from(edge);
            }
        }
        let mut horizontal = vec![0; (width + 1) * (height + 1)];
        for y in 0..=height {
            let line = &mut horizontal[y * (width + 1)..][..width + 1];
            for x in 0..width {
                let edge = y == 0 || y == height || differ(pixel(x, y - 1), pixel(x, y));
                line[x + 1] = line[x] + u16::from(edge);
            }
        }
        Self { width, height, vertical, horizontal }
    }

    /// The share of edge of the vertical line x between two rows.
    fn vertical(&self, x: usize, from: usize, to: usize) -> f32 {
        let line = &self.vertical[x * (self.height + 1)..];
        f32::from(line[to] - line[from]) / (to - from) as f32
    }

    /// The share of edge of the horizontal line y between two columns.
    fn horizontal(&self, y: usize, from: usize, to: usize) -> f32 {
        let line = &self.horizontal[y * (self.width + 1)..];
        f32::from(line[to] - line[from]) / (to - from) as f32
    }

    /// Whether a line is one: an edge, and on one side of it much less of one. `share` says how much of
    /// an edge the lines are by their number; there are lines 0 to `last`.
    fn stands_out(at: usize, last: usize, share: impl Fn(usize) -> f32) -> bool {
        let here = share(at);
        let less = |beside: usize| share(beside) <= here - LESS;
        here >= ALONG_ARM
            && (at == 0
                || at == last
                || at >= BESIDE && less(at - BESIDE)
                || at + BESIDE <= last && less(at + BESIDE))
    }

    /// Whether lines go to the right and downwards from a point (`1`), or to the left and upwards (`-1`).
    fn is_corner(&self, x: usize, y: usize, direction: isize) -> bool {
        let reach = |at: usize, most: usize| {
            let end = at.checked_add_signed(direction * ARM as isize).filter(|end| *end <= most)?;
            Some((at.min(end), at.max(end)))
        };
        let Some(((left, right), (top, bottom))) = reach(x, self.width).zip(reach(y, self.height))
        else {
            return false;
        };
        Self::stands_out(y, self.height, |y| self.horizontal(y, left, right))
            && Self::stands_out(x, self.width, |x| self.vertical(x, top, bottom))
    }

    /// How clear the sides of a rectangle are, if they are those of one.
    fn sides(&self, (left, top): (usize, usize), (right, bottom): (usize, usize)) -> Option<f32> {
        let sides = [
            self.vertical(left, top, bottom),
            self.vertical(right, top, bottom),
            self.horizontal(top, left, right),
            self.horizontal(bottom, left, right),
        ];
        let mean = sides.iter().sum::<f32>() / 4.0;
        let is_clear = mean >= LEAST_MEAN && sides.iter().all(|side| *side >= LEAST_SIDE);
        is_clear.then(|| mean - CONTINUED * self.continued((left, top), (right, bottom)))
    }

    /// The share of edge on the lines of a rectangle's sides just outside it: those of a screen end at
    /// its corners, those of a chequered pattern go on.
    fn continued(&self, (left, top): (usize, usize), (right, bottom): (usize, usize)) -> f32 {
        let before = |at: usize| (at.saturating_sub(ARM), at);
        let after = |at: usize, most: usize| (at, (at + ARM).min(most));
        let share = |(from, to): (usize, usize), share: &dyn Fn(usize, usize) -> f32| {
            if from < to { share(from, to) } else { 0.0 }
        };
        let across = [before(left), after(right, self.width)].into_iter().flat_map(|range| {
            [top, bottom].map(|y| share(range, &|from, to| self.horizontal(y, from, to)))
        });
        let down = [before(top), after(bottom, self.height)].into_iter().flat_map(|range| {
            [left, right].map(|x| share(range, &|from, to| self.vertical(x, from, to)))
        });
        across.chain(down).sum::<f32>() / 8.0
    }
}

/// Finds rectangles with clear sides in a picture, at least as large as `least` and with these `proportions` (width,
/// height) to the pixel: the clearest `most` of them, and of equally clear ones the larger. Pictures with more than
/// 65,535 pixels a side, or full of corners, have none.
pub fn rectangles(
    picture: &RgbImage,
    proportions: (u32, u32),
    least: (u32, u32),
    most: usize,
) -> Vec<Rectangle> {
    let (width, height) = picture.dimensions();
    let sides = (ARM as u32).max(least.1)..=u32::from(u16::MAX);
    if !sides.contains(&width) || !sides.contains(&height) {
        return Vec::new();
    }
    let lines = Lines::of(picture);
    let (width, height) = (width as usize, height as usize);
    let corners = |direction: isize| -> Vec<(usize, usize)> {
        let points = (0..=height).flat_map(|y| (0..=width).map(move |x| (x, y)));
        points.filter(|&(x, y)| lines.is_corner(x, y, direction)).take(MOST_CORNERS + 1).collect()
    };
    let wide = f64::from(proportions.0) / f64::from(proportions.1);
    // Opposite corners lie on one diagonal; both sides are rounded, so the width is known to a pixel or two.
    let diagonal = |&(x, y): &(usize, usize)| x as f64 - wide * y as f64;
    let slack = (wide + 1.0) / 2.0;
    let first = corners(1);
    let mut last = corners(-1);
    if first.len().max(last.len()) > MOST_CORNERS {
        return Vec::new();
    }
    last.sort_by(|a, b| diagonal(a).total_cmp(&diagonal(b)).then(a.1.cmp(&b.1)));
    let size = |r: &Rectangle| r.area.w * r.area.h;
    let place = |r: &Rectangle| (r.area.y, r.area.x, r.area.h, r.area.w);
    let order = |a: &Rectangle, b: &Rectangle| {
        let ((ya, xa, ha, wa), (yb, xb, hb, wb)) = (place(a), place(b));
        let by_place = ya.total_cmp(&yb).then(xa.total_cmp(&xb)).then(ha.total_cmp(&hb));
        let by_place = by_place.then(wa.total_cmp(&wb));
        b.clear.total_cmp(&a.clear).then(size(b).total_cmp(&size(a))).then(by_place)
    };
    let mut found: Vec<Rectangle> = Vec::new();
    for &(left, top) in first.iter().filter(|(x, y)| *x < width && *y < height) {
        let own = diagonal(&(left, top));
        let from = last.partition_point(|corner| diagonal(corner) < own - slack);
        for &(right, bottom) in &last[from..] {
            if diagonal(&(right, bottom)) > own + slack {
                break;
            }
            let is_large = right > left
                && bottom > top
                && right - left >= least.0 as usize
                && bottom - top >= least.1 as usize;
            if is_large && let Some(clear) = lines.sides((left, top), (right, bottom)) {
                let (w, h) = ((right - left) as f64, (bottom - top) as f64);
                found.push(Rectangle { area: Rect::new(left as f64, top as f64, w, h), clear });
            }
        }
        // No more are kept than are asked for: a chequered picture has millions.
        if found.len() > KEPT + most {
            found.sort_by(order);
            found.truncate(most);
        }
    }
    found.sort_by(order);
    found.truncate(most);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, imageops};

    /// A picture of a game: cells of random colours.
    fn screen(w: u32, h: u32, cell: u32) -> RgbImage {
        let colour = |x: u32, y: u32| {
            let mixed = (x * 0x9E37 + y * 0x85EB + 7).wrapping_mul(0x27D4_EB2F) >> 8;
            Rgb([mixed as u8, (mixed >> 5) as u8, (mixed >> 11) as u8])
        };
        RgbImage::from_fn(w, h, |x, y| colour(x / cell, y / cell))
    }

    #[test]
    fn a_screen_is_found_in_windows_and_textures() {
        for (w, h, at) in [(240, 160, (300, 90)), (437, 291, (17, 160)), (720, 480, (80, 40))] {
            let mut window = RgbImage::from_pixel(w + 6, h + 33, Rgb([205, 205, 210]));
            imageops::replace(&mut window, &screen(w, h, 9), 3, 30);
            let texture = RgbImage::from_fn(1000, 600, |x, y| {
                Rgb([(x * y % 251) as u8, ((x * 7) ^ (y * 3)) as u8, (x + y) as u8])
            });
            let chequers = RgbImage::from_fn(1000, 600, |x, y| {
                Rgb([if (x / 50 + y / 30) % 2 == 0 { 90 } else { 200 }; 3])
            });
            for mut desktop in [texture, chequers] {
                imageops::replace(&mut desktop, &window, at.0, at.1);
                let found = rectangles(&desktop, (3, 2), (120, 80), 60);
                let expected =
                    Rect::new(at.0 as f64 + 3.0, at.1 as f64 + 30.0, f64::from(w), f64::from(h));
                assert!(found.iter().any(|r| r.area == expected), "{expected:?}: {found:?}");
            }
        }
    }

    /// A grid has as many rectangles as pairs of its crossings: what is kept of them is bounded.
    #[test]
    fn a_texture_full_of_corners_has_no_screen() {
        let grid = |side: u32| {
            RgbImage::from_fn(side, side, |x, y| {
                Rgb([if x % 8 < 2 || y % 8 < 2 { 40 } else { 200 }; 3])
            })
        };
        assert!(rectangles(&grid(400), (3, 2), (120, 80), 20).len() <= 20);
        assert_eq!(rectangles(&grid(2400), (3, 2), (120, 80), 20), []);
    }

    #[test]
    fn other_proportions_are_no_screen_and_borders_are_sides() {
        let mut picture = RgbImage::from_pixel(500, 400, Rgb([230, 230, 230]));
        let smooth = RgbImage::from_fn(240, 200, |x, y| Rgb([(x / 2) as u8, (y / 2) as u8, 9]));
        imageops::replace(&mut picture, &smooth, 100, 100);
        assert_eq!(rectangles(&picture, (3, 2), (120, 80), 20), []);
        let whole = screen(300, 200, 10);
        let found = rectangles(&whole, (3, 2), (120, 80), 20);
        assert!(found.iter().any(|r| r.area == Rect::new(0.0, 0.0, 300.0, 200.0)), "{found:?}");
        assert_eq!(rectangles(&RgbImage::new(0, 0), (3, 2), (120, 80), 20), []);
    }
}
