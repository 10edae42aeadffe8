//! How an emulator arranges the two screens of a DS.

use super::canvas::Canvas;
use super::resample::{Kernel, resample};
use grid::geometry::{Placement, Rect, Turn};
use image::{Rgb, RgbImage, imageops};
use serde::{Deserialize, Serialize};

/// An arrangement of the two screens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrangement {
    /// One above the other.
    Vertical {
        /// The distance between them, in picture pixels.
        gap: u32,
        /// Whether the touch screen is the upper one.
        swapped: bool,
        /// The colour of the gap.
        colour: [u8; 3],
    },
    /// Side by side.
    Horizontal {
        /// The distance between them, in picture pixels.
        gap: u32,
        /// Whether the touch screen is the left one.
        swapped: bool,
        /// The colour of the gap.
        colour: [u8; 3],
    },
    /// The touch screen alone.
    TouchOnly,
    /// Each screen at a size and an aspect of its own, their middles in line, as melonDS emphasises or stretches one.
    Unequal {
        /// How both are resampled.
        kernel: Kernel,
        /// How many times as wide and as high the touch screen becomes.
        touch: [f64; 2],
        /// The same of the top screen.
        top: [f64; 2],
        /// Whether they are side by side, not one above the other.
        beside: bool,
        /// Whether the touch screen is the upper or the left one.
        swapped: bool,
        /// The colour beside the small one.
        colour: [u8; 3],
    },
    /// One screen at twice its size at the left, and both in a column beside it: melonDS calls it hybrid.
    Hybrid {
        /// Whether the large one is the touch screen.
        touch: bool,
    },
}

impl Arrangement {
    /// Arranges the screens anew. A picture with a single screen, or with one that reaches over
    /// its border, stays as it is.
    pub(super) fn apply(self, canvas: &mut Canvas) {
        let Some(touch) = Piece::cut(canvas, canvas.touch) else { return };
        let top = canvas.top.and_then(|top| Piece::cut(canvas, top));
        match (self, top) {
            (Self::TouchOnly, _) => touch.alone(canvas),
            (_, None) => {}
            (Self::Vertical { gap, swapped, colour }, Some(top)) => {
                let first = if swapped { &touch } else { &top };
                let offset = (0, first.picture.height() + gap);
                arrange(canvas, touch, top, swapped, offset, colour);
            }
            (Self::Horizontal { gap, swapped, colour }, Some(top)) => {
                let first = if swapped { &touch } else { &top };
                let offset = (first.picture.width() + gap, 0);
                arrange(canvas, touch, top, swapped, offset, colour);
            }
            (
                Self::Unequal { kernel, touch: by, top: top_by, beside, swapped, colour },
                Some(top),
            ) => {
                let (touch, top) = (touch.scaled(by, kernel), top.scaled(top_by, kernel));
                let (first, second) = if swapped { (&touch, &top) } else { (&top, &touch) };
                let [(w, h), (w2, h2)] = [first, second].map(|piece| piece.picture.dimensions());
                let (at_first, at_second) = match beside {
                    true => ((0, h2.saturating_sub(h) / 2), (w, h.saturating_sub(h2) / 2)),
                    false => ((w2.saturating_sub(w) / 2, 0), (w.saturating_sub(w2) / 2, h)),
                };
                let (at_touch, at_top) =
                    if swapped { (at_first, at_second) } else { (at_second, at_first) };
                place(canvas, (touch, at_touch), (top, at_top), colour);
            }
            (Self::Hybrid { touch: large }, Some(top)) => {
                let again = if large { &touch } else { &top }.picture.clone();
                let (upper, lower) = ((2 * again.width(), 0), (2 * again.width(), again.height()));
                let (touch, top, again_at) = match large {
                    true => ((touch.doubled(), (0, 0)), (top, upper), lower),
                    false => ((touch, lower), (top.doubled(), (0, 0)), upper),
                };
                place(canvas, touch, top, [0; 3]);
                let (x, y) = (i64::from(again_at.0), i64::from(again_at.1));
                imageops::replace(&mut canvas.picture, &again, x, y);
            }
        }
    }
}

/// A screen cut out of a picture at whole pixels.
struct Piece {
    picture: RgbImage,
    placement: Placement,
}

impl Piece {
    fn cut(canvas: &Canvas, placement: Placement) -> Option<Self> {
        let area = placement.area;
        let (x, y) = (area.x.round(), area.y.round());
        let (w, h) = ((area.x + area.w).round() - x, (area.y + area.h).round() - y);
        let (width, height) = canvas.size();
        let inside = x >= 0.0 && y >= 0.0 && x + w <= width && y + h <= height;
        (inside && placement.turn == Turn::Upright).then(|| Self {
            picture: imageops::crop_imm(&canvas.picture, x as u32, y as u32, w as u32, h as u32)
                .to_image(),
            placement: Placement {
                area: Rect::new(area.x - x, area.y - y, area.w, area.h),
                ..placement
            },
        })
    }

    /// So many times as wide and as high, to whole pixels.
    fn scaled(self, [x, y]: [f64; 2], kernel: Kernel) -> Self {
        let from = self.picture.dimensions();
        let to = |length: u32, by: f64| (f64::from(length) * by).round().max(1.0);
        let (w, h) = (to(from.0, x), to(from.1, y));
        let picture = resample(&self.picture, w as u32, h as u32, kernel);
        let (fx, fy) = (w / f64::from(from.0), h / f64::from(from.1));
        let Rect { x, y, w, h } = self.placement.area;
        let area = Rect::new(x * fx, y * fy, w * fx, h * fy);
        Self { picture, placement: Placement { area, ..self.placement } }
    }

    fn doubled(self) -> Self {
        self.scaled([2.0; 2], Kernel::Nearest)
    }

    fn alone(self, canvas: &mut Canvas) {
        *canvas = Canvas::new(self.picture, self.placement, None);
    }

    fn placed(&self, onto: &mut RgbImage, (x, y): (u32, u32)) -> Placement {
        imageops::replace(onto, &self.picture, i64::from(x), i64::from(y));
        let area = self.placement.area;
        Placement {
            area: Rect::new(area.x + f64::from(x), area.y + f64::from(y), area.w, area.h),
            ..self.placement
        }
    }
}

fn arrange(
    canvas: &mut Canvas,
    touch: Piece,
    top: Piece,
    swapped: bool,
    offset: (u32, u32),
    colour: [u8; 3],
) {
    let (at_touch, at_top) = if swapped { ((0, 0), offset) } else { (offset, (0, 0)) };
    place(canvas, (touch, at_touch), (top, at_top), colour);
}

/// Puts the screens where they are to be, in a picture that just holds them.
fn place(
    canvas: &mut Canvas,
    (touch, at_touch): (Piece, (u32, u32)),
    (top, at_top): (Piece, (u32, u32)),
    colour: [u8; 3],
) {
    let end = |at: (u32, u32), p: &Piece| (at.0 + p.picture.width(), at.1 + p.picture.height());
    let (a, b) = (end(at_touch, &touch), end(at_top, &top));
    let mut picture = RgbImage::from_pixel(a.0.max(b.0), a.1.max(b.1), Rgb(colour));
    let touch = touch.placed(&mut picture, at_touch);
    let top = top.placed(&mut picture, at_top);
    *canvas = Canvas::new(picture, touch, Some(top));
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Point;

    fn canvas() -> Canvas {
        let picture = RgbImage::from_fn(16, 24, |_, y| Rgb([if y < 12 { 10 } else { 200 }; 3]));
        Canvas::new(
            picture,
            Placement::upright((16, 12), Rect::new(0.0, 12.0, 16.0, 12.0)),
            Some(Placement::upright((16, 12), Rect::new(0.0, 0.0, 16.0, 12.0))),
        )
    }

    fn unequal(touch: [f64; 2], top: [f64; 2], beside: bool, swapped: bool) -> Arrangement {
        let (kernel, colour) = (Kernel::Nearest, [1, 2, 3]);
        Arrangement::Unequal { kernel, touch, top, beside, swapped, colour }
    }

    #[test]
    fn every_arrangement_puts_each_screen_where_it_says() {
        let colour = [1, 2, 3];
        for (arrangement, size) in [
            (Arrangement::Vertical { gap: 5, swapped: false, colour }, (16, 29)),
            (Arrangement::Vertical { gap: 0, swapped: true, colour }, (16, 24)),
            (Arrangement::Horizontal { gap: 3, swapped: false, colour }, (35, 12)),
            (Arrangement::Horizontal { gap: 3, swapped: true, colour }, (35, 12)),
            (Arrangement::TouchOnly, (16, 12)),
            (unequal([3.0; 2], [1.0; 2], false, false), (48, 48)),
            (unequal([3.0; 2], [1.0; 2], false, true), (48, 48)),
            (unequal([1.0; 2], [3.0; 2], true, false), (64, 36)),
            (unequal([1.0; 2], [3.0; 2], true, true), (64, 36)),
            (unequal([2.5, 1.5], [1.0, 2.0], false, false), (40, 42)),
            (unequal([2.5, 1.5], [1.0, 2.0], true, true), (56, 24)),
            (Arrangement::Hybrid { touch: true }, (48, 24)),
            (Arrangement::Hybrid { touch: false }, (48, 24)),
        ] {
            let mut canvas = canvas();
            arrangement.apply(&mut canvas);
            assert_eq!(canvas.picture.dimensions(), size, "{arrangement:?}");
            for (placement, value) in [(Some(canvas.touch), 200), (canvas.top, 10)] {
                let Some(placement) = placement else { continue };
                for native in [Point::new(0.5, 0.5), Point::new(15.5, 11.5)] {
                    let p = placement.to_picture(native);
                    let pixel = canvas.picture.get_pixel(p.x as u32, p.y as u32);
                    assert_eq!(pixel[0], value, "{arrangement:?}");
                }
            }
        }
    }
}
