//! A picture of a display taken by a camera, or of a display that is not a plane.

use super::canvas::{Canvas, moved};
use super::dice::Dice;
use super::paint;
use grid::geometry::{Placement, Point, Projection, Rect};
use image::{Rgb, RgbImage, imageops};
use imageproc::geometric_transformations::{Border, Interpolation, warp_into_with};
use serde::{Deserialize, Serialize};

/// How a camera stands that looks at the middle of the picture from 1.5 times its width or height, whichever is more.
/// Nothing is cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The picture is turned clockwise by so many degrees.
    pub roll: f64,
    /// It stands so many degrees to the right,
    pub across: f64,
    /// and so many below.
    pub down: f64,
    /// Corners are drawn in by this share of their distance from the middle, other points by less, with its square.
    pub curve: f64,
    /// What else it sees: so much on each side, in widths or heights of the picture. Without it all is dark beside.
    pub room: f64,
}

/// How far away a camera stands, in widths or heights of the picture, whichever is more.
const DISTANCE: f64 = 1.5;

/// What is beside the picture where nothing is.
const DARK: Rgb<u8> = Rgb([24, 24, 24]);

type Matrix = [[f64; 3]; 3];

impl Camera {
    /// Takes the picture. It must be the only camera on the way, and nothing may be turned after it: screens have one
    /// projection.
    pub(super) fn apply(self, canvas: &mut Canvas, dice: &mut Dice) {
        let size = canvas.size();
        let seen = self.seen(size);
        let whole = Placement {
            projection: Some(seen),
            ..Placement::upright((1, 1), Rect::new(0.0, 0.0, size.0, size.1))
        };
        let Rect { x, y, w, h } = whole.bounds();
        let room = self.room * w.max(h);
        let (width, height) = ((w + 2.0 * room).ceil() as u32, (h + 2.0 * room).ceil() as u32);
        let projection = moved(&seen, Rect::new(room - x, room - y, 1.0, 1.0));
        let before = |x: f32, y: f32| {
            let p = projection.to_plane(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            ((p.x - 0.5) as f32, (p.y - 0.5) as f32)
        };
        let mut taken = RgbImage::from_pixel(width, height, DARK);
        let linear = Interpolation::Bilinear;
        let ground = Border::Constant(DARK);
        warp_into_with(&canvas.picture, before, linear, ground, &mut taken);
        if room > 0.0 {
            taken = self.on_a_desk(taken, &projection, size, dice);
        }
        canvas.picture = taken;
        for placement in canvas.screens() {
            placement.projection = Some(projection);
        }
        let around = Placement {
            projection: Some(projection),
            ..Placement::upright((1, 1), Rect::new(0.0, 0.0, 1.0, 1.0))
        };
        canvas.covered.iter_mut().for_each(|r| *r = around.rect_to_picture(*r));
    }

    /// The same with other things beside the display.
    fn on_a_desk(
        self,
        taken: RgbImage,
        projection: &Projection,
        (w, h): (f64, f64),
        dice: &mut Dice,
    ) -> RgbImage {
        let mut desk = paint::desktop(taken.width(), taken.height(), dice);
        // The rim of the display.
        let rim = RIM * w.max(h);
        let display = Rect::spanning(-rim, w + rim, -rim, h + rim);
        for (x, y, pixel) in desk.enumerate_pixels_mut() {
            let p = projection.to_plane(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5));
            if display.contains(p) {
                *pixel = *taken.get_pixel(x, y);
            }
        }
        imageops::blur(&desk, DESK_BLUR)
    }

    /// What becomes of a picture of this size, whose middle goes to (0, 0).
    fn seen(self, (w, h): (f64, f64)) -> Projection {
        let middle = [[1.0, 0.0, -w / 2.0], [0.0, 1.0, -h / 2.0], [0.0, 0.0, 1.0]];
        let (sin, cos) = self.roll.to_radians().sin_cos();
        let roll = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]];
        let far = DISTANCE * w.max(h);
        let (sa, ca) = self.across.to_radians().sin_cos();
        let (sd, cd) = self.down.to_radians().sin_cos();
        let tilt = [[ca, 0.0, 0.0], [-sa * sd, cd, 0.0], [sa * cd / far, sd / far, 1.0]];
        let radial = -4.0 * self.curve / (w * w + h * h);
        let matrix = times(&tilt, &times(&roll, &middle));
        Projection { matrix, centre: Point::new(0.0, 0.0), radial }
    }
}

/// The rim of a display, as a share of its longer side.
const RIM: f64 = 0.03;
/// What is beside the display is drawn with edges of single pixels, which no camera sees.
const DESK_BLUR: f32 = 0.7;

fn times(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dot is where the placement says that it is.
    #[test]
    fn a_dot_is_where_it_was_moved_to() {
        for camera in [
            Camera { roll: 2.0, ..Camera::default() },
            Camera { roll: -130.0, ..Camera::default() },
            Camera { across: 25.0, down: -14.0, ..Camera::default() },
            Camera { curve: 0.05, ..Camera::default() },
            Camera { roll: 8.0, across: -15.0, down: 20.0, curve: -0.02, room: 0.4 },
        ] {
            let mut picture = RgbImage::new(200, 160);
            for (x, y) in (38..43).flat_map(|x| (118..123).map(move |y| (x, y))) {
                picture.put_pixel(x, y, Rgb([250, 0, 0]));
            }
            let whole = Placement::upright((200, 160), Rect::new(0.0, 0.0, 200.0, 160.0));
            let mut canvas = Canvas::new(picture, whole, None);
            camera.apply(&mut canvas, &mut Dice::new(3));
            let at = canvas.touch.to_picture(Point::new(40.5, 120.5));
            let p = canvas.picture.get_pixel(at.x as u32, at.y as u32);
            assert!(p[0] > 200 && p[1] < 20, "{camera:?}: {p:?}");
            let native = canvas.touch.to_native(at);
            assert!((native.x - 40.5).hypot(native.y - 120.5) < 0.01, "{camera:?}: {native:?}");
        }
    }
}
