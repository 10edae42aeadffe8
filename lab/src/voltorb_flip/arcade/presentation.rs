//! How the two screens are put into a picture, as emulators do in their various ways.

use crate::arcade::framing::{AROUND, Framing};
use grid::geometry::{Placement, Point, Rect};
use image::imageops::{self, FilterType};
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
    /// The size of each screen in picture pixels, one above the other with their middles in line, where it is not
    /// that of `scale`: emulators can stretch them, and enlarge one.
    pub sizes: Option<Sizes>,
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

/// The size of each screen in picture pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Of the top screen.
    pub top: (u32, u32),
    /// Of the touch screen.
    pub touch: (u32, u32),
}

impl Sizes {
    /// The size of the picture, and where the top screen and the touch screen begin in it.
    fn arranged(self) -> [(u32, u32); 3] {
        let Self { top, touch } = self;
        let width = top.0.max(touch.0);
        let size = (width, top.1 + touch.1);
        [size, ((width - top.0) / 2, 0), ((width - touch.0) / 2, top.1)]
    }
}

impl Default for Presentation {
    fn default() -> Self {
        Self {
            scale: 1.0,
            smooth: false,
            sizes: None,
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
        if let Some(sizes) = self.sizes {
            let [_, _, (x, y)] = sizes.arranged();
            let (w, h) = sizes.touch;
            let (left, top) = (self.offset.0 + x, self.offset.1 + y);
            return Placement::upright(
                SCREEN,
                Rect::new(left.into(), top.into(), w.into(), h.into()),
            );
        }
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
        if let Some(sizes) = self.sizes {
            let framing = Framing { scale: 1.0, ..self.framing() };
            return framing.present(self.stretched(&screens, sizes));
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

    /// Each screen at its own size.
    fn stretched(&self, screens: &RgbImage, sizes: Sizes) -> RgbImage {
        let [(w, h), top, touch] = sizes.arranged();
        let filter = if self.smooth { FilterType::Triangle } else { FilterType::Nearest };
        let mut picture = RgbImage::from_pixel(w, h, self.around);
        for (row, at, size) in [(0, top, sizes.top), (SCREEN.1, touch, sizes.touch)] {
            let screen = imageops::crop_imm(screens, 0, row, SCREEN.0, SCREEN.1).to_image();
            let screen = imageops::resize(&screen, size.0, size.1, filter);
            imageops::replace(&mut picture, &screen, at.0.into(), at.1.into());
        }
        picture
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
        let wide = Some(Sizes { top: (300, 400), touch: (683, 384) });
        for (scale, gap, top, sizes) in [
            (1.0, 0, true, None),
            (2.0, 0, true, None),
            (1.5, 10, true, None),
            (3.0, 7, false, None),
            (2.37, 64, true, None),
            (1.0, 0, true, wide),
        ] {
            let presentation = Presentation {
                scale,
                gap,
                top,
                sizes,
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
