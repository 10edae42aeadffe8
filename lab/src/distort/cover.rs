//! What lies over a part of the game: a pointer, a badge, a rectangle somebody drew, a window.

use super::canvas::Canvas;
use super::dice::Dice;
use super::paint;
use grid::geometry::{Point, Rect};
use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

/// Something drawn over the picture. Places are in native pixels of the touch screen, so that the
/// same recipe covers the same cards at any scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    /// An arrow of a mouse pointer.
    Pointer {
        /// Where its tip is.
        tip: Point,
        /// 1 for 12x19 picture pixels, 2 for twice that.
        size: u32,
    },
    /// An opaque box with text, such as a recorder or a chat shows.
    Badge {
        /// What it covers.
        area: Rect,
        /// Its colour.
        colour: [u8; 3],
    },
    /// A box with text through which the game is seen, such as a notification or what a driver measures.
    Panel {
        /// What it covers.
        area: Rect,
        /// Its colour.
        colour: [u8; 3],
        /// How much of its own colours is seen, 0 to 1.
        opacity: f64,
    },
    /// The outline of a rectangle.
    Outline {
        /// Its outer edge.
        area: Rect,
        /// How thick the line is, in picture pixels.
        line: u32,
        /// The line's colour.
        colour: [u8; 3],
    },
    /// Another window, with its title bar.
    Window {
        /// What it covers.
        area: Rect,
        /// Whether it is a dark one.
        dark: bool,
    },
}

/// The usual arrow: `#` outline, `.` inside.
const ARROW: [&str; 19] = [
    "#",
    "##",
    "#.#",
    "#..#",
    "#...#",
    "#....#",
    "#.....#",
    "#......#",
    "#.......#",
    "#........#",
    "#.........#",
    "#..........#",
    "#......#####",
    "#...#..#",
    "#..##..#",
    "#.#  #..#",
    "##   #..#",
    "#     #..#",
    "       ##",
];

impl Cover {
    pub(super) fn apply(self, canvas: &mut Canvas, dice: &mut Dice) {
        let touch = canvas.touch;
        let whole = |area: Rect| {
            let r = touch.rect_to_picture(area);
            let (x, y) = (r.x.round() as i64, r.y.round() as i64);
            (x, y, (r.w.round() as i64).max(1), (r.h.round() as i64).max(1))
        };
        match self {
            Self::Pointer { tip, size } => {
                let tip = touch.to_picture(tip);
                pointer(canvas, (tip.x.round() as i64, tip.y.round() as i64), i64::from(size));
            }
            Self::Badge { area, colour } => {
                let (x, y, w, h) = whole(area);
                stamp(canvas, x, y, &badge((w as u32, h as u32), colour, dice));
            }
            Self::Panel { area, colour, opacity } => {
                let (x, y, w, h) = whole(area);
                let mut panel = badge((w as u32, h as u32), colour, dice);
                for (column, row, pixel) in panel.enumerate_pixels_mut() {
                    let at =
                        (u32::try_from(x + i64::from(column)), u32::try_from(y + i64::from(row)));
                    let (Ok(x), Ok(y)) = at else { continue };
                    let Some(under) = canvas.picture.get_pixel_checked(x, y) else { continue };
                    pixel.0 = std::array::from_fn(|i| {
                        let [over, under] = [pixel[i], under[i]].map(f64::from);
                        (under + opacity * (over - under)).round() as u8
                    });
                }
                stamp(canvas, x, y, &panel);
            }
            Self::Outline { area, line, colour } => {
                let (x, y, w, h) = whole(area);
                let line = i64::from(line);
                let ink = |_, _| colour;
                canvas.cover(x, y, w, line, ink);
                canvas.cover(x, y + h - line, w, line, ink);
                canvas.cover(x, y + line, line, h - 2 * line, ink);
                canvas.cover(x + w - line, y + line, line, h - 2 * line, ink);
            }
            Self::Window { area, dark } => {
                let (x, y, w, h) = whole(area);
                let (w, h) = (w as u32, h as u32);
                let mut window = RgbImage::new(w, h);
                paint::window(&mut window, dice, (0, 0, w, h), 24.min(h), dark);
                stamp(canvas, x, y, &window);
            }
        }
    }
}

/// A box of this size and colour with text.
fn badge((w, h): (u32, u32), colour: [u8; 3], dice: &mut Dice) -> RgbImage {
    let mut badge = RgbImage::from_pixel(w, h, Rgb(colour));
    let bright = colour.iter().map(|&c| u32::from(c)).sum::<u32>() > 380;
    let ink = if bright { [20; 3] } else { [240; 3] };
    let inner = (4, 4, w.saturating_sub(8), h.saturating_sub(8));
    paint::text(&mut badge, dice, inner, ink);
    badge
}

fn pointer(canvas: &mut Canvas, (x, y): (i64, i64), size: i64) {
    for (row, text) in ARROW.iter().enumerate() {
        for run in runs(text) {
            let ink: Vec<[u8; 3]> = text.as_bytes()[run.clone()]
                .iter()
                .map(|&c| if c == b'#' { [0; 3] } else { [255; 3] })
                .collect();
            let (left, top) = (x + run.start as i64 * size, y + row as i64 * size);
            canvas.cover(left, top, run.len() as i64 * size, size, |x, _| ink[(x / size) as usize]);
        }
    }
}

/// The unbroken runs of ink in a row of the arrow.
fn runs(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, _) in text.bytes().enumerate().filter(|(_, c)| *c != b' ') {
        match runs.last_mut() {
            Some(run) if run.end == i => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}

fn stamp(canvas: &mut Canvas, x: i64, y: i64, picture: &RgbImage) {
    let (w, h) = (i64::from(picture.width()), i64::from(picture.height()));
    canvas.cover(x, y, w, h, |x, y| picture.get_pixel(x as u32, y as u32).0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Placement;

    fn covered(cover: Cover) -> (RgbImage, Vec<Rect>) {
        let mut canvas = Canvas::new(
            RgbImage::from_pixel(64, 48, Rgb([7, 77, 7])),
            Placement::upright((64, 48), Rect::new(0.0, 0.0, 64.0, 48.0)),
            None,
        );
        cover.apply(&mut canvas, &mut Dice::new(1));
        (canvas.picture, canvas.covered)
    }

    #[test]
    fn what_is_drawn_is_what_is_said_to_be_covered() {
        for cover in [
            Cover::Pointer { tip: Point::new(50.0, 40.0), size: 1 },
            Cover::Pointer { tip: Point::new(10.0, 4.0), size: 2 },
            Cover::Badge { area: Rect::new(-5.0, 20.0, 30.0, 14.0), colour: [200, 30, 30] },
            Cover::Panel {
                area: Rect::new(-5.0, -4.0, 30.0, 20.0),
                colour: [250; 3],
                opacity: 0.25,
            },
            Cover::Outline { area: Rect::new(5.0, 6.0, 20.0, 20.0), line: 2, colour: [255, 0, 0] },
            Cover::Window { area: Rect::new(40.0, -3.0, 100.0, 100.0), dark: true },
        ] {
            let (picture, covered) = covered(cover);
            assert!(!covered.is_empty());
            for (x, y, p) in picture.enumerate_pixels() {
                let at = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let times = covered.iter().filter(|r| r.contains(at)).count();
                assert!(times <= 1, "{cover:?}");
                assert_eq!(times == 1, p.0 != [7, 77, 7], "{cover:?} at {x}, {y}");
            }
        }
    }
}
