//! Samples the colour between pixels.

use grid::geometry::Point;
use image::{ImageBuffer, Pixel};

/// The channels at a point, linear between the middles of pixels; outside the picture those of its border. The picture
/// must not be empty.
pub(super) fn between<P: Pixel<Subpixel = u8>, const N: usize>(
    picture: &ImageBuffer<P, Vec<u8>>,
    p: Point,
) -> [f32; N] {
    let (x, y) = (p.x - 0.5, p.y - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = ((x - left) as f32, (y - top) as f32);
    let at = |dx: f64, dy: f64| nearest(picture, Point::new(left + dx, top + dy));
    let [a, b, c, d]: [[f32; N]; 4] = [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)];
    std::array::from_fn(|i| {
        let (upper, lower) = (a[i] + fx * (b[i] - a[i]), c[i] + fx * (d[i] - c[i]));
        upper + fy * (lower - upper)
    })
}

/// The channels of the pixel at a point; outside the picture those of its border. The picture must not be empty.
pub(super) fn nearest<P: Pixel<Subpixel = u8>, const N: usize>(
    picture: &ImageBuffer<P, Vec<u8>>,
    p: Point,
) -> [f32; N] {
    let inside = |v: f64, length: u32| v.clamp(0.0, f64::from(length) - 1.0) as u32;
    let pixel = picture.get_pixel(inside(p.x, picture.width()), inside(p.y, picture.height()));
    std::array::from_fn(|i| f32::from(pixel.channels()[i]))
}
