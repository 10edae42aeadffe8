//! Pictures as compositors hand them over: four bytes a pixel, row by row.

use image::RgbImage;

/// The order of the colours in the four bytes of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Bgrx,
    Rgbx,
}

/// Pixels of four bytes as a picture.
pub(super) fn decoded(raw: &[u8], (width, height): (u32, u32), order: Order) -> RgbImage {
    let mut picture = RgbImage::new(width, height);
    for (rgb, pixel) in picture.chunks_exact_mut(3).zip(raw.chunks_exact(4)) {
        rgb.copy_from_slice(&match order {
            Order::Bgrx => [pixel[2], pixel[1], pixel[0]],
            Order::Rgbx => [pixel[0], pixel[1], pixel[2]],
        });
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_put_in_order() {
        assert_eq!(decoded(&[1, 2, 3, 9], (1, 1), Order::Bgrx).as_raw(), &[3, 2, 1]);
        assert_eq!(decoded(&[1, 2, 3, 9], (1, 1), Order::Rgbx).as_raw(), &[1, 2, 3]);
    }
}
