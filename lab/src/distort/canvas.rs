//! A picture on its way through a distortion, with what is known of it.

use grid::geometry::{Placement, Point, Projection, Rect, Turn};
use image::{RgbImage, imageops};

/// The picture, where the game's screens lie in it, and what covers it.
pub(super) struct Canvas {
    pub picture: RgbImage,
    pub touch: Placement,
    pub top: Option<Placement>,
    /// The touch screen of the companion, if it is shown beside the game.
    pub beside: Option<Placement>,
    /// Where something was drawn over the game, in picture pixels; these do not overlap.
    pub covered: Vec<Rect>,
}

impl Canvas {
    /// A picture with the touch screen and, if it is there, the top screen at these places, and nothing over them.
    pub const fn new(picture: RgbImage, touch: Placement, top: Option<Placement>) -> Self {
        Self { picture, touch, top, beside: None, covered: Vec::new() }
    }

    pub fn size(&self) -> (f64, f64) {
        (f64::from(self.picture.width()), f64::from(self.picture.height()))
    }

    /// All screens that are in the picture, or were before it was cut.
    pub fn screens(&mut self) -> impl Iterator<Item = &mut Placement> {
        std::iter::once(&mut self.touch).chain(&mut self.top).chain(&mut self.beside)
    }

    /// Puts another picture in place of this one; `map` says where a rectangle of this picture
    /// lies in that one.
    pub fn replace(&mut self, picture: RgbImage, map: impl Fn(Rect) -> Rect) {
        self.picture = picture;
        for screen in self.screens() {
            match &mut screen.projection {
                Some(projection) => *projection = moved(projection, map(UNIT)),
                None => screen.area = map(screen.area),
            }
        }
        self.covered.iter_mut().for_each(|r| *r = map(*r));
    }

    /// The same at another size, made by `resized`.
    pub fn resize(&mut self, width: u32, height: u32, picture: RgbImage) {
        let (w, h) = self.size();
        let (fx, fy) = (f64::from(width) / w, f64::from(height) / h);
        self.replace(picture, |r| Rect::new(r.x * fx, r.y * fy, r.w * fx, r.h * fy));
    }

    /// Cuts so many columns and rows off: left, top, right, bottom. What is gone counts as covered.
    pub fn cut(&mut self, [left, top, right, bottom]: [u32; 4]) {
        let (w, h) = self.picture.dimensions();
        let (w, h) = (w - left - right, h - top - bottom);
        let picture = imageops::crop_imm(&self.picture, left, top, w, h).to_image();
        let (dx, dy) = (f64::from(left), f64::from(top));
        self.replace(picture, |r| Rect { x: r.x - dx, y: r.y - dy, ..r });
        let (w, h) = (f64::from(w), f64::from(h));
        let seen = Rect::new(0.0, 0.0, w, h);
        self.covered = self.covered.iter().filter_map(|r| r.intersection(&seen)).collect();
        const FAR: f64 = 1e6;
        self.covered.extend([
            Rect::spanning(-FAR, 0.0, -FAR, FAR),
            Rect::spanning(w, FAR, -FAR, FAR),
            Rect::spanning(0.0, w, -FAR, 0.0),
            Rect::spanning(0.0, w, h, FAR),
        ]);
    }

    /// Turns the whole picture.
    pub fn turn(&mut self, turn: Turn) {
        let (w, h) = self.size();
        let picture = match turn {
            Turn::Upright => return,
            Turn::Clockwise => imageops::rotate90(&self.picture),
            Turn::UpsideDown => imageops::rotate180(&self.picture),
            Turn::CounterClockwise => imageops::rotate270(&self.picture),
        };
        let upright = (w as u32, h as u32);
        let size = (f64::from(picture.width()), f64::from(picture.height()));
        let whole = Placement::new(upright, Rect::new(0.0, 0.0, size.0, size.1), turn);
        self.replace(picture, |r| whole.rect_to_picture(r));
        for placement in self.screens() {
            placement.turn = turned(placement.turn, turn);
        }
    }

    /// Draws over the picture's row `y` from `x` to `x + w`, and remembers that.
    pub fn cover(&mut self, x: i64, y: i64, w: i64, h: i64, colour: impl Fn(i64, i64) -> [u8; 3]) {
        let (width, height) = (i64::from(self.picture.width()), i64::from(self.picture.height()));
        let (x0, x1) = (x.clamp(0, width), (x + w).clamp(0, width));
        let (y0, y1) = (y.clamp(0, height), (y + h).clamp(0, height));
        for py in y0..y1 {
            for px in x0..x1 {
                self.picture.put_pixel(px as u32, py as u32, image::Rgb(colour(px - x, py - y)));
            }
        }
        if x1 > x0 && y1 > y0 {
            self.covered.push(Rect::spanning(x0 as f64, x1 as f64, y0 as f64, y1 as f64));
        }
    }

    /// What is covered of a screen, in its native pixels.
    pub fn covered_on(&self, screen: &Placement) -> Vec<Rect> {
        let whole = Rect::new(0.0, 0.0, f64::from(screen.native.0), f64::from(screen.native.1));
        self.covered
            .iter()
            .filter_map(|r| {
                let ends = [Point::new(r.x, r.y), Point::new(r.x + r.w, r.y + r.h)];
                Rect::around(&ends.map(|end| screen.to_native(end))).intersection(&whole)
            })
            .collect()
    }
}

/// The square of one pixel.
const UNIT: Rect = Rect::new(0.0, 0.0, 1.0, 1.0);

/// A projection to a picture of which another is made, where what was the square of one pixel is `unit`. The same
/// number of times as wide as high, or the shift is no longer one about a centre.
pub(super) fn moved(projection: &Projection, unit: Rect) -> Projection {
    let [x, y, last] = projection.matrix;
    let along =
        |row: [f64; 3], by: f64, start: f64| std::array::from_fn(|i| by * row[i] + start * last[i]);
    let Point { x: cx, y: cy } = projection.centre;
    Projection {
        matrix: [along(x, unit.w, unit.x), along(y, unit.h, unit.y), last],
        centre: Point::new(unit.x + cx * unit.w, unit.y + cy * unit.h),
        radial: projection.radial / (unit.w * unit.h),
    }
}

/// One turn after another.
fn turned(first: Turn, then: Turn) -> Turn {
    const TURNS: [Turn; 4] =
        [Turn::Upright, Turn::Clockwise, Turn::UpsideDown, Turn::CounterClockwise];
    let quarters = |turn| TURNS.iter().position(|&t| t == turn).unwrap_or(0);
    TURNS[(quarters(first) + quarters(then)) % 4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn what_a_camera_saw_is_known_in_a_picture_that_is_cut_and_resized() {
        let projection = Projection {
            matrix: [[1.2, -0.3, 20.0], [0.2, 1.1, 4.0], [1e-3, -5e-4, 1.0]],
            centre: Point::new(30.0, 20.0),
            radial: -2e-5,
        };
        let upright = Placement::upright((16, 12), Rect::new(0.0, 0.0, 32.0, 24.0));
        let touch = Placement { projection: Some(projection), ..upright };
        let mut canvas = Canvas::new(RgbImage::new(60, 40), touch, None);
        canvas.cut([6, 4, 0, 0]);
        canvas.resize(108, 72, RgbImage::new(108, 72));
        for corner in [Point::new(0.0, 0.0), Point::new(16.0, 5.0)] {
            let (before, after) = (touch.to_picture(corner), canvas.touch.to_picture(corner));
            let to = (2.0 * (before.x - 6.0), 2.0 * (before.y - 4.0));
            assert!((after.x - to.0).hypot(after.y - to.1) < 1e-9, "{after:?} is {to:?}");
        }
    }

    #[test]
    fn what_is_cut_off_is_covered() {
        let mut canvas = Canvas::new(
            RgbImage::new(60, 40),
            Placement::upright((16, 12), Rect::new(10.0, 4.0, 32.0, 24.0)),
            None,
        );
        canvas.cut([14, 0, 0, 20]);
        assert_eq!(canvas.picture.dimensions(), (46, 20));
        let covered = canvas.covered_on(&canvas.touch);
        let area: f64 = covered.iter().map(|r| r.w * r.h).sum();
        // Two of sixteen columns, and of the others four of twelve rows.
        assert_eq!(area, 2.0 * 12.0 + 14.0 * 4.0, "{covered:?}");
    }

    #[test]
    fn a_turned_canvas_still_knows_where_everything_is() {
        for turn in [Turn::Upright, Turn::Clockwise, Turn::UpsideDown, Turn::CounterClockwise] {
            let mut picture = RgbImage::new(60, 40);
            // A marked native pixel (2, 3) of a 16x12 screen at (10, 4), twice as large.
            picture.put_pixel(14, 10, Rgb([9, 9, 9]));
            let mut canvas = Canvas::new(
                picture,
                Placement::upright((16, 12), Rect::new(10.0, 4.0, 32.0, 24.0)),
                None,
            );
            canvas.cover(20, 10, 2, 6, |_, _| [1, 2, 3]);
            canvas.turn(turn);
            let p = canvas.touch.to_picture(Point::new(2.2, 3.2));
            assert_eq!(canvas.picture.get_pixel(p.x as u32, p.y as u32).0, [9, 9, 9], "{turn:?}");
            let [r] = canvas.covered_on(&canvas.touch)[..] else { panic!("one rectangle") };
            let off = [r.x - 5.0, r.y - 3.0, r.w - 1.0, r.h - 3.0];
            assert!(off.iter().all(|d| d.abs() < 1e-9), "{turn:?}: {r:?}");
        }
    }
}
