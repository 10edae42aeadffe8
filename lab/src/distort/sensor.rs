//! What a camera's sensor, and the program behind it, make of the light.

use image::{Rgb, RgbImage};
use imageproc::filter::{filter_parallel, gaussian_blur_f32};
use imageproc::kernel::Kernel;
use serde::{Deserialize, Serialize};

/// A step between the lens and the file. Lengths are in picture pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sensor {
    /// The hand moved so far, to the right and down, while the shutter was open.
    Moved([f64; 2]),
    /// Each pixel has seen one colour only, in the pattern of Bayer (red first); the others are the mean of its
    /// neighbours that have.
    Mosaic,
    /// The difference from a blur of this standard deviation is added so many times.
    Sharpened {
        /// The standard deviation of the blur.
        blur: f64,
        /// How many times the difference is added.
        by: f64,
    },
}

impl Sensor {
    pub(super) fn apply(self, picture: &RgbImage) -> RgbImage {
        match self {
            Self::Moved(way) => {
                let (size, weights) = line(way);
                let kernel = Kernel::new(&weights, size, size);
                filter_parallel(picture, kernel, |value: f32| value.round() as u8)
            }
            Self::Mosaic => demosaiced(picture),
            Self::Sharpened { blur, by } => {
                let mut soft = gaussian_blur_f32(picture, blur as f32);
                for (s, &v) in soft.as_mut().iter_mut().zip(picture.as_raw()) {
                    let (v, s0) = (f64::from(v), f64::from(*s));
                    *s = (v + by * (v - s0)).round() as u8;
                }
                soft
            }
        }
    }
}

/// A square of weights, as wide as the first value says and of sum 1: a straight line through its middle.
fn line([dx, dy]: [f64; 2]) -> (u32, Vec<f32>) {
    const STEPS: u32 = 64;
    let reach = (dx.abs().max(dy.abs()) / 2.0).ceil() as usize + 1;
    let size = 2 * reach + 1;
    let mut weights = vec![0.0; size * size];
    for i in 0..STEPS {
        let along = (f64::from(i) + 0.5) / f64::from(STEPS) - 0.5;
        let [x, y] = [dx, dy].map(|d| along * d + reach as f64);
        let (left, top) = (x.floor(), y.floor());
        let [right, below] = [x - left, y - top];
        for (ox, oy, weight) in [
            (0, 0, (1.0 - right) * (1.0 - below)),
            (1, 0, right * (1.0 - below)),
            (0, 1, (1.0 - right) * below),
            (1, 1, right * below),
        ] {
            if weight > 0.0 {
                weights[(top as usize + oy) * size + left as usize + ox] +=
                    weight as f32 / STEPS as f32;
            }
        }
    }
    (size as u32, weights)
}

/// The channel that a pixel of the pattern sees.
const fn seen(x: u32, y: u32) -> usize {
    ((x % 2) + (y % 2)) as usize
}

fn demosaiced(picture: &RgbImage) -> RgbImage {
    let (w, h) = picture.dimensions();
    RgbImage::from_fn(w, h, |x, y| {
        let (mut sums, mut counts) = ([0u32; 3], [0u32; 3]);
        for ny in y.saturating_sub(1)..(y + 2).min(h) {
            for nx in x.saturating_sub(1)..(x + 2).min(w) {
                let channel = seen(nx, ny);
                sums[channel] += u32::from(picture.get_pixel(nx, ny)[channel]);
                counts[channel] += 1;
            }
        }
        let own = seen(x, y);
        let pixel = picture.get_pixel(x, y);
        Rgb(std::array::from_fn(|i| match counts[i] {
            n if i != own && n > 0 => ((sums[i] + n / 2) / n) as u8,
            // Its own, or in a picture of one row or column one that nobody saw.
            _ => pixel[i],
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_is_drawn_out_along_its_way_and_as_bright_as_before() {
        let plain = RgbImage::from_pixel(20, 20, Rgb([200, 90, 30]));
        assert_eq!(Sensor::Moved([3.3, -5.2]).apply(&plain), plain);
        let mut picture = RgbImage::new(40, 40);
        picture.put_pixel(20, 20, Rgb([240; 3]));
        let moved = Sensor::Moved([8.0, 0.0]).apply(&picture);
        let row: Vec<u8> = (0..40).map(|x| moved.get_pixel(x, 20)[0]).collect();
        assert!(row[17..=23].iter().all(|v| v.abs_diff(30) <= 1), "{row:?}");
        assert!(row[..15].iter().chain(&row[26..]).all(|&v| v == 0), "{row:?}");
        assert_eq!(moved.get_pixel(20, 22)[0], 0);
        let down = Sensor::Moved([0.0, -8.0]).apply(&picture);
        assert!((17..=23).all(|y| down.get_pixel(20, y)[0].abs_diff(30) <= 1));
        for way in [[3.3, -5.2], [0.2, 0.1], [0.0, 0.0]] {
            let sum: f32 = line(way).1.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{way:?}: {sum}");
        }
    }

    #[test]
    fn a_mosaic_keeps_plain_grounds_and_tints_edges() {
        let plain = RgbImage::from_pixel(9, 7, Rgb([200, 90, 30]));
        assert_eq!(Sensor::Mosaic.apply(&plain), plain);
        let edge = RgbImage::from_fn(20, 20, |x, _| Rgb([if x < 10 { 0 } else { 255 }; 3]));
        let mosaic = Sensor::Mosaic.apply(&edge);
        let tinted = |x: u32| {
            let p = mosaic.get_pixel(x, 10).0;
            p.iter().max() > p.iter().min()
        };
        assert!((9..11).any(tinted) && !tinted(5) && !tinted(15));
        let dot = RgbImage::from_pixel(1, 1, Rgb([4, 5, 6]));
        assert_eq!(Sensor::Mosaic.apply(&dot), dot);
    }

    #[test]
    fn sharpening_lifts_and_lowers_beside_an_edge() {
        let edge = RgbImage::from_fn(20, 5, |x, _| Rgb([if x < 10 { 80 } else { 160 }; 3]));
        let sharp = Sensor::Sharpened { blur: 1.0, by: 1.0 }.apply(&edge);
        assert!(sharp.get_pixel(9, 2)[0] < 75 && sharp.get_pixel(10, 2)[0] > 165);
        assert_eq!((sharp.get_pixel(1, 2)[0], sharp.get_pixel(18, 2)[0]), (80, 160));
    }
}
