//! How a game's picture is put into a larger one, as emulators and desktops do.

use grid::geometry::Rect;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};

/// What is around the screens unless another colour is chosen.
pub const AROUND: Rgb<u8> = Rgb([48, 48, 56]);

/// How a game's picture is put into a larger one. The default is its own size, with nothing around.
#[derive(Clone, Debug, PartialEq)]
pub struct Framing {
    /// Pixels of the larger picture per native pixel.
    pub scale: f64,
    /// Whether the picture is smoothed when scaled, else pixels are repeated.
    pub smooth: bool,
    /// Where the game's top-left corner is in the larger picture.
    pub offset: (u32, u32),
    /// The larger picture's size; `None` ends it where the game's ends.
    pub canvas: Option<(u32, u32)>,
    /// What is around the game.
    pub around: Rgb<u8>,
}

impl Default for Framing {
    fn default() -> Self {
        Self { scale: 1.0, smooth: false, offset: (0, 0), canvas: None, around: AROUND }
    }
}

impl Framing {
    /// The size of a scaled picture.
    fn scaled(&self, (w, h): (u32, u32)) -> (u32, u32) {
        let scale = |n: u32| (f64::from(n) * self.scale).round().max(1.0) as u32;
        (scale(w), scale(h))
    }

    /// Where a native picture of this size lies in the larger one.
    pub fn area(&self, native: (u32, u32)) -> Rect {
        let (w, h) = self.scaled(native);
        let (x, y) = self.offset;
        Rect::new(x.into(), y.into(), w.into(), h.into())
    }

    /// The larger picture with the native one in it.
    pub fn present(&self, native: RgbImage) -> RgbImage {
        if *self == Self::default() {
            return native;
        }
        let (w, h) = self.scaled(native.dimensions());
        let filter = if self.smooth { FilterType::Triangle } else { FilterType::Nearest };
        let scaled = imageops::resize(&native, w, h, filter);
        let (width, height) = self.canvas.unwrap_or((self.offset.0 + w, self.offset.1 + h));
        let mut picture = RgbImage::from_pixel(width, height, self.around);
        imageops::replace(&mut picture, &scaled, self.offset.0.into(), self.offset.1.into());
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_where_its_area_says() {
        let native = RgbImage::from_pixel(24, 16, Rgb([200, 0, 0]));
        for (scale, canvas) in [(1.0, None), (2.5, None), (3.0, Some((200, 100)))] {
            let framing = Framing { scale, offset: (13, 7), canvas, ..Framing::default() };
            let picture = framing.present(native.clone());
            let area = framing.area((24, 16));
            let red = picture.pixels().filter(|pixel| pixel.0 == [200, 0, 0]).count();
            assert_eq!(red as f64, area.w * area.h, "{scale}");
            assert_eq!(picture.get_pixel(area.x as u32, area.y as u32).0, [200, 0, 0]);
            assert_eq!(picture.get_pixel(area.x as u32 - 1, area.y as u32).0, AROUND.0);
        }
        assert_eq!(Framing::default().present(native.clone()), native);
    }
}
