//! How the two screens are put into a picture, as emulators do in their various ways.

use crate::arcade::framing::{AROUND, Framing};
use grid::geometry::{Placement, Point, Rect};
use image::{Rgb, RgbImage};
use session::consoles::ds::SCREEN;

/// How the screens are put into a picture. The default is both screens at their own size, the
/// touch screen right below the upper one, nothing around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Presentation {
    /// Picture pixels per native pixel.
    pub scale: f64,
    /// Whether the picture is smoothed when scaled, else pixels are repeated.
    pub smooth: bool,
    /// Native pixels between the screens.
    pub gap: u32,
    /// Whether the upper screen is shown.
    pub top: bool,
    /// Where the screens' top-left corner is in the picture.
    pub offset: (u32, u32),
    /// The picture's size; `None` ends it where the screens end.
    pub canvas: Option<(u32, u32)>,
    /// What is around the screens.
    pub around: Rgb<u8>,
}

impl Default for Presentation {
    fn default() -> Self {
        Self {
            scale: 1.0,
            smooth: false,
            gap: 0,
            top: true,
            offset: (0, 0),
            canvas: None,
            around: AROUND,
        }
    }
}

impl Presentation {
    /// The size of the native picture, both screens and the gap.
    fn native(&self) -> (u32, u32) {
        (SCREEN.0, if self.top { 2 * SCREEN.1 + self.gap } else { SCREEN.1 })
    }

    fn framing(&self) -> Framing {
        let Self { scale, smooth, offset, canvas, around, .. } = *self;
        Framing { scale, smooth, offset, canvas, around }
    }

    /// Where the touch screen is in the picture.
    pub fn touch_screen(&self) -> Placement {
        let native = self.native();
        let Rect { x, y, w, h } = self.framing().area(native);
        let share = f64::from(SCREEN.1) / f64::from(native.1);
        Placement::upright(SCREEN, Rect::new(x, y + h * (1.0 - share), w, h * share))
    }

    /// The point of the touch screen that is at `p` in the picture; `None` beside it.
    pub fn to_touch(&self, p: Point) -> Option<Point> {
        let at = self.touch_screen().to_native(p);
        let screen = Rect::new(0.0, 0.0, f64::from(SCREEN.0), f64::from(SCREEN.1));
        screen.contains(at).then_some(at)
    }

    /// The picture of a native picture of both screens, 256x384.
    pub(super) fn present(&self, screens: RgbImage) -> RgbImage {
        if *self == Self::default() {
            return screens;
        }
        let (w, h) = self.native();
        let native = RgbImage::from_fn(w, h, |x, y| {
            let touch = h - SCREEN.1;
            match y {
                y if y >= touch => *screens.get_pixel(x, y - touch + SCREEN.1),
                y if y < SCREEN.1 => *screens.get_pixel(x, y),
                _ => self.around,
            }
        });
        self.framing().present(native)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_touch_screen_is_where_the_picture_shows_it() {
        // White above, black below: the placement's corners must be the black part's.
        let screens =
            RgbImage::from_fn(256, 384, |_, y| Rgb(if y < 192 { [255; 3] } else { [0; 3] }));
        for (scale, gap, top) in
            [(1.0, 0, true), (2.0, 0, true), (1.5, 10, true), (3.0, 7, false), (2.37, 64, true)]
        {
            let presentation = Presentation {
                scale,
                gap,
                top,
                offset: (13, 21),
                canvas: Some((900, 1300)),
                around: Rgb([99, 0, 0]),
                ..Presentation::default()
            };
            let picture = presentation.present(screens.clone());
            let area = presentation.touch_screen().area;
            for (x, y) in picture.enumerate_pixels().filter(|p| p.2.0 == [0; 3]).map(|p| (p.0, p.1))
            {
                let centre = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                assert!(area.contains(centre), "{scale} {gap} {top}: ({x}, {y}) not in {area:?}");
            }
            let black = picture.pixels().filter(|p| p.0 == [0; 3]).count() as f64;
            let share = black / (area.w * area.h);
            assert!((0.99..1.01).contains(&share), "{scale} {gap} {top}: {share}");
        }
    }
}
